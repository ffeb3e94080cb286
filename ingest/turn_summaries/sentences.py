"""The sentences of a turn summary: lines put together again where they were wrapped, and matched with patterns.toml."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ingest.turn_summaries.clean import TextLine
from ingest.turn_summaries.tables import table
from ingest.turn_summaries.units import NoList, lists

MAX_JOINED = 12
"""Lines that one wrapped sentence may be spread over."""

MAX_JOINED_BLINDLY = 4
"""As MAX_JOINED, for a line that does not begin like a sentence."""

COMPLETE = frozenset({"heading", "skip", "round", "phase", "garrisons", "production"})
"""Kinds that a line below them never goes on with."""

MAX_SENTENCE = 2_000
"""Letters that a sentence may have."""

NOTHING = "nothing"
"""Kind of a line that fits no pattern."""


class Sentence(NamedTuple):
    """A sentence: kind and fields as patterns.toml has them (fields that are not there are absent), line, text."""

    kind: str
    fields: Mapping[str, str]
    line: int
    text: str


class Pattern(NamedTuple):
    """A row of patterns.toml, its pattern made whole."""

    kind: str
    cue: str
    match: re.Pattern[str]


@lru_cache(maxsize=1)
def patterns() -> tuple[Pattern, ...]:
    """The patterns, in the order in which they are tried."""
    pieces = table()["pieces"]

    def whole(text: str) -> re.Pattern[str]:
        return re.compile(re.sub(r"(?<!P)<([A-Z]+)>", lambda piece: pieces[piece[1]], text))

    return tuple(Pattern(row["kind"], row["cue"], whole(row["pattern"])) for row in table()["sentence"])


def match(text: str, line: int = 0) -> Sentence | None:
    """Return the sentence that a text is, or None."""
    if len(text) > MAX_SENTENCE:
        return None
    for kind, cue, pattern in patterns():
        if cue in text and (found := pattern.fullmatch(text)):
            sentence = Sentence(kind, {key: value for key, value in found.groupdict().items() if value is not None}, line, text)
            if _holds(sentence):
                return sentence
    return None


def _holds(sentence: Sentence) -> bool:
    """Whether a heading is of a phase that is known, and lists of units are whole."""
    if sentence.kind == "phase":
        return sentence.fields["phase"] in table()["phases"]
    try:
        lists(sentence.fields)
    except NoList:
        return False
    return True


# What a line can begin with that begins a sentence: the rest of a wrapped one does not.
_OPENING = re.compile(
    r"\d+ [\w-]+(?:,| and| moved| placed| owned| killed| retreated| could not| were produced)|"
    r"[^\W\d][\w.'-]* (?:buy|attack|defend|roll|collect|win|takes?|spend|discover|activating|captures|converts|repair|met|has|"
    r"loiter|removing|giving|succeeds|scrambles|undo|builds|creates)\b|=+ ?round|EDIT: |COMMENT: |"
    r"(?:Battle|Air Battle|AA fire|Strategic bombing raid|Bombing raid|Casualties for|Round:|Territory Summary|Units damaged|"
    r"Production/PUs|Game History|TripleA Turn|Trigger |Objective |Rolling for|Total Cost|Cleaning|Players:|Note to|Some Units)|"
    r"[\w' .-]+ : \d+ [\w-]|[\w'-]+ : -?\d+ / "
)


def sentences(lines: Sequence[TextLine], names: Collection[str] = ()) -> list[Sentence]:
    """Return the sentences of a text; a line that fits no pattern, however it is continued, is of kind NOTHING.

    A sentence goes on in the next line where only both together fit a pattern. Where it fits alone, and the next line
    neither fits nor begins like a sentence (`... moved from Russia to Karelia` and `S.S.R.`, or what somebody wrote
    below it), it goes on when that makes a name that is known and the shorter one is none; when neither is known,
    it goes on if other lines of the text are wrapped for certain.

    Args:
        lines: the text. names: names of areas that are known beforehand.
    """
    first = _Reading(lines)
    first.read()
    known = {*names, *(name for sentence in first.certain for name in names_in(sentence))}
    second = _Reading(lines, known, wrapped=first.wrapped > 0)
    second.read()
    return second.found


def areas_of(sentence: Sentence) -> Iterator[str]:
    """Yield the areas that a sentence names."""
    for key in ("area", "to"):
        if key in sentence.fields:
            yield sentence.fields[key]
    for taken in TAKEN.finditer(sentence.fields.get("takes", "")):
        yield taken[1]


def names_in(sentence: Sentence) -> set[str]:
    """Return the areas and units that a sentence names."""
    return {*areas_of(sentence), *(item.name for item in lists(sentence.fields))}


TAKEN = re.compile(r", taking ([^,;:]+?) from ([^\W\d][\w.'-]*)")
"""One area of the list that a victory ends with, and whom it was taken from."""


class _Reading:
    """One pass over the lines. Without names a sentence that fits goes on only where the rest begins with `and` or a comma."""

    def __init__(self, lines: Sequence[TextLine], names: set[str] | None = None, wrapped: bool = False) -> None:
        self.lines, self.names, self.may_go_on = lines, names, wrapped
        self.found: list[Sentence] = []
        self.certain: list[Sentence] = []
        self.wrapped = 0
        self.listing = False

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            if self.lines[at].text:
                at += self._sentence(at)
            at += 1

    def _sentence(self, at: int) -> int:
        """Take the sentence that begins in a line, and return how many of the lines behind it are part of it."""
        number, text = self.lines[at]
        best, used = self._match(text, number), 0
        certain = not self._is_rest(at + 1)
        for more in range(1, self._most(best, text)):
            rest = self._text(at + more)
            cut = more - 1 > used and text.endswith((";", ",", " and"))
            if not rest or len(text) + len(rest) > MAX_SENTENCE or (best and not cut and not self._is_rest(at + more)):
                break
            text = f"{text} {rest}"
            longer = self._match(text, number)
            if longer and (best is None or self._goes_on(best, longer, rest)):
                self.wrapped += best is None
                best, used = longer, more
                certain = not self._is_rest(at + more + 1)
        if best and certain:
            self.certain.append(best)
        self.listing = best.kind == "garrisons" or (self.listing and best.kind == "garrison") if best else self.listing
        self.found.append(best or Sentence(NOTHING, {}, number, self.lines[at].text))
        return used

    @staticmethod
    def _most(best: Sentence | None, text: str) -> int:
        """How many lines may be put together: few where the first does not begin like a sentence, so that junk costs little."""
        if best and best.kind in COMPLETE:
            return 1
        return MAX_JOINED if best or _OPENING.match(text) else MAX_JOINED_BLINDLY

    def _goes_on(self, short: Sentence, longer: Sentence, rest: str) -> bool:
        if rest.startswith(("and ", ",", ";")):
            return True
        if self.names is None:
            return False
        if names_in(longer) <= self.names:
            return True
        return self.may_go_on and not names_in(short) <= self.names

    def _match(self, text: str, number: int) -> Sentence | None:
        """As `match`; areas with their units only stand in a list of them."""
        found = match(text, number)
        return None if found and found.kind == "garrison" and not self.listing else found

    def _text(self, at: int) -> str:
        return self.lines[at].text if at < len(self.lines) else ""

    def _is_rest(self, at: int) -> bool:
        """Whether a line can only be the rest of the one before, or a stranger's."""
        text = self._text(at)
        return bool(text) and not _OPENING.match(text) and self._match(text, 0) is None
