"""Names of people as they are compared, and as they are found in text: in whatever Unicode form somebody typed them.

Two names are one when they are equal in Unicode's compatibility form (NFKC), without regard to case, blanks and letters that nobody
sees (Unicode Standard, chapter 3.13 and DerivedCoreProperties: Default_Ignorable_Code_Point). In text a name is found more widely: also
without its accents, and a long one within a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

LONG = 5
"""Letters from which on a name is found within words too, not only as a whole word; one of a script without case counts SYLLABLE."""
SYLLABLE = 3
_UNSEEN = frozenset("Cc Cf Cs Cn".split())
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_ESCAPED = r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"
_LETTERS = re.compile(rf"{_ESCAPED}|.", re.DOTALL)
_UNLIKELY = re.compile(rf"{_ESCAPED}|[\x00-\x08\x0e-\x1b\x7f]")
"""What ASCII text has that needs a closer look: escapes, and controls that cannot be seen."""
_WORDS = re.compile(r"[^\W_]+")
_JOINT = "\0"
"""What stands between two words that nothing parts but their case, or a digit: AdaVsBo2."""
_JOINTS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
_BETWEEN, _BEGIN, _END = r"[\W_]*", r"(?<![^\W_])", r"(?![^\W_])"


@lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """Return a name as names are compared: NFKC, without regard to case, to blanks and to letters that cannot be seen."""
    if name.isascii() and name.isprintable() and "\\" not in name:
        return " ".join(name.split()).casefold()
    seen = "".join(map(_seen, _LETTERS.findall(name)))
    made = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join("".join(map(_seen, made)).split())


def is_long(name: str) -> bool:
    """Return whether a name is found within words, too: whether it has LONG letters."""
    return (
        sum(SYLLABLE if unicodedata.category(letter) == "Lo" else 1 for word in words(name) for letter in word) >= LONG
    )


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
    told = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", _seen(letter)).casefold())
    return "".join(one for one in told if unicodedata.category(one) not in ("Mn", "Me") and _seen(one))


def _bare(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the letters that are looked at in a text, each with where it begins and ends there; see _JOINT."""
    before = ""
    for found in _LETTERS.finditer(text):
        for letter in _plain(found[0]):
            if _is_joint(before, found[0]):
                yield _JOINT, found.start(), found.start()
            before = found[0]
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
        for name, shown in names.items():
            if key := _key(name):
                self._shown[key] = shown if self._shown.get(key, shown) == shown else unsure
        found = {tuple(_tokens(name)) for name in names if _key(name)}
        self._pattern = re.compile(_regex(found)) if found else None

    def replaced(self, text: str) -> str:
        """Return a text with other names in the place of these."""
        if self._pattern is None or not text or _is_clean(text, self._pattern):
            return text
        letters = [*_bare(text)]
        made, at = list[str](), 0
        for found in self._pattern.finditer("".join(letter for letter, _, _ in letters)):
            begin, end = letters[found.start()][1], letters[found.end() - 1][2]
            made += [text[at:begin], self._shown[_key(found[0])]]
            at = _behind(text, end)
        return "".join((*made, text[at:]))


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
        return [re.escape(letter) for letter in _key(name)]
    found = [(_BETWEEN if not at else f"{_JOINT}?") + re.escape(one) for word in parts for at, one in enumerate(word)]
    found[0] = found[0].removeprefix(_BETWEEN)
    return found if is_long(name) else [_BEGIN + found[0], *found[1:], _END]


def _regex(names: Iterable[tuple[str, ...]]) -> str:
    """Return an expression of all names, the longest first; those that begin with the same two letters are looked at together."""
    tree: dict[str, dict[str, list[str]]] = {}
    for first, *rest in sorted(names, key=lambda name: (name[0].startswith(_BEGIN), -len(name), name)):
        tree.setdefault(first, {}).setdefault(rest[0] if rest else "", []).append("".join(rest[1:]))
    firsts = []
    for first, seconds in tree.items():
        rests = [f"{second}(?:{'|'.join(told)})" for second, told in seconds.items() if second]
        firsts.append(f"{first}(?:{'|'.join([*rests, *([''] if '' in seconds else [])])})")
    return "|".join(firsts)


def _behind(text: str, at: int) -> int:
    """Return where the accents and unseen letters end that follow a letter."""
    while (found := _LETTERS.match(text, at)) and not _plain(found[0]):
        at = found.end()
    return at
