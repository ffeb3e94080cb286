"""What is kept of a board while a game goes on is what a board that nobody has asked anything would say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.families.axis_allies.board import hostile_seas, producing
from engine.families.axis_allies.bots.greedy.waters import waters_of
from engine.families.axis_allies.movement.landing import is_landing_area
from engine.families.blocks.board import camps, enemy_counts, own_blocks
from engine.families.blocks.production.economy import yields
from engine.families.blocks.supply import reach, supplied_areas
from engine.play import Play
from engine.rules import Position
from engine.simulation import simulate
from engine.titles import load_title
from engine.titles.blitz.bots.outlook import distances
from engine.titles.blitz.position.board import is_hostile_land, may_enter, on_map
from engine.titles.blitz.position.supply import friendly_seas, supplied


def _axis_allies(position: Position) -> object:
    powers = position.title.turns
    waters = {power: waters_of(position, power, frozenset()) for power in powers}
    ports = [area for area, row in position.title.areas.items() if row.kind == "sea"][::7]
    return (
        {power: hostile_seas(position, power) for power in powers},
        producing(position),
        {(power, zone): waters[power].reach(zone, 4) for power in powers for zone in ports},
        {power: position.areas_of(power) for power in powers},
        [area for area in position.state.control if is_landing_area(position, area)],
    )


def _blocks(position: Position) -> object:
    powers, sides = position.title.turns, camps(position.title)
    return (
        {power: reach(position, power) for power in powers},
        {power: supplied_areas(position, power) for power in powers},
        {camp: enemy_counts(position, camp) for camp in sides},
        {(camp, area): own_blocks(position, area, camp) for camp in sides for area in position.board},
        yields(position),
    )


def _blitz(position: Position) -> object:
    powers, units = position.title.turns, on_map(position)
    return (
        {power: friendly_seas(position, power) for power in powers},
        {power: supplied(position, power) for power in powers},
        {power: distances(position, power) for power in powers},
        {(power, area): is_hostile_land(position, power, area) for power in powers for area in position.title.areas},
        [may_enter(position, key, area) for key in units[::9] for area in position.state.control],
        units,
    )


@pytest.mark.parametrize(
    ("title", "scenario", "facts"),
    [
        ("aa1942", "", _axis_allies),
        ("global-war-1936", "", _axis_allies),
        ("black-swan", "campaign-1939", _blocks),
        ("blitz", "atlantic", _blitz),
    ],
    ids=["aa1942", "global-war-1936", "black-swan", "blitz"],
)
def test_what_is_kept_is_what_is_found_anew(
    title: str, scenario: str, facts: Callable[[Position], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit, asked = Play.submit, []

    def watched(play: Play, order: object) -> object:
        done = submit(play, order)  # type: ignore[arg-type]
        if type(play) is Play and not play.state.ended:
            asked.append(1)
            if len(asked) % 5 == 0:
                assert facts(play.position) == facts(Position(play.title, play.state.copy()))
        return done

    monkeypatch.setattr(Play, "submit", watched)
    simulate(load_title(title), 5, "greedy", scenario=scenario, round_limit=2 if title == "black-swan" else 1)
    assert len(asked) > 50
