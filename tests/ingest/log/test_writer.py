"""Writing a log: canonical bytes, and nothing lost on the way there and back."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from engine.events import RoundStarted
from engine.families.axis_allies.orders import Battle, Buy, Load, Lose, Move, Place, Press, Repair, Retreat, Submerge
from engine.observations import Bank, Owner, Points, Units, Winner
from engine.recording import (
    DiceEntry,
    EventEntry,
    Header,
    NoteEntry,
    ObservationEntry,
    OrderEntry,
    RecordEntry,
    Recording,
    UndoEntry,
)
from engine.rules import Concede, EndPhase
from ingest.formats import read_recording
from ingest.log.reader import parse_log
from ingest.log.writer import save_log, write_log

ORDERS = (
    Buy("3 infantry, tank"),
    Repair("russia", 4),
    Move("tank", "russia > west-russia"),
    Move("bomber", "germany > russia", raid=True),
    Load("infantry", "united-kingdom > sea-zone-8", ship="united-states", cargo="infantry (united-kingdom)"),
    Battle("russia"),
    Battle("western-europe", bombard="battleship"),
    Lose("fighter (japan)"),
    Submerge("attacker", 0),
    Press(),
    Retreat("russia"),
    Place("tank", "russia"),
    EndPhase(),
    EndPhase("collect-income"),
    Concede("axis"),
)
OBSERVATIONS = (Bank("japan", 0), Owner("russia"), Units("russia", "germany", "2 tank"), Points("axis", 7), Winner())

ENTRIES = st.one_of(
    st.sampled_from(ORDERS).map(OrderEntry),
    st.sampled_from(OBSERVATIONS).map(ObservationEntry),
    st.lists(st.integers(1, 6), min_size=1, max_size=8).map(lambda dice: DiceEntry(tuple(dice))),
    st.integers(1, 9).map(UndoEntry),
    st.text(st.characters(codec="utf-8")).map(NoteEntry),
)
HEADERS = st.builds(
    Header,
    title=st.just("aa1942"),
    scenario=st.sampled_from(["", "standard"]),
    options=st.dictionaries(st.just("victory"), st.sampled_from(["minor", "total"])),
    players=st.dictionaries(st.sampled_from(["japan", "germany", "soviet-union"]), st.text(st.characters(codec="utf-8"))),
    game=st.sampled_from(["", "club 7"]),
    played=st.sampled_from(["", "2026-05-01"]),
    source=st.just("table"),
    round_limit=st.integers(0, 20),
    about=st.text(st.characters(codec="utf-8")),
)


def unplaced(entry: RecordEntry) -> RecordEntry:
    """The entry without its line."""
    said = getattr(entry, entry.__struct_fields__[0])
    return type(entry)(said)


@given(header=HEADERS, entries=st.lists(ENTRIES), packing=st.sampled_from(["", "gzip", "zstd"]))
def test_what_is_written_is_read_again(header: Header, entries: list[RecordEntry], packing: str) -> None:
    recording = Recording(header, tuple(entries))
    data = write_log(recording, packing)
    back = parse_log(data)
    assert back.header == header
    assert tuple(map(unplaced, back.entries)) == recording.entries
    assert [entry.line for entry in back.entries] == list(range(2, len(entries) + 2))
    assert write_log(back, packing) == data


def test_the_canonical_form_is_terse() -> None:
    header = Header("aa1942", options={"victory": "major"}, players={"japan": "Bo", "germany": "Ada"}, game="g")
    entries = (
        OrderEntry(ORDERS[2]),
        DiceEntry((3, 1)),
        ObservationEntry(Bank("japan", 31)),
        UndoEntry(2),
        NoteEntry("é"),
    )
    assert write_log(Recording(header, entries)).decode().splitlines() == [
        '{"sitrep":1,"title":"aa1942","options":{"victory":"major"},"players":{"germany":"Ada","japan":"Bo"},"game":"g"}',
        '{"do":"move","units":"tank","path":"russia > west-russia"}',
        '{"dice":[3,1]}',
        '{"see":"bank","power":"japan","amount":31}',
        '{"undo":2}',
        '{"note":"é"}',
    ]


def test_hand_written_and_canonical_forms_are_one_recording() -> None:
    by_hand = b'# Friday\n{"title":"aa1942", "sitrep":1}\n\n{ "path":"russia > west-russia","do":"move","units":"tank" }\n{"dice":"31"}\n'
    assert write_log(parse_log(by_hand)) == (
        b'{"sitrep":1,"title":"aa1942"}\n{"do":"move","units":"tank","path":"russia > west-russia"}\n{"dice":[3,1]}\n'
    )


@pytest.mark.parametrize(
    ("name", "unpack"),
    [("a.jsonl", bytes), ("a.jsonl.gz", gzip.decompress), ("a.jsonl.zst", zstandard.decompress)],
)
def test_a_saved_log_is_packed_as_its_name_says(name: str, unpack, tmp_path: Path) -> None:
    recording = Recording(Header("aa1942"), (OrderEntry(Press()),))
    path = save_log(recording, tmp_path / name)
    assert unpack(path.read_bytes()) == write_log(recording)
    assert tuple(map(unplaced, read_recording(path).entries)) == recording.entries
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_nothing_is_left_of_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a log holds orders, dice, observations, corrections, undo and notes; found EventEntry"):
        save_log(Recording(Header("aa1942"), (EventEntry(RoundStarted(1)),)), tmp_path / "a.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_packing_is_refused() -> None:
    with pytest.raises(ValueError, match="found packing 'zip'; expected one of '', 'gzip', 'zstd'"):
        write_log(Recording(Header("aa1942"), ()), "zip")
