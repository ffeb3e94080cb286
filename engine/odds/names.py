"""Units, powers and areas by the names that people type: `3inf 2arm`, `tanks`, `dd`, `(UK)`; what is unknown gets a suggestion."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from engine.errors import SitrepError
from engine.forces import UnitCount, parse_units
from engine.title.columns import nearest
from engine.title.model import Title
from engine.title.per_title import per_title

SHORT = Path(__file__).with_name("short_names.csv")
MOST = 30
"""Unit types that a message lists."""
_ITEM = re.compile(r"(?:an?\s+)?(?P<count>\d+)?\s*[x×]?\s*(?P<name>[^\d\s(),;+&][^(),;+&]*?)?\s*(?:\((?P<power>[^()]*)\))?\s*\Z", re.I)
_CUTS = re.compile(r"[,;+&/\n]|\band\b|(?<=[^\W\d])\.?\s+(?=\d)|(?<=\))\s*(?=[\w\d])|(?<=[a-z])(?=\d+\s*[a-z]{2})", re.I)

NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = re.compile(rf"\b(?:{'|'.join(NUMBERS)})\b", re.I)
_BETWEEN = re.compile(r"([,;+&/\n]|\band\b)", re.I)
_NOT_WHOLE = re.compile(r"[-−]\s*\d|\d*\.\d")
_BEHIND = re.compile(r"([^\W\d][^\d,;+&/()]*?)\s*[x×*:=]?\s*(\d+)(?=\s*(?:[,;+&/]|\s[^\W\d]|\Z))", re.I)


class OddsError(SitrepError):
    """The odds of a battle cannot be worked out: the message says what is wrong, and with which units."""


def letters(name: str) -> str:
    """Return the letters and digits of a name, without capitals."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@lru_cache(maxsize=2)
def short_names(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return short words to what they may stand for, of which a title has one; `kind`: unit or power."""
    with SHORT.open(encoding="utf-8", newline="") as file:
        return {row["word"]: tuple(row["means"].split("|")) for row in csv.DictReader(file) if row["kind"] == kind}


@per_title
def _units(title: Title) -> dict[str, str]:
    """Return the letters of every name of a unit, its plurals too, to its type; names of several types are left out."""
    found: dict[str, set[str]] = {}
    for row in title.units.values():
        for name in (row.unit, row.name, row.triplea):
            if name:
                found.setdefault(letters(name), set()).add(row.unit)
    known = {word: next(iter(units)) for word, units in found.items() if len(units) == 1}
    for word, units in short_names("unit").items():
        unit = next((unit for unit in units if unit in title.units), None)
        if unit and word not in found:
            known[word] = unit
    return {
        **{plural: unit for word, unit in known.items() for plural in _plurals(word) if plural not in found},
        **known,
    }


def _plurals(word: str) -> tuple[str, ...]:
    more = (f"{word[:-1]}ies",) if word.endswith("y") else (f"{word}es",)
    return f"{word}s", *more, *((word.replace("man", "men"),) if word.endswith("man") else ())


def unit_named(title: Title, word: str) -> str:
    """Return the unit type of a name: ours, the printed one, that of TripleA's map, or a short one; each also in the plural.

    Raises:
        OddsError: there is none; the message names what looks most like it, or else what there is.
    """
    if word in title.units:
        return word
    if (found := _units(title).get(letters(word))) is not None:
        return found
    if meant := short_names("unit").get(letters(word)):
        raise OddsError(f"{title.name} has no {meant[0]} ({word!r}){_listed(title)}")
    raise OddsError(f"{title.name} has no unit {word!r}{suggested(word, _spellings(title)) or _listed(title)}")


def _listed(title: Title) -> str:
    """Return the unit types that a title has, as the end of a message."""
    others = len(title.units) - MOST
    more = f" and {others} more" if others > 0 else ""
    return f"; it has {', '.join([*title.units][:MOST])}{more}"


def _spellings(title: Title) -> dict[str, str]:
    """Return what a mistyped name may have meant, to how it is written."""
    return {**{word: unit for word, unit in _units(title).items()}, **{unit: unit for unit in title.units}}


def suggested(word: str, known: Mapping[str, str]) -> str:
    """Return a suggestion, as the end of a message; empty if nothing looks like the word. `known`: spelling to what is suggested."""
    near = nearest(word.casefold(), list(known)) or nearest(letters(word), list(known))
    return f"; did you mean {known[near]}?" if near else ""


def power_named(title: Title, word: str) -> str:
    """Return the power of a name: ours, the printed one, its adjective, or TripleA's.

    Raises:
        OddsError: there is none.
    """
    if word in title.powers:
        return word
    known: dict[str, str] = {}
    for row in title.powers.values():
        initials = "".join(part[0] for part in row.power.split("-"))
        for name in (row.name, row.adjective, row.triplea, row.power, *([initials] if len(initials) > 1 else [])):
            if name:
                known.setdefault(letters(name), row.power)
    short = [power for power in short_names("power").get(letters(word), ()) if power in title.powers]
    if letters(word) in known or short:
        return known.get(letters(word)) or short[0]
    starts = {power for name, power in known.items() if len(word) > 2 and name.startswith(letters(word))}
    if len(starts) == 1:
        return starts.pop()
    raise OddsError(f"{title.name} has no power {word!r}{suggested(word, known)}")


def area_named(title: Title, word: str) -> str:
    """Return the area of a name: ours, the printed one, TripleA's, or `sz 5`; empty for an empty one.

    Raises:
        OddsError: there is none.
    """
    if not word or word in title.areas:
        return word
    known: dict[str, str] = {}
    for row in title.areas.values():
        for name in (row.name, row.triplea, row.area):
            if name:
                known.setdefault(letters(name), row.area)
    sea = re.fullmatch(r"(?:sz|sea\s*zone)?[\s-]*(\d+)", word.strip(), re.I)
    found = known.get(letters(word)) or (known.get(f"seazone{sea[1]}") if sea else None)
    if found:
        return found
    raise OddsError(f"{title.name} has no area {word!r}{suggested(word, {**known, **{area: area for area in title.areas}})}")


def tech_named(title: Title, word: str) -> str:
    """Return the technology of a name: ours or the printed one.

    Raises:
        OddsError: there is none.
    """
    known = {letters(name): row.tech for row in title.technologies.values() for name in (row.name, row.tech)}
    found = known.get(letters(word)) or known.get(letters(word).removesuffix("s"))
    if found:
        return found
    every = f"; it has {', '.join(title.technologies)}" if title.technologies else ", and no others: its units are as they are"
    raise OddsError(f"{title.name} has no technology {word!r}{suggested(word, known) or every}")


def read_units(title: Title, text: str) -> list[UnitCount]:
    """Return the units that a text lists, by their types; an empty text none. Powers stay empty where the text names none.

    Raises:
        OddsError: it is no list of units, or names unknown ones.
    """
    if (exact := _exact(title, text)) is not None:
        return exact
    plain = _counts_first(title, unicodedata.normalize("NFKC", text))
    found = [item for part in _CUTS.split(plain) if part and part.strip() for item in _items(title, part.strip())]
    some = [item for item in found if item.count]
    if found and not some:
        raise OddsError(f"{text!r}: expected a count of at least 1")
    return some


def _counts_first(title: Title, text: str) -> str:
    """Return a text with numbers as digits, and before the units where they stand behind those: `inf 3, arm x2, 2 ftr`."""
    digits = _NUMBER.sub(lambda word: str(1 + NUMBERS.index(word[0].casefold())), text).strip()
    if any(unit[-1].isdigit() for unit in title.units):
        return digits
    return " ".join(map(_count_first, _BETWEEN.split(digits)))


def _count_first(part: str) -> str:
    """Return a part of a list with its counts before the units, if it begins with units and ends with a count."""
    plain = part.strip()
    behind = plain and not plain[0].isdigit() and plain[-1].isdigit()
    return _BEHIND.sub(r"\2 \1,", plain) if behind else part


def _exact(title: Title, text: str) -> list[UnitCount] | None:
    """Return units of a text that is written as the record formats have it; None if it is not."""
    try:
        items = list(parse_units(text))
    except ValueError:
        return None
    fits = all(item.unit in title.units and (not item.power or item.power in title.powers) for item in items)
    return items if fits else None


def _items(title: Title, text: str) -> Iterator[UnitCount]:
    if _NOT_WHOLE.match(text):
        raise OddsError(f"{text!r}: expected a whole number of units, 1 or more")
    found = _ITEM.match(text)
    if not found or not found["name"]:
        raise OddsError(f"{text!r}: expected units as in '3 infantry, tank, fighter (japan)' or '3inf 2arm'")
    count, name = int(found["count"] or 1), found["name"].strip()
    power = power_named(title, found["power"].strip()) if found["power"] else ""
    for at, unit in enumerate(_by_words(title, name)):
        yield UnitCount(unit, 1 if at else count, power)


def _by_words(title: Title, name: str) -> list[str]:
    """Return the units of words without a comma between them, `arm ftr` or `anti-aircraft gun tank`: each of as many words as name one."""
    words, found = name.split(), list[str]()
    while words:
        most = next((n for n in range(len(words), 0, -1) if letters("".join(words[:n])) in _units(title)), 0)
        if not most:
            return [*found, unit_named(title, " ".join(words) if found else name)]
        found.append(unit_named(title, " ".join(words[:most])))
        words = words[most:]
    return found


def counted(title: Title, text: str, power: str) -> dict[tuple[str, str], int]:
    """Return units written as text by (unit, power).

    Args:
        power: whose the units are of which the text names no power.

    Raises:
        OddsError: the text is no list of units, or names unknown ones.
    """
    found: dict[tuple[str, str], int] = {}
    for item in read_units(title, text):
        kind = item.unit, item.power or power
        found[kind] = found.get(kind, 0) + item.count
    return found


def read_order(title: Title, lines: Iterable[str]) -> tuple[str, ...]:
    """Return an order of loss as the odds take it: unit types, or numbers of those (`2 infantry`); `the rest` ends it.

    Raises:
        OddsError: a unit is unknown, or a number is told of units that take several hits.
    """
    found = []
    for text in lines:
        line = text.strip()
        if not line or line.casefold() in ("rest", "the rest", "then the rest", "others"):
            continue
        line = re.sub(r"^then\s+", "", line, flags=re.I)
        for item in read_units(title, line):
            counts = item.count > 1 or line.lstrip()[0].isdigit()
            if counts and title.units[item.unit].strength > 1:
                message = "takes several hits: name it in an order of loss without a number"
                raise OddsError(f"{title.name}: {item.unit} {message}")
            found.append(f"{item.count} {item.unit}" if counts else item.unit)
    return tuple(found)
