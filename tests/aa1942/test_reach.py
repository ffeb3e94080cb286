"""What `reachable` tells bots and boards is what `check` allows: at the set-up, for every power, unit and path."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.families.axis_allies.movement.landing import is_landing_area
from engine.families.axis_allies.orders import Move
from engine.orders import join_path
from engine.play import Play
from engine.state import Stack
from tests.aa1942.positions import TITLE, outcome, play_from

pytestmark = pytest.mark.section("Phase 2: Combat Move")

SETUP: dict[str, str] = {}
for _row in TITLE.placements:
    SETUP[_row.area] = "; ".join(filter(None, (SETUP.get(_row.area), f"{_row.power}: {_row.count} {_row.unit}")))


def paths(start: str, steps: int) -> Iterator[tuple[str, ...]]:
    """Every path of up to so many steps."""
    edge = [(start,)]
    for _ in range(steps):
        edge = [(*path, area) for path in edge for area in TITLE.neighbours[path[-1]]]
        yield from edge


def own(play: Play, power: str, *classes: str) -> list[Stack]:
    return sorted(key for key in play.state.stacks if key[1] == power and TITLE.units[key[2]].cls in classes)


def legal(play: Play, key: Stack, path: tuple[str, ...]) -> bool:
    return not play.check(Move(key[2], join_path(path)))


@pytest.mark.parametrize("power", TITLE.order)
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_land_and_sea_units_reach_what_some_legal_path_reaches(power: str, phase: str) -> None:
    play = play_from(SETUP, power, phase)
    for key in own(play, power, "land", "sea"):
        ways = play.phase.reachable(play.position, key)
        allowed = {path[-1] for path in paths(key[0], TITLE.units[key[2]].move) if legal(play, key, path)} - {key[0]}
        assert set(ways) == allowed, key
        assert all(legal(play, key, way) and way[0] == key[0] and way[-1] == area for area, way in ways.items())


@pytest.mark.parametrize("power", TITLE.order)
def test_aircraft_reach_places_from_which_they_can_land(power: str) -> None:
    play = play_from(SETUP, power, "combat-move")
    for key in own(play, power, "air"):
        ways = play.phase.reachable(play.position, key)
        risky = play.phase.reachable(play.position, key, risky=True)
        assert set(ways) <= set(risky)
        assert all(legal(play, key, way) for way in ways.values())
        assert max(len(way) for way in risky.values()) == TITLE.units[key[2]].move + 1


@pytest.mark.parametrize("power", TITLE.order)
def test_aircraft_reach_landing_places_in_the_noncombat_move(power: str) -> None:
    play = play_from(SETUP, power, "noncombat-move")
    for key in own(play, power, "air"):
        ways = play.phase.reachable(play.position, key)
        assert all(legal(play, key, way) for way in ways.values())
        assert all(TITLE.areas[area].kind == "sea" or is_landing_area(play.position, area) for area in ways)
        assert all(TITLE.units[key[2]].has("lands-on-carriers") for area in ways if TITLE.areas[area].kind == "sea")


def test_what_may_not_move_reaches_nothing() -> None:
    """Guns in the combat move, complexes, cargo, and what has moved."""
    stacks = {
        "germany": "germany: anti-aircraft-gun, industrial-complex, tank",
        "sea-zone-5": "germany: transport [cargo=germany/infantry], infantry [aboard]",
    }
    play = play_from(stacks, "germany", "combat-move")
    outcome(play, Move("tank", "germany > eastern-europe > karelia-ssr"))
    reach = {key[2]: play.phase.reachable(play.position, key) for key in play.state.stacks}
    assert {unit for unit, ways in reach.items() if ways} == {"transport"}
