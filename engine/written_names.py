"""Names as people write them: what the board prints, what TripleA says, a slug without hyphens, a plural, a beginning that fits one.

Sitrep itself writes slugs; these are for what a person types.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any, TypeVar

import msgspec

from engine.errors import SitrepError
from engine.orders import EMPTY, join_path, named_fields, names_of, split_path
from engine.title.contenders import contenders
from engine.title.loader import load_title, titles
from engine.title.loader import names_of as called_so
from engine.title.model import Title
from engine.title.per_title import per_title

SHORT = {"sz": "sea zone"}
"""What players write for a word; a number may stand right behind it."""
LEAST = 2
"""Letters of a beginning, at least."""
MOST = 6
"""Candidates that a message lists, at most."""

Record = TypeVar("Record", bound=msgspec.Struct)

_AMONG = re.compile(r"[\W_]+")
_GLUED = re.compile(rf"\b({'|'.join(SHORT)})(?=\d+\b)")
_CODES = re.compile(r"\(([^()]*)\)\s*$")
"""What stands behind a printed name: `(9, A23)`."""
_ITEM = re.compile(r"([0-9]+\s+)?([^@]+?)(@\d{1,2})?(?:\s*\(([^()]+)\))?", re.DOTALL)


class Ambiguous(SitrepError):
    """A name that several things have, or that begins several of their names; `found` are their slugs."""

    def __init__(self, kind: str, written: str, found: Collection[str], printed: Mapping[str, str]) -> None:
        listed = [f"{slug} ({printed[slug]})" for slug in sorted(found)]
        rest = f" or {len(listed) - MOST} more" if len(listed) > MOST else ""
        super().__init__(f"{kind} {written!r} may be {', '.join(listed[:MOST])}{rest}; write one of them")
        self.found = tuple(sorted(found))


def slug_meant(title: Title, kind: str, written: str) -> str:
    """Return the slug that is meant by a name; the name itself where nothing of that kind is called so.

    Args:
        kind: area, power, unit, ... as `names_of` has them.

    Raises:
        Ambiguous: it may mean several.
    """
    if written in names_of(kind, title):
        return written
    called = " ".join(SHORT.get(word, word) for word in _GLUED.sub(r"\1 ", folded(written)).split())
    ways = (called, called.removesuffix("s")) if kind == "unit" else (called,)
    forms = _forms(title, kind)
    found = next(filter(None, (_exactly(tier, way) for tier in forms for way in ways)), None) or _begun(title, kind, forms, ways)
    if len(found) > 1:
        raise Ambiguous(kind, written, found, names_printed(title, kind))
    return next(iter(found), written)


def title_meant(written: str) -> str:
    """Return the slug of the title that is meant by its slug, its printed name, TripleA's, or a beginning; the name itself where none is.

    Raises:
        Ambiguous: it may mean several.
    """
    if written in titles() or "/" in written:  # a path to a title elsewhere is no name
        return written
    forms, called = _turned({slug: called_so(slug) for slug in titles()}), folded(written)
    begun = _beginning(forms, called)
    found = _exactly(forms, called) or frozenset(chain.from_iterable(forms[form] for form in begun))
    if len(found) > 1:
        raise Ambiguous("title", written, found, {slug: load_title(slug).name for slug in found})
    return next(iter(found), written)


def folded(name: str) -> str:
    """Return a name as it is compared: small letters without accents and digits, a blank for all that lies between.

    Letters of other scripts stay: what is written with them is called otherwise.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return _AMONG.sub(" ", "".join(letter for letter in plain if not unicodedata.combining(letter))).strip()


def names_printed(title: Title, kind: str) -> Mapping[str, str]:
    """Return slug to printed name, of all things of a kind that a title has."""
    rows = _rows(title, kind)
    return {slug: rows[slug].name if slug in rows else slug for slug in names_of(kind, title)}


def _rows(title: Title, kind: str) -> Mapping[str, Any]:
    """Return slug to row of the things of a kind; those of some kinds have a slug alone."""
    found: dict[str, Mapping[str, Any]] = {
        "area": title.areas,
        "power": title.powers,
        "unit": title.units,
        "side": title.sides,
        "contender": contenders(title) or title.sides,
        "resource": title.resources,
        "technology": title.technologies,
    }
    return found.get(kind, {})


@per_title
def _forms(title: Title, kind: str) -> tuple[dict[str, frozenset[str]], ...]:
    """Return what things of a kind are called, folded, to the slugs of those that are called so: their names, then parts of these."""
    rows, printed = _rows(title, kind), names_printed(title, kind)
    whole = {slug: (slug, name, getattr(rows.get(slug), "triplea", "")) for slug, name in printed.items()}
    parts = {slug: (_CODES.sub("", name), *_codes(name)) for slug, name in printed.items()}
    return _turned(whole), _turned(parts)


def _codes(name: str) -> list[str]:
    found = _CODES.search(name)
    return found[1].split(",") if found else []


def _turned(called: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Return folded name to slugs, of slugs to names."""
    found: dict[str, set[str]] = {}
    for slug, names in called.items():
        for form in {folded(name) for name in names} - {""}:
            found.setdefault(form, set()).add(slug)
    return {form: frozenset(slugs) for form, slugs in found.items()}


def _exactly(forms: Mapping[str, frozenset[str]], called: str) -> frozenset[str]:
    return forms.get(called, frozenset())


def _begun(title: Title, kind: str, forms: Iterable[Mapping[str, frozenset[str]]], ways: Iterable[str]) -> frozenset[str]:
    """Return the slugs that a beginning, or the initials of a power, may mean: several where others are called so too."""
    boxes = {slug for slug, row in title.areas.items() if row.kind == "box"} if kind == "area" else set()
    for tier in forms:
        for called in ways:
            begun, initials = _beginning(tier, called), _initials(tier, called)
            found = frozenset(chain.from_iterable(tier[form] for form in begun)) - boxes
            if not found and kind == "power":
                found = initials
            elif len(found) == 1:
                found |= initials | _inside(tier, called, begun)
            if found and not (len(found) == 1 and kind == "unit" and _is_another(called, begun)):
                return found
    return frozenset()


def _is_another(called: str, begun: Iterable[str]) -> bool:
    """Whether a unit of some title is called so, and the one that was begun is not: who writes tank does not mean Tank Destroyer."""
    return all(form.startswith(f"{called} ") for form in begun) and called in _units_of_any_title()


@cache
def _units_of_any_title() -> frozenset[str]:
    """Return what units are called in any title that ships with Sitrep, folded."""
    return frozenset(chain.from_iterable(form for slug in titles() for form in _forms(load_title(slug), "unit")))


def _beginning(forms: Iterable[str], called: str) -> list[str]:
    """Return the forms that begin so: as a whole, or else word by word (`str bom`, `w russia`). A number is whole, or no beginning."""
    if len(called) < LEAST:
        return []
    words = called.split()
    return [form for form in forms if _by_letters(form, called)] or [form for form in forms if _by_words(form.split(), words)]


def _by_letters(form: str, called: str) -> bool:
    return form.startswith(called) and not (called[-1].isdigit() and form[len(called) :][:1].isdigit())


def _by_words(form: list[str], words: list[str]) -> bool:
    return len(words) <= len(form) and all(_by_letters(whole, word) for whole, word in zip(form, words, strict=False))


def _initials(forms: Mapping[str, frozenset[str]], called: str) -> frozenset[str]:
    """Return the slugs of names of several words with these first letters: `uk`, `us`."""
    found = (slugs for form, slugs in forms.items() if " " in form and "".join(word[0] for word in form.split()) == called)
    return frozenset(chain.from_iterable(found))


def _inside(forms: Mapping[str, frozenset[str]], called: str, begun: Collection[str]) -> frozenset[str]:
    """Return the slugs of names with a later word that begins so: of `algeria`, beside Algerian Sea, Western Algeria.

    Where a name holds all of the name that was begun, the plain one is meant: `inf` is infantry beside mountain infantry.

    Args:
        begun: the forms that begin so.
    """
    found = (slugs for form, slugs in forms.items() if f" {called}" in form and not any(whole in form for whole in begun))
    return frozenset(chain.from_iterable(found))


# Whole records


def in_slugs(record: Record, title: Title) -> Record:
    """Return a record with a slug for every name that can only mean one thing; other names stay.

    Raises:
        Ambiguous: a name may mean several things.
    """
    named = {field: kind for field, kind in named_fields(type(record)).items() if getattr(record, field)}
    told = {field: _field(getattr(record, field), kind, title) for field, kind in named.items()}
    told |= {field: _among_others(getattr(record, field), kind, title) for field, kind in may_name(type(record)).items()}
    new = {field: value for field, value in told.items() if value != getattr(record, field)}  # a default is left out as the same object
    return msgspec.structs.replace(record, **new) if new else record


@cache
def may_name(record: type[msgspec.Struct]) -> Mapping[str, str]:
    """Return the fields of a record that hold names among other words (units, and `all`, `none`): field to kind."""
    return named_fields(record, "may name")


def _among_others(value: str, kind: str, title: Title) -> str:
    """Return a list of units with slugs, and a single name with a slug where it is whole: its beginning may be another word."""
    if kind == "units":
        return _field(value, kind, title)
    found = next(filter(None, (_exactly(tier, folded(value)) for tier in _forms(title, kind))), frozenset())
    return next(iter(found)) if len(found) == 1 else value


def _field(value: str, kind: str, title: Title) -> str:
    if kind == "path":
        return join_path([slug_meant(title, "area", area) for area in split_path(value)])
    if kind == "load" and folded(value) == EMPTY:
        return EMPTY
    if kind in ("units", "load"):
        return ", ".join(_item(" ".join(part.split()), title) for part in value.split(","))
    return slug_meant(title, kind, value)


def _item(text: str, title: Title) -> str:
    """Return an item of a list of units (`3 Strategic Bombers (Japan)`, `2 Infantry@3`) with slugs; a text that is none stays."""
    found = _ITEM.fullmatch(text)
    if found is None:
        return text
    count, unit, steps, power = found[1] or "", found[2], found[3] or "", found[4] or ""
    if power and (slug := slug_meant(title, "unit", f"{unit} ({power})")) in title.units:
        unit, power = slug, ""  # what stands in brackets is a part of the unit's name
    owner = f" ({slug_meant(title, 'power', power)})" if power else ""
    return f"{count}{slug_meant(title, 'unit', unit)}{steps}{owner}"
