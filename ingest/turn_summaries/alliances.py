"""Who is allied with whom in a text that is of no known title: no sentence says so, but the powers' names and battles do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ingest.triplea.title.tables import nations
from ingest.turn_summaries.sentences import Sentence
from ingest.turn_summaries.units import forces
from ingest.turn_summaries.words import NOBODY

NEUTRAL = "Neutral"


def alliances(powers: Iterable[str], text: Iterable[Sentence]) -> dict[str, str]:
    """Return each power's side by the names of both: those that nations have on maps of the war.

    None of them where a power has no customary side, all are on one, or two of one side fight each other: then the map has others.

    Args:
        powers: as the text names them. text: its sentences in order.
    """
    nation = nations()
    sides = {name: NEUTRAL if name == NOBODY else nation[name].side if name in nation else "" for name in powers}
    if not all(sides.values()) or len(set(sides.values()) - {NEUTRAL}) < 2:
        return {}
    return {} if _are_broken(sides, text) else sides


def _are_broken(sides: Mapping[str, str], text: Iterable[Sentence]) -> bool:
    """Whether a battle has powers of one side on both of its sides."""
    attackers: set[str] = set()
    for sentence in text:
        if sentence.kind == "attack":
            attackers = _sides_of(sides, sentence)
        elif sentence.kind == "defend" and attackers & _sides_of(sides, sentence):
            return True
    return False


def _sides_of(sides: Mapping[str, str], sentence: Sentence) -> set[str]:
    return {sides[item.power] for item in forces(sentence.fields["forces"]) if item.power in sides} - {NEUTRAL}
