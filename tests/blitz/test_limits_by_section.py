"""Single sentences of 1.5 to 8., each on both sides of its limit: lines, Convoys, ports, new units, coins, and the order of a Turn End."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.rules import EndPhase
from engine.titles.blitz.orders import AddUnit, Bomb, Build, Rebase
from engine.titles.blitz.politics import aligning, conquest
from engine.titles.blitz.position import board, supply, ways, weapons
from engine.titles.blitz.settings import in_play, printed_flags
from engine.titles.blitz.tables import convoys
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

SOUTH_CHINA_SEA = {"singapore": 0, "south-east-asia": 1, "canton": 0, "manila": 1, "borneo": 1, "java": 0}
"""Land areas that touch it, and whether they have an Oil or a Resource."""


@pytest.mark.section("3.5")
@pytest.mark.parametrize("area", SOUTH_CHINA_SEA)
def test_3_5_the_convoy_of_the_south_china_sea_sails_for_land_beside_it_that_has_goods(area: str) -> None:
    goods = {row.area for row in TITLE.own["places"] if row.oil or row.resources}
    assert {land for land, has in SOUTH_CHINA_SEA.items() if has} == goods & set(SOUTH_CHINA_SEA)
    play = table(take={**dict.fromkeys(SOUTH_CHINA_SEA, "usa"), area: "japan"})
    assert supply.is_destroyed(play.position, convoys(TITLE)["japan-s-china"]) is not bool(SOUTH_CHINA_SEA[area])


@pytest.mark.section("1.3")
@pytest.mark.parametrize("kind", ["land", "air", "sea"])
def test_1_3_what_touches_is_touched(kind: str) -> None:
    """Routes lead both ways; an Air Route is none for land units."""
    near = supply.neighbours(TITLE, kind)
    assert [(one, two) for one, others in near.items() for two in others if one not in near[two]] == []
    assert ("london" in near["paris"], "spain" in near["paris"]) == (kind == "air", kind != "sea")


@pytest.mark.section("1.5", "Scenario E. Empire of the Rising Sun")
def test_1_5_flags_printed_on_the_map_are_those_of_the_full_game_and_of_the_western_allies() -> None:
    flags, inside = printed_flags(TITLE, "rising-sun"), in_play(TITLE, "rising-sun")
    assert {"egypt", "london"} <= flags and not {"rome", "berlin", "moscow", "sweden"} & flags
    told = {row.area: row.power for row in TITLE.holdings if row.scenario == "campaign"}
    assert {told[area] for area in flags} <= {"afa", "usa"}
    assert not flags & set(inside)


@pytest.mark.section("1.6", "Scenario D. Barbarossa")
def test_1_6_nobody_flies_over_what_is_out_of_play() -> None:
    play = table("luftwaffe berlin@2", scenario="barbarossa")
    (key,) = keys(play, "luftwaffe")
    outside = [area for area, row in TITLE.areas.items() if row.kind in ("land", "sea") and not board.is_in_play(play.position, area)]
    assert {"tokyo", "japanese-coast"} <= set(outside)
    assert not [area for area in outside if ways.may_fly_over(play.position, key, area)]
    assert ways.may_fly_over(play.position, key, "poland") and ways.may_fly_over(play.position, key, "baltic-sea")


@pytest.mark.section("1.3", "5.1")
@pytest.mark.parametrize("port", ["western-approaches", "mediterranean-sea"])
def test_5_1_a_ship_rebases_to_the_port_that_is_named(port: str) -> None:
    """Spain has two; Gibraltar, which is the AFA's, lets its ships into both."""
    play = table("home-fleet london@2", power="afa", phase="rebase", take={"spain": "afa"})
    do(play, Rebase("home-fleet", "london > spain", port=port))
    (key,) = keys(play, "home-fleet")
    there = board.port_at(play.position, key)
    assert there is not None and (key.area, there.seas) == ("spain", (port,))


@pytest.mark.section("1.3", "7.8")
def test_7_8_a_small_port_is_no_limit_for_who_is_no_ship() -> None:
    play = table("2nd-army iceland@1, home-fleet iceland@1, royal-air-force iceland@1", phase="build", power="afa", stores={"afa": (20, 0)})
    (port,) = (row for row in TITLE.own["ports"] if row.area == "iceland")
    assert port.size == "small"
    assert broken(play, Build("2nd-army")) == [] and broken(play, Build("royal-air-force")) == []


@pytest.mark.section("7.3", "Scenario C. The Battle of the Atlantic")
@pytest.mark.parametrize("power", ["germany", "japan", "afa"])
def test_7_3_only_scenario_c_sells_a_unit_more(power: str) -> None:
    play = table(phase="build", power=power, stores={power: (5, 5)})
    first, second, third, *_ = (key.unit for key in weapons.groups(play.position, power)[1])
    do(play, AddUnit(first), AddUnit(second))
    assert broken(play, AddUnit(third)) == ["develop/limit"] and play.state.resources[power, "oil"] == 5


@pytest.mark.section("7.8")
@pytest.mark.parametrize("box", [1, 2, 3, 4])
@pytest.mark.parametrize("bombed", [False, True])
def test_7_8_a_test_of_the_a_bomb_needs_more_than_its_box(box: int, bombed: bool) -> None:
    """As many faces succeed as lie above the box, one more for whoever has been bombed; the die that is told says so."""
    told: dict[str, object] = {"a-bomb/usa": box} | ({"a-bombed/usa": "yes"} if bombed else {})
    for die in range(1, 7):
        units, stores = "american-a-bomb usa-track@1", {"usa": (5, 0)}
        play = table(units, phase="build", power="usa", markers=told, stores=stores, at_war=["germany usa"], dice=[die])
        do(play, Bomb("test"))
        rolled = next(event for event in play.events if isinstance(event, ev.DiceRolled))
        assert rolled.target == min(6, 6 - box + bombed)
        assert (at(play, "american-a-bomb") == "usa-pool") is (die + bombed > box), die


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("die", "power"), [(1, "afa"), (3, "afa"), (4, "usa"), (6, "usa")])
def test_3_4_two_liberators_with_as_much_throw_a_coin(die: int, power: str) -> None:
    play = table(take={"milan": "usa", "rome": "afa"}, markers={"conquered/italy": "axis"}, at_war=["germany usa"], dice=[die])
    conquest.liberate(play, "italy", "allies")
    rolled = next(event for event in play.events if isinstance(event, ev.DiceRolled))
    assert rolled.target == 3
    settle(play)
    assert board.ally_of(play.position, "italy") == power


@pytest.mark.section("7.3", "3.3")
@pytest.mark.parametrize("vichy", [{}, {"vichy-france": "yes"}])
def test_7_3_units_set_aside_join_when_their_country_allies_whatever_became_of_france(vichy: dict[str, str]) -> None:
    play = table("belgian-dutch-army afa-set-aside@1", markers=vichy)
    aligning._wake(play, "belgium-netherlands", "afa")
    assert at(play, "belgian-dutch-army") == "afa-pool"


@pytest.mark.section("2.1", "7.8")
def test_2_1_at_a_turn_end_all_count_and_then_each_power_builds_in_order() -> None:
    play = table(power="afa", phase="land-combat", blitzing={}, dice=[3] * 50)
    done = len(play.events)
    while play.state.clock.round == 1 and not play.state.ended:
        play.submit(play.pending.default if play.pending else EndPhase())
    told = [(event.power, event.phase) for event in play.events[done:] if isinstance(event, ev.PhaseStarted)]
    order = ["germany", "japan", "afa", "usa", "ussr"]
    assert told[:6] == [("germany", "turn-end"), *((power, "build") for power in order)]


@pytest.mark.section("8. Victory and Game End", "Scenario A. The Blitz of Western Europe")
@pytest.mark.parametrize(
    ("lands", "ended"), [({}, False), ({"paris": "germany"}, False), ({"paris": "germany", "poland": "germany"}, True)]
)
def test_a_only_both_prizes_end_the_game_before_its_last_turn_is_over(lands: dict[str, str], ended: bool) -> None:
    play = table(scenario="western-europe", take={"paris": "afa", "poland": "afa"} | lands, turn=2)
    victory.check_hunt(play)
    assert bool(play.state.ended) is ended
    if not ended:
        victory.finish(play)
        assert play.state.ended and play.state.winners == ("allies",), "it is over after turn 2"
    assert settle(play)
