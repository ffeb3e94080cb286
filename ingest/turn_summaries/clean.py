"""Text as people paste it, without what forums and mails do to it: tags, entities, quoting marks, typographer's signs.

Only `flattened` knows what a turn summary says. A line keeps its number in the file, so that messages can point at it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import RecordError
from ingest.turn_summaries.flattened import broken, has_no_breaks

MAX_LINES = 100_000
"""Lines that a text may have; a long game has about 10,000."""

MAX_LINE = 4_000
"""Letters of a line that are looked at; the longest sentence of a game has about 600."""


MAX_PARAGRAPH = 1_000_000
"""Letters of a paragraph without breaks that are looked at; the summaries of a long game have about 300,000."""


class TextLine(NamedTuple):
    """A piece of text and the line of the file that it begins in; a blank line has empty text."""

    number: int
    text: str


_BREAKS = r"br|p|div|li|ul|ol|tr|table|pre|blockquote|h[1-6]|hr|article|section"
_HTML_BREAK = re.compile(rf"</?(?:{_BREAKS})\b[^<>]{{0,500}}>", re.I)
_HTML_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>|<!--.{0,500}?-->|<![^<>]{0,500}>")
_BB_BREAK = re.compile(r"\[(?:/?(?:quote|code|pre|list|spoiler|details|indent|center|tr|table|li)(?:[= ][^\[\]]{0,200})?|\*)\]", re.I)
_BB_TAG = re.compile(
    r"\[/?(?:b|i|u|s|size|color|colour|font|url|img|email|hide|left|right|td|th|mono|tt|sub|sup|bg|highlight)(?:[= ][^\[\]]{0,200})?\]",
    re.I,
)
_QUOTE = re.compile(r"(?:\s*(?:>|\||»)\s?)+")
_BULLET = re.compile(r"\s*(?:-|\+|•|·|–|—)\s+")
_ESCAPE = re.compile(r"\\([_\[\]()#.>\-!+~|{}])")
_SPACES = re.compile(r"\s+")
_SIGNS = str.maketrans({
    **dict.fromkeys("‘’‚‛′´", "'"), **dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‐‑‒–—―−﹣-", "-"),
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t", " "),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff*`", None), "…": "...", "⁄": "/", "∕": "/", "：": ":", "；": ";",
})  # fmt: skip


def text_of(data: bytes) -> str:
    """Return bytes as text: UTF-8, or what Windows took for text where it is not."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(text: str, name: str = "") -> list[TextLine]:
    """Return the lines of a text without what is not its own; blank lines are kept, they part sentences.

    Raises:
        RecordError: there are more than MAX_LINES.
    """
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(raw) > MAX_LINES:
        raise RecordError(f"{len(raw)} lines; expected the summaries of one game, at most {MAX_LINES} lines", file=name)
    found = [TextLine(number, piece) for number, line in enumerate(raw, start=1) for piece in _unflattened(line)]
    if len(found) > 4 * MAX_LINES:
        raise RecordError(f"{len(found)} lines once tags are taken out; expected at most {MAX_LINES}", file=name)
    return found


def _unflattened(line: str) -> Iterator[str]:
    """Yield the lines that a line was before its breaks were lost: itself, if none were."""
    if has_no_breaks(line):
        for sentence in broken(line[:MAX_PARAGRAPH]):
            yield from _pieces(sentence)
    else:
        yield from _pieces(line)


def _pieces(line: str) -> Iterator[str]:
    """Yield what a line is once its tags are gone: a tag that breaks lines makes two of it."""
    if "<" in line or "[" in line or "&" in line:
        line = _BB_BREAK.sub("\n", _HTML_TAG.sub("", _HTML_BREAK.sub("\n", line[: 8 * MAX_LINE])))
        line = html.unescape(html.unescape(_BB_TAG.sub("", line)))
        if "<" in line:
            line = _HTML_TAG.sub("", _HTML_BREAK.sub("\n", line))
        if "\n" in line:
            parts = [_plain(part) for part in line.split("\n")]
            yield from [part for part in parts if part] or [""]
            return
    yield _plain(line)


def _plain(line: str) -> str:
    line = line[:MAX_LINE].translate(_SIGNS)
    quoted = _QUOTE.match(line)
    line = line[quoted.end() :] if quoted else line
    bullet = _BULLET.match(line)
    line = line[bullet.end() :] if bullet else line
    return _SPACES.sub(" ", _ESCAPE.sub(r"\1", line)).strip()
