"""Scenarios D to F: what is borrowed, what changes hands by itself, how Harbin is held and lost, to the number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.events import DiceRolled
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Besiege, Choose, GoTo, Yes
from engine.titles.blitz.position import board
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.settings import bonuses, fates, sieges
from engine.titles.blitz.turn_end import turn_end
from engine.titles.blitz.vocabulary import BORROWED, FORGONE, GRANTED
from tests.blitz.table import TITLE, agenda_of, at, do, keys, settle, table

(HARBIN,) = sieges(TITLE, "rising-sun")


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("resources", "most", "found"),
    [(-3, 0, -3), (3, 0, 3), (3, 2, 2), (3, 1, 1), (1, 2, 1), (-3, -2, -2), (-3, -1, -1), (-1, -2, -1)],
)
def test_e_what_a_scenario_gives_or_takes_ends_at_its_most(monkeypatch: pytest.MonkeyPatch, resources: int, most: int, found: int) -> None:
    row = replace(bonuses(TITLE, "rising-sun")[0], first=1, last=15, resources=resources, growth=0, most=most, price=0)
    monkeypatch.setattr(specials, "bonuses", lambda *_: [row])
    assert specials.bonus_of(table(scenario="rising-sun").position, row.power) == (found, 0)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_what_is_borrowed_is_for_this_turn_and_costs_japan_s_point_where_there_is_none() -> None:
    """On turn 5, the second of the scenario; the Western Allies have never had a point."""
    play = table(scenario="rising-sun", phase="turn-end", power="afa", turn=2)
    specials._answer_borrow(play, ("europe-waits",), Yes())
    assert BORROWED.read(play.state, "afa") == "5 3"
    assert (play.state.points.get(("afa", "vp"), 0), play.state.points["japan", "vp"]) == (0, 1)


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_land_out_of_play_that_changes_hands_counts_for_its_new_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    (fate,) = fates(TITLE, "rise-and-fall")
    monkeypatch.setattr(specials, "fates", lambda *_: [replace(fate, turn=1, areas=("port-arthur",), unless=())])
    play = table(scenario="rise-and-fall")
    assert not board.is_in_play(play.position, "port-arthur")
    specials.begin_turn(play)
    assert board.holder(play.position, "port-arthur") == "ussr" and GRANTED.read(play.state, "port-arthur") == "yes"
    assert "port-arthur" in turn_end.counted(play.position, "ussr"), "it has a Resource, and lines lead there"


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_a_war_out_of_play_pauses_play_for_politics() -> None:
    play = table(scenario="rise-and-fall", phase="move")
    specials._answer_war(play, ("japan",), Yes())
    assert "politics" in agenda_of(play) and {play.position.relation("japan", foe) for foe in ("afa", "usa")} == {"war"}


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_a_big_arm_that_leaves_is_out_of_the_game_and_its_small_one_waits_in_the_pool() -> None:
    play = table("big-army-group-center berlin@4, army-group-center germany-reserve@2", scenario="barbarossa", phase="turn-end")
    specials._shed(play, ("germany", "4"))
    assert (at(play, "big-army-group-center"), at(play, "army-group-center")) == ("", "germany-pool")
    assert FORGONE.read(play.state, "big-army-group-center") == "yes"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_who_is_aboard_does_not_hold_harbin() -> None:
    play = table("25th-army harbin@2, 14th-army harbin@1 [aboard]", scenario="rising-sun", phase="move", power="japan")
    assert [key.unit for key in specials.garrison(play.position, HARBIN, "harbin")] == ["25th-army"]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_harbin_falls_once() -> None:
    play = table(scenario="rising-sun", phase="move", power="japan", take={"harbin": "ussr"})
    specials.watch(play)
    assert agenda_of(play) == []


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_only_land_of_japan_is_attacked_from_harbin() -> None:
    play = table(scenario="rising-sun", take={"harbin": "ussr", "port-arthur": "afa"}, markers={"besieged/harbin": "yes"})
    beside = {area for area in TITLE.neighbours["harbin"] if board.holder(play.position, area) == "japan"}
    assert set(specials.pressable(play.position, HARBIN)) == beside and "port-arthur" not in beside


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("units", "target"),
    [
        ("25th-army harbin@2", 4),
        ("big-kwantung-army harbin@4, 25th-army harbin@1", 1),
        ("big-kwantung-army harbin@4, 25th-army harbin@2", 0),
    ],
)
def test_e_harbin_falls_to_a_die_above_its_sizes(units: str, target: int) -> None:
    play = table(units, scenario="rising-sun", power="afa", turn=9, dice=[1])
    specials._answer_press(play, ("harbin",), Besiege("harbin"))
    (roll,) = (event for event in play.events if isinstance(event, DiceRolled))
    assert (roll.power, roll.target) == ("afa", target)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_each_chooses_by_default_what_hurts_him_least() -> None:
    """A GAR is the weakest; an enemy takes the best."""
    play = table("kwantung-army harbin@2, 17th-area harbin@1, 25th-army harbin@1", scenario="rising-sun", power="afa", turn=9, dice=[6])
    specials._answer_press(play, ("harbin",), Besiege("harbin"))
    agenda.run(play)
    found = []
    while play.pending is not None and play.pending.what == "damage":
        assert isinstance(play.pending.default, Choose)
        found.append((play.pending.power, play.pending.default.unit))
        do(play, play.pending.default)
    assert found == [("japan", "17th-area"), ("afa", "kwantung-army")]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_all_that_is_left_retreats_by_default_to_the_first_area() -> None:
    play = table("kwantung-army harbin@2, 25th-army harbin@2, 14th-army harbin@1", scenario="rising-sun", power="afa")
    agenda.before(play, "siege-retreat harbin harbin", "siege-end harbin harbin")
    agenda.run(play)
    ways = specials._ways_out(play.position, keys(play, "25th-army")[0])
    assert len(ways) > 1
    left = []
    while play.pending is not None:
        assert isinstance(play.pending.default, GoTo) and play.pending.default.area == ways[0]
        left.append(play.pending.default.unit)
        do(play, GoTo(left[-1], ways[-1]))
    assert sorted(left) == ["14th-army", "25th-army", "kwantung-army"]
    assert {key.area for key in keys(play, *left)} == {ways[-1]} and board.holder(play.position, "harbin") == "ussr"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_the_only_defender_of_another_area_takes_both_points() -> None:
    play = table("25th-army peking@2", scenario="rising-sun", power="afa", take={"harbin": "ussr"}, markers={"besieged/harbin": "yes"})
    agenda.before(play, "siege-hit harbin peking owner", "siege-hit harbin peking besieger")
    agenda.run(play)
    settle(play)
    assert at(play, "25th-army") == "japan-pool"
