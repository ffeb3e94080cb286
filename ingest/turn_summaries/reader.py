"""Reading TripleA's turn summaries, whole games or fragments: text in, Recording at fidelity `observed` out.

The gaps of such a text, and how the events leave them open:

| not told | left as |
|---|---|
| which unit rolled which die, and what hit | `target` 0; `unit` empty where several kinds rolled |
| the faces of dice in battle | as many 0 as dice were rolled; hits are told. Faces of bombing, convoy and most research dice are |
| expected hits | 0.0, unless the text has them (TripleA 2) |
| the way units took | an empty `path` |
| units that stand still | placed when they are proven; see `ingest.turn_summaries.board` |
| damaged ships | a marker of the battle; stacks have full strength |
| where damage was repaired | a gap, unless there is but one place |
| who raided a convoy, its cap | empty, 0 |
| production | a marker of scope `production` |
| whom a conquered area goes back to | by the flags of the next list, else by the title's sides |

Each is said once in the recording, as a DefectFound of severity `gap` and rule `observed/...`, and at its place where it
leaves something out. A line that is no sentence of a summary is kept as a MarkerSet of scope `note` with such a gap.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine import events as ev
from engine.errors import RecordError
from engine.recording import EventEntry, Fidelity, Header, Recording
from engine.title.model import Title
from ingest.files import unpack
from ingest.triplea.title.tables import nations
from ingest.turn_summaries.clean import lines_of, text_of
from ingest.turn_summaries.event_log import Start
from ingest.turn_summaries.names_and_slugs import NOBODY, Words, names_of, words_for
from ingest.turn_summaries.order import Told, in_order
from ingest.turn_summaries.sentences import NOTHING, Sentence, sentences
from ingest.turn_summaries.setting import Setting
from ingest.turn_summaries.tables import table
from ingest.turn_summaries.tell_battles import Battles
from ingest.turn_summaries.tell_lists import Lists
from ingest.turn_summaries.tell_money import Accounts
from ingest.turn_summaries.title import made_title
from ingest.turn_summaries.units import forces

NAME = "TripleA turn summary"

SURE = re.compile(
    r"TripleA Turn Summary|Territory Summary for|Production/PUs Summary|Game History|Battle score for attacker is|"
    r"(?:Purchase Units|Non Combat Move|Combat Move|Turn Complete|Place Units) - \w|"
    r"roll dice for \d+ .* in .*, round \d"
)
"""What only a turn summary has."""

LIKELY = re.compile(
    r"(?m)^\d+ \w+.* (?:moved from .+ to .+|placed in .+)$|^\w+ (?:buy|collect|attack with|defend with) \d+ |^Battle in .+$"
)
"""What a fragment of one has; two such lines are needed."""

SLIPS = 0.1
"""Share of purchases that may cost something else than a title says: above it, the text is of another map with its names."""

UNDERSTOOD = 0.5
"""Share of the lines that must be sentences of a summary."""

TELLINGS = 3
"""Tellings after which nothing new of the start is looked for."""

NEUTRAL = "Neutral"


def recognize(head: bytes) -> bool:
    """Return whether a content that begins so is text with a turn summary in it."""
    if b"\0" in head or head.lstrip().startswith((b"{", b"%PDF")):
        return False
    text = "\n".join(line.text for line in lines_of(text_of(head)))
    return bool(SURE.search(text)) or len(LIKELY.findall(text)) >= 2


def parse_turns(data: bytes, name: str = "", folder: Path | None = None) -> Recording:
    """Return the recording that a text holds.

    Args:
        data: the text, plain or packed; UTF-8, or Windows' own letters. name: what messages call it. folder: not needed.

    Raises:
        RecordError: it has too many lines, or no sentence of a turn summary.
    """
    data = unpack(data, name)
    lines = lines_of(text_of(data), name)
    text = sentences(lines)
    if all(sentence.kind in (NOTHING, "garrison", "skip") for sentence in text):
        raise RecordError("no sentence of a turn summary, such as `3 infantry moved from Russia to Caucasus`", file=name)
    _refuse_strange(text, name)
    found = names_of(text)
    told = in_order(text)
    bought = sum(one.sentence.kind == "buy" for one in told)
    for words in words_for(found):
        own, entries, misfits = _told(words, told, found.game, name)
        if misfits <= SLIPS * bought:
            break
    if not own.powers:
        raise RecordError(
            "the text names no power; expected a turn summary, with lines such as `Germans buy 3 infantry; 31 PUs remaining;`",
            file=name,
        )
    scenario = next(iter(own.scenarios))
    header = Header(own.slug, scenario=scenario, source=NAME)
    opening = [ev.GameStarted(own.slug, scenario), *_gaps(words, own, told, name)]
    return Recording(
        header, (*(EventEntry(event) for event in opening), *entries), Fidelity.OBSERVED, name, hashlib.sha256(data).hexdigest(), own
    )


def _refuse_strange(text: list[Sentence], name: str) -> None:
    """Refuse a text most of whose sentences are not of a summary: the rest is too little to make a game."""
    known = sum(sentence.kind != NOTHING for sentence in text)
    if known < UNDERSTOOD * len(text):
        raise RecordError(
            f"only {known:,} of {len(text):,} lines ({known / len(text):.0%}) are sentences of a turn summary; expected at least "
            f"{UNDERSTOOD:.0%}, such as `3 infantry moved from Russia to Caucasus`; leave out what is not of the summaries",
            file=name,
        )


def title(recording: Recording, folder: Path | None = None) -> Title:
    """Return the title of a recording that `parse_turns` made; RecordError when another reader did."""
    if recording.title is None:
        raise RecordError("this recording was not read from a turn summary", file=recording.name)
    return recording.title


def _told(words: Words, text: list[Told], game: str, name: str) -> tuple[Title, list[EventEntry], int]:
    """Tell a text until nothing new of its start comes up.

    Return its title, the last telling, and how many purchases cost something else than the title says.
    """
    phases = table()["phases"]
    used = dict.fromkeys(phases[told.sentence.fields["phase"]] for told in text if told.sentence.kind == "phase")
    allied = alliances(words.powers, (told.sentence for told in text))
    start, entries = Start(), []
    for _ in range(TELLINGS):
        own = words.title or made_title(words, start.costs, game, tuple(used), allied)
        sea = {key: row.kind == "sea" for key, row in own.areas.items()}
        writer = EventWriter(Setting(words, start.costs, sea, own.resource, own.side_of), text, start, name)
        entries = writer.tell()
        now = writer.found()
        if now == start:
            break
        start = now
    return own, entries, writer.misfits()


LEFT_OPEN = (
    (
        "dice",
        {"dice", "anti_air"},
        "faces and targets of dice in battle are not told, only how many there were and how many hit",
    ),
    ("path", {"move"}, "the way that units took is not told"),
    ("strength", {"damaged"}, "damage of ships is not kept in their stacks: how much is left of it later is not told"),
)
"""Rule, the kinds of sentence that leave something open, and what."""


def _gaps(words: Words, title: Title, text: list[Told], name: str) -> list[ev.DefectFound]:
    """What the whole text leaves open, once each."""
    kinds = {told.sentence.kind for told in text}
    found = [(rule, message) for rule, of, message in LEFT_OPEN if kinds & of]
    if words.title:
        found.append(("title", f"the title is recognized by the names of areas, powers and units: {title.slug}"))
    else:
        sides = "sides are those that the powers usually have" if len(title.sides) < len(title.powers) else "sides are not told"
        message = f"no known title is this map: the title is made of the names in the text; {sides}; links, production and what units "
        found.append(("title", f"{message}can do are not told, prices are those that purchases and battle scores show"))
    return [ev.DefectFound(f"observed/{rule}", "gap", "", "", message, name) for rule, message in found]


class EventWriter(Battles, Accounts, Lists):
    """One telling of a text, of all kinds of sentence."""


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
