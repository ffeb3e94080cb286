"""JSON, TOML and text that was not written by this process: whatever is wrong with them is one kind of error, in one line.

Decoders raise errors of their own and of Python's: one flipped bit is no UTF-8, brackets can nest too deeply, and numbers can have
thousands of digits. Readers of files go through here, so that none of these comes out as a traceback.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.errors import SitrepError

T = TypeVar("T")
WHOLE = "tag:yaml.org,2002:int"
MOST_NESTED = 100
"""Lists and tables of YAML within each other: its reader takes quadratic time for more, and then falls over."""


class Undecodable(SitrepError):
    """A content is not what it is read as: why, without the file's name."""


def from_json(content: bytes | str, kind: type[T]) -> T:
    """Return what JSON holds, as a value of a type.

    Raises:
        Undecodable: it is not JSON in UTF-8, or no value of the type.
    """
    with _decoding(content):
        return msgspec.json.decode(content, type=kind)


def from_msgpack(content: bytes, kind: type[T]) -> T:
    """Return what MessagePack holds, as a value of a type; errors as of `from_json`."""
    with _decoding():
        return msgspec.msgpack.decode(content, type=kind)


def from_yaml(text: str) -> Any:
    """Return what YAML holds: lists, tables, texts, numbers, days. Aliases are refused, since a few of them can stand for any amount,
    and so is a key that stands twice, of which YAML's reader would keep the last, and a number under a key that YAML reads otherwise than
    people: 010 is 8 there, and 1:30 is 90.

    Raises:
        Undecodable: it is not YAML of such values.
    """
    import yaml  # here, since hardly a command reads any

    class Strict(yaml.SafeLoader):  # type: ignore[misc]  # a class of a module without stubs
        nested = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise Undecodable("an alias (*name) stands in it; write out what it stands for")
            if self.nested >= MOST_NESTED and not self.check_event(yaml.ScalarEvent):
                raise Undecodable(f"lists and tables are nested too deeply; expected at most {MOST_NESTED} within each other")
            self.nested += 1
            node = super().compose_node(parent, index)
            self.nested -= 1
            return node

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set[str]()
            for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
                line = key.start_mark.line + 1
                if isinstance(key, yaml.ScalarNode) and key.value in seen:
                    raise Undecodable(f"the key {key.value[:80]!r} of line {line} stands twice in one table; expected each key once")
                seen |= {key.value} if isinstance(key, yaml.ScalarNode) else set()
                if value.tag == WHOLE and not re.fullmatch(r"[-+]?(0|[1-9]\d*)", value.value):
                    raise Undecodable(
                        f"YAML reads the number {value.value[:80]} of line {line} otherwise; expected digits alone, without a 0 before"
                        " them, or a text in quotes"
                    )
            return super().construct_mapping(node, deep)

        def whole(self, node: Any) -> int:
            told = self.construct_yaml_int(node)
            if abs(told) >> 63:
                raise Undecodable(f"the number of line {node.start_mark.line + 1} is out of range; expected one of 64 bits")
            return int(told)

    Strict.add_constructor(WHOLE, Strict.whole)
    try:
        with _decoding(text):
            return yaml.load(text, Strict)
    except yaml.YAMLError as error:
        raise Undecodable(" ".join(str(error).split())) from error


def read_toml(path: Path) -> dict[str, Any]:
    """Return the keys of a TOML file.

    Raises:
        Undecodable: it is not TOML in UTF-8. OSError: it cannot be read.
    """
    text = read_text(path)
    with _decoding():
        return tomllib.loads(text)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        Undecodable: it is not in UTF-8. OSError: it cannot be read.
    """
    content = path.read_bytes()
    with _decoding(content):
        return content.decode("utf-8")


@contextmanager
def _decoding(content: bytes | str = "") -> Iterator[None]:
    """Convert what decoders raise into Undecodable."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise Undecodable(f"not text in UTF-8{_place(content)}") from error
    except RecursionError as error:
        raise Undecodable("brackets are nested too deeply") from error
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        raise Undecodable(str(error)) from error
    except ValueError as error:  # Python limits the digits of a number, and knows no 30 February
        raise Undecodable(str(error).partition(":")[0]) from error


def _place(content: bytes | str) -> str:
    """Return the first byte that is not UTF-8, in words: decoders of JSON count from the beginning of a string."""
    try:
        content.encode() if isinstance(content, str) else content.decode("utf-8")
    except UnicodeDecodeError as error:
        return f": byte {error.start + 1:,} is {error.object[error.start]:#04x}"
    except UnicodeEncodeError as error:
        return f": letter {error.start + 1:,} is half of a character"
    return ""
