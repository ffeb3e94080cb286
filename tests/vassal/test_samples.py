"""Every save and log of the reference material: the text, what stands where after each step, and the events of it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine.events import DiceRolled, MarkerSet, UnitsMoved, UnitsPlaced
from engine.replay import Game
from engine.state import state_at
from ingest import replay_file
from ingest.vassal.commands import Unknown
from ingest.vassal.container import opened
from ingest.vassal.kinds import properties
from ingest.vassal.steps import read_log
from ingest.vassal.table import Table
from tests.slow import slow_after
from tests.vassal.samples import ALL, LOGS
from tests.vassal.second_reader import SecondReader, levels, text_of, tokens

PLACED = {
    "A3R_1939_AWAW.vsav": 418, "PoG_Classic10-8.vsav": 836, "TRC_Campaign.vsav": 209, "TRC_New.vsav": 209, "arnhem_setup.vsav": 99,
    "bluegray_setup.vsav": 86, "demo.vlog": 2, "shrimpbot_test.vlog": 9, "tobruk_firefight_b.vsav": 21, "tobruk_meeting.vsav": 8,
}  # fmt: skip
"""Pieces on maps at the end, counted in the text by hand."""
UNITS = {**PLACED, "shrimpbot_test.vlog": 2}
"""How many of them are units: of Armada's fleet a ship and a squadron; the rest are cards and a stack of dials."""


@cache
def played(path: Path) -> Game:
    return replay_file(path)


def standing(table: Table) -> dict:
    return {piece.id: (piece.spot, tuple(piece.states[:-1])) for piece in table.on_maps()}


def marks(second: SecondReader, id_: str) -> dict[str, str]:
    """Markers of a piece; of two with one name the outer one counts."""
    found: dict[str, str] = {}
    for type_, state in zip(second.types[id_], second.states[id_], strict=False):
        kind, _, rest = type_.partition(";")
        if kind == "mark":
            pairs = zip((key.lower() for key in tokens(rest, ",")), tokens(state, ","), strict=False)
            found = {**dict(pairs), **found}
        elif kind == "PROP":
            found.setdefault(tokens(rest, ";")[0].lower(), state)
    return found


@pytest.mark.parametrize("name", ALL)
def test_the_text_is_the_same_byte_for_byte(shared: Path, name: str) -> None:
    content = (shared / "vassal" / name).read_bytes()
    _, parts = opened(content, name)
    assert "".join(parts) == text_of(content)


@pytest.mark.parametrize("name", slow_after(5, ALL))
def test_each_piece_stands_where_the_second_reader_says_after_each_step(shared: Path, name: str) -> None:
    content = (shared / "vassal" / name).read_bytes()
    second = SecondReader(text_of(content))
    log, expected = read_log(content, name), second.play()
    assert standing(log.table) == next(expected)
    for step in log.steps:
        for depth, command in step.commands:
            log.table.apply(command, depth)
        assert standing(log.table) == next(expected)
    assert next(expected, None) is None
    assert len(standing(log.table)) == PLACED[name]
    for piece in log.table.on_maps():
        assert len(piece.states) == piece.type.levels
        assert properties(piece).items() >= marks(second, piece.id).items()


@pytest.mark.parametrize("name", ALL)
def test_every_command_is_known(shared: Path, name: str) -> None:
    log = read_log((shared / "vassal" / name).read_bytes(), name)
    assert not log.unknown
    assert not [one for step in log.steps for one in step.of(Unknown)]


@pytest.mark.parametrize("name", ALL)
def test_the_events_come_to_what_is_seen_at_the_end(shared: Path, name: str) -> None:
    from ingest.formats import read_record

    recording = read_record(shared / "vassal" / name).recording
    assert recording.gap == 0
    game = played(shared / "vassal" / name)
    hidden_or_aside = {"PoG_Classic10-8.vsav"}
    if name not in hidden_or_aside:
        assert sum(game.state.stacks.values()) == UNITS[name]


def test_the_russian_campaign_has_as_many_counters_of_each_nation_as_its_text(shared: Path) -> None:
    content = (shared / "vassal" / "TRC_Campaign.vsav").read_bytes()
    expected = SecondReader(text_of(content))
    nations: Counter[str] = Counter()
    for id_, (_, states) in expected.standing().items():
        marks = [
            (rest, state)
            for type_, state in zip(expected.types[id_], states, strict=False)
            for kind, _, rest in [type_.partition(";")]
            if kind == "mark" and "Nation" in tokens(rest, ",")
        ]
        nations.update(tokens(state, ",")[tokens(rest, ",").index("Nation")].lower() for rest, state in marks[:1])
    game = played(shared / "vassal" / "TRC_Campaign.vsav")
    told: Counter[str] = Counter()
    for stack, count in game.state.stacks.items():
        told[stack.power] += count
    assert {power: told[power] for power in nations} == dict(nations)
    assert nations["soviet"] == 102
    assert game.title.powers["soviet"].side == "soviet"
    assert game.title.powers["romanian"].side == "axis"


def test_powers_and_sides_are_printed_with_capitals(shared: Path) -> None:
    title = played(shared / "vassal" / "PoG_Classic10-8.vsav").title
    assert {side: named.name for side, named in title.sides.items() if side != "nobody"} == {
        "central-powers": "Central Powers",
        "allied-powers": "Allied Powers",
    }
    assert title.powers["ottoman-empire"].name == "Ottoman Empire"


def test_demo_tells_the_move_the_talk_and_the_dice(shared: Path) -> None:
    game = played(shared / "vassal" / "demo.vlog")
    moves = [event for event in game.events if isinstance(event, UnitsMoved)]
    assert [(one.power, one.unit, one.count, one.origin, one.destination) for one in moves] == [
        ("germany", "german-infantry", 1, "berlin", "poland")
    ]
    assert [event.dice for event in game.events if isinstance(event, DiceRolled)] == [(4, 5)]
    chat = [event.value for event in game.events if isinstance(event, MarkerSet) and event.scope == "chat"]
    assert chat[0] == "Ann: attacking/now; 'quoted'"
    assert game.header.players == {"axis": "Ann"}


def test_armada_tells_its_fleet_step_by_step(shared: Path) -> None:
    game = played(shared / "vassal" / "shrimpbot_test.vlog")
    placed = [(at, event) for at, event in enumerate(game.events) if isinstance(event, UnitsPlaced)]
    assert [(event.power, event.unit, event.count) for _, event in placed] == [
        ("empire", "arquitens-class-cruiser", 1),
        ("empire", "darth-vader-defender", 1),
    ]
    before = state_at(game.events, placed[0][0])
    assert not before.stacks


@pytest.mark.parametrize("name", LOGS)
def test_levels_of_types_are_those_of_the_recursion(shared: Path, name: str) -> None:
    from ingest.vassal.sequence import traits

    expected = SecondReader(text_of((shared / "vassal" / name).read_bytes()))
    for commands in expected.steps:
        for command in commands:
            text = command.removeprefix("LOG\t")
            if text.startswith("+/"):
                _, type_, state = tokens(text[2:], "/")[:3]
                assert traits(type_, 2000) == levels(type_)
                assert traits(state, 2000) == levels(state)
