"""Income, convoys and national objectives of Global 1940, worked out a second time from a save alone, beside its history and the rules.

The second way knows nothing of the title's tables: it reads the map's attachments and the program's own state at the end of each turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import events as ev
from engine.replay import Game, replay
from ingest.triplea.history import Step
from ingest.triplea.model import Save
from ingest.triplea.orders.referee import orders_of
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState
from ingest.triplea.title.reading import title_of
from tests.triplea.saves import save_of

pytestmark = pytest.mark.shared

COLLECTS = re.compile(r"(\w+) collect (\d+) PUs(?: \((\d+) lost to blockades\))?; end with")
MEETS = re.compile(r"(?:Objective|Trigger) .*: (\w+) met a national objective for an additional (\d+)")
ROLLS = re.compile(r"Rolling for Convoy Blockade Damage in (.+)\. Rolls: ([\d,]+)")
KINDS = {"war": {"War", "Unprovoked", "Unfriendly_Neutral"}, "allied": {"Allied", "Friendly", "Custodianship", "Friendly_Neutral"}}
"""Archetype -> relationship types of the map."""


class Turn(NamedTuple):
    """What a player collects as a turn ends: the worth of its land, what convoys cost of it, and each objective."""

    round: int
    player: str
    income: int
    lost: int
    objectives: list[int]


class Board(NamedTuple):
    """A save, and the program's state at a moment."""

    save: Save
    state: TripleaState

    def are(self, archetype: str, one: str, two: str) -> bool:
        pair = (one, two) if one < two else (two, one)
        return one != two and self.state.relationships.get(pair) in KINDS[archetype]

    def units(self, place: str) -> list[Any]:
        return list(self.state.held_at.get(("territory", place), {}).values())

    def of_land(self, place: str, field: str) -> int:
        held = self.save.territories[place].attachments.get("territoryAttachment")
        return int(held.fields.get(field) or 0) if held else 0


def ends(save: Save) -> Iterator[tuple[int, Step]]:
    for part in save.history.rounds:
        for step in part.steps:
            if step.delegate == "endTurn" and any(COLLECTS.match(event.title) for event in step.events):
                yield part.number, step


def told(save: Save) -> list[Turn]:
    """What the history says."""
    found = []
    for number, step in ends(save):
        lines = [event.title for event in step.events]
        whole, lost = next((int(match[2]), int(match[3] or 0)) for line in lines if (match := COLLECTS.match(line)))
        met = sorted(int(match[2]) for line in lines if (match := MEETS.match(line)))
        found.append(Turn(number, str(step.player), whole + lost, lost, met))
    return found


def worked_out(save: Save) -> list[Turn]:
    """What the map's attachments, and the dice of the convoys, make of the program's state as each turn ends."""
    run, found = Replay(save), []
    for number, step in ends(save):
        board, player = Board(save, run.advance(step.start)), str(step.player)
        mine = [place for place, owner in board.state.owners.items() if owner == player]
        land = sum(board.of_land(place, "production") for place in mine)
        found.append(Turn(number, player, land, convoys(board, player, step), sorted(objectives(board, player))))
    return found


def convoys(board: Board, player: str, step: Step) -> int:
    """What the low dice cost, no more in a zone than its coast is worth; as many dice as the enemies there blockade with."""
    rolled = {match[1]: match[2] for event in step.events for child in event.children if (match := ROLLS.match(child.title))}
    lost = 0
    for zone, place in board.save.territories.items():
        pairs = board.save.connections if place.water and board.of_land(zone, "blockadeZone") else ()
        near = [one if two == zone else two for one, two in pairs if zone in (one, two)]
        coast = sum(board.of_land(other, "production") for other in near if board.state.owners.get(other) == player)
        there = [unit for unit in board.units(zone) if board.are("war", unit.owner, player)]
        dice = sum(int(board.save.unit_types[unit.type].figures.get("blockade") or 0) for unit in there)
        if coast and dice and player != "Chinese":
            faces = [int(face) for face in rolled.pop(zone).split(",")]
            assert len(faces) == dice
            lost += min(coast, sum(face for face in faces if face <= 3))
    assert not rolled, "zones in which nothing could be rolled"
    return lost


def objectives(board: Board, player: str) -> Iterator[int]:
    for name, held in board.save.players[player].attachments.items():
        fields = dict(held.fields)
        if name.startswith("objectiveAttachment"):
            met, times = asked(board, player, fields)
            if met:
                yield fields["objectiveValue"] * times
        elif fields.get("resource") == "PUs" and all(named(board, one) for one in fields["conditions"]):
            yield fields["resourceCount"]


def named(board: Board, name: str) -> bool:
    """Whether a condition is met, as its own player asks."""
    owner = next(one for one in board.save.players.values() if name in one.attachments)
    return asked(board, owner.name, dict(owner.attachments[name].fields))[0]


def asked(board: Board, player: str, fields: dict[str, Any]) -> tuple[bool, int]:
    """Whether the fields of an attachment hold for a player, and how often it counts."""
    who, tests, times = fields.get("players") or (player,), [], 1
    for first, second, kind, _ in (told_.split(":") for told_ in fields.get("relationship") or ()):
        pair = (first, second) if first < second else (second, first)
        tests.append(board.are("war", first, second) if kind == "anyWar" else board.state.relationships.get(pair) == kind)
    if conditions := fields.get("conditions"):
        met = [named(board, one) for one in conditions]
        tests.append(any(met) if fields["conditionType"] == "OR" else all(met))
    for field in LISTS:
        if listed := fields.get(field):
            places, count = places_of(board, player, listed)
            number = sum(LISTS[field](board, who, place, fields) for place in places)
            tests.append(number >= count)
            times = number if listed[0] == "each" else times
    if foes := fields.get("atWarPlayers"):
        wars = sum(board.are("war", player, foe) for foe in foes)
        tests.append(wars >= fields["atWarCount"] if fields["atWarCount"] > 0 else not wars)
    return all(tests) != bool(fields.get("invert")), times


def places_of(board: Board, player: str, listed: tuple[str, ...]) -> tuple[list[str], int]:
    """Return the places of a list, and how many of them it takes."""
    if listed[-1] == "original":
        places = [place for place in board.save.territories if original(board.save, place) == player]
        return places, len(places)
    head, *places = listed
    return places, 1 if head == "each" else int(head)


def original(save: Save, place: str) -> str | None:
    held = save.territories[place].attachments.get("territoryAttachment")
    return str(owner) if held and (owner := held.fields.get("originalOwner")) else None


def _owned(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    return board.state.owners.get(place) in who


def _owned_by_friends(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    owner = str(board.state.owners.get(place))
    return owner in who or any(board.are("allied", one, owner) for one in who)


def _present(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    there = [unit.type for unit in board.units(place) if unit.owner in who]
    return all(sum(one in types.split(":") for one in there) >= n for types, n in fields["unitPresence"].items())


def _no_guests(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    return not any(board.are("allied", one, unit.owner) for one in who for unit in board.units(place))


def _no_warships(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    for unit in board.units(place):
        figures = board.save.unit_types[unit.type].figures
        fights = figures.get("isSea") and not figures.get("isSub") and not (figures.get("transportCapacity") or 0) > 0
        if fights and any(board.are("war", one, unit.owner) for one in who):
            return False
    return True


def _no_enemies(board: Board, who: tuple[str, ...], place: str, fields: dict[str, Any]) -> bool:
    there = [unit.type for unit in board.units(place) if any(board.are("war", one, unit.owner) for one in who)]
    return all(sum(one in types.split(":") for one in there) <= n for types, n in fields["unitPresence"].items())


LISTS = {
    "directOwnershipTerritories": _owned,
    "alliedOwnershipTerritories": _owned_by_friends,
    "directPresenceTerritories": _present,
    "alliedExclusionTerritories": _no_guests,
    "enemySurfaceExclusionTerritories": _no_warships,
    "enemyExclusionTerritories": _no_enemies,
}
"""Field of an attachment -> whether it counts a place."""


def of_the_rules(save: Save, game: Game) -> list[Turn]:
    """What the rules pay."""
    players = {row.power: row.triplea for row in title_of(save).powers.values()}
    found, number = dict[tuple[int, str], Turn](), 0
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            number = event.round
        elif isinstance(event, ev.ResourceChanged) and event.cause in ("income", "convoy", "objective"):
            key = (number, players[event.power])
            turn = found.setdefault(key, Turn(*key, 0, 0, []))
            income, lost = event.delta * (event.cause == "income"), -event.delta * (event.cause == "convoy")
            more = [event.delta] if event.cause == "objective" else []
            found[key] = turn._replace(income=turn.income + income, lost=turn.lost + lost, objectives=sorted([*turn.objectives, *more]))
    return list(found.values())


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("newest/h_global40_g3", (36, 28, 2)), ("ai-global40-g1-fast", (57, 54, 5)), ("newest/t26_global40_g2_tech", (36, 37, 3))],
)
def test_what_is_collected_is_that_of_the_save(shared: Path, name: str, numbers: tuple[int, int, int]) -> None:
    save = save_of(shared, name)
    history = told(save)
    assert worked_out(save) == history
    assert sorted(of_the_rules(save, replay(orders_of(save), title_of(save)))) == sorted(turn for turn in history if turn.income)
    paid = (len(history), sum(len(turn.objectives) for turn in history), sum(turn.lost > 0 for turn in history))
    assert paid == numbers, "turns, payments for objectives, turns in which convoys lost"
