"""1.4, 2.1, 8., 9.8 and Scenario E: what snow does to each round, what ends a game and what does not, what narrows cost a load."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import factors, results
from engine.titles.blitz.orders import Announced, Attack, Besiege, Choose, MoveUnit, PutToSea, Rebase, Resolve
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.rules import TitleRules
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import RULES, TITLE, at, broken, do, keys, settle, table

AT_WAR = ["germany usa", "japan usa", "germany ussr"]


@pytest.mark.section("1.4", "6.1", "6.3", "6.4")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize(("area", "snow"), [("arctic-ocean", True), ("north-sea", False), ("berlin", True), ("tokyo", False)])
def test_1_4_what_snow_halves(area: str, snow: bool, turn: int) -> None:
    """Naval Factors in a sea area with snow, Bombing Factors over land with a Snowflake, on Snow Turns: never Air Factors (6.1)."""
    units = "home-fleet london@2, 8th-air-force london@2, condors berlin@1, royal-air-force london@2"
    play = table(units, turn=turn, at_war=AT_WAR)
    fleet, bomber, scout, fighter = keys(play, "home-fleet", "8th-air-force", "condors", "royal-air-force")
    share = 2 if snow and turn in (2, 4) else 1
    if TITLE.areas[area].kind == "sea":
        assert factors.naval_fire(play.position, [fleet, scout], [], area).total == Fraction(4 + 2, share)
    else:
        factory = next(row.factory for row in TITLE.own["places"] if row.area == area)
        assert factors.strategic_fire(play.position, [bomber], area).total == Fraction(4, share) + factory
    assert factors.air_fire(play.position, [fighter], []).total == 2


@pytest.mark.section("1.4", "6.2")
@pytest.mark.parametrize(
    ("area", "turn", "attack"),
    [
        ("berlin", 1, Fraction(3) + 2),
        ("berlin", 2, Fraction(3) + 1),
        ("ukraine", 1, Fraction(3) + 2),
        ("ukraine", 2, Fraction(3, 2) + Fraction(3, 2)),
        ("london", 2, Fraction(3) + 2),
    ],
)
def test_1_4_snow_halves_land_units_and_a_snowflake_their_air_support(area: str, turn: int, attack: Fraction) -> None:
    """The Land Factors of aircraft are no more than those of the land units (6.2)."""
    play = table("2nd-army paris@2, luftwaffe paris@1", turn=turn)
    found = factors.land_fire(play.position, area, keys(play, "2nd-army", "luftwaffe"), [])
    assert found.attack.total == attack and found.defense == factors.Fire(0)


# The end of a game


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(
    ("scenario", "turn", "points", "how"),
    [
        ("campaign", 14, {"afa": 14}, ""),
        ("campaign", 14, {"afa": 15}, "victory-points"),
        ("campaign", 15, {"afa": 14}, "last-turn"),
        ("barbarossa", 9, {"ussr": 14}, ""),
        ("barbarossa", 10, {"ussr": 14}, "last-turn"),
        ("barbarossa", 3, {"ussr": 15}, "victory-points"),
        ("atlantic", 3, {"germany": 15}, ""),
        ("atlantic", 6, {"germany": 3}, ""),
        ("atlantic", 7, {"germany": 3}, "last-turn"),
    ],
)
def test_8_a_game_ends_at_fifteen_points_or_after_its_last_turn(scenario: str, turn: int, points: dict[str, int], how: str) -> None:
    """C, turns 3 to 9, is played to its end whatever the points; D ends with turn 12, and begins with turn 3."""
    play = table(scenario=scenario, turn=turn, points=points)
    victory.finish(play)
    assert (play.state.ended, play.state.how) == (bool(how), how)
    if how:
        (power,) = points
        assert play.state.winners == (board.side_of(play.position, power),)


@pytest.mark.section("8. Victory and Game End")
def test_8_both_sides_win_with_equal_averages_and_the_track_ends_at_fifteen() -> None:
    play = table(points={"germany": 10, "japan": 5, "usa": 15, "afa": 10, "ussr": 0}, players={"usa": "f", "afa": "f", "ussr": "c"})
    assert victory.leaders(play.position) == ("allies",)
    even = table(points={"germany": 15, "usa": 15})
    assert victory.leaders(even.position) == ("axis", "allies")
    changes.score(even, "usa", 2, "told")
    assert even.state.points["usa", "vp"] == 15
    before = len(even.events)
    changes.score(even, "usa", 1, "told")
    changes.score(even, "afa", 0, "told")
    assert len(even.events) == before, "nothing has changed"


@pytest.mark.section("2.1")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_2_1_when_one_side_gives_up_the_other_has_won(side: str) -> None:
    assert TitleRules(TITLE).opponents(side) == ({"axis": "allies", "allies": "axis"}[side],)


@pytest.mark.section("2.1", "3.4")
def test_2_1_a_side_without_powers_has_no_turn_and_without_any_power_nobody_plays() -> None:
    """The Axis is out of the game: after the Allies come their Blitzes, then the Turn End of the AFA."""
    play = table(power="afa", phase="land-combat", dice=[5] * 9)
    for power in ("germany", "japan"):
        play.emit(ev.PowerChanged(power, "", "conquered", "told"))
    do(play, EndPhase())
    assert (play.state.clock.power, play.state.clock.phase) == ("afa", "blitz")
    while play.state.clock.phase != "turn-end":
        do(settle(play), EndPhase())
    assert play.state.clock.power == "afa"


@pytest.mark.section("2.1", "Scenario A. The Blitz of Western Europe")
def test_a_the_game_is_over_at_once_with_both_prizes_and_no_phase_follows() -> None:
    play = table("army-group-b western-germany@2", scenario="western-europe", phase="move", take={"poland": "germany"})
    do(play, MoveUnit("army-group-b", "western-germany > paris"))
    assert play.state.ended and play.state.winners == ("axis",) and play.state.how == "conquest"
    assert sum(isinstance(event, ev.GameEnded) for event in play.events) == 1
    play.rules.following(play)
    assert play.events[-1] == next(event for event in play.events if isinstance(event, ev.GameEnded))


@pytest.mark.section("2.1", "Scenario A. The Blitz of Western Europe")
@pytest.mark.parametrize("scenario", ["campaign", "western-europe", "longest-day", "atlantic", "rising-sun"])
def test_2_1_each_sides_turn_begins_with_the_first_phase_that_the_scenario_plays(scenario: str) -> None:
    """A plays neither A nor B nor C of the sequence; the Axis acts first, then the Allies, and Blitzes begin with their choice."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    found = list[tuple[str, str]]()
    while len(found) < 4:
        clock = play.state.clock
        now = (board.side_of(play.position, clock.power), clock.phase)
        if (clock.phase == "blitz" or not found or found[-1][0] != now[0]) and now not in found:
            found.append(now)
        play.submit(play.pending.default if play.pending else EndPhase())
    first = "rebase" if scenario == "western-europe" else "return"
    assert found == [("axis", first), ("allies", first), ("axis", "blitz"), ("allies", "blitz")]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("power", "phase", "asked"),
    [("afa", "return", True), ("japan", "return", False), ("afa", "turn-end", False), ("afa", "build", False), ("afa", "blitz", False)],
)
def test_e_harbin_is_attacked_once_a_turn_in_the_activities_of_the_western_allies(power: str, phase: str, asked: bool) -> None:
    play = table("kwantung-army harbin@2", scenario="rising-sun", phase=phase, power=power, turn=9)
    play.rules.turn_begun(play)
    assert ("press harbin" in agenda.tasks(play.position)) is asked


# Loads in closed narrows

NARROWS = {"gibraltar": "germany", "egypt": "germany"}


@pytest.mark.section("9.8", "6.5")
@pytest.mark.parametrize("die", range(1, 7))
def test_9_8_what_a_damaged_transport_can_carry_no_more_is_damaged_too(die: int) -> None:
    """A TRS of Size 2 with four Sizes of land units: each point of damage to it costs two of them, the cheapest first."""
    number, letter = factors.result(table().position, 7, die)
    units = "europe-trs vichy-france@2, 2nd-army vichy-france@2, home-guard vichy-france@1, royal-marines vichy-france@1"
    play = table(units, phase="rebase", power="afa", take=NARROWS, options={"forced-passage": "yes"}, dice=[die])
    order = Rebase("europe-trs", "vichy-france > paris", "2nd-army, home-guard, royal-marines")
    do(play, order)
    there = "vichy-france" if letter == "L" else "paris"
    load = [key for key in board.on_map(play.position) if key.unit in ("2nd-army", "home-guard", "royal-marines")]
    assert sum(key.strength for key in load) == max(4 - 2 * number, 0)
    assert {key.area for key in load} <= {there}
    if number:
        assert at(play, "home-guard") == "afa-pool"


# Scenario E


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("units", "delivered", "points"),
    [
        ("bay-of-bengal-ll bay-of-bengal@1", 4, 1),
        ("bay-of-bengal-ll bay-of-bengal@1", 3, 0),
        ("bay-of-bengal-ll bay-of-bengal@1, 1st-battle-fleet bering-sea@1", 4, 0),
        ("bay-of-bengal-ll bay-of-bengal@1, pacific-fleet bering-sea@1", 4, 1),
    ],
)
def test_e_the_bering_sea_without_japanese_units_stands_for_lend_lease_to_the_soviets(units: str, delivered: int, points: int) -> None:
    """With a Resource that China has received (correction)."""
    card = next(row for row in TITLE.own["cards"] if row.rule == "lend-lease")
    owners = {"bay-of-bengal-ll": "afa", "pacific-fleet": "afa"}
    play = table(units, scenario="rising-sun", owners=owners, markers={"delivered/bay-of-bengal-ll": delivered})
    assert board.game_turn(play.position) == 4
    assert victory._arsenal(play.position, "afa", card) == points


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_who_attacks_no_area_rolls_no_die() -> None:
    play = table("kwantung-army harbin@2", scenario="rising-sun", phase="return", power="afa", turn=9)
    specials.press(play)
    agenda.run(play)
    do(play, Besiege(""))
    assert play.pending is None and board.holder(play.position, "harbin") == "japan"
    assert not [event for event in play.events if isinstance(event, ev.DiceRolled)]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_who_has_one_way_out_of_harbin_takes_it() -> None:
    lands = {"peking": "usa", "vladivostok": "", "irkutsk": ""}
    play = table("25th-army harbin@1", scenario="rising-sun", phase="move", power="japan", take=lands)
    specials.watch(play)
    agenda.run(play)
    assert play.pending is None and at(play, "25th-army") == "port-arthur@1"


# Choices of results


@pytest.mark.section("6.5")
def test_6_5_the_only_unit_aboard_loses_what_its_transport_cannot_carry_unasked() -> None:
    play = table(
        "3rd-fleet-trs north-sea@1 [cargo=usa/big-1st-army], big-1st-army north-sea@3 [aboard], 1st-army usa-reserve@2", at_war=AT_WAR
    )
    results.lighten(play, keys(play, "3rd-fleet-trs")[0])
    agenda.run(play)
    assert play.pending is None and at(play, "1st-army") == "north-sea@2"
    (trs,) = keys(play, "3rd-fleet-trs")
    assert "usa/1st-army" in trs.condition and "big" not in trs.condition


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("best", "unit"), [(False, "canada"), (True, "high-seas-fleet")])
def test_6_5_a_convoy_is_spared_last_and_given_first_by_default(best: bool, unit: str) -> None:
    play = table("high-seas-fleet north-atlantic@2, u-boat-i north-atlantic@2")
    assert results.weakest(play.position, ["high-seas-fleet", "canada", "u-boat-i"], best=best) == unit


@pytest.mark.section("5.3")
@pytest.mark.parametrize(
    ("units", "order", "rules"),
    [
        # The PARA is two areas away: it can fly to the attack that its aircraft have been announced for.
        ("luftwaffe western-germany@2, 1st-para berlin@1", Attack("ground", "paris", "luftwaffe"), []),
        ("luftwaffe western-germany@2, 1st-para berlin@1 [fought]", Attack("ground", "paris", "luftwaffe"), ["attack/land"]),
        ("luftwaffe western-germany@2, 18th-army berlin@2", Attack("ground", "paris", "luftwaffe"), ["attack/land"]),
        ("luftwaffe western-germany@2, stukas western-germany@2", Attack("ground", "paris", "luftwaffe"), ["attack/land"]),
    ],
)
def test_5_3_a_para_that_can_still_fly_is_waited_for(units: str, order: Order, rules: list[str]) -> None:
    assert broken(table(f"{units}, home-guard paris@1"), order) == rules


@pytest.mark.section("5.3")
def test_5_3_what_is_announced_is_owed_its_resolution() -> None:
    play = table("army-group-b western-germany@2, home-guard paris@1", dice=[3, 3])
    settle(do(play, Attack("ground", "paris", "army-group-b")))
    phase = play.rules.by_slug["land-combat"]
    assert [type(order).__name__.lower() for order in phase.owed(play.position)] == ["announced"]
    assert broken(play, EndPhase()) == ["combat/due"]
    settle(do(play, Announced()))
    (left,) = phase.owed(play.position)
    assert left == Resolve("ground", "paris")
    settle(do(play, left))
    assert broken(play, EndPhase()) == [] and phase.owed(play.position) == []


@pytest.mark.section("6.6")
def test_6_6_an_attack_over_land_that_has_been_freed_meanwhile_ends_with_no_change() -> None:
    play = table("2nd-army paris@2", power="afa")
    before = len(play.events)
    assert results.is_released(play.position, "paris", "allies") and not results.is_released(play.position, "berlin", "allies")
    control.take_control(play, "paris", "afa")
    assert len(play.events) == before


@pytest.mark.section("6.5")
def test_6_5_who_chooses_names_one_of_those_that_the_result_may_affect() -> None:
    units = "europe-trs north-sea@1 [cargo=afa/home-guard+afa/2nd-army], 2nd-army north-sea@2 [aboard], home-guard north-sea@1 [aboard]"
    play = table(units)
    results.lighten(play, keys(play, "europe-trs")[0])
    agenda.run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("lighten", "afa")
    assert broken(play, Choose("europe-trs")) == ["pick"] and broken(play, Choose("2nd-army")) == []
    do(play, Choose("2nd-army"))
    assert (at(play, "2nd-army"), at(play, "home-guard")) == ("north-sea@1", "north-sea@1") and play.pending is None


@pytest.mark.section("4.2")
def test_4_2_a_transport_takes_its_load_straight_into_another_port() -> None:
    play = table("europe-trs london@2, home-guard london@1, 2nd-army london@2", phase="sea", power="afa")
    do(play, PutToSea("europe-trs", "london > paris", "home-guard, 2nd-army"))
    assert [at(play, unit) for unit in ("europe-trs", "home-guard", "2nd-army")] == ["paris@2", "paris@1", "paris@2"]
    assert broken(play, PutToSea("europe-trs", "paris > western-approaches")) == ["sail/moved"]
    assert all(board.has(key, "sailed") for key in keys(play, "europe-trs", "home-guard", "2nd-army"))
