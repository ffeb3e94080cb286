"""1.1, 1.6, 2.1, 3.1, 7.5: who plays, whose land is closed, what follows what in a turn, who is at war and who trades at the start."""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.events import PhaseStarted, RoundStarted
from engine.recording import Header
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.titles.blitz.orders import GoToWar, MoveUnit
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.tables import countries
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import TITLE, broken, do, keys, table
from tests.play.games import watch

ACTIVITIES = ["return", "sea", "sea-combat", "rebase", "move", "land-combat"]


@pytest.mark.section("1.1")
def test_1_1_two_axis_and_three_allied_major_powers_with_their_home_countries() -> None:
    sides = {side: {p for p in TITLE.powers if TITLE.side_of[p] == side} for side in ("axis", "allies")}
    assert sides == {"axis": {"germany", "japan"}, "allies": {"afa", "ussr", "usa"}}
    homes = {p: {c for c, row in countries(TITLE).items() if row.major and row.power == p} for p in TITLE.powers}
    assert homes["afa"] == {"australia", "canada", "france", "great-britain", "india", "south-africa"}
    assert homes["germany"] == {"germany", "italy"}
    assert [homes[p] for p in ("japan", "ussr", "usa")] == [{"japan"}, {"ussr"}, {"usa"}]


@pytest.mark.section("1.6")
def test_1_6_units_enter_and_fly_over_neutral_land_only_after_a_declaration_of_war() -> None:
    play = table("18th-army berlin@2, luftwaffe western-germany@2", phase="move")
    march = MoveUnit("18th-army", "berlin > western-germany > belgium-netherlands")
    assert broken(play, march) == ["move/neutral"]
    assert "belgium-netherlands" not in ways.flights(play.position, *keys(play, "luftwaffe"), 3)
    do(play, GoToWar("germany", "belgium-netherlands"))
    assert broken(play, march) != ["move/neutral"]
    assert "belgium-netherlands" in ways.flights(play.position, *keys(play, "luftwaffe"), 3)


@pytest.mark.section("2.1")
def test_2_1_activities_of_both_sides_come_before_their_blitzes_and_the_turn_end() -> None:
    header = Header(TITLE.slug, scenario="campaign", round_limit=1)
    events = watch(Simulation(TITLE, header, 3, dict.fromkeys(TITLE.order, make_bot("random", 3)))).events
    first = [e for e in events if isinstance(e, PhaseStarted | RoundStarted)]
    opened = [e for e in first if isinstance(e, PhaseStarted)]
    turns = [(side, [e.phase for e in group]) for side, group in groupby(opened, lambda e: (TITLE.side_of[e.power], e.turn))]
    named = [(side[0], phases) for side, phases in turns]
    assert named[:4] == [
        ("axis", ACTIVITIES),
        ("allies", ACTIVITIES),
        ("axis", ["blitz", *ACTIVITIES]),
        ("allies", ["blitz", *ACTIVITIES]),
    ]
    assert [phases for _, phases in named[4:]] == [["turn-end", "build"], *[["build"]] * 4]


@pytest.mark.section("3.1")
def test_3_1_the_afa_fights_germany_and_japan_fights_china_but_not_the_usa() -> None:
    position = table().position
    pairs = {(one, two) for one in ("germany", "japan") for two in ("afa", "usa", "ussr") if board.at_war(position, one, two)}
    assert pairs == {("germany", "afa")}
    assert board.holder(position, "poland") == "afa" and board.is_hostile_land(position, "germany", "poland")
    assert board.is_hostile_land(position, "japan", "chungking") and not board.is_hostile_land(position, "japan", "manila")


@pytest.mark.section("7.5")
def test_7_5_four_agreements_hold_at_first_and_end_with_war_or_at_box_ten() -> None:
    play = table(phase="move", power="japan")
    going = {row.giver for row in turn_end.trades(play.position)}
    assert going == {"sweden", "usa", "ussr", "venezuela"}
    entry.shift(play, "usa", 10)
    entry.shift(play, "ussr", 9)
    assert {row.giver for row in turn_end.trades(play.position)} == {"sweden", "ussr", "venezuela"}
    do(play, GoToWar("germany", "sweden"))
    entry.go_to_war(play, "germany", "ussr")
    assert {row.giver for row in turn_end.trades(play.position)} == {"venezuela"}
