"""Text whose line breaks are gone tells the same as with them."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from engine import events as ev
from engine.recording import Recording
from ingest.read import replay_file
from ingest.turn_summaries.flattened import broken, has_no_breaks
from ingest.turn_summaries.reader import recognize
from ingest.turn_summaries.write.layout import write_turns
from tests.slow import slow_after
from tests.turn_summaries.test_agrees_with_the_save import NEWEST, OLDER
from tests.turn_summaries.texts import MINI, facts, read

MIRROR = (
    "Game History Round: 1 Purchase Units - Germans Germans buy 1 carrier, 1 submarine and 2 transports; Remaining resources: 0 PUs; "
    "Combat Move - Germans 1 armour, 1 artillery and 2 infantry moved from Germany to 112 Sea Zone 2 submarines moved from 103 Sea "
    "Zone to 110 Sea Zone Combat - Germans Battle in 110 Sea Zone Germans attack with 2 submarines French defend with 1 cruiser; "
    "British defend with 1 cruiser Germans roll dice for 2 submarines in 110 Sea Zone, round 2 : 1/2 hits 1 cruiser owned by the "
    "British and 1 submarine owned by the Germans lost in 110 Sea Zone Non Combat Move - Germans 3 infantry moved from Norway to "
    "Finland Turn Complete - Germans Germans collect 40 PUs; end with 40 PUs Objective Germans 1 Trade: Germans met a national "
    "objective for an additional 5 PUs; end with 45 PUs"
)
"""As mirrors of forums serve it."""


WHOLE = (*OLDER[:3], *NEWEST[1:4])
"""Games whose summaries are read with and without their breaks."""


def flat(text: str) -> str:
    """A text as one paragraph."""
    return re.sub(r"\s+", " ", text)


def told(recording: Recording) -> list[ev.Event]:
    """What a text tells, without the places in it."""
    events = [entry.event for entry in recording.entries]
    return [event for event in events if not isinstance(event, (ev.DefectFound, ev.MarkerSet))]


def test_a_paragraph_is_known_for_a_summary_and_read_whole() -> None:
    assert recognize(MIRROR.encode())
    events = [type(event).__name__ for event in facts(MIRROR)]
    for kind, count in {
        "UnitsPurchased": 3,
        "UnitsMoved": 5,
        "BattleStarted": 1,
        "DiceRolled": 1,
        "UnitsRemoved": 2,
    }.items():
        assert events.count(kind) == count, kind
    assert [
        gap.found
        for gap in map(lambda entry: entry.event, read(MIRROR).entries)
        if isinstance(gap, ev.DefectFound) and gap.rule == "observed/line"
    ] == []
    paid = {e.cause: e.balance for e in facts(MIRROR) if isinstance(e, ev.ResourceChanged)}
    assert (paid["income"], paid["objective"]) == (40, 45)


def test_a_turn_tells_the_same_with_and_without_its_breaks() -> None:
    assert has_no_breaks(flat(MINI))
    assert told(read(flat(MINI))) == told(read(MINI))


def test_a_line_with_its_breaks_is_left_as_it_is() -> None:
    assert not any(has_no_breaks(line) for line in MINI.splitlines())


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(2, WHOLE))
def test_a_whole_game_tells_the_same_with_and_without_its_breaks(shared: Path, name: str) -> None:
    folder = shared / "saves" / ("newest" if name in NEWEST else "")
    game = replay_file(folder / f"{name}.tsvg")
    text = write_turns(game.title, game.events)
    assert told(read(flat(text))) == told(read(text))


@pytest.mark.shared
def test_what_was_posted_tells_the_same_with_and_without_its_breaks(shared: Path) -> None:
    for path in sorted((shared / "saves" / "forum").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        assert told(read(flat(text))) == told(read(text))


@pytest.mark.parametrize(
    "junk",
    [
        "1 infantry and " * 20_000,
        "Combat - Germans " * 10_000,
        "1 a, " * 40_000,
        "Territory Summary for X : " + "Area Of A : 1 b " * 9_000,
        "Germans win Germans take " * 9_000,
    ],
)
def test_long_junk_takes_no_long_time(junk: str) -> None:
    began = time.process_time()
    broken(f"Combat - Germans Combat - Russians {junk}")
    assert time.process_time() - began < 50
