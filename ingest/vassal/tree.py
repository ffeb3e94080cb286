r"""The tree of commands, read as a stream: each command with its depth, in the order in which VASSAL carries them out.

A command is its own text and its subcommands, joined by the escape character (0x1B); a subcommand that has subcommands itself
stands with each of its escape characters as `\` and escape. So the number of `\` before one says how deep it parts, and the
tree needs no recursion and no second look: a hundred megabytes pass through in pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits

ESCAPE = "\x1b"


class Node(NamedTuple):
    """A command's own text and its depth: 0 the whole save, 1 what stands in it (a step of a log is such a one), 2 below that."""

    depth: int
    text: str


def nodes(parts: Iterable[str], name: str = "", limits: Limits = DEFAULT) -> Iterator[Node]:
    """Yield every command of a text that comes in parts.

    Raises:
        VassalError: a command is longer than one can be, or there are too many.
    """
    for count, node in enumerate(_unquoted(_cut(parts, name, limits), name, limits), start=1):
        if count > limits.max_commands:
            raise VassalError(f"more than {limits.max_commands:,} commands; expected one game", file=name)
        yield node


def _cut(parts: Iterable[str], name: str, limits: Limits) -> Iterator[Node]:
    depth, held, size = 0, [], 0
    for part in parts:
        pieces = part.split(ESCAPE)
        for piece in pieces[:-1]:
            held.append(piece)
            text = "".join(held)
            own = text.rstrip("\\")
            yield Node(depth, own)
            depth, held, size = len(text) - len(own) + 1, [], 0
        held.append(pieces[-1])
        size += len(pieces[-1])
        if size > limits.max_command:
            raise VassalError(f"a command of more than {limits.max_command >> 20} MiB of text; expected one game", file=name)
    yield Node(depth, "".join(held))


def _unquoted(found: Iterator[Node], name: str, limits: Limits) -> Iterator[Node]:
    """Take away the quotes that VASSAL puts around a token which begins with a backslash, or with a quote and ends with one."""
    ahead = next(found, None)
    while (node := ahead) is not None:
        ahead = next(found, None)
        if not node.text.startswith("'"):
            yield node
            continue
        whole, size = [node], len(node.text)
        while node.depth and ahead is not None and ahead.depth > node.depth:
            whole.append(ahead)
            size += len(ahead.text)
            if size > limits.max_command:
                raise VassalError(f"a command in quotes of more than {limits.max_command >> 20} MiB", file=name)
            ahead = next(found, None)
        yield from _bare(whole)


def _bare(whole: list[Node]) -> list[Node]:
    first, last = whole[0], whole[-1]
    if len(whole) > 1 and last.text.endswith("'"):
        whole = [Node(first.depth, first.text[1:]), *whole[1:-1], Node(last.depth, last.text[:-1])]
    text = whole[0].text
    while len(text) > 1 and text[0] == "'" == text[-1]:
        text = text[1:-1]
    return [Node(first.depth, text), *whole[1:]]
