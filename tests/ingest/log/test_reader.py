"""What a log may look like and still be read."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import zstandard

from engine.families.axis_allies.orders import Buy, Move
from engine.observations import Bank
from engine.recording import DiceEntry, Fidelity, NoteEntry, ObservationEntry, OrderEntry, UndoEntry
from engine.rules import EndPhase
from ingest.formats import read_record, read_recording
from ingest.log.reader import parse_log, recognize

HEADER = b'{"sitrep":1,"title":"aa1942"}\n'
LOG = HEADER + b'{"do":"buy","units":"3 infantry"}\n{"do":"end"}\n'


def entries(*lines: str) -> tuple:
    return parse_log(HEADER + "\n".join(lines).encode(), "a.jsonl").entries


def test_each_kind_of_line_becomes_an_entry_that_knows_its_line() -> None:
    assert entries(
        '{"do":"buy","units":"3 infantry"}',
        '{"dice":[3,1,6]}',
        '{"see":"bank","power":"germany","amount":31}',
        '{"undo":1}',
        '{"note":"lunch"}',
        '{"do":"end","phase":"collect-income"}',
    ) == (
        OrderEntry(Buy(units="3 infantry"), 2),
        DiceEntry((3, 1, 6), 3),
        ObservationEntry(Bank(power="germany", amount=31), 4),
        UndoEntry(1, 5),
        NoteEntry("lunch", 6),
        OrderEntry(EndPhase(phase="collect-income"), 7),
    )


def test_header_says_everything_it_can() -> None:
    line = (
        b'{"sitrep":1,"title":"aa1942","scenario":"standard","options":{"victory":"major"},"players":{"germany":"Ada"},'
        b'"game":"club 7","played":"2026-05-01","source":"table","round_limit":5,"about":"friends"}'
    )
    header = parse_log(line).header
    assert (header.sitrep, header.title, header.scenario, header.options) == (
        1,
        "aa1942",
        "standard",
        {"victory": "major"},
    )
    assert (header.players, header.game, header.played) == ({"germany": "Ada"}, "club 7", "2026-05-01")
    assert (header.source, header.round_limit, header.about) == ("table", 5, "friends")


@pytest.mark.parametrize("typed", ["[3,1,6]", '"316"', '"3 1 6"', '"3, 1, 6"', '" 3 1,6 "', '"31 6"'])
def test_dice_are_typed_as_a_list_or_as_text(typed: str) -> None:
    assert entries(f'{{"dice":{typed}}}') == (DiceEntry((3, 1, 6), 2),)


def test_blanks_and_comments_count_as_lines_and_say_nothing() -> None:
    data = b'# Thursday club\n\n// header next\n  {"sitrep":1, "title":"aa1942"}  \n\n\t# buys\n{"do":"end"}'
    assert parse_log(data).entries == (OrderEntry(EndPhase(), 7),)


def test_keys_stand_in_any_order_and_with_blanks() -> None:
    assert entries('{ "path" : "russia > west-russia", "units":"infantry" , "do":"move" }') == (
        OrderEntry(Move(units="infantry", path="russia > west-russia"), 2),
    )


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_as_on_any_machine(end: bytes) -> None:
    assert parse_log(LOG.replace(b"\n", end)).entries == parse_log(LOG).entries


def test_a_byte_order_mark_is_passed_over() -> None:
    assert parse_log(b"\xef\xbb\xbf" + LOG).entries == parse_log(LOG).entries
    assert recognize(b"\xef\xbb\xbf" + LOG)


PACKED = {
    "gzip": gzip.compress(LOG),
    "gzip in two members": gzip.compress(LOG[:40]) + gzip.compress(LOG[40:]),
    "gzip padded with zeros": gzip.compress(LOG) + b"\0" * 100,
    "zstd": zstandard.compress(LOG),
    "zstd in two frames": zstandard.compress(LOG[:40]) + zstandard.compress(LOG[40:]),
}


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_a_packed_log_is_the_same_log_whatever_its_name(packed: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(packed)
    recording = read_recording(path)
    assert recording.entries == parse_log(LOG).entries
    assert recording.digest == hashlib.sha256(LOG).hexdigest() == parse_log(LOG).digest
    assert (recording.name, recording.fidelity) == (str(path), Fidelity.ORDERS)


def test_letters_of_any_language_stay_as_they_are() -> None:
    assert entries('{"note":"Großangriff, 東京へ"}', '{"note":"\\u00e9"}') == (
        NoteEntry("Großangriff, 東京へ", 2),
        NoteEntry("é", 3),
    )


@pytest.mark.parametrize(
    ("head", "is_log"),
    [
        (LOG, True),
        (b"\n\n  {}", True),
        (b"# all the beginning is one long comment", True),
        (b'{"do":"end"}', True),
        (b"", False),
        (b"\n \n", False),
        (b"# A headline\n\nSome text", False),
        (b"[1]", False),
        (b"{\0s\0", False),
        (b"%PDF-1.7", False),
    ],
)
def test_a_log_is_recognized_by_how_it_begins(head: bytes, is_log: bool) -> None:
    assert recognize(head) is is_log


def test_overlays_lie_beside_the_log_and_are_part_of_its_digest(tmp_path: Path) -> None:
    house = tmp_path / "house" / "cheap"
    house.mkdir(parents=True)
    units = house / "units.csv"
    columns = "unit,name,class,cost,resource,attack,defense,move,strength,abilities,triplea,source\n"
    units.write_text(columns + "infantry,Infantry,land,2,ipc,1,2,1,1,supported=1 cargo=light,infantry,house rule\n")
    log = tmp_path / "game.jsonl"
    log.write_bytes(b'{"sitrep":1,"title":"aa1942","overlays":["house/cheap"]}\n')
    record = read_record(log)
    assert record.title.units["infantry"].cost == 2
    assert record.title.units["tank"].cost == 5
    units.write_text(units.read_text().replace(",2,ipc", ",1,ipc"))
    assert read_recording(log).digest != record.recording.digest
