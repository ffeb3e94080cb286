"""Names of people as they are compared, and as they are found in text: in whatever Unicode form somebody typed them.

Two names are one when they are equal in Unicode's compatibility form (NFKC), without regard to case, blanks and letters that nobody
sees (Unicode Standard, chapter 3.13 and DerivedCoreProperties: Default_Ignorable_Code_Point); the dotless i of Turkish is an i, for both
are I in capitals. In text a name is found more widely: also without its accents and strokes, a long one within a word, and where
its letters are coded (`coded.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from warehouse.people.coded import READINGS, Reading

LONG = 5
"""Letters from which on a name is found within words too, not only as a whole word; one of a script without case counts SYLLABLE."""
SYLLABLE = 3
_UNSEEN = frozenset("Cc Cf Cs Cn".split())
_IGNORABLE = re.compile(
    "[\u034f\u0640\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_ESCAPED = r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"
_LETTERS = re.compile(rf"{_ESCAPED}|.", re.DOTALL)
_UNLIKELY = re.compile(rf"{_ESCAPED}|[\x00-\x08\x0e-\x1b\x7f]")
"""What ASCII text has that needs a closer look: escapes, and controls that cannot be seen."""
_WORDS = re.compile(r"[^\W_]+")
MOST = 64
"""Letters of a name that are looked for; the rest of a longer one is compared once these are found, so that no name takes long."""
_ALIKE = 8
"""Names that begin with the same MOST letters of which the rest is compared."""
_STROKES = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that people type otherwise, though Unicode does not take them apart: in small letters."""
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""How accents are spelled on a keyboard without them."""
_JOINT = "\0"
"""What stands between two words that nothing parts but their case, or a digit: AdaVsBo2."""
_JOINTS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
_STOP = ""
_BETWEEN, _BEGIN, _END = r"[\W_]*", r"(?<![^\W_])", r"(?![^\W_])"


@lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """Return a name as names are compared: NFKC, without regard to case, to blanks and to letters that cannot be seen."""
    if name.isascii() and name.isprintable() and "\\" not in name:
        return " ".join(name.split()).casefold()
    seen = "".join(map(_seen, _LETTERS.findall(name)))
    made = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    made = made.replace("i\u0307", "i").replace("\u0131", "i")
    return " ".join("".join(map(_seen, made)).split())


def is_long(name: str) -> bool:
    """Return whether a name is found within words, too: whether it has LONG letters."""
    return sum(SYLLABLE if unicodedata.category(letter) == "Lo" else 1 for word in words(name) for letter in word) >= LONG


def words(name: str) -> list[str]:
    """Return the words of a name, as they are looked for: `Ada Lovelace` is `ada`, `lovelace`, as in the name of a file."""
    return _WORDS.findall("".join(letter for letter, _, _ in _bare(name)))


def _seen(letter: str) -> str:
    """Return a letter, also one written as an escape, or nothing where it cannot be seen."""
    if len(letter) > 1:
        told = int(letter[2:], 16)
        return "" if told > 0x10FFFF or not _seen(chr(told)).strip() else letter
    if letter.isspace():
        return " "
    return "" if unicodedata.category(letter) in _UNSEEN or _IGNORABLE.match(letter) else letter


@lru_cache(maxsize=1 << 12)
def _plain(letter: str) -> str:
    """Return what a letter is looked for as: without case and accents."""
    told = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", _seen(letter)).casefold()).translate(_STROKES)
    return "".join(one for one in told if unicodedata.category(one) not in ("Mn", "Me") and _seen(one))


def _bare(text: str, reading: Reading | None = None) -> Iterator[tuple[str, int, int]]:
    """Yield the letters that are looked at in a text, each with where it begins and ends there; see _JOINT."""
    before = ""
    for told, begin, end in _read(text, 0, reading):
        for letter in _plain(told):
            if _is_joint(before, told):
                yield _JOINT, begin, begin
            before = told
            yield letter, begin, end


def _read(text: str, at: int, reading: Reading | None) -> Iterator[tuple[str, int, int]]:
    """Yield the letters of a text from a place on, each with where it begins and ends; several may be coded in one."""
    for found in (reading.letters if reading else _LETTERS).finditer(text, at):
        for letter in reading.told(found[0]) if reading else (found[0],):
            yield letter, found.start(), found.end()


def _is_joint(before: str, after: str) -> bool:
    if not (before[:1].isalnum() and after[:1].isalnum()):
        return False
    return (before.islower() and after.isupper()) or before.isdigit() != after.isdigit()


class Finder:
    """Finds names in text and puts others in their place.

    Args:
        names: name to what stands for it. unsure: what stands for a name that could be one of several people.
    """

    def __init__(self, names: Mapping[str, str], unsure: str) -> None:
        self._shown: dict[str, str] = {}
        self._rests: dict[str, set[str]] = {}
        told = [(one, shown) for name, shown in names.items() for one in _spellings(name) if _key(one)]
        for name, shown in told:
            key, rest = _key(name)[:MOST], _key(name)[MOST:]
            self._shown[key] = shown if self._shown.get(key, shown) == shown else unsure
            if rest:
                self._rests.setdefault(key, set()).add(rest)
        found = {tuple(_tokens(name)) for name, _ in told}
        self._pattern = re.compile(_regex(found)) if found else None

    def replaced(self, text: str) -> str:
        """Return a text with other names in the place of these."""
        if self._pattern is None or not text:
            return text
        if not _is_clean(text, self._pattern):
            text = self._replaced(text, self._pattern, None)
        for reading in READINGS:
            if reading.signs.search(text):
                text = self._replaced(text, self._pattern, reading)
        return text

    def _replaced(self, text: str, pattern: re.Pattern[str], reading: Reading | None) -> str:
        letters = [*_bare(text, reading)]
        bare = "".join(letter for letter, _, _ in letters)
        made, at, found = list[str](), 0, pattern.search(bare)
        while found:
            key = _key(found[0])[:MOST]
            last = self._end(key, bare, found.end())
            made += [text[at : letters[found.start()][1]], self._shown[key]]
            at = _behind(text, letters[last - 1][2], reading)
            while last < len(letters) and letters[last][2] <= at:
                last += 1
            found = pattern.search(bare, last)
        return "".join((*made, text[at:]))

    def _end(self, key: str, bare: str, at: int) -> int:
        """Return where a name ends of which the first letters end at a place: behind as many of the others as follow."""
        rests = sorted(self._rests.get(key, ()), key=len, reverse=True)[:_ALIKE]
        return max((_along(rest, bare, at) for rest in rests), default=at)


def _along(rest: str, bare: str, at: int) -> int:
    """Return where the letters end that a text from a place on has in common with the rest of a name, whatever parts them."""
    end, told = at, 0
    while at < len(bare) and told < len(rest):
        if bare[at] == rest[told]:
            end, told = at + 1, told + 1
        elif bare[at].isalnum():
            break
        at += 1
    return end


def _spellings(name: str) -> set[str]:
    """Return a name, and as it is spelled where a keyboard lacks its letters: Mueller."""
    return {name, unicodedata.normalize("NFKC", name).casefold().translate(_SPELLED)} if not name.isascii() else {name}


def _is_clean(text: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a text surely has none of the names: of most texts, which are ASCII, one look tells it."""
    if not text.isascii() or _UNLIKELY.search(text):
        return False
    return pattern.search(_JOINTS.sub(_JOINT, text).lower()) is None


def _key(name: str) -> str:
    """Return a name without what parts its words; a name of signs alone as it is."""
    return "".join(words(name)) or "".join(letter for letter, _, _ in _bare(name) if letter != _JOINT).strip()


def _tokens(name: str) -> list[str]:
    """Return the parts of a regular expression that finds a name, one for each letter."""
    parts = words(name)
    if not parts:
        return [re.escape(letter) for letter in _key(name)[:MOST]]
    found = [(_BETWEEN if not at else f"{_JOINT}?") + re.escape(one) for word in parts for at, one in enumerate(word)]
    found[0] = found[0].removeprefix(_BETWEEN)
    return found[:MOST] if is_long(name) else [_BEGIN + found[0], *found[1:], _END]


def _regex(names: Iterable[tuple[str, ...]]) -> str:
    """Return an expression of all names, longer ones first; what several have in common at their beginning is looked at once."""
    tree: dict[str, Any] = {}
    for name in names:
        node = tree
        for token in (*name, _STOP):
            node = node.setdefault(token, {})
    return _branches(tree)


def _branches(node: dict[str, Any]) -> str:
    tokens = sorted(node.keys() - {_STOP}, key=lambda token: (token.startswith(_BEGIN), token == _END, token))
    told = [token + _branches(node[token]) for token in tokens] + ([_STOP] if _STOP in node else [])
    return told[0] if len(told) == 1 else f"(?:{'|'.join(told)})"


def _behind(text: str, at: int, reading: Reading | None) -> int:
    """Return where the accents and unseen letters end that follow a letter."""
    for letter, _, end in _read(text, at, reading):
        if _plain(letter):
            break
        at = end
    return at
