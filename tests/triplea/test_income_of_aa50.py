"""Income, national objectives and what China raises, worked out a second time from a save alone, beside its history and the rules.

The second way knows nothing of the title's tables: it reads the map's attachments and the program's own state at the end of each turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import events as ev
from engine.replay import Game, replay
from ingest.triplea.history import Step
from ingest.triplea.model import Option, Save, Territory
from ingest.triplea.orders.referee import orders_of, victory_level
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState
from ingest.triplea.title.reading import title_of
from tests.triplea.saves import save_of

pytestmark = pytest.mark.shared

NAME = "newest/h_ww2v3_g6_tech"
COLLECTS = re.compile(r"(\w+) collect (\d+) PUs?; end with")
MEETS = re.compile(r"Objective (\d+): (\w+) met a national objective for an additional (\d+) PU")
BUILDS = re.compile(r"(\w+) builds (\d+) units")


class Turn(NamedTuple):
    """What a player collects at the end of a turn: the worth of its land, and each objective by its number."""

    round: int
    player: str
    income: int
    objectives: dict[str, int]


@cache
def played(shared: Path) -> tuple[Save, Game]:
    save = save_of(shared, NAME)
    return save, replay(orders_of(save), title_of(save))


def ends(save: Save) -> Iterator[tuple[int, Step]]:
    for part in save.history.rounds:
        for step in part.steps:
            if step.delegate == "endTurn":
                yield part.number, step


def told(save: Save) -> list[Turn]:
    """What the history says."""
    found = []
    for number, step in ends(save):
        lines = [event.title for event in step.events]
        income = next(int(match[2]) for line in lines if (match := COLLECTS.match(line)))
        met = {match[1]: int(match[3]) for line in lines if (match := MEETS.match(line))}
        found.append(Turn(number, str(step.player), income, met))
    return found


def worked_out(save: Save) -> list[Turn]:
    """What the map's attachments make of the program's state as each turn ends."""
    run, found = Replay(save), []
    for number, step in ends(save):
        state, player = run.advance(step.start), str(step.player)
        land = sum(worth(save.territories[name]) for name, owner in state.owners.items() if owner == player)
        met = {}
        for name, held in save.players[player].attachments.items():
            if name.startswith("objectiveAttachment") and is_met(save, state, player, dict(held.fields)):
                met[name.removeprefix("objectiveAttachment")] = held.fields["objectiveValue"]
        found.append(Turn(number, player, land, met))
    return found


def worth(territory: Territory) -> int:
    held = territory.attachments.get("territoryAttachment")
    return int(held.fields.get("production") or 0) if held else 0


def is_met(save: Save, state: TripleaState, player: str, fields: dict[str, Any]) -> bool:
    side = save.players[player].alliances[0]
    friends = {one.name for one in save.players.values() if side in one.alliances}

    def owners_in(place: str) -> set[str]:
        return {unit.owner for unit in state.held_at.get(("territory", place), {}).values()}

    def warships_of_enemies(place: str) -> bool:
        for unit in state.held_at.get(("territory", place), {}).values():
            figures = save.unit_types[unit.type].figures
            fights = figures.get("isSea") and not figures.get("isSub") and not (figures.get("transportCapacity") or 0) > 0
            if unit.owner not in friends and fights:
                return True
        return False

    holds = True
    if listed := fields.get("alliedOwnershipTerritories"):
        holds = sum(state.owners.get(place) in friends for place in listed[1:]) >= int(listed[0])
    if fields.get("alliedExclusionTerritories") == ("controlled",):
        mine = [place for place, owner in state.owners.items() if owner == player]
        holds = holds and not any(owners_in(place) & (friends - {player}) for place in mine)
    if listed := fields.get("enemySurfaceExclusionTerritories"):
        holds = holds and sum(not warships_of_enemies(place) for place in listed[1:]) >= int(listed[0])
    return holds


def of_the_rules(save: Save, game: Game) -> list[Turn]:
    """What the rules pay."""
    players = {row.power: row.triplea for row in title_of(save).powers.values()}
    found, number = list[Turn](), 0
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            number = event.round
        elif isinstance(event, ev.PhaseStarted) and event.phase == "collect-income":
            found.append(Turn(number, players[event.power], 0, {}))
        elif isinstance(event, ev.MarkerSet) and event.key.startswith("objective/"):
            found[-1].objectives[event.key.rpartition("/")[2]] = int(event.value.rpartition(": ")[2])
        elif isinstance(event, ev.ResourceChanged) and event.cause == "income":
            found[-1] = found[-1]._replace(income=event.delta)
    return [turn for turn in found if turn.player != "Chinese"]


def test_income_and_objectives_are_those_of_the_save(shared: Path) -> None:
    save, game = played(shared)
    history = told(save)
    assert worked_out(save) == history
    assert of_the_rules(save, game) == history
    paid = [(turn.player, name) for turn in history for name in turn.objectives]
    assert (len(history), len(paid), len(set(paid))) == (29, 45, 13), "turns, payments, and which of the seventeen objectives"


@pytest.mark.parametrize(
    ("goals", "level"),
    [
        ({"Projection of Power"}, "projection-of-power"),
        ({"Honorable Surrender"}, "honorable-surrender"),
        ({"Total Victory"}, "total-victory"),
        ({"Honorable Surrender", "Total Victory"}, "honorable-surrender"),
        (set(), "total-victory"),
    ],
)
def test_a_map_that_does_not_say_how_many_cities_win_has_the_programs_number(shared: Path, goals: set[str], level: str) -> None:
    save = save_of(shared, NAME)
    options = {name: Option(name, name in goals, True) for name in ("Projection of Power", "Honorable Surrender", "Total Victory")}
    assert victory_level(msgspec.structs.replace(save, options=save.options | options), title_of(save)) == level


def test_china_raises_what_the_save_gives_it(shared: Path) -> None:
    save, game = played(shared)
    lines = [event.title for part in save.history.rounds for step in part.steps for event in step.events]
    built = [int(match[2]) for line in lines if (match := BUILDS.match(line))]
    raised = [event.count for event in game.events if isinstance(event, ev.UnitsPurchased) and event.power == "china" and event.count > 0]
    assert raised == [count for count in built if count]
    assert built
