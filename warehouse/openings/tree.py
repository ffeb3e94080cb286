"""The tree of openings of a title and scenario: what each power's turn of rounds 1 to 3 was followed by, and how those games ended."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from warehouse.expressions import Z
from warehouse.lake import Lake
from warehouse.openings.alike import alike, cheap_units

_Led = tuple[int, str, str]
FEW = 5
"""Games below which a row says little."""
OUTCOMES = ("won", "lost", "drawn", "unfinished")
TURN = ("round", "power")
RESULTS = ("won", "lost", "undecided", "bombed")


class Step(NamedTuple):
    """A turn on the way from the set-up: round, power, and a purchase of it, which stands for those that count with it."""

    round: int
    power: str
    bought: str

    @property
    def text(self) -> str:
        """The step as an address tells it."""
        return f"{self.round} {self.power}: {self.bought}"

    @classmethod
    def read(cls, text: str) -> Step | None:
        """Return the step of an address; None where it is none."""
        turn, found, bought = text.partition(": ")
        number, _, power = turn.partition(" ")
        return cls(int(number), power, bought) if found and power and number in ("1", "2", "3") else None


class Attack(NamedTuple):
    """An area that was attacked: in how many games, and the attacks by their results (several in one game may be)."""

    area: str
    games: int
    won: int
    lost: int
    undecided: int
    bombed: int


class Branch(NamedTuple):
    """What a power bought in its turn, and the games in which it did.

    Attributes:
        step: the turn, with the purchase of most of these games; others: purchases that count with it, and games of each.
        games: ids, newest first.
        won, lost, drawn, unfinished: games, for the power's side; a limit of rounds and an unknown end are unfinished.
        attacks: most frequent first. players: name to games; an unknown name is none. bids: of all sides (`axis 9`), to games; empty:
        none, None: unknown. first, last: days of play, empty if unknown.
    """

    step: Step
    others: dict[str, int]
    games: tuple[str, ...]
    won: int
    lost: int
    drawn: int
    unfinished: int
    attacks: tuple[Attack, ...]
    players: dict[str, int]
    bids: dict[str | None, int]
    first: str
    last: str

    @property
    def decided(self) -> int:
        """Games that one side won."""
        return self.won + self.lost

    @property
    def rate(self) -> tuple[float, float, float] | None:
        """Won of decided, and the ends of the 95 % interval after Wilson; None where nothing was decided."""
        return wilson(self.won, self.decided) if self.decided else None


class Node(NamedTuple):
    """A place in the tree: the games that came to it, the branches that leave it, and games that tell of no further turn."""

    games: int
    branches: tuple[Branch, ...]
    ended: tuple[str, ...]


def wilson(won: int, decided: int) -> tuple[float, float, float]:
    """Return won of decided, and the 95 % interval after Wilson (1927)."""
    rate, z2 = won / decided, Z * Z
    middle, spread = rate + z2 / 2 / decided, Z * math.sqrt((rate * (1 - rate) + z2 / 4 / decided) / decided)
    low, high = (middle - spread) / (1 + z2 / decided), (middle + spread) / (1 + z2 / decided)
    return rate, max(0.0, low) if won else 0.0, min(1.0, high) if won < decided else 1.0


def of_title(lake: Lake, title: str, people: bool | None = None, since: str | None = None, until: str | None = None) -> Explorer:
    """Return the openings of a title's games; `since`, `until` and `people` as measures of leagues take them."""
    rows = lake.measure("opening_turns", title=title, people=people, since=since, until=until)
    if rows.is_empty():
        return Explorer(rows, frozenset())
    return Explorer(rows, cheap_units(lake.frame("title_units", rows["game_id"][0])))


class Explorer:
    """The openings of games of a title.

    Args:
        rows: of measure `opening_turns`. cheap: slugs of units by one of which purchases may differ that count together.
        wide: openings of more games, of which these are some: what counts together there does so here. None: these are all.
    """

    def __init__(self, rows: pl.DataFrame, cheap: frozenset[str], wide: Explorer | None = None) -> None:
        self.rows, self.cheap, self._wide = rows, cheap, wide

    @cached_property
    def scenarios(self) -> dict[str, int]:
        """Scenario to its games, most first."""
        found = self._starts.group_by("scenario").len().sort("len", "scenario", descending=[True, False])
        return dict(found.iter_rows())

    def of_scenario(self, scenario: str) -> Explorer:
        """Return those of one scenario."""
        return Explorer(self.rows.filter(scenario=scenario), self.cheap, self._wide and self._wide.of_scenario(scenario))

    def of_player(self, player: str) -> Explorer:
        """Return those of the games in which somebody played; a step leads to the row in which that player's purchases stand here."""
        return Explorer(self.rows.join(self.rows.filter(player=player), on="game_id", how="semi"), self.cheap, self._wide or self)

    @cached_property
    def players(self) -> list[str]:
        """Who played, by name."""
        return sorted(set(self.rows["player"].unique()) - {""})

    @cached_property
    def late(self) -> int:
        """Games whose record does not begin with the first turn of round 1: they are in no tree."""
        return self.rows["game_id"].n_unique() - self._starts.height

    @cached_property
    def _starts(self) -> pl.DataFrame:
        return self._at(1).filter(round=1)

    @cached_property
    def _places(self) -> dict[int, pl.DataFrame]:
        return {int(str(place)): rows for (place,), rows in self.rows.partition_by("place", as_dict=True).items()}

    def _at(self, place: int) -> pl.DataFrame:
        return self._places.get(place, self.rows.clear())

    def node(self, path: Sequence[Step] = ()) -> Node | None:
        """Return the place in the tree to which some turns lead; None where no game came there."""
        wide = self._wide or self
        before = here = wide._starts
        for place, step in enumerate(path, start=1):
            before = self._same(here, step)
            here = wide._at(place + 1).join(before, on="game_id", how="semi")
        games, on = self._mine(before)["game_id"].to_list(), set(here["game_id"])
        if path and not games:
            return None
        return Node(len(games), tuple(self._branches(here)), tuple(game for game in games if game not in on))

    def _mine(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the rows of more games that are of these."""
        return rows if self._wide is None else rows.join(self.rows, on="game_id", how="semi")

    def _same(self, here: pl.DataFrame, step: Step) -> pl.DataFrame:
        """Return the rows whose purchase counts with a step's."""
        turn = here.filter(round=step.round, power=step.power)
        together = alike(Counter(turn["bought"].to_list()), self.cheap)
        return turn.filter(pl.col("bought").is_in([one for one, led in together.items() if led == together.get(step.bought)]))

    def _branches(self, here: pl.DataFrame) -> list[Branch]:
        """Return the branches, most games first.

        Args:
            here: rows of all games; they say what counts together.
        """
        rows = self._mine(here).join(self._leaders(here), on=[*TURN, "bought"]).sort("played", "game_id", descending=True)
        often = {name: _often(rows, name) for name in ("bought", "outcome", "attacks", "player", "bids")}
        day = pl.col("played").filter(pl.col("played") != "")
        games = rows.group_by(*TURN, "led").agg("game_id", first=day.last().fill_null(""), last=day.first().fill_null(""))
        found = [
            _branch((number, power), {name: one[number, power, led] for name, one in often.items()}, tuple(ids), days)
            for number, power, led, ids, *days in games.iter_rows()
        ]
        return sorted(found, key=lambda one: (-len(one.games), one.step))

    def _leaders(self, here: pl.DataFrame) -> pl.DataFrame:
        """Return round, power, bought, and `led`: the purchase with which that one counts."""
        purchases: dict[tuple[int, str], dict[str, int]] = {}
        for number, power, bought, games in here.group_by(*TURN, "bought").len().iter_rows():
            purchases.setdefault((number, power), {})[bought] = games
        found = [(*turn, bought, led) for turn, of in purchases.items() for bought, led in alike(of, self.cheap).items()]
        return pl.DataFrame(found, {**here.select(*TURN, "bought").schema, "led": pl.String}, orient="row")


def _often(rows: pl.DataFrame, name: str) -> dict[_Led, dict[Any, int]]:
    """Return, of each branch, a column's values to how often each is there, most first."""
    found: dict[_Led, dict[Any, int]] = {}
    for number, power, led, value, count in rows.group_by(*TURN, "led", name).len().sort("len", name, descending=[True, False]).iter_rows():
        found.setdefault((number, power, led), {})[value] = count
    return found


def _branch(turn: tuple[int, str], often: dict[str, dict[Any, int]], games: tuple[str, ...], days: Sequence[str]) -> Branch:
    (most, _), *others = often["bought"].items()
    won, lost, drawn, unfinished = (often["outcome"].get(name, 0) for name in OUTCOMES)
    players = {name: count for name, count in often["player"].items() if name}
    attacks = _attacks(often["attacks"])
    return Branch(Step(*turn, most), dict(others), games, won, lost, drawn, unfinished, attacks, players, often["bids"], *days)


def _attacks(often: dict[str, int]) -> tuple[Attack, ...]:
    games: Counter[str] = Counter()
    ends: Counter[tuple[str, str]] = Counter()
    for told, count in often.items():
        made = [one.rsplit(" ", 1) for one in told.split(", ")] if told else []
        games.update({area: count for area, _ in made})
        for area, end in made:
            ends[area, end] += count
    order = sorted(games.items(), key=lambda one: (-one[1], one[0]))
    return tuple(Attack(area, count, *(ends[area, end] for end in RESULTS)) for area, count in order)
