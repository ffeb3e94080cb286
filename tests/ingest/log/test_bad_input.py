"""Every bad log ends in one RecordError that names file, line, field, what was found and what would be right."""

from __future__ import annotations

import gzip
import tracemalloc

import pytest
import zstandard

from engine.errors import RecordError
from engine.play import tag
from engine.rules import load_rules
from engine.titles import load_title
from ingest import files
from ingest.log import lines
from ingest.log.reader import parse_log

HEADER = '{"sitrep":1,"title":"aa1942"}'
DICE = 'expected whole numbers from 1 to 6, as in {"dice":[3,1,6]} or {"dice":"316"}'
KEYS = "expected a line with one of 'do', 'dice', 'see', 'set', 'undo', 'note', such as {\"do\":\"end\"}"
ORDERS = ", ".join(tag(order) for order in load_rules(load_title("aa1942")).orders)

BAD_LINES = {
    # orders
    "order misspelt": ('{"do":"mov"}', "do", "unknown order \"mov\"; did you mean 'move'?"),
    "order of no name": ('{"do":3}', "do", f"unknown order 3; expected one of {ORDERS}"),
    "unit": ('{"do":"buy","units":"3 infantri"}', "units", "unknown unit 'infantri'; did you mean 'infantry'?"),
    "area": (
        '{"do":"move","units":"tank","path":"russia > west-rusia"}',
        "path",
        "unknown area 'west-rusia'; did you mean 'west-russia'?",
    ),
    "power": ('{"see":"bank","power":"germania","amount":3}', "power", "unknown power 'germania'; did you mean 'germany'?"),
    "power of a unit": ('{"do":"lose","units":"fighter (japen)"}', "units", "unknown power 'japen'; did you mean 'japan'?"),
    "side": ('{"do":"concede","side":"axs"}', "side", "unknown side 'axs'; did you mean 'axis'?"),
    "units ill written": (
        '{"do":"buy","units":"three infantry"}',
        "units",
        "'three infantry' in 'three infantry': expected units as in '3 infantry, tank, fighter (japan)'",
    ),
    "no units at all": (
        '{"do":"buy","units":"0 tank"}',
        "units",
        "'0 tank' in '0 tank': expected a count of at least 1",
    ),
    "field misspelt": ('{"do":"buy","unit":"tank"}', "unit", "order 'buy' has no field 'unit'; did you mean 'units'?"),
    "field of an order without any": ('{"do":"press","x":1}', "x", "order 'press' has no field 'x'; it has none"),
    "field missing": ('{"do":"move","units":"tank"}', "path", "order 'move' lacks 'path'; add it"),
    "field of another type": ('{"do":"buy","units":3}', "units", "found 3; expected a text in quotes"),
    "number too small": ('{"do":"repair","area":"russia","points":0}', "points", "found 0; expected a whole number >= 1"),
    "number with a fraction": ('{"do":"repair","area":"russia","points":1.5}', "points", "found 1.5; expected a whole number"),
    "number too large": (
        '{"do":"repair","area":"russia","points":99999999999999999999}',
        "points",
        "found a number that is too large; expected at most 1000000",
    ),
    "number of five thousand digits": (
        f'{{"do":"repair","area":"russia","points":{"9" * 5000}}}',
        "",
        "a number of thousands of digits; expected one that a game can hold",
    ),
    "too many units": (
        '{"do":"buy","units":"9999999 tank"}',
        "units",
        'found "9999999 tank"; expected counts up to 1000000',
    ),
    "text too long": (
        f'{{"do":"buy","units":"{"tank," * 1000}"}}',
        "units",
        "found a text of 5000 letters; expected at most 2000",
    ),
    "key twice": (
        '{"do":"buy","units":"tank","units":"2 tank"}',
        "units",
        '\'units\' occurs twice, as "tank" and as "2 tank"; keep one',
    ),
    # observations
    "observation misspelt": ('{"see":"bnk"}', "see", "unknown observation \"bnk\"; did you mean 'bank'?"),
    "observation below none": (
        '{"see":"bank","power":"japan","amount":-1}',
        "amount",
        "found -1; expected a whole number >= 0",
    ),
    # dice
    "die of 0": ('{"dice":[3,0]}', "dice", f"found [3, 0]; {DICE}"),
    "die of 7": ('{"dice":[7]}', "dice", f"found [7]; {DICE}"),
    "die of 7 in a text": ('{"dice":"317"}', "dice", f'found "317"; {DICE}'),
    "die below 0": ('{"dice":[-1]}', "dice", f"found [-1]; {DICE}"),
    "die with a fraction": ('{"dice":[1.5]}', "dice", f"found [1.5]; {DICE}"),
    "die that is true": ('{"dice":[true]}', "dice", f"found [true]; {DICE}"),
    "letters for dice": ('{"dice":"3a"}', "dice", f'found "3a"; {DICE}'),
    "digits of another script": ('{"dice":"٣"}', "dice", f'found "٣"; {DICE}'),
    "no dice": ('{"dice":[]}', "dice", f"found []; {DICE}"),
    "a number for dice": ('{"dice":316}', "dice", f"found 316; {DICE}"),
    "dice in dice": ('{"dice":[[3]]}', "dice", f"found [[3]]; {DICE}"),
    # undo, notes, and what is none of all
    "undo of nothing": ('{"undo":0}', "undo", "found 0; expected a whole number >= 1"),
    "undo that is true": ('{"undo":true}', "undo", "found true; expected a whole number"),
    "two lines in one": ('{"undo":1,"note":"x"}', "note", "a line of 'undo' has no field 'note'; it has only 'undo'"),
    "note that is no text": ('{"note":3}', "note", "found 3; expected a text in quotes"),
    "a second header": (HEADER, "sitrep", "a second header; expected one game in each file"),
    "no known key": ('{"units":"tank"}', "", f'found "units"; {KEYS}'),
    "nothing in it": ("{}", "", f"found no keys; {KEYS}"),
    "a list": ("[1]", "", 'found [1]; expected one JSON object, such as {"do":"end"}'),
    # damage
    "cut off": (
        '{"do":"bu',
        "",
        "not JSON at character 7 of the line: found '\"bu' (unterminated string starting at); expected one JSON object a line",
    ),
    "cut off behind a value": (
        '{"do":"end"',
        "",
        "not JSON at character 12 of the line: the line ends early (expecting ',' delimiter); expected one JSON object a line",
    ),
    "two in one line": (
        '{"do":"end"} {"do":"end"}',
        "",
        'not JSON at character 14 of the line: found \'{"do":"end"}\' (extra data); expected one JSON object a line',
    ),
    "plain words": ("by 3 infantry", "do", "unknown order \"by\"; did you mean 'buy'?"),
    "too many words": ("end battle: 3", "", "order 'end' has 2 fields, \"battle: 3\"; expected at most 1: phase"),
    "not a number": ('{"dice":NaN}', "", "found NaN; expected a number JSON knows"),
    "NUL": (
        '{"do":"end"}\0',
        "",
        "a NUL byte at byte 13 of the line; expected text (the file is damaged, or not in UTF-8)",
    ),
    "half a character": (
        '{"note":"\\ud800"}',
        "",
        "half of a character (an unpaired \\ud800 to \\udfff); expected whole characters",
    ),
    "nested lists": ("[" * 30_000, "", "brackets nested too deeply; expected one flat JSON object"),
    "nested objects": ('{"do":' * 10_000, "", "brackets nested too deeply; expected one flat JSON object"),
    "lists nested in an order": (
        '{"do":"buy","units":' + "[" * 30_000,
        "",
        "brackets nested too deeply; expected one flat JSON object",
    ),
}


@pytest.mark.parametrize(("line", "field", "message"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_named_with_what_would_be_right(line: str, field: str, message: str) -> None:
    error = refusal(f'{HEADER}\n{{"do":"end"}}\n\n{line}\n{{"do":"end"}}\n'.encode())
    assert (error.file, error.line, error.column, error.message) == ("game.jsonl", 4, field, message)
    assert str(error) == f"game.jsonl:4{f' [{field}]' if field else ''}: {message}"


BAD_HEADERS = {
    "missing": ('{"do":"end"}', "", f'the header is missing: found "do"; expected the first line to be like {HEADER}'),
    "of a later version": (
        '{"sitrep":2,"title":"aa1942","new":1}',
        "sitrep",
        "the log is of version 2, this Sitrep reads version 1; update Sitrep",
    ),
    "of no version": ('{"sitrep":"1","title":"aa1942"}', "sitrep", 'found "1"; expected the log\'s version, 1'),
    "of version 0": ('{"sitrep":0,"title":"aa1942"}', "sitrep", "found 0; expected the log's version, 1"),
    "of version true": ('{"sitrep":true,"title":"aa1942"}', "sitrep", "found true; expected the log's version, 1"),
    "of no title": ('{"sitrep":1}', "title", "the header lacks 'title'; add it"),
    "of an unknown title": ('{"sitrep":1,"title":"aa1943"}', "title", "unknown title \"aa1943\"; did you mean 'aa1942'?"),
    "of a title elsewhere": ('{"sitrep":1,"title":"../aa1942"}', "title", "unknown title \"../aa1942\"; did you mean 'aa1942'?"),
    "with an unknown field": (
        '{"sitrep":1,"title":"aa1942","tittle":""}',
        "tittle",
        "the header has no field 'tittle'; did you mean 'title'?",
    ),
    "with an unknown scenario": (
        '{"sitrep":1,"title":"aa1942","scenario":"standart"}',
        "scenario",
        "unknown scenario \"standart\"; did you mean 'standard'?",
    ),
    "with an unknown option": (
        '{"sitrep":1,"title":"aa1942","options":{"victry":"major"}}',
        "options",
        "unknown option \"victry\"; did you mean 'victory'?",
    ),
    "with an unknown choice": (
        '{"sitrep":1,"title":"aa1942","options":{"victory":"huge"}}',
        "options",
        "unknown value of option 'victory': \"huge\"; expected one of minor, moderate, major, decisive, total",
    ),
    "with a choice that is no text": (
        '{"sitrep":1,"title":"aa1942","options":{"victory":9}}',
        "options",
        'found {"victory": 9}; expected a text in quotes',
    ),
    "with an unknown power": (
        '{"sitrep":1,"title":"aa1942","players":{"germoney":"Ada"}}',
        "players",
        "unknown power \"germoney\"; did you mean 'germany'?",
    ),
    "with no date": (
        '{"sitrep":1,"title":"aa1942","played":"1 May"}',
        "played",
        'found "1 May"; expected a date such as 2026-05-01',
    ),
    "with a date that is none": (
        '{"sitrep":1,"title":"aa1942","played":"2026-02-30"}',
        "played",
        'found "2026-02-30"; expected a date such as 2026-05-01',
    ),
    "with an identity of two lines": (
        '{"sitrep":1,"title":"aa1942","game":"a\\nb"}',
        "game",
        'found "a\\nb"; expected up to 100 letters in one line, without blanks at the ends',
    ),
    "with rounds below 0": (
        '{"sitrep":1,"title":"aa1942","round_limit":-1}',
        "round_limit",
        "found -1; expected a number of rounds, or 0 for no limit",
    ),
    "with overlays from no file": (
        '{"sitrep":1,"title":"aa1942","overlays":["x"]}',
        "overlays",
        'found "x"; overlays can only be used by a log read from a file',
    ),
    "with the same key twice": (
        '{"sitrep":1,"title":"aa1942","title":"aa1942"}',
        "title",
        '\'title\' occurs twice, as "aa1942" and as "aa1942"; keep one',
    ),
}


@pytest.mark.parametrize(("line", "field", "message"), BAD_HEADERS.values(), ids=BAD_HEADERS)
def test_a_bad_header_is_named_with_what_would_be_right(line: str, field: str, message: str) -> None:
    error = refusal(f'# club night\n{line}\n{{"do":"end"}}\n'.encode())
    assert (error.file, error.line, error.column, error.message) == ("game.jsonl", 2, field, message)


def test_letters_in_another_encoding_are_named_by_line_and_byte() -> None:
    error = refusal(f'{HEADER}\n{{"note":"Großangriff"}}\n'.encode("latin-1"))
    assert str(error) == "game.jsonl:2: byte 0xdf at byte 13 of the line is not UTF-8; save the file as UTF-8"


def test_comments_alone_are_no_game() -> None:
    error = refusal(b"# nothing yet\n\n")
    assert (error.line, error.message) == (0, f"only blank lines and comments; expected a header such as {HEADER}")


def test_a_message_is_never_longer_than_a_person_reads() -> None:
    error = refusal(f'{HEADER}\n{{"do":"buy","units":"{"x" * 1999}"}}'.encode())
    assert len(error.message) < 520
    assert error.message.startswith("unknown unit 'xxx")
    assert error.message.endswith("such as 'infantry'")


def test_a_line_too_long_for_an_entry_is_refused() -> None:
    error = refusal(HEADER.encode() + b'\n{"note":"' + b"x" * lines.MAX_LINE + b'"}')
    assert (error.line, error.message) == (
        2,
        "a line of 65547 bytes; expected one entry, at most 65536 bytes, on each line",
    )


def test_more_entries_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_ENTRIES", 3)
    error = refusal(HEADER.encode() + b'\n\n{"do":"end"}' * 3)
    assert (error.line, error.message) == (7, "more than 3 entries; expected one game in each file")


LOG = (HEADER + '\n{"do":"end"}' * 50).encode()
LYING = {
    "gzip cut off": (
        gzip.compress(LOG)[:-9],
        "the gzip data ends early; the file is damaged or was cut off: copy it again",
    ),
    "gzip of wrong sum": (
        gzip.compress(LOG)[:-8] + b"12345678",
        "the file begins like gzip data but cannot be unpacked (Error -3 while decompressing data: incorrect data check); copy it again",
    ),
    "gzip with something behind": (
        gzip.compress(LOG) + b"more",
        "the gzip data is followed by 4 bytes that are not gzip; the file is damaged or was cut off: copy it again",
    ),
    "gzip in a crowd of parts": (
        gzip.compress(b"") * 10_001,
        "the gzip data is in more than 10000 parts; the file is damaged or was cut off: copy it again",
    ),
    "gzip of nothing": (gzip.compress(b""), "the gzip data is empty; expected a recorded game"),
    "zstd cut off": (
        zstandard.compress(LOG)[:-3],
        "the zstd data ends early; the file is damaged or was cut off: copy it again",
    ),
    "zstd with something behind": (
        zstandard.compress(LOG) + b"more",
        "the zstd data is followed by 4 bytes that are not zstd; the file is damaged or was cut off: copy it again",
    ),
    "zstd of nothing": (zstandard.compress(b""), "the zstd data is empty; expected a recorded game"),
}


@pytest.mark.parametrize(("data", "message"), LYING.values(), ids=LYING)
def test_packed_data_that_is_damaged(data: bytes, message: str) -> None:
    error = refusal(data)
    assert (error.file, error.line, error.message) == ("game.jsonl", 0, message)


@pytest.mark.parametrize("beginning", [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"])
def test_text_that_only_begins_like_packed_data(beginning: bytes) -> None:
    error = refusal(beginning + LOG)
    assert "data but cannot be unpacked (" in error.message
    assert error.message.endswith("); copy it again")


def zstd_bomb(size: int) -> bytes:
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    zeros = b"\0" * 2**20
    return b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_a_bomb_is_never_unpacked_whole(packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 2**22)
    size = 2**28
    bomb = zstd_bomb(size) if packing == "zstd" else gzip.compress(bytes(size), 1)
    tracemalloc.start()
    error = refusal(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.message == f"the {packing} data unpacks to more than 4 MiB; expected one recorded game, which is far smaller"
    assert peak < size / 4


def refusal(data: bytes) -> RecordError:
    """The error that a log ends in; a test fails when it is read."""
    with pytest.raises(RecordError) as caught:
        parse_log(data, "game.jsonl")
    return caught.value


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"set":"points","side":"axis","total":3}', r"\[set\]: a board cannot be changed by a line of 'points'"),
        ('{"set":"bank","power":"germani","amount":3}', r"\[power\]: unknown power 'germani'; did you mean 'germany'"),
        ('{"set":"bank","power":"germany","amount":-3}', r"\[amount\]"),
        ('{"set":"bank","set":"bank","power":"germany","amount":3}', "twice|duplicate|repeat"),
        ('{"set":"money","power":"germany","amount":3}', r"\[set\]: unknown observation \"money\""),
        ('{"set":"units","area":"russia","power":"germany","units":"tank@1"}', "tank shows no steps"),
        ('{"set":"bank","see":"bank","power":"germany","amount":3}', r"\[see\]: a line has either 'see' or 'set'"),
        ('{"set":"units","area":"russia","power":"germany","units":"tank (japan)"}', r"'tank \(japan\)' among the units of germany"),
        ("set winner: axis", r"\[set\]: a board cannot be changed by a line of 'winner'"),
    ],
)
def test_a_line_that_sets_what_cannot_be_set_is_named(line: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        parse_log(f'{{"sitrep":1,"title":"aa1942"}}\n{line}\n'.encode(), "game.jsonl")
