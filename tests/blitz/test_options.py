"""9. Optional rules, and the other readings of what is unclear."""

from __future__ import annotations

import pytest

from engine.errors import RecordError
from engine.events import DiceRolled, PhaseStarted, RoundStarted
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import run
from engine.titles.blitz.combat import factors
from engine.titles.blitz.orders import (
    AddUnit,
    Attack,
    Blitz,
    Build,
    Engage,
    Give,
    MoveUnit,
    No,
    Partisan,
    PutToSea,
    Rebase,
    ResearchWeapons,
    ReturnToBase,
    Sabotage,
    Yes,
)
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, weapons
from engine.titles.blitz.sea import sea
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import at, broken, do, keys, settle, table

ROUTE = {"paris": "germany"}


PLAYERS = {"germany": "Maria", "japan": "Richard", "afa": "Franklin", "usa": "Franklin", "ussr": "Cecilia"}


@pytest.mark.section("9.1")
def test_9_1_the_bids_of_the_example_make_two_winners_and_the_last_group_gets_what_is_left() -> None:
    points = {"germany": 12, "japan": 15, "afa": 9, "usa": 15, "ussr": 14}
    bids = {"bid-germany": "-3", "bid-ussr": "+2"}
    play = table(turn=12, players=PLAYERS, points=points, options=bids)
    assert victory.averages(play.position) == {
        ("Maria", "axis"): 9,
        ("Richard", "axis"): 16,
        ("Franklin", "allies"): 12,
        ("Cecilia", "allies"): 16,
    }
    assert victory.leaders(play.position) == ("axis", "allies")


@pytest.mark.section("9.1")
def test_9_1_bids_do_not_end_the_game() -> None:
    play = table(turn=12, players=PLAYERS, points={"ussr": 14}, options={"bid-germany": "-2", "bid-ussr": "+2"})
    victory.finish(play)
    assert not play.state.ended


@pytest.mark.section("9.1")
def test_9_1_only_the_first_power_of_a_group_is_bid_for() -> None:
    with pytest.raises(RecordError, match="option bid-afa is \\+1; bids are made for germany, usa, ussr"):
        table(players=PLAYERS, options={"bid-afa": "+1"})


@pytest.mark.section("9.3")
def test_9_3_a_resource_of_each_country_goes_to_one_of_its_units_first() -> None:
    """France and Great Britain have Resources; so long as a British unit is owed one, nothing else is bought."""
    units = "2nd-army london@1, french-army paris@1, anzac-army canberra@1"
    stores = {"afa": (5, 1)}
    plain = table(units, phase="build", power="afa", stores=stores)
    assert broken(plain, ResearchWeapons()) == []
    play = table(units, phase="build", power="afa", stores=stores, options={"minor-ally-builds": "yes"})
    assert broken(play, ResearchWeapons()) == ["build/minor-ally"]
    owed = play.rules.by_slug["build"].owed(play.position)
    assert owed
    while owed and play.state.resources["afa", "resources"]:
        assert [problem.rule for problem in play.check(EndPhase())] == ["build/minor-ally"]
        do(play, owed[0])
        owed = play.rules.by_slug["build"].owed(play.position)
    assert broken(play, EndPhase()) == []


@pytest.mark.section("9.3")
def test_9_3_one_build_for_each_country_is_enough() -> None:
    play = table(phase="build", power="germany", stores={"germany": (3, 0)}, options={"minor-ally-builds": "yes"})
    do(play, Build("flak", "berlin"))
    assert broken(play, Build("ju-88s", "berlin")) == ["build/minor-ally"], "Austria's Resource goes to its army"
    do(play, Build("austrian-army", "austria-czechoslovakia"))
    assert broken(play, Build("ju-88s", "berlin")) == broken(play, EndPhase()) == []


@pytest.mark.section("9.4")
def test_9_4_one_small_land_unit_attacks_over_a_land_route_at_half() -> None:
    units = "army-group-b paris@2, army-group-a paris@2, spanish-army spain@2"
    enemy = {"owners": {"spanish-army": "afa"}, "take": {**ROUTE, "spain": "afa", "portugal": "afa"}}
    assert broken(table(units, **enemy), Attack("ground", "spain", "army-group-b")) == ["attack/adjacent"]  # type: ignore[arg-type]
    play = table(units, options={"land-route-attacks": "yes"}, **enemy)  # type: ignore[arg-type]
    assert broken(play, Attack("ground", "spain", "army-group-b, army-group-a")) == ["attack/route"]
    do(play, Attack("ground", "spain", "army-group-b"))
    assert broken(play, Attack("ground", "spain", "army-group-a")) == ["attack/route"]
    fire = factors.land_fire(play.position, "spain", keys(play, "army-group-b"), keys(play, "spanish-army"))
    assert fire.attack.factors == 1, "4, halved for the Route and for the mountains"


@pytest.mark.section("9.7")
def test_9_7_a_resource_buys_a_land_blitz_with_one_arm() -> None:
    units = "army-group-center berlin@2, waffen-ss-army berlin@2, 18th-army berlin@2"
    stores = {"germany": (1, 0)}
    assert broken(table(units, phase="blitz", blitzing={}, stores=stores), Blitz("germany", "foot")) == ["blitz/option"]
    play = table(units, phase="blitz", blitzing={}, stores=stores, options={"foot-blitz": "yes"})
    do(play, Blitz("germany", "foot"))
    assert play.state.resources["germany", "resources"] == 0
    moving = table(units, phase="move", blitzing={"germany": "foot"}, options={"foot-blitz": "yes"})
    do(
        moving,
        MoveUnit("army-group-center", "berlin > western-germany"),
        MoveUnit("18th-army", "berlin > western-germany"),
    )
    assert broken(moving, MoveUnit("waffen-ss-army", "berlin > western-germany")) == ["blitz/foot"]


@pytest.mark.section("9.9")
def test_9_9_a_factory_may_be_looted_instead_of_scored() -> None:
    for answer, points, resources in ((Yes(), 0, 4), (No(), 2, 0)):
        play = table(options={"looting": "yes"}, at_war=["germany ussr"], stores={"germany": (0, 0)})
        control.take_control(play, "moscow", "germany")
        run(play)
        assert play.pending is not None and play.pending.what == "loot"
        do(play, answer)
        assert play.state.points.get(("germany", "vp"), 0) == points
        assert play.state.resources.get(("germany", "resources"), 0) == resources


@pytest.mark.section("9.9")
def test_9_9_an_oil_may_be_claimed_for_each_point_instead() -> None:
    play = table(options={"looting": "yes"}, at_war=["germany ussr"], stores={"germany": (0, 0)})
    control.take_control(play, "moscow", "germany")
    run(play)
    assert broken(play, Give(3)) == ["loot"]
    do(play, Give(1))
    assert [play.state.resources["germany", name] for name in ("resources", "oil")] == [2, 1]
    assert play.state.points.get(("germany", "vp"), 0) == 0
    control.take_control(play, "moscow", "ussr")
    assert play.state.points["germany", "vp"] == -2, "the points are lost with the Factory all the same"


STRAIT = "rome > mediterranean-sea > western-approaches"
FORCED = {"forced-passage": "yes"}


@pytest.mark.section("9.8")
@pytest.mark.parametrize(
    ("die", "there"),
    [(1, "rome@2"), (2, "western-approaches@2"), (4, "western-approaches@1"), (5, "western-approaches@1")],
)
def test_9_8_a_ship_forces_the_strait_under_seven_factors_and_an_l_sends_it_back(die: int, there: str) -> None:
    play = table("bb-fleet rome@2", phase="sea", options=FORCED, dice=[die])
    do(play, PutToSea("bb-fleet", STRAIT))
    assert at(play, "bb-fleet") == there
    (rolled,) = (event for event in play.events if isinstance(event, DiceRolled))
    assert (rolled.power, rolled.side) == ("afa", "defender"), "who holds Gibraltar fires"
    if there.startswith("rome"):
        assert broken(play, PutToSea("bb-fleet", "rome > mediterranean-sea")) == ["sail/moved"]


@pytest.mark.section("9.8")
def test_9_8_a_ship_of_size_one_may_be_sunk_with_all_that_it_takes_along() -> None:
    play = table("italian-trs rome@1, alpini-army rome@2", phase="sea", options=FORCED, dice=[4])
    do(play, PutToSea("italian-trs", STRAIT, carry="alpini-army"))
    assert at(play, "italian-trs") == at(play, "alpini-army") == "germany-pool"


@pytest.mark.section("9.8")
def test_9_8_no_ship_forces_the_canal_or_narrows_that_its_path_does_not_name() -> None:
    play = table("bb-fleet rome@2", phase="sea", options=FORCED)
    assert broken(play, PutToSea("bb-fleet", "rome > mediterranean-sea > arabian-sea")) == ["sail/way"]
    assert broken(play, PutToSea("bb-fleet", "rome > western-approaches")) == ["sail/way"]
    assert broken(table("bb-fleet rome@2", phase="sea"), PutToSea("bb-fleet", STRAIT)) == ["sail/way"]


@pytest.mark.section("9.8")
@pytest.mark.parametrize(("die", "there"), [(1, "western-approaches@2"), (5, "rome@1")])
def test_9_8_a_ship_that_returns_to_base_through_the_strait_is_fired_at_too(die: int, there: str) -> None:
    play = table("bb-fleet western-approaches@2", phase="return", options=FORCED, dice=[die])
    do(play, ReturnToBase("bb-fleet", "rome"))
    assert at(play, "bb-fleet") == there
    if there.startswith("western"):
        assert broken(play, ReturnToBase("bb-fleet", "rome")) == ["return/turned-back"]


@pytest.mark.section("9.8")
@pytest.mark.parametrize(
    ("die", "there"), [(1, ["milan@1", "milan@2"]), (2, ["paris@1", "paris@2"]), (5, ["germany-pool", "germany-pool"])]
)
def test_9_8_a_ship_that_rebases_through_the_strait_is_fired_at_with_its_load(die: int, there: list[str]) -> None:
    """Gibraltar is the enemy's; an L leaves ship and load where they are, and the ship moves no more."""
    way = Rebase("italian-trs", "milan > paris", carry="alpini-army")
    told = {"phase": "rebase", "take": ROUTE}
    units = "italian-trs milan@1, alpini-army milan@2"
    assert broken(table(units, **told), way) == ["rebase/way"]  # type: ignore[arg-type]
    play = do(table(units, options=FORCED, dice=[die], **told), way)  # type: ignore[arg-type]
    assert [at(play, "italian-trs"), at(play, "alpini-army")] == there
    if there[0].startswith("milan"):
        assert broken(play, way) == ["rebase/moved"]


def saboteur(*dice: int, power: str = "germany", **told: object) -> Play:
    """Return a game in which a power may sabotage an enemy now."""
    stores = {"germany": (3, 2), "afa": (4, 3)}
    options = {"sabotage": "yes"}
    return table(phase="build", power=power, stores=stores, options=options, dice=dice, **told)  # type: ignore[arg-type]


def next_spending(play: Play, power: str) -> Play:
    """Go on to a power's spending in the next turn."""
    play.emit(RoundStarted(2))
    play.emit(PhaseStarted(power, "build", play.state.clock.turn + 1))
    play.rules.by_slug["build"].open(play)
    return play


@pytest.mark.section("9.6")
def test_9_6_each_enemy_is_sabotaged_once_a_turn_for_a_resource() -> None:
    assert broken(table(phase="build", stores={"germany": (3, 2)}), Sabotage("afa")) == ["sabotage/option"]
    play = saboteur(1)
    assert broken(play, Sabotage("usa")) == ["sabotage/enemy"]
    do(play, Sabotage("afa"))
    assert play.state.resources["germany", "resources"] == 2
    assert broken(play, Sabotage("afa")) == ["sabotage/once"]


@pytest.mark.section("9.6")
def test_9_6_a_one_lets_the_saboteur_spend_the_first_resource() -> None:
    play = next_spending(do(saboteur(1, units="2nd-army london@1"), Sabotage("afa")), "afa")
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("sabotage-spend", "germany")
    assert broken(play, Build("2nd-army", sizes=2)) == ["sabotage/choice"]
    do(play, Build("2nd-army"))
    assert at(play, "2nd-army") == "london@2" and play.state.resources["afa", "resources"] == 3 and not play.pending


@pytest.mark.section("9.6")
def test_9_6_a_two_lets_the_saboteur_choose_the_free_gar() -> None:
    play = next_spending(do(saboteur(2, units="home-guard afa-pool@1"), Sabotage("afa")), "afa")
    assert play.pending is not None and play.pending.what == "sabotage-gar"
    order = play.pending.default
    do(play, order)
    assert isinstance(order, Build) and board.type_of(play.title, order.unit) == "GAR" and at(play, order.unit)[-1] == "1"
    assert play.state.resources["afa", "resources"] == 4


@pytest.mark.section("9.6")
def test_9_6_a_three_lets_the_saboteur_choose_the_first_new_unit() -> None:
    play = next_spending(do(saboteur(3), Sabotage("afa")), "afa")
    assert play.pending is not None and play.pending.what == "sabotage-develop"
    units = [key.unit for key in weapons.groups(play.position, "afa")[1]]
    do(play, AddUnit(units[-1]))
    assert not board.find(play.position, units[-1]).area.startswith("afa-group")  # type: ignore[union-attr]


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("conquered", "marked"), [({"conquered/balkans": "allies"}, True), ({}, False)])
def test_9_6_a_four_sends_partisans_into_a_country_that_the_enemy_has_conquered(conquered: dict[str, str], marked: bool) -> None:
    play = saboteur(4, 2, power="afa", take={"balkans": "germany"}, markers=conquered)
    do(play, Sabotage("germany"))
    assert bool(play.pending) is marked
    if play.pending:
        do(play, Partisan("balkans"))
    assert bool(play.state.marker("game", "partisan/balkans")) is marked


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("die", "face", "resource", "left"), [(5, 6, "oil", 2), (5, 1, "oil", 3), (6, 6, "resources", 3)])
def test_9_6_a_five_burns_oil_and_a_six_resources(die: int, face: int, resource: str, left: int) -> None:
    play = do(saboteur(die, face), Sabotage("afa"))
    assert play.state.resources["afa", resource] == left


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("stores", "burns"), [("all", True), ("saved", False)])
def test_9_6_what_is_counted_in_this_turn_burns_or_does_not(stores: str, burns: bool) -> None:
    """The AFA had nothing saved; what it has just counted it spends after Germany has spent."""
    chosen = {"sabotage": "yes", "sabotage-stores": stores}
    play = table(phase="turn-end", power="germany", options=chosen, stores={"germany": (3, 0), "afa": (0, 0)}, dice=[6, 6])
    agenda.after(play, "income")
    run(play)
    counted = play.state.resources["afa", "resources"]
    play.emit(PhaseStarted("germany", "build", play.state.clock.turn + 1))
    do(play, Sabotage("afa"))
    burnt = counted - play.state.resources["afa", "resources"]
    assert counted > 0 and (burnt > 0) is burns


@pytest.mark.section("7.7", "7.8")
@pytest.mark.parametrize(("told", "left"), [("counted", 0), ("free", 2)])
def test_7_7_saved_oil_of_a_bound_power_counts_against_its_limit_or_does_not(told: str, left: int) -> None:
    """The USA in box 3 with two Oil of an earlier turn build for three: "they will remain available for next turn"."""
    units = "1st-army atlantic-seaboard@1, 5th-army atlantic-seaboard@1, 2nd-marines atlantic-seaboard@1"
    play = table(
        units,
        phase="turn-end",
        power="usa",
        stores={"usa": (0, 2)},
        markers={"entry/usa": "3"},
        options={"saved-oil": told},
    )
    agenda.after(play, "income")
    run(play)
    play.emit(PhaseStarted("usa", "build", play.state.clock.turn + 1))
    do(play, Build("1st-army", "", 1), Build("5th-army", "", 1), Build("2nd-marines", "", 1), EndPhase())
    assert play.state.resources.get(("usa", "oil"), 0) == left


@pytest.mark.section("2.2", "4.4")
@pytest.mark.parametrize(("told", "seas"), [("wait", []), ("fight", ["north-atlantic"])])
def test_4_4_a_convoy_alone_waits_for_activities_or_fights_in_its_powers_naval_blitz(told: str, seas: list[str]) -> None:
    play = table(
        "u-boat-i north-atlantic@1",
        power="afa",
        phase="sea-combat",
        blitzing={"afa": "naval"},
        options={"convoy-blitzes": told},
    )
    assert sea.due(play.position) == seas
    free = table(
        "u-boat-i north-atlantic@1",
        power="afa",
        phase="sea-combat",
        blitzing={"afa": "free"},
        options={"convoy-blitzes": told},
    )
    assert sea.due(free.position) == []


@pytest.mark.section("7.8")
def test_7_8_research_costs_one() -> None:
    play = do(table(phase="build", power="germany", stores={"germany": (2, 0)}, dice=[6]), ResearchWeapons())
    assert play.state.resources["germany", "resources"] == 1


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("told", "struck"), [("any-round", False), ("bombing-round", True)])
def test_6_5_kamikazes_that_meet_a_carrier_are_used_up_in_the_air_or_strike_the_fleet_too(told: str, struck: bool) -> None:
    """The Air Round is fought because of the CV: all four dice fall as 1, and nothing in it hits."""
    units = "kamikazes japanese-coast@1, 12th-fleet japanese-coast@2"
    play = table(units, phase="sea-combat", at_war=["japan usa", "japan afa"], dice=[1] * 4, options={"used-once": told})
    settle(do(play, Engage("japanese-coast")))
    rounds = [roll.purpose for roll in play.events if isinstance(roll, DiceRolled) and roll.side == "attacker"]
    assert ("naval" in rounds) is struck
    assert at(play, "kamikazes") == "japan-pool", "either way they are used once"


@pytest.mark.section("9.9")
def test_9_9_a_factory_is_looted_whole_or_point_by_point() -> None:
    """Moscow has two Factory Factors: one is kept as a point, the other is an Oil or two Resources."""
    for told, order, goods in (
        ("whole", Give(1, 1), None),
        ("split", Give(1, 1), (0, 1)),
        ("split", Give(0, 1), (2, 0)),
        ("split", Give(2, 1), None),
    ):
        play = table(options={"looting": "yes", "looting-parts": told}, at_war=["germany ussr"], stores={"germany": (0, 0)})
        control.take_control(play, "moscow", "germany")
        run(play)
        if goods is None:
            assert broken(play, order) == ["loot"], (told, order)
            continue
        do(play, order)
        assert tuple(play.state.resources.get(("germany", name), 0) for name in ("resources", "oil")) == goods
        assert play.state.points["germany", "vp"] == 1
        control.take_control(play, "moscow", "ussr")
        assert play.state.points["germany", "vp"] == -1, "both points are lost with the Factory all the same"


@pytest.mark.section("7.4")
def test_7_4_an_ll_unit_delivers_no_points() -> None:
    play = table(
        "arctic-ocean-ll arctic-ocean@2",
        phase="turn-end",
        power="afa",
        at_war=["germany ussr"],
        owners={"arctic-ocean-ll": "afa"},
    )
    agenda.before(play, "lend arctic-ocean-ll")
    assert play.pending is not None and Give in play.pending.takes
    assert broken(play, Give(1, 1)) == ["lend-lease"] and broken(play, Give(1)) == []


@pytest.mark.section("5.1")
@pytest.mark.parametrize(("told", "rules"), [("several", []), ("one", ["rebase/carry"])])
def test_5_1_a_land_unit_is_carried_by_one_trs_after_another_or_by_one_alone(told: str, rules: list[str]) -> None:
    units = "europe-trs scotland@1, 3rd-fleet-trs london@1, 2nd-army scotland@2"
    play = table(units, phase="rebase", power="afa", at_war=["germany usa"], options={"land-rebases": told})
    do(play, Rebase("europe-trs", "scotland > north-sea > london", "2nd-army"))
    assert at(play, "2nd-army") == "london@2"
    assert broken(play, Rebase("3rd-fleet-trs", "london > western-approaches > paris", "2nd-army")) == rules
