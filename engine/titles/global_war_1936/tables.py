"""The rows of the tables that only Global War 1936-1945 has.

Every row has a `source`: the section of the rule book, a sheet, or `reconstructed: why`; figures of greedy bots say `chosen`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.title.own import PartyCell, PlaceCell, PowerCell, ScenarioCell, TechnologyCell, UnitCell

ObjectiveCell = Annotated[str, Meta(extra={"names": "objectives"})]


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """An objective of a nation's sheet: `points` for each of its parts that is reached, for `most` of them (section 3.1).

    A nation's sheet in title.toml says how many points its objectives add up to at most. Greedy bots play for the areas of one that is
    `prized`, as the end comes near.
    """

    nation: PowerCell
    objective: str
    most: int
    points: int
    prized: Literal["yes", ""] = ""
    source: str


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A condition of a part of an objective; the part is reached when all of its terms hold.

    A `test` (`predicates.py`) measures a number; the term holds when that is at least `least` and at most `most`. Without either the number
    itself counts. `scenario` limits it to one.

    Attributes:
        who: powers or sides that are measured; a neutral one counts while it stands apart. against: those they are measured beside.
        where: areas or regions. what: units. techs: technologies.
        worth: the value from which an area counts. besides: objectives of the nation whose areas do not count as well.
    """

    nation: PowerCell
    objective: ObjectiveCell
    part: str
    test: Literal[
        "all", "army", "beside", "earns", "foreigners", "gained", "held", "invaded", "joined", "keeps", "ports", "ships",
        "spain", "technologies", "threats", "troops", "value",
    ]  # fmt: skip
    scenario: ScenarioCell = ""
    who: tuple[PartyCell, ...] = ()
    against: tuple[PartyCell, ...] = ()
    where: tuple[PlaceCell, ...] = ()
    what: tuple[UnitCell, ...] = ()
    techs: tuple[TechnologyCell, ...] = ()
    least: int | None = None
    most: int | None = None
    worth: int = 0
    besides: tuple[ObjectiveCell, ...] = ()
    source: str
