"""Questions about the end of a battle: `at least 3 left, among them a tank`, `swing at least 10`; and percentiles of the swing."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from engine.forces import parse_units
from engine.odds.names import OddsError, read_units
from engine.odds.result import SAME, Result, Survivors, Swings, at_share
from engine.title.model import Title

PERCENTILES = (5, 10, 25, 50, 75, 90, 95)
_SIDE = re.compile(r"^\s*(?:the\s+)?(attacker|defender)s?(?:'s)?(?:\s+has)?\s*[:,]?\s*", re.I)
_SWING = re.compile(
    r"^\s*(?:a\s+)?(?:swing|tuv|value)\s*(?:of\s+)?(at least|at most|above|below|>=|<=|>|<)\s*([+-]?\d+(?:\.\d+)?)\s*\Z",
    re.I,
)
_LEFT = re.compile(
    r"^\s*(?:(?P<how>at least|at most|exactly|>=|<=|=)\s*)?(?:(?P<number>\d+|nothing|nobody|none|no units?|anything|something)"
    r"\s*(?:units?)?\s*(?:are\s+|is\s+)?(?:left)?)?\s*(?:[,;]?\s*(?:among them|with|including|and among them)\s+(?P<among>.+))?\s*\Z",
    re.I,
)
WORDS = {"nothing": 0, "nobody": 0, "none": 0, "no unit": 0, "no units": 0, "anything": 1, "something": 1}
AT_LEAST, AT_MOST, EXACTLY = "at least", "at most", "exactly"
SIGNS = {">=": AT_LEAST, "<=": AT_MOST, "=": EXACTLY, "above": ">", "below": "<"}


class Question(NamedTuple):
    """A question about the end of a battle.

    Attributes:
        about: attacker or defender, of whom units are left; or swing. how: at least, at most, exactly, > or <. number: of units left,
        or the swing. among: unit types and how many of each are among those left, at the least.
    """

    about: str
    how: str
    number: float
    among: tuple[tuple[str, int], ...] = ()


def question(title: Title, text: str) -> Question:
    """Return a question as people write it; the attacker's units are meant unless the defender is named.

    Raises:
        OddsError: it is no question of these kinds, or names unknown units.
    """
    if swing := _SWING.match(text):
        how = swing[1].lower()
        return Question("swing", SIGNS.get(how, how), float(swing[2]))
    side = _SIDE.match(text)
    about, rest = (side[1].lower(), text[side.end() :]) if side else ("attacker", text)
    found = _LEFT.match(rest)
    if found and (found["number"] or found["among"]):
        return _left(title, about, found)
    return _units_alone(title, about, rest, text)


def _left(title: Title, about: str, found: re.Match[str]) -> Question:
    said = (found["number"] or "").lower()
    number = WORDS.get(said, int(said) if said.isdigit() else 0)
    how = (found["how"] or (AT_MOST if said and number == 0 else AT_LEAST)).lower()
    return Question(about, SIGNS.get(how, how), number, _among(title, found["among"] or ""))


def _units_alone(title: Title, about: str, rest: str, text: str) -> Question:
    """Read `2 tanks and a fighter left`, `at least a tank`."""
    plain = re.sub(r"^\s*at least\s+|\s+(?:(?:is|are)\s+)?left\s*\Z", "", rest, flags=re.I)
    try:
        among = _among(title, plain)
    except OddsError as error:
        raise OddsError(f"{error}; a question is, for example, 'at least 3 left, among them a tank'") from error
    if not among:
        raise OddsError(f"{text!r}: expected a question such as 'at least 3 left, among them a tank' or 'swing at least 10'")
    return Question(about, AT_LEAST, 0, among)


def _among(title: Title, text: str) -> tuple[tuple[str, int], ...]:
    counts: Counter[str] = Counter()
    for item in read_units(title, re.sub(r"\bone\b", "1", text, flags=re.I)):
        counts[item.unit] += item.count
    return tuple(counts.items())


def chance_of(found: Result, asked: Question) -> float:
    """Return the chance that a battle ends as a question asks."""
    if asked.about == "swing":
        return sum(chance for swing, chance in found.swings if _fits(swing, asked.how, asked.number))
    left = found.attackers if asked.about == "attacker" else found.defenders
    return min(1.0, sum(one.chance for one in left if _is_so(one, asked)))


def plays_of(found: Result, asked: Question) -> int:
    """Return of how many battles played the chance of such an end is a share; 0 if it is exact."""
    return found.samples or (0 if asked.about == "swing" else found.played)


def _is_so(one: Survivors, asked: Question) -> bool:
    counts: Counter[str] = Counter()
    for item in parse_units(one.units):
        counts[item.unit] += item.count
    among = all(counts[unit] >= number for unit, number in asked.among)
    return among and _fits(counts.total(), asked.how, asked.number)


def _fits(value: float, how: str, number: float) -> bool:
    if how == AT_LEAST:
        return value >= number - SAME
    if how == AT_MOST:
        return value <= number + SAME
    if how == EXACTLY:
        return abs(value - number) <= SAME
    return value > number + SAME if how == ">" else value < number - SAME


def percentiles(swings: Swings, parts: tuple[int, ...] = PERCENTILES) -> list[tuple[int, float]]:
    """Return (percent, swing): that part of all battles, and no less, ends with this swing or a lower one."""
    return [(part, at_share(swings, part / 100)) for part in parts if swings]
