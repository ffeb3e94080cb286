"""Who contends for victory, and on what condition (title.toml).

The contenders are the sides, unless title.toml names others in rows `[[victory.contender]]`, each with its own
condition and the time to hold it (global-1939, Victory Conditions).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.title.model import Title

HELD = "turns-held"
"""The measure that counts how many turns a contender has held its condition."""

THEATRE = "theatre-"
"""How the measures of theatres begin."""


class Theatre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hold` of the areas `of`; [victory.names] prints what is counted there under `measure`."""

    slug: str
    hold: int
    of: tuple[str, ...]

    @property
    def measure(self) -> str:
        """The measure of its race."""
        return THEATRE + self.slug


class Contender(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers that win together with `points` (0: none are asked), every area of `all_of` and, if it names any, one area of `one_of`.

    So do `keeps`, areas of their own that they begin with: it is no race to hold one. Areas of `helped` may be held by `helpers`
    instead. The condition must hold for `hold` whole rounds (0: they win at the end of the turn in which they meet it), and always
    for one with the option of `hold_when` (its slug, its value). Of its `theatres` one is enough, where any are named. `won`
    announces their victory in a player's words; `{points}` in it stands for the points.
    """

    slug: str
    name: str
    powers: tuple[str, ...]
    points: int
    source: str
    won: str = ""
    all_of: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()
    hold: int = 0
    hold_when: tuple[str, ...] = ()
    theatres: tuple[Theatre, ...] = ()


class Condition(msgspec.Struct, frozen=True):
    """A row of [[victory.condition]]: what a contender needs of a measure, and for how many whole rounds (`warehouse/races.py`)."""

    contender: str
    measure: str
    threshold: int
    hold: int = 0
    source: str = ""


class Victory(msgspec.Struct, frozen=True):
    """How games are won: the measure of all contenders with what wins at each level, conditions one by one, or contenders with their own.

    What wins at a level is one number for all, or one for each side.

    `most` is the measure of which whoever has most wins when the game ends, where that is how it is won;
    `alone` means that meeting one condition is enough; `said` maps the way a game ended to the words for it, `names` a
    measure to its printed name.
    """

    measure: str = ""
    levels: dict[str, int | dict[str, int]] = {}
    condition: tuple[Condition, ...] = ()
    contender: tuple[Contender, ...] = ()
    alone: bool = False
    most: str = ""
    said: dict[str, str] = {}
    names: dict[str, str] = {}
    source: str = ""


class VictoryTable(Victory, frozen=True):
    """[victory]: how games are won, and what of it stands otherwise in games of a scenario."""

    scenario: dict[str, Victory] = {}


_READ: dict[tuple[int, str], tuple[Title, dict[str, Contender], dict[str, tuple[str, ...]]]] = {}
"""Title id and scenario to the title (kept so that the id is not reused), its contenders and their powers."""


def victory_of(title: Title, scenario: str) -> dict[str, Any]:
    """Return [victory] of title.toml as it stands in games of a scenario."""
    told = title.settings.get("victory", {})
    return {**told, **told.get("scenario", {}).get(scenario, {})}


def _read(title: Title, scenario: str = "") -> tuple[Title, dict[str, Contender], dict[str, tuple[str, ...]]]:
    key = id(title), scenario
    if key not in _READ:
        rows = msgspec.convert(victory_of(title, scenario).get("contender", []), list[Contender])
        sides = {side: tuple(power for power in title.powers if title.side_of[power] == side) for side in title.sides}
        named = {row.slug: row for row in rows}
        _READ[key] = (title, named, {slug: row.powers for slug, row in named.items()} or sides)
    return _READ[key]


def contenders(title: Title, scenario: str = "") -> dict[str, Contender]:
    """Return the contenders that title.toml names (for games of a scenario), by slug; none when the sides contend."""
    return _read(title, scenario)[1]


def groups(title: Title) -> dict[str, tuple[str, ...]]:
    """Return contender to its powers: those that title.toml names, else the sides."""
    return _read(title)[2]


def way(title: Title, slug: str) -> str:
    """Return how a game ends when a contender wins it: `how` of its GameEnded."""
    return f"{title.settings['victory']['measure']}-{slug}"


def said(title: Title, how: str) -> str:
    """Return how a game ended in the title's own words; empty where it has none."""
    won = next((row for slug, row in contenders(title).items() if how == way(title, slug)), None)
    if won is None:
        return str(title.settings.get("victory", {}).get("said", {}).get(how, ""))
    return won.won.replace("{points}", str(won.points))


def worth(title: Title, area: str) -> int:
    """Return the points of holding an area: those of cities.csv, else one for a victory city."""
    city = title.cities.get(area)
    return city.points if city else int(bool(title.areas[area].victory_city))


def needed(title: Title, level: str, contender: str) -> int:
    """Return how much of the measure a contender needs at a level of victory; 0 where the title has no such level."""
    wanted = title.settings.get("victory", {}).get("levels", {}).get(level, 0)
    return int(wanted.get(contender, 0) if isinstance(wanted, dict) else wanted)


def hold_of(row: Contender, options: Mapping[str, str]) -> int:
    """Return how many whole rounds a contender must hold its condition in a game with these options."""
    chosen = bool(row.hold_when) and options.get(row.hold_when[0]) == row.hold_when[1]
    return max(row.hold, 1) if chosen else row.hold
