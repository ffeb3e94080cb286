"""Lines of chat: without their tags, and who typed them."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")
_TYPED = re.compile(r"<(?P<player>[^<>]{0,200})>(?: - | )(?P<text>.*)", re.S)
_STYLE = re.compile(r"^[|!`~?]+(?=\S)")
_TAGS = frozenset(
    "a b i u s br p em strong font span div img hr sub sup small big tt code table tr td th ul ol li h1 h2 h3 h4 h5 h6 center".split()
)


class ChatLine(NamedTuple):
    """A line: what it says, and who typed it, empty for reports."""

    text: str
    player: str


def read_line(chat: str) -> ChatLine:
    """Return a line of chat. A player's name in angle brackets is no tag, however the program's version writes it."""
    text = html.unescape(_TAG.sub(_kept, chat)).strip()
    found = _TYPED.match(text)
    if found:
        return ChatLine(found["text"].strip(), found["player"].strip())
    return ChatLine(_STYLE.sub("", text).strip(), "")


def _kept(tag: re.Match[str]) -> str:
    word = tag[0].strip("</>").split()[0].lower() if tag[0].strip("</> ") else ""
    return "" if word.rstrip("/") in _TAGS else tag[0]
