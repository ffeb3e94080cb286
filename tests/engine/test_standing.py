"""Where a game stands that its log has not brought to an end: asked, left to do, not placed; by cutting a log line by line."""

from __future__ import annotations

import pytest

from engine.play import tag
from engine.recording import OrderEntry, Recording
from engine.replay import replay
from engine.standing import standing
from engine.title.loader import load_title
from ingest.log.reader import parse_log
from ingest.samples import HERE

BATTLE = b"""{"sitrep":1,"title":"aa1942"}
{"do":"buy","units":"8 infantry"}
{"do":"end"}
{"do":"move","units":"2 infantry, tank","path":"russia > west-russia"}
{"do":"end"}
{"do":"battle","area":"west-russia"}
{"dice":"1 11"}
{"dice":"666"}
"""


def at(data: bytes):
    recording = parse_log(data, "game.jsonl")
    return standing(replay(recording, load_title(recording.header.title)))


def test_a_battle_that_waits_for_casualties_says_whose_and_what_is_usual() -> None:
    found = at(BATTLE.rsplit(b"\n", 2)[0] + b"\n")
    assert found is not None and found.phase == "conduct-combat"
    assert found.owed == () and found.asked is not None
    assert [(power, unit, count) for power, unit, count in found.waiting] == [("soviet-union", "infantry", 8)]


def test_what_keeps_a_phase_from_ending_is_told_by_the_rules_words() -> None:
    found = at(b"\n".join(BATTLE.splitlines()[:5]) + b"\n")
    assert found is not None and found.asked is None and found.power == "soviet-union"
    assert [problem.rule for problem in found.owed] == ["conduct-combat/unresolved"]
    assert "West Russia" in found.owed[0].message


def test_nothing_is_told_of_a_game_that_is_over_or_that_tells_no_orders() -> None:
    game = replay(parse_log((HERE / "axis-takes-moscow.jsonl").read_bytes()), load_title("aa1942"))
    assert game.state.ended and standing(game) is None


def test_an_empty_log_stands_at_its_first_phase() -> None:
    found = at(b'{"sitrep":1,"title":"aa1942"}\n')
    assert found is not None and (found.round, found.power, found.phase) == (1, "soviet-union", "purchase-units")
    assert (found.asked, found.owed, found.waiting) == (None, (), ())


ANSWERS = {"lose", "press", "retreat", "submerge", "pick", "go", "yes", "no", "stand", "give", "intercept"}
"""Tags of orders that answer a decision, if the rules ask for one there."""


@pytest.mark.parametrize(
    "file", ["axis-takes-moscow.jsonl", "warsaw-holds.jsonl", "convoys-of-the-atlantic.jsonl", "spain-and-china.jsonl"]
)
def test_what_is_asked_is_what_the_next_order_of_the_log_answers(file: str) -> None:
    """The log is cut before some twelve orders that answer something."""
    whole = parse_log((HERE / file).read_bytes())
    title, asked = load_title(whole.header.title), 0
    before = [(at, one.order) for at, one in enumerate(whole.entries) if isinstance(one, OrderEntry) and tag(type(one.order)) in ANSWERS]
    for cut, order in before[:: max(len(before) // 12, 1)]:
        found = standing(replay(Recording(whole.header, whole.entries[:cut], name="cut"), title))
        assert found is not None
        if found.asked:
            asked += 1
            assert found.asked.accepts(order), (cut, found.asked, order)
            assert tag(type(found.asked.default)) in map(tag, found.asked.takes)
    assert asked
