"""What title.toml says of the scenarios, as records."""

from __future__ import annotations

import msgspec

from engine.title.kept import per_title
from engine.title.model import Title
from engine.title.settings import setting, setting_rows


class ScenarioRules(msgspec.Struct, frozen=True):
    """A row of [[game]]: what a scenario plays with (sections A to F, 1.11).

    `first`, `last` are game turns; `powers` act, in their order; `play` is the region in play (empty: all). `wins` says how it
    ends: `points` (15 Victory Points, 8.), `areas` (side `hunter` holds all of `prize`, else the other side has won after `last`)
    or `most` (most points after `last`). `blitzes` is power to the Blitzes it may choose, `free` to those that cost no Oil.
    `phases` are those that are played, empty for all. `income` is power to Resources and Oil a turn where they are fixed, `extra` to
    what it has besides what it controls. `cards` is power to the cards that score; `entry` says that Neutral Entry is followed,
    `fixed` that control never changes, `convoys` that their damage costs production, `politics` that section 3 is played. `appear`
    is country to the area where its new units appear, `homes` power to its home countries. `destroyed` are Convoys that are out of it.
    """

    slug: str
    powers: tuple[str, ...]
    first: int = 1
    last: int = 15
    play: str = ""
    wins: str = "points"
    hunter: str = ""
    prize: tuple[str, ...] = ()
    blitzes: dict[str, tuple[str, ...]] = {}
    free: dict[str, tuple[str, ...]] = {}
    phases: tuple[str, ...] = ()
    income: dict[str, tuple[int, int]] = {}
    extra: dict[str, tuple[int, int]] = {}
    cards: dict[str, tuple[str, ...]] = {}
    entry: bool = False
    fixed: bool = False
    convoys: bool = True
    politics: bool = False
    appear: dict[str, str] = {}
    homes: dict[str, tuple[str, ...]] = {}
    destroyed: tuple[str, ...] = ()
    source: str = ""


class Snow(msgspec.Struct, frozen=True):
    """[snow]: the game turns with a Snow icon on the Victory Track (1.4), and the divisors of its effects."""

    turns: tuple[int, ...]
    land: int
    bombing: int
    naval: int
    source: str


class Wall(msgspec.Struct, frozen=True):
    """A row of [[wall]]: a FORT whose triangles count only against attacks from some areas, and which is never rebuilt (5.3, 7.8)."""

    slug: str
    areas: tuple[str, ...]
    source: str


@per_title
def game_rules(title: Title, scenario: str) -> ScenarioRules:
    """Return what a scenario plays with."""
    return setting_rows(title, "game", ScenarioRules)[scenario]


@per_title
def in_play(title: Title, scenario: str) -> frozenset[str]:
    """Return the land and sea areas that are in play in a scenario."""
    region = game_rules(title, scenario).play
    every = (area for area, row in title.areas.items() if row.kind != "box")
    return frozenset(title.regions[region] if region else every)


@per_title
def snow(title: Title) -> Snow:
    """Return when it snows, and what that does."""
    found = setting(title, "snow", Snow)
    assert found is not None, "title.toml of blitz needs [snow]"
    return found


@per_title
def walls(title: Title) -> dict[str, Wall]:
    """Return unit to its row of [[wall]]."""
    return setting_rows(title, "wall", Wall)
