"""A league's own rules, as its file `league.toml` gives them: a struct for each table of the file. docs/league.md explains the keys."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.titles import load_title, names_of, titles
from warehouse.ratings.scale import MIDDLE, TEN_TO_ONE

ELO, POINTS, WINS, RATE, MATCHES = RANKS = ("elo", "points", "wins", "win rate", "matches")
"""What players may be ranked by."""
MEETINGS, GAMES = "meetings", "games"
TIES = (*RANKS, MEETINGS, GAMES)
"""What may decide between players who are level."""
NOTHING, DRAW, LOSS = STOPPED = ("nothing", "draw", "loss")
"""What a game may be that a limit stopped."""
WIN = "win"
FORFEIT, LIMIT = "forfeit", "round-limit"
"""How games end, as records say it."""
ALWAYS, SEASON = REGRADE = ("always", "season")
"""When players get new tiers."""
START, K, SCALE = MIDDLE, 32.0, TEN_TO_ONE
"""Of Elo where a file says nothing else."""


class Season(msgspec.Struct, frozen=True):
    """A season: its name, its first and its last day, ISO; empty for any."""

    name: str
    since: str = ""
    until: str = ""


class Which(msgspec.Struct, frozen=True):
    """Which games count: the table `games`.

    Attributes:
        titles: slugs; empty for all. scenarios: slugs or printed names, as the file has them; empty for all. options: name of an option to
            the value that it must have. bid: smallest and largest sum of bids; None for any. rounds: the fewest. since, until: days of
            play, ISO; empty for any. people: whether only people's count.
        teams: whether several players of a side may be. stopped: what a game is that a limit stopped, one of STOPPED.
    """

    titles: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    options: dict[str, str] = {}
    bid: tuple[int, int] | None = None
    rounds: int = 0
    since: str = ""
    until: str = ""
    people: bool = True
    teams: bool = True
    stopped: str = NOTHING

    @property
    def title_names(self) -> tuple[str, ...]:
        """Printed names of the titles; of another map what stands in the file."""
        return tuple(map(_printed, self.titles))


@cache
def _printed(title: str) -> str:
    """Return a title's printed name, read once: a league of thousands of games asks for it at each."""
    return names_of(title)[:2][-1] if title in titles() else title


@cache
def scenario_names(title: str, scenario: str) -> tuple[str, ...]:
    """Return what a scenario of a title is called, by slugs: its slug and, where the title names it, its printed name."""
    named = load_title(title).scenarios.get(scenario) if title in titles() else None
    return (scenario, named.name) if named else (scenario,)


class Forfeits(msgspec.Struct, frozen=True):
    """Games that were given up without playing on: what they are (WIN or NOTHING), from which round on, and whether they move Elo."""

    count: str = WIN
    rounds: int = 0
    elo: bool = True


class Elo(msgspec.Struct, frozen=True):
    """Elo: where everybody starts; K from so many games of a player on; the points by which one wins ten of eleven; what a new season keeps
    of the distance from the start, 1 for all of it."""

    start: float = START
    k: tuple[tuple[int, float], ...] = ((0, K),)
    scale: float = SCALE
    keep: float = 1.0

    def k_after(self, games: int) -> float:
        """Return K of a player who has played so many games."""
        return [k for least, k in self.k if least <= games][-1]


class Regrade(msgspec.Struct, frozen=True):
    """New tiers: after how many games of a season, from how many points per game on (for each tier but the last), and when."""

    games: int
    bounds: tuple[float, ...]
    when: str = ALWAYS


class Points(msgspec.Struct, frozen=True):
    """Points for a game by the opponent's tier; tiers are in order, the best first.

    Attributes:
        win, loss: points by tier of the opponent. newcomers: tier of who has none. players: name to tier at the beginning.
    """

    tiers: tuple[str, ...]
    win: tuple[float, ...]
    loss: tuple[float, ...]
    newcomers: str
    players: dict[str, str] = {}
    regrade: Regrade | None = None


class Matches(msgspec.Struct, frozen=True):
    """Best of so many games between two players in a season, and by how many games of both the limit grows by two; 0: it does not."""

    best_of: int
    grows: int = 0

    def limit(self, games: int) -> int:
        """Return best of how many two players play who have both played so many games of the season."""
        return self.best_of + (2 * (games // self.grows) if self.grows else 0)


class Qualification(msgspec.Struct, frozen=True):
    """Who is qualified: games of a season, and different opponents in them, at least."""

    games: int = 1
    opponents: int = 0


ALL_GAMES = (Season("All games"),)
"""The one season of a league that names none."""


class Rules(msgspec.Struct, frozen=True):
    """All rules of a league.

    Attributes:
        name: of the league. rank: what players are ranked by, one of RANKS. ties: what decides between level ones, in order.
        seasons: in order of time; one of all time where the file has none. playoffs: how many places; 0 for none.
    """

    name: str
    rank: str
    ties: tuple[str, ...] = ()
    games: Which = Which()
    forfeits: Forfeits = Forfeits()
    elo: Elo = Elo()
    points: Points | None = None
    matches: Matches | None = None
    seasons: tuple[Season, ...] = ALL_GAMES
    qualification: Qualification = Qualification()
    playoffs: int = 0
