"""Whatever bytes come in, a recording or one RecordError comes out."""

from __future__ import annotations

import gzip
from contextlib import suppress

import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.recording import Recording
from engine.replay import replay
from engine.strictness import Strictness
from engine.titles import load_title
from ingest.filetypes import kind_of
from ingest.formats import recognized
from ingest.log.reader import parse_log, recognize

TITLE = load_title("aa1942")
HEADER = b'{"sitrep":1,"title":"aa1942"}\n'
GOOD = HEADER + (
    b'{"do":"buy","units":"3 infantry, 3 tank"}\n{"do":"end","phase":"noncombat-move"}\n{"note":"then"}\n{"undo":1}\n'
    b'{"do":"end","phase":"noncombat-move"}\n{"do":"place","units":"3 tank, 3 infantry","area":"russia"}\n{"dice":[3,1]}\n'
    b'{"do":"end"}\n{"see":"bank","power":"soviet-union","amount":24}\n{"see":"units","area":"russia","power":"germany"}\n'
)
WORDS = st.sampled_from(
    [
        *("do see dice undo note sitrep title units path area power amount raid overlays options game".split()),
        *("buy move end place battle bank owner aa1942 russia germany infantry tank axis attacker".split()),
        *("russia > west-russia", "3 infantry", "316", "", "\0", "é"),
    ]
)
VALUES = st.recursive(
    st.one_of(WORDS, st.none(), st.booleans(), st.integers(-9, 10**30), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)


def survives(data: bytes) -> None:
    """Read the bytes and replay what came of them, with forgiveness; anything but a RecordError fails the test."""
    head = data[:4096]
    assert isinstance(recognize(head), bool) and kind_of(head)
    with suppress(RecordError):
        recognized(data, "fuzz")
    with suppress(RecordError):
        recording = parse_log(data, "fuzz")
        assert isinstance(recording, Recording)
        replay(recording, TITLE, Strictness.COLLECT)


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(HEADER + data)


@given(st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\xef\xbb\xbf", b"{"]), st.binary(max_size=200))
def test_bytes_that_begin_like_something(beginning: bytes, data: bytes) -> None:
    survives(beginning + data)


@settings(max_examples=200)
@given(st.sampled_from(["", "gzip", "zstd"]), st.data())
def test_a_log_with_bytes_changed_cut_or_put_in(packing: str, data: st.DataObject) -> None:
    good = {"": bytes, "gzip": gzip.compress, "zstd": zstandard.compress}[packing](GOOD)
    at = data.draw(st.integers(0, len(good)))
    upto = data.draw(st.integers(at, min(len(good), at + 12)))
    survives(good[:at] + data.draw(st.binary(max_size=6)) + good[upto:])


@settings(max_examples=200)
@given(st.lists(st.dictionaries(WORDS, VALUES, max_size=4), max_size=6))
def test_any_json_of_the_words_of_a_log(objects: list[dict]) -> None:
    import json

    lines = b"\n".join(json.dumps(one).encode() for one in objects)
    survives(lines)
    survives(HEADER + lines)


@given(st.permutations(GOOD.splitlines()[1:]))
def test_a_log_with_its_lines_in_any_order(lines: list[bytes]) -> None:
    survives(HEADER + b"\n".join(lines))
