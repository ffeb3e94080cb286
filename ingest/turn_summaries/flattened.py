"""Text whose line breaks are gone: mirrors of forums serve a whole summary as one paragraph. Its sentences get lines again.

A sentence begins at a phase's heading, at words that only begin one (`Battle in`, `Casualties for`), at a power before its verb, or
at a list of units before what became of them. Names of powers are those of the headings.
"""

from __future__ import annotations

import re

from ingest.turn_summaries.tables import table

LONG = 160
"""Letters of a line below which it is one of its own: hardly a sentence with its heading is shorter."""

_P = r"[^\W\d][\w.'-]{0,40}"
_UNIT = r"\d{1,5}x? [^\W\d][\w'.-]{0,30}(?: (?!and\b)[^\W\d][\w'.-]{0,30}){0,2}"
_UNITS = rf"{_UNIT}(?:(?:, | and ){_UNIT}){{0,20}}"
_DEEDS = (
    r"buy (?:\d|nothing)|attacks with \d|builds \d|roll dice for|roll [\w -]{1,30} dice in|rolls? ?:? ?\d|win,|win |win\.|win[A-Z]|"
    r"collect -?\d|spend \d|discover |activating |takes? [^,;:]{1,60}? from |captures \d|captures territory|converts |repair damage|"
    r"met a national|has \d|has their production|scrambles |undo move|succeeds on|removing all|giving technology|creates battle|"
    r"loiter and taunt|takes Political"
)
_SETS = r"Trigger |Objective |Adding |Setting |Changing Relationship|has removed \d"
_FATES = r"moved from|placed in|owned by|could not land|(?:was|were) produced|killed by|repaired\."
_ALONE = (
    r"TripleA Turn Summary|Game History|Round: \d|=+ ?round \d|Battle in |Strategic bombing raid in |Air Battle in |Air Battle is over|"
    r"AA fire in |Bombing raid (?:in|costs) |Casualties for |Units damaged: |Rolling for Convoy|Total Cost from|Territory Summary for |"
    r"Production/PUs Summary|Combat Hit Differential|EDIT: |Units Change Ownership|"
    r"Units generate -?\d|COMMENT: |Turning on Edit|Players: |Some Units in |"
    r"Some non-combat|Cleaning up |Kamikaze Suicide|Note to|Resetting |Round Complete"
)


def has_no_breaks(line: str) -> bool:
    """Whether a line is several sentences in a row: it has two headings of phases, or a heading and a deed behind it."""
    return len(line) > LONG and len(_heading().findall(line)) + len(_MANY.findall(line)) >= 3


def broken(line: str) -> list[str]:
    """The sentences of a line whose breaks are gone."""
    powers = {name for _, name in _heading().findall(line)} | set(_FIGHTS.findall(line))
    names = "|".join(sorted(map(re.escape, powers), key=len, reverse=True)) or "(?!)"
    starts = re.compile(
        rf"(?<![\w.'=-])(?=(?P<alone>{_ALONE}|{_heading().pattern}|{_P} ?: ?-?\d{{1,9}} / -?\d|{_P} achieve (?:an? |victory)|"
        rf"(?:{names})(?: [\w-]{{1,20}})? ?: ?-?\d{{1,6}}[.,]\d)|(?P<fights>(?:{names}) (?:attack|defend) with)|"
        rf"(?P<does>(?:{names}) (?:{_DEEDS})|{_SETS})|(?P<units>{_UNITS} (?:{_FATES})))"
    )
    places = [0, *(found.start() for found in starts.finditer(line) if _begins(found, line))]
    sentences = [line[one:two].strip() for one, two in zip(places, [*places[1:], len(line)], strict=True)]
    return [part for sentence in sentences for part in _listed(sentence) if part]


def _begins(found: re.Match[str], line: str) -> bool:
    """Whether a sentence begins there, by what stands before: lists go on after commas, forces after a semicolon."""
    before = line[max(0, found.start() - 14) : found.start()].rstrip()
    if found["alone"]:
        return not before.endswith((" Non", " Air"))
    if before.endswith((":", " the", " for", " from", " by")):
        return False
    return not before.endswith((";",) if found["fights"] else (",", " and", " has", "has removed") if found["units"] else ())


def _listed(sentence: str) -> list[str]:
    """A territory summary as lines: what comes behind its heading is `Area : units` over and over."""
    if not _LIST.match(sentence):
        return [sentence]
    return [part.strip() for part in _AREA.sub(r"\n\1", sentence).split("\n")]


_FIGHTS = re.compile(rf"({_P}) (?:attack|defend) with \d")
_MANY = re.compile(rf"{_UNIT} (?:moved from|placed in)|Battle in |roll dice for ")
_LIST = re.compile(rf"Territory Summary for {_P} ?:")
_AREA = re.compile(r" ((?:\d{1,3} )?[A-Z][\w'./-]{0,30}(?: [\w'./-]{1,30}){0,5}? ?: \d)")


def _heading() -> re.Pattern[str]:
    """A phase's heading: the phase, and its power."""
    phases = "|".join(sorted(map(re.escape, table()["phases"]), key=len, reverse=True))
    return re.compile(rf"({phases}) - ({_P})")
