"""Lines that tell losses nobody had to choose are checked and passed by, in every title with such lines."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from engine.errors import IllegalOrder
from engine.events import DefectFound, Event, UnitsChanged, UnitsRemoved, encode_event
from engine.forces import show_units
from engine.mechanics.orders import Lose
from engine.recording import DiceEntry, OrderEntry, RecordEntry, Recording
from engine.replay import Game, replay
from engine.strictness import Strictness
from engine.title.loader import load_title
from ingest.formats import read_recording
from ingest.log.reader import parse_log
from ingest.samples import HERE
from tests.slow import slow_after

BELORUSSIA = """\
{"sitrep":1,"title":"aa1942","game":"told"}
{"do":"end","phase":"purchase-units"}
{"do":"move","units":"3 infantry, fighter","path":"karelia-ssr > belorussia"}
{"do":"end","phase":"combat-move"}
{"do":"battle","area":"belorussia"}
{"dice":"116 6"}
{"do":"lose","units":"2 infantry"}
{"dice":"661"}
{"do":"press"}
{"dice":"16 6"}
{"dice":"6"}
"""
"""Three infantry of one power defend and are hit twice: no choice. The attacker loses one unit, and has one."""
LOST = '{"do":"lose","units":"2 infantry"}'

UKRAINE = """\
{"sitrep":1,"title":"aa1942","game":"told"}
{"do":"end","phase":"purchase-units"}
{"do":"move","units":"2 infantry","path":"caucasus > ukraine-ssr"}
{"do":"end","phase":"combat-move"}
{"do":"battle","area":"ukraine-ssr"}
{"dice":"66"}
{"dice":"166 6 6 6"}
{"do":"lose","units":"infantry"}
{"do":"press"}
{"dice":"6"}
{"dice":"666 6 6 6"}
"""
"""The attacker has infantry alone and is hit once: no choice, and the question whether he presses on comes next."""


def game_of(log: str) -> Game:
    recording = parse_log(log.encode(), "told.jsonl")
    return replay(recording, load_title(recording.header.title), Strictness.COLLECT)


def defects(game: Game) -> list[tuple[str, str, str]]:
    return [(event.rule, event.found, event.expected) for event in game.events if isinstance(event, DefectFound)]


def facts(game: Game) -> list[bytes]:
    return [encode_event(event) for event in game.events if not isinstance(event, DefectFound)]


def without(log: str, line: str) -> str:
    assert line in log
    return log.replace(f"{line}\n", "")


@pytest.mark.parametrize(("log", "line"), [(BELORUSSIA, LOST), (UKRAINE, '{"do":"lose","units":"infantry"}')])
def test_a_true_line_changes_nothing(log: str, line: str) -> None:
    told, silent = game_of(log), game_of(without(log, line))
    assert defects(silent) == [] == defects(told)
    assert facts(told) == facts(silent)


@pytest.mark.parametrize("wrong", ["infantry", "3 infantry", "tank", "infantry, tank"])
def test_a_wrong_line_is_one_defect_and_the_battle_goes_on_as_the_rules_have_it(wrong: str) -> None:
    log = BELORUSSIA.replace(LOST, LOST.replace("2 infantry", wrong))
    game = game_of(log)
    assert [rule.partition("/")[0] for rule, _, _ in defects(game)] == ["not-lost"]
    assert facts(game) == facts(game_of(without(BELORUSSIA, LOST)))


def test_a_line_about_hits_that_there_were_none_of_is_one_defect() -> None:
    game = game_of(UKRAINE + '{"do":"lose","units":"fighter"}\n')
    assert defects(game) == [("not-lost", "fighter", "no losses")]
    assert facts(game) == facts(game_of(UKRAINE))


def test_losses_of_both_sides_may_be_told_after_both_have_rolled() -> None:
    log = without(BELORUSSIA, LOST).replace('{"dice":"661"}', '{"dice":"661"}\n{"do":"lose","units":"2 infantry (germany)"}')
    assert defects(game_of(log)) == []
    assert facts(game_of(log)) == facts(game_of(without(BELORUSSIA, LOST)))


@pytest.mark.parametrize("idle", ['{"do":"submerge","side":"defender","count":0}', '{"do":"intercept","units":""}'])
def test_an_order_that_does_nothing_may_stand_where_nobody_asks(idle: str) -> None:
    log = BELORUSSIA.replace('{"dice":"661"}', f'{idle}\n{{"dice":"661"}}')
    assert defects(game_of(log)) == [] and facts(game_of(log)) == facts(game_of(BELORUSSIA))


EGYPT = """\
{{"sitrep":1,"title":"aa1942","game":"told"}}
{{"do":"end","phase":"collect-income"}}
{{"do":"load","units":"infantry","path":"southern-europe > sea-zone-14"}}
{{"do":"move","units":"transport","path":"sea-zone-14 > sea-zone-15"}}
{{"do":"move","units":"battleship","path":"sea-zone-14 > sea-zone-15"}}
{{"do":"offload","units":"infantry","path":"sea-zone-15 > anglo-egypt-sudan"}}
{{"do":"move","units":"infantry","path":"libya > anglo-egypt-sudan"}}
{{"do":"end","phase":"combat-move"}}
{{"do":"battle","area":"sea-zone-15"}}
{{"dice":"1"}}
{{"dice":"6"}}
{{"do":"battle","area":"anglo-egypt-sudan"}}
{{"dice":"66"}}
{{"dice":"166"}}
{{"do":"lose","units":"infantry","which":"infantry {which}"}}
"""


@pytest.mark.parametrize(("which", "left"), [("ashore", ["libya"]), ("overland", ["sea-zone-15"])])
def test_which_of_one_type_are_lost_is_carried_out_where_only_land_units_differ(which: str, left: list[str]) -> None:
    game = game_of(EGYPT.format(which=which))
    assert defects(game) == []
    there = [key.condition for key in game.state.stacks if key.area == "anglo-egypt-sudan" and key.power == "germany"]
    assert [f"from={origin}" in condition for condition, origin in zip(there, left, strict=True)] == [True]
    assert game.state.battle, "the battle goes on"


@pytest.mark.parametrize("which", ["left=3", "empty", "ashore, infantry ashore", "ashore, infantry overland"])
def test_a_wrong_which_that_nobody_asked_for_is_one_defect(which: str) -> None:
    game = game_of(EGYPT.format(which=which))
    assert [rule for rule, _, _ in defects(game)] == ["casualties/which"]
    assert game.state.battle, "the battle goes on"
    with pytest.raises(IllegalOrder, match="casualties/which"):
        replay(parse_log(EGYPT.format(which=which).encode(), "told.jsonl"), game.title, Strictness.RAISE)


def test_what_fits_of_a_wrong_which_is_carried_out_as_if_it_were_asked_for() -> None:
    game = game_of(EGYPT.format(which="overland, infantry empty"))
    there = [key.condition for key in game.state.stacks if key.area == "anglo-egypt-sudan" and key.power == "germany"]
    assert len(defects(game)) == 1 and ["from=sea-zone-15" in condition for condition in there] == [True]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (['"2 infantry","which":"2 infantry overland"'], []),
        (['"2 infantry","which":"infantry ashore"'], ["infantry ashore"]),
        (['"2 infantry","which":"3 infantry overland"'], ["3 infantry overland"]),
        (['"infantry (germany)","which":"infantry overland"'] * 2, []),
        (['"infantry (germany)","which":"2 infantry overland"', '"infantry (germany)"'], ["2 infantry overland"]),
        (['"2 infantry","which":"infantry of Berlin"'], ["infantry of Berlin"]),
    ],
)
def test_a_line_told_after_the_next_roll_is_compared_with_what_was_lost(told: list[str], found: list[str]) -> None:
    lines = "".join(f'\n{{"do":"lose","units":{one}}}' for one in told)
    game = game_of(without(BELORUSSIA, LOST).replace('{"dice":"661"}', f'{{"dice":"661"}}{lines}'))
    assert [(rule, which) for rule, which, _ in defects(game)] == [("casualties/which", which) for which in found]
    assert facts(game) == facts(game_of(without(BELORUSSIA, LOST)))


HIT_WORDS = {"casualty", "shelled", "struck", "shot", "gunned", "outfired"}


def lost_in(events: list[Event]) -> Counter[tuple[str, str]]:
    """The units that events tell were hit."""
    found: Counter[tuple[str, str]] = Counter()
    for event in events:
        weaker = isinstance(event, UnitsChanged) and (event.cause == "hit" or 0 < event.to_strength < event.strength)
        gone = isinstance(event, UnitsRemoved) and not HIT_WORDS & set(event.condition.split())
        if (gone and event.battle and event.cause != "cargo-lost") or weaker:
            found[event.unit, event.power] += event.count
    return found


def one_less(lost: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    powers = Counter[str]()
    for (_, power), count in lost.items():
        powers[power] += count
    less = next((kind for kind in sorted(lost) if powers[kind[1]] > 1), None)
    return lost - Counter([less]) if less else Counter()


def telling_all(recording: Recording, game: Game, short: bool = False) -> Recording:
    """The record with a line after each roll that names what its hits cost, where the record has none.

    `short`: only for rolls that cost a power two units or more, and one of these is left out.
    """
    entries: list[RecordEntry] = []
    rolls = iter(enumerate(game.rolls))
    places = [at for at, _ in game.orders] + [len(game.events)]
    for number, entry in enumerate(recording.entries):
        entries.append(entry)
        if not isinstance(entry, DiceEntry):
            continue
        place, (at, _, _) = next(rolls)
        following = recording.entries[number + 1] if number + 1 < len(recording.entries) else None
        if isinstance(following, OrderEntry) and following.order.tells:
            continue
        ends = [one for one in places if one > at][:1] + [one for one, _, _ in game.rolls[place + 1 : place + 2]]
        lost = lost_in(game.events[at : min(ends)])
        if short:
            lost = one_less(lost)
        if lost:
            entries.append(OrderEntry(Lose(show_units((unit, n, power) for (unit, power), n in sorted(lost.items())))))
    return Recording(recording.header, tuple(entries), name="told")


WHOLE_GAMES = pytest.mark.parametrize(
    "file",
    slow_after(
        2,
        [
            "axis-takes-moscow.jsonl",
            "spain-and-china.jsonl",
            "arsenal-of-democracy.jsonl.gz",
            "rise-and-fall.jsonl.zst",
            "race-to-fifteen.jsonl.zst",
        ],
    ),
)


@cache
def played(file: str) -> tuple[Recording, Game]:
    recording = read_recording(HERE / file)
    return recording, replay(recording, load_title(recording.header.title), Strictness.RAISE)


def telling_apart(recording: Recording, told: Recording, which: str) -> Recording:
    """The told record whose lines that the record has not say which of their units they mean."""
    own = {id(entry) for entry in recording.entries}
    new = [entry for entry in told.entries if id(entry) not in own and isinstance(entry, OrderEntry)]
    marked = {id(entry): OrderEntry(replace(entry.order, which=which)) for entry in new}
    return Recording(told.header, tuple(marked.get(id(entry), entry) for entry in told.entries), name="told")


@WHOLE_GAMES
def test_whole_games_may_tell_all_their_losses(file: str) -> None:
    recording, game = played(file)
    title, told = game.title, telling_all(recording, game)
    assert len(told.entries) > len(recording.entries) + 10, "lines are told in this game"
    again = replay(told, title, Strictness.COLLECT)
    assert defects(again) == []
    assert facts(again) == facts(game)


@WHOLE_GAMES
def test_a_line_that_names_fewer_units_than_were_hit_is_one_defect(file: str) -> None:
    recording, game = played(file)
    title, short = game.title, telling_all(recording, game, short=True)
    lines = len(short.entries) - len(recording.entries)
    again = replay(short, title, Strictness.COLLECT)
    assert lines and [rule for rule, _, _ in defects(again)] == ["not-lost"] * lines
    assert facts(again) == facts(game)


@WHOLE_GAMES
def test_a_line_that_tells_apart_what_cannot_be_is_one_defect(file: str) -> None:
    recording, game = played(file)
    told = telling_all(recording, game)
    lines = len(told.entries) - len(recording.entries)
    again = replay(telling_apart(recording, told, "no-such-unit empty"), game.title, Strictness.COLLECT)
    assert lines and [found for _, found, _ in defects(again)] == ["no-such-unit empty"] * lines
    assert facts(again) == facts(game)


ARTILLERY = """\
{"sitrep":1,"title":"aa1942","game":"told"}
{"do":"end","phase":"purchase-units"}
{"do":"move","units":"infantry, artillery","path":"caucasus > ukraine-ssr"}
{"do":"end","phase":"combat-move"}
{"do":"battle","area":"ukraine-ssr"}
{"dice":"6 6"}
{"dice":"116 6 6 6"}
"""
"""Both attackers are hit, and the battle is over."""


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["infantry, artillery"], 0),
        (["infantry", "artillery"], 0),
        (["infantry (soviet-union), artillery (soviet-union)"], 0),
        (["artillery"], 1),
        (["infantry", "infantry"], 2),
    ],
)
def test_all_that_was_hit_is_named_in_one_line_or_in_several(lines: list[str], wrong: int) -> None:
    told = "".join(f'{{"do":"lose","units":"{units}"}}\n' for units in lines)
    assert [rule for rule, _, _ in defects(game_of(ARTILLERY + told))] == ["not-lost"] * wrong
    assert facts(game_of(ARTILLERY + told)) == facts(game_of(ARTILLERY))
