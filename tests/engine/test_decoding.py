"""Whatever is wrong with JSON, MessagePack, TOML or text is one kind of error, in one line."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from engine.decoding import Undecodable, from_json, from_msgpack, read_text, read_toml

JSON = {
    "a high bit": (b'{"a": "\xe4b"}', "not text in UTF-8: byte 8 is 0xe4"),
    "deep brackets": (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
    "half of it": (b'{"a": "b"', "truncated"),
    "another kind": (b"[1]", "Expected `object`, got `array`"),
    "nothing": (b"", "truncated"),
    "half of a character": (b'{"a": "\\ud800"}', ""),
}


@pytest.mark.parametrize(("content", "why"), JSON.values(), ids=JSON)
def test_json_that_cannot_be_read_says_why(content: bytes, why: str) -> None:
    with pytest.raises(Undecodable) as error:
        from_json(content, dict[str, object])
    assert why in str(error.value) and "\n" not in str(error.value)


TOML = {
    "a high bit": (b'name = "\xe4b"', "not text in UTF-8: byte 9 is 0xe4"),
    "deep brackets": (b"a = " + b"[" * 100_000, "nested too deeply"),
    "thousands of digits": (b"a = " + b"9" * 5_000, "Exceeds the limit"),
    "no such day": (b"a = 2026-02-30", ""),
    "no TOML": (b"a = \n", "Invalid value"),
}


@pytest.mark.parametrize(("content", "why"), TOML.values(), ids=TOML)
def test_toml_that_cannot_be_read_says_why(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    with pytest.raises(Undecodable) as error:
        read_toml(path)
    assert why in str(error.value) and "\n" not in str(error.value)


def test_sound_content_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('a = "ä"\n', encoding="utf-8")
    assert read_toml(tmp_path / "a.toml") == {"a": "ä"}
    assert read_text(tmp_path / "a.toml") == 'a = "ä"\n'
    assert from_json('{"a": "ä"}', dict[str, str]) == {"a": "ä"}
    assert from_msgpack(b"\x81\xa1a\xa1b", dict[str, str]) == {"a": "b"}


def test_every_flipped_bit_is_read_or_said() -> None:
    value, dice = {"name": "Zaphodine Müller", "games": [1, 2.5, None, True]}, random.Random(5)
    for encode, decode in ((msgspec.json.encode, from_json), (msgspec.msgpack.encode, from_msgpack)):
        content = encode(value)
        for _ in range(2_000):
            data = bytearray(content)
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            try:
                decode(bytes(data), dict[str, object])
            except Undecodable as error:
                assert "\n" not in str(error)
