"""What the Turn End of each scenario has of section 7, and the attacks on what lies behind Harbin (A to F)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Besiege, Build, Choose, ResearchWeapons
from engine.titles.blitz.position import board, weapons
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import building, turn_end
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table


@pytest.mark.section("7.1", "Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_f_partisans_are_rolled_for_in_the_last_scenario_and_the_full_game_alone(scenario: str) -> None:
    """F.4 introduces them."""
    play = table(scenario=scenario, phase="turn-end", dice=[5] * 9)
    play.rules.by_slug["turn-end"].open(play)
    settle(play)
    rolled = [event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "partisans"]
    assert len(rolled) == (scenario in ("campaign", "rise-and-fall"))


@pytest.mark.section("7.2", "Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_f_its_war_markers_move_a_box_a_turn_in_the_last_scenario_and_the_full_game_alone(scenario: str) -> None:
    play = table(scenario=scenario, phase="turn-end", dice=[5] * 9)
    before = [play.state.marker("game", f"entry/{power}") for power in ("usa", "ussr")]
    play.rules.by_slug["turn-end"].open(play)
    settle(play)
    after = [play.state.marker("game", f"entry/{power}") for power in ("usa", "ussr")]
    assert (before != after) is (scenario in ("campaign", "rise-and-fall"))


@pytest.mark.section("7.8", "Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_e_weapons_are_researched_from_the_fifth_scenario_on(scenario: str) -> None:
    power = "afa" if scenario == "rising-sun" else "germany"
    play = table(scenario=scenario, phase="build", power=power, stores={power: (3, 0)})
    rules = broken(settle(play), ResearchWeapons())
    assert (rules in ([], ["research/group"])) is (scenario in ("campaign", "rising-sun", "rise-and-fall"))


@pytest.mark.section("7.8", "Scenario D. Barbarossa")
@pytest.mark.parametrize("scenario", [name for name in TITLE.scenarios if name != "western-europe"])
def test_d_one_gar_a_turn_is_free_from_the_fourth_scenario_on(scenario: str) -> None:
    power, gar = ("japan", "17th-area") if scenario == "rising-sun" else ("germany", "volkssturm")
    play = table(f"{gar} {power}-pool@1", scenario=scenario, phase="build", power=power, stores={power: (3, 0)})
    price = building.price(play.position, keys(play, gar)[0], Build(gar, "berlin"))
    assert price == int(scenario in ("longest-day", "atlantic"))


@pytest.mark.section("Scenario B. The Longest Day")
@pytest.mark.parametrize(("turn", "ready"), [(1, False), (2, True)])
def test_b_units_of_turn_ten_are_all_ready_then(turn: int, ready: bool) -> None:
    """The scenario begins with turn 9: the units of all Groups are in the Force Pools, or set aside where their country is no ally."""
    play = table(scenario="longest-day", turn=turn)
    specials.begin_turn(play)
    left = sum(len(stacks) for power in ("germany", "afa") for stacks in weapons.groups(play.position, power).values())
    assert (left == 0) is ready


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_port_arthur_falls_after_harbin_and_its_garrison_leaves_it() -> None:
    """Two of damage turn about, then each unit that is left goes to a friendly area beside, as its owner chooses."""
    units = "kwantung-army port-arthur@2, 25th-army port-arthur@1, 17th-area port-arthur@1"
    play = table(units, scenario="rising-sun", phase="return", power="afa", turn=9, take={"harbin": "ussr"},
                 markers={"besieged/harbin": "yes"}, dice=[6])  # fmt: skip
    specials.press(play)
    agenda.run(play)
    assert broken(play, Besiege("harbin")) == ["press"] and broken(play, Besiege("port-arthur")) == []
    do(play, Besiege("port-arthur"))
    assert board.holder(play.position, "port-arthur") == "japan"
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("damage", "japan")
    do(play, Choose("17th-area"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("damage", "afa")
    assert broken(play, Choose("17th-area")) == ["pick"]
    do(play, Choose("kwantung-army"))
    settle(play)
    assert board.holder(play.position, "port-arthur") == "ussr"
    assert {at(play, "kwantung-army"), at(play, "25th-army")} == {"peking@1"} and at(play, "17th-area") == "japan-pool"
    left = [event for event in play.events if isinstance(event, ev.UnitsMoved) and event.origin == "port-arthur"]
    assert sorted((event.unit, event.cause) for event in left) == [("25th-army", "retreat"), ("kwantung-army", "retreat")]


@pytest.mark.section("7.6", "Scenario B. The Longest Day", "Scenario D. Barbarossa")
@pytest.mark.parametrize(
    ("scenario", "power", "more"),
    [
        ("longest-day", "afa", (6, 0)),
        ("longest-day", "germany", (0, 0)),
        ("barbarossa", "germany", (1, 1)),
        ("barbarossa", "ussr", (1, 1)),
        ("rise-and-fall", "afa", (2, 1)),
        ("rise-and-fall", "usa", (0, 0)),
    ],
)
def test_7_6_what_a_scenario_adds_to_what_a_power_holds(scenario: str, power: str, more: tuple[int, int]) -> None:
    """B: six Resources of the Western Allies; D: what Sweden trades, and figures of its chart; F: two Resources and an Oil of the AFA."""
    play = table(scenario=scenario, phase="turn-end")
    held = list(turn_end.counted(play.position, power).values())
    traded = turn_end._traded(play.position, power)
    assert turn_end.collect(play, power) == tuple(sum(pair[i] for pair in held) + more[i] + traded[i] for i in (0, 1))
