"""The sentences of a text in order, each turn once: what is quoted again is left out, and where turns are missing is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ingest.turn_summaries.sentences import Sentence

REPEAT = "repeat"
"""Kind of the sentence that stands for a phase which the text has told already."""


UNDO = "undo"
"""Kind of the sentence that takes back a placement or a move of its phase."""


class Told(NamedTuple):
    """A sentence with the round and the stretch of the text that it stands in; round 0 when none is named before it."""

    sentence: Sentence
    round: int
    stretch: int


class Block(NamedTuple):
    """A phase: its round, and its sentences from the heading on."""

    round: int
    sentences: list[Sentence]

    @property
    def heading(self) -> tuple[int, str, str]:
        """Round, power and phase; empty texts where the block has no heading."""
        first = self.sentences[0]
        head = first.fields if first.kind == "phase" else {}
        return self.round, head.get("power", ""), head.get("phase", "")


def in_order(text: Sequence[Sentence]) -> list[Told]:
    """Return the sentences of a text, each phase once.

    A new stretch begins where turns must be missing: the rounds leap or go back, or one power alone has several rounds.
    """
    blocks = [_settled(block) for block in _once(_blocks(text))]
    powers = {block.heading[1] for block in blocks} - {""}
    found: list[Told] = []
    stretch, last = 0, 0
    for block in blocks:
        now = block.round
        if now and last and now != last and (now != last + 1 or len(powers) == 1):
            stretch += 1
        last = now or last
        found += [Told(sentence, now, stretch) for sentence in block.sentences]
    return found


def _blocks(text: Sequence[Sentence]) -> Iterator[Block]:
    round_, now = 0, list[Sentence]()
    for sentence in text:
        if sentence.kind in ("phase", "round") and now:
            yield Block(round_, now)
            now = []
        if sentence.kind == "round":
            round_ = int(sentence.fields["round"])
        else:
            now.append(sentence)
    if now:
        yield Block(round_, now)


def _settled(block: Block) -> Block:
    """A block without what a player takes back: the program numbers what stands of placements, or of moves, from 1 on."""
    if not any(sentence.kind == UNDO for sentence in block.sentences):
        return block
    kind = "place" if any(sentence.kind == "place" for sentence in block.sentences) else "move"
    standing: list[int] = []
    kept = list(block.sentences)
    for at, sentence in enumerate(block.sentences):
        if sentence.kind == kind:
            standing.append(at)
        elif sentence.kind == UNDO and 0 < int(sentence.fields["count"]) <= len(standing):
            back = standing.pop(int(sentence.fields["count"]) - 1)
            kept[at], kept[back] = sentence._replace(kind="skip"), kept[back]._replace(kind="skip")
    return Block(block.round, kept)


def _once(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield blocks, a repeated one as a single sentence that says so."""
    seen: dict[tuple[int, str, str], Counter[str]] = {}
    for block in blocks:
        said = Counter(sentence.text for sentence in block.sentences)
        before = seen.get(block.heading)
        first = block.sentences[0]
        if first.kind == "phase" and before is not None and said <= before:
            yield Block(0, [first._replace(kind=REPEAT)])
            continue
        if first.kind == "phase":
            seen[block.heading] = said
        yield block
