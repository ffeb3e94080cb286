"""How rough the odds are that bots of Global War go by, which leave some of its steps out: beside battles that its rules play."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from engine.events import BattleStarted
from engine.families import family_of
from engine.families.axis_allies.bots.greedy.forces import judge, once_fought
from engine.forces import parse_units
from engine.odds.battle import Forces
from engine.odds.composed import NoBattle
from engine.odds.quick import book_of
from engine.titles import load_title
from ingest import replay_file
from ingest.samples import HERE
from tests.slow import slow_after

TITLE, PLAYS, BATTLES = load_title("global-war-1936"), 60, 12
RECORD = HERE / "won-by-a-point.jsonl.zst"


def units(text: str, elements: tuple[str, str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for item in parse_units(text):
        row = TITLE.units[item.unit]
        if row.cls in elements and not row.has("no-combat"):
            counts[item.unit] += item.count
    return counts


def battles(sea: bool) -> list[tuple[Counter[str], Counter[str]]]:
    """Return battles of a recorded game, without guns and bombardment, each of its forces once.

    Seaplanes alone are left out: bots see no strength in what strikes submarines and transports only, and never send them alone.
    """
    found = {}
    for event in replay_file(RECORD).events:
        if isinstance(event, BattleStarted) and (TITLE.areas[event.area].kind == "sea") == sea and event.kind != "raid":
            mine, theirs = (units(text, ("sea" if sea else "land", "air")) for text in (event.attackers, event.defenders))
            if theirs and any(not TITLE.units[unit].has("hits-few") for unit in mine):
                found[str((sorted(mine.items()), sorted(theirs.items())))] = mine, theirs
    return Random(5).sample([found[key] for key in sorted(found)], BATTLES)


@pytest.mark.parametrize(("sea", "most"), slow_after(1, [(False, 0.04), (True, 0.06)]), ids=["land", "sea"])
def test_the_chances_that_bots_expect_are_near_those_of_the_rules(sea: bool, most: float) -> None:
    sampled, errors = family_of(TITLE).sampled, []
    for mine, theirs in battles(sea):
        told = judge(book_of(TITLE), mine, theirs)
        attack, defend = ({(unit, power): n for unit, n in one.items()} for one, power in ((mine, "germany"), (theirs, "soviet-union")))
        forces = Forces(attack, defend, sea)
        found = sampled(TITLE, forces, games=PLAYS, seed=1)
        errors.append(abs(told.win - found.win))
        assert abs(told.win - found.win) < 0.4 and (told.win - 0.5) * (found.win - 0.5) > -0.02, (mine, theirs)
    assert fmean(errors) < most, f"{fmean(errors):.3f} in the mean; over 120 battles, 200 plays each, .013 on land, .018 at sea"


@pytest.mark.parametrize(
    ("mine", "theirs", "seen"),
    [
        ({"destroyer": 3}, {"submarine": 1}, False),
        ({"destroyer": 3, "fighter": 1}, {"submarine": 1}, True),
        ({"battleship": 2, "heavy-cruiser": 2}, {"submarine": 2, "naval-transport": 1}, False),
    ],
)
def test_ships_alone_do_not_attack_submarines(mine: dict[str, int], theirs: dict[str, int], seen: bool) -> None:
    """Book of Global War, 9.10: without aircraft on patrol they may not be attacked; so the rules let nobody win."""
    told = judge(book_of(TITLE), mine, theirs)
    attack, defend = ({(unit, power): n for unit, n in one.items()} for one, power in ((mine, "germany"), (theirs, "soviet-union")))
    try:
        won = family_of(TITLE).sampled(TITLE, Forces(attack, defend, True), games=PLAYS, seed=1).win
    except NoBattle:
        won = 0.0
    assert (told.win > 0) is (won > 0) is seen, (told, won)
    assert once_fought(book_of(TITLE), mine, theirs).win > 0, "by these submarines submerge: whoever fights them sees them"
