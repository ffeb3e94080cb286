"""Strategic warfare in the air and at sea (section 1.5): every example of the text, the thresholds, the choices of losses."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.families.blocks.production import strategic_war
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.orders import LoseSteps
from engine.families.blocks.production.raid import Outcome, force, halved, interceptors, outcome, raids, strength
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import TITLE, again, at, events_after, play_from, position, stacks_of

pytestmark = pytest.mark.section("1.5")

SPRING_1943 = (
    "germany air-4@3 paris, germany 2 air-4@2 lille, italy air-2@2 brussels,"
    "great-britain elite-air-4@4 london, great-britain air-4@4 manchester, united-states 2 air-4@3 plymouth"
)


def raided(stacks: str, power: str = "great-britain", season: tuple[str, int] = ("spring", 1943), **more) -> Play:
    """Return a game in which the raids of a turn have just begun."""
    play = play_from(stacks, "declarations", power, season=season, money=more.pop("money", {power: 50}), **more)
    strategic_war.begin(play)
    return play


def test_example_of_the_air_war_of_spring_1943() -> None:
    """9 raiders against 18 interceptors: 4 to 9, 3-0-0 applied twice; one block is eliminated, the others are cadres."""
    before = position(SPRING_1943, power="great-britain", season=("spring", 1943))
    air = raids(before)[0]
    assert (force(before, air), strength(before, interceptors(before, air))) == (9, 18)
    assert outcome(TITLE, 9, 18) == Outcome(6, 0, 0)
    play = raided(SPRING_1943)
    pending = strategic_war.pending(play.position)
    assert pending.power == "germany" and pending.takes == (LoseSteps,)
    assert strategic_war.owed_by(play.position, "raiders") == 1
    strategic_war.carry_out(play, LoseSteps("brussels", "air-2 (italy)"))
    assert strategic_war.pending(play.position) is None and play.state.battle == 0
    assert at(play, "paris") == "germany air-4@1" and at(play, "lille") == "2 germany air-4@1"
    assert at(play, "brussels") == "" and stacks_of(play, "italy-pool") == {"italy air-2@2": 1}
    assert stacks_of(play, "london") == {"great-britain elite-air-4@4": 1} and purse(play.position, "great-britain") == 50
    (ended,) = events_after(play, 0, ev.BattleEnded)
    assert (ended.kind, ended.area, ended.attacker, ended.defender) == ("strategic-air", "london", "germany", "great-britain")
    assert (ended.attacker_lost, ended.defender_lost, ended.damage) == (24, 0, 0)
    assert not events_after(play, 0, ev.DiceRolled)


def test_losses_of_that_example_by_default_take_what_is_named_first() -> None:
    play = raided(SPRING_1943)
    order = strategic_war.pending(play.position).default
    assert strategic_war.check(play.position, order) == []
    strategic_war.carry_out(play, order)
    assert play.state.battle == 0 and sum(n for key, n in play.state.stacks.items() if key[3] == 1) == 3


def test_example_of_the_naval_war_of_spring_1943() -> None:
    """North Atlantic 6 to 0, submarines do not escort: 0-3-0; Central Atlantic 2 to 9, heavy surface only raids: 2-0-0."""
    play = raided(
        "germany 2 submarine-4@3 northern-atlantic, united-states submarine-4@2 northern-atlantic,"
        "germany heavy-surface-4@2 central-atlantic, great-britain light-surface-4@4 central-atlantic,"
        "great-britain light-surface-4@3 central-atlantic, united-states heavy-surface-4@4 central-atlantic,"
        "united-states carrier-4@2 central-atlantic"
    )
    assert purse(play.position, "great-britain") == 47
    assert at(play, "northern-atlantic") == "2 germany submarine-4@3, united-states submarine-4@2"
    assert stacks_of(play, "central-atlantic") == {
        "great-britain light-surface-4@4": 1,
        "great-britain light-surface-4@3": 1,
        "united-states heavy-surface-4@4": 1,
        "united-states carrier-4@2": 1,
    }
    assert stacks_of(play, "germany-pool") == {}, "6.3: it cannot be rebuilt any more"
    (raid,) = events_after(play, 0, ev.ConvoyRaided)
    assert (raid.area, raid.raider, raid.victim, raid.loss) == ("northern-atlantic", "germany", "great-britain", 3)
    assert [e.area for e in events_after(play, 0, ev.BattleEnded)] == ["northern-atlantic", "central-atlantic"]
    assert {e.kind for e in events_after(play, 0, ev.BattleEnded)} == {"strategic-naval"}


def test_the_zones_are_raided_from_north_to_south() -> None:
    play = raided(
        "germany submarine-4 southern-atlantic, germany submarine-4 central-atlantic,"
        "germany submarine-4 northern-atlantic, great-britain infantry-4 london"
    )
    assert [e.area for e in events_after(play, 0, ev.BattleStarted)] == ["northern-atlantic", "central-atlantic", "southern-atlantic"]
    assert purse(play.position, "great-britain") == 50 - 3 * 2


def test_eight_steps_make_an_air_raid_before_weather_halves_them() -> None:
    eight = "great-britain 2 air-4@4 london, germany infantry-3 paris"
    seven = "great-britain air-4@4 london, united-states air-4@3 london, germany infantry-3 paris"
    for stacks, season, expected in (
        (eight, "spring", 8),
        (eight, "fall", 4),
        (eight, "winter", 4),
        (seven, "spring", 0),
    ):
        found = position(stacks, power="germany", season=(season, 1943))
        assert force(found, raids(found)[0]) == expected, (stacks, season)


def test_elite_steps_are_doubled_for_raiders_too() -> None:
    found = position("great-britain elite-air-4@4 london, germany infantry-3 paris", season=("spring", 1943))
    assert force(found, raids(found)[0]) == 8


def test_odd_steps_in_bad_weather_are_summed_first_and_rounded_down() -> None:
    found = position("great-britain 3 air-4@3 london, germany infantry-3 paris", season=("winter", 1943))
    assert force(found, raids(found)[0]) == 4


@pytest.mark.parametrize(("value", "expected"), [("both", 0), ("western-allies", 6)])
def test_option_air_threshold(value: str, expected: int) -> None:
    found = position(
        "germany 2 air-4@3 paris, great-britain infantry-3 london",
        power="great-britain",
        season=("spring", 1941),
        options={"air-threshold": value},
    )
    assert force(found, raids(found)[0]) == expected


def test_half_is_rounded_down_but_never_below_one() -> None:
    assert [halved(number) for number in (0, 1, 2, 3, 9, 18)] == [0, 1, 1, 1, 4, 9]


def test_over_sixteen_both_numbers_are_halved_and_the_result_doubled() -> None:
    single = outcome(TITLE, 10, 3)
    assert outcome(TITLE, 20, 6) == Outcome(2 * single.raiders, 2 * single.production, 2 * single.interceptors)
    cells = {(row.raiders, row.interceptors): row for row in TITLE.strategic_results}
    last, once = cells[16, 16], cells[8, 1]
    assert outcome(TITLE, 16, 16) == (last.raider_losses, last.production_losses, last.interceptor_losses)
    assert outcome(TITLE, 17, 1) == (2 * once.raider_losses, 2 * once.production_losses, 2 * once.interceptor_losses), "not 0"
    quarter = outcome(TITLE, 10, 0)
    assert outcome(TITLE, 40, 0).production == 4 * quarter.production, "forty is halved twice, so it counts four times"


def test_belfast_raids_germany_but_does_not_defend_great_britain() -> None:
    """The example of the umbrellas: Belfast is under the blue one only."""
    stacks = "great-britain 2 air-4@4 belfast, germany 2 air-4@4 paris"
    blue = position(stacks, power="germany", season=("spring", 1943))
    assert force(blue, raids(blue)[0]) == 8
    black = position(stacks, power="great-britain", season=("spring", 1943))
    assert interceptors(black, raids(black)[0]) == []


def test_only_the_western_allies_raid_germany_and_only_the_axis_great_britain() -> None:
    """ "If the Western Allied player has at least 8": Soviet aircraft in Berlin are under the blue umbrella, too."""
    stacks = "soviet-union 4 air-4@4 berlin, great-britain air-4@{} london, united-states air-4@4 brussels, germany infantry-3 paris"
    for steps, expected in ((4, 8), (3, 0)):
        found = position(stacks.format(steps), power="germany", season=("spring", 1945))
        assert force(found, raids(found)[0]) == expected, steps
    stacks = "germany 3 air-4@4 paris, soviet-union 2 air-4@4 lille, great-britain air-4@4 london"
    found = position(stacks, power="great-britain", season=("spring", 1945))
    assert strength(found, interceptors(found, raids(found)[0])) == 4, "the Soviets in Lille do not defend London"


def test_aircraft_of_all_allies_of_a_side_raid_together() -> None:
    """Italians, minors, Americans and French alike; those of a neutral nation do not."""
    stacks = "germany air-4@4 paris, italy air-2@2 lille, hungary air-3@2 nantes, great-britain infantry-3 london"
    for at_war, expected in ((("germany", "italy", "hungary"), 8), (("germany", "hungary"), 0)):
        found = position(stacks, power="great-britain", at_war=(*at_war, "great-britain"), season=("spring", 1941))
        assert force(found, raids(found)[0]) == expected


def test_bombs_on_germany_take_pps_and_never_more_than_there_are() -> None:
    raiders = "great-britain 4 air-4@4 london, germany infantry-3 berlin"
    play = raided(raiders, "germany", money={"germany": 50})
    assert purse(play.position, "germany") == 42
    (lost,) = [e for e in events_after(play, 0, ev.ResourceChanged) if e.cause == "bombing"]
    assert (lost.power, lost.delta, lost.area, lost.counterparty) == ("germany", -8, "berlin", "great-britain")
    poor = raided(raiders, "germany", money={"germany": 3})
    assert purse(poor.position, "germany") == 0
    (ended,) = events_after(poor, 0, ev.BattleEnded)
    assert ended.damage == 3 and ended.winner == "attacker"


def test_nobody_raids_who_is_not_at_war_with_the_target() -> None:
    stacks = "great-britain 3 air-4@4 london, germany 3 air-4@4 paris, germany submarine-4 northern-atlantic"
    for power in ("germany", "great-britain"):
        play = raided(stacks, power, at_war=["germany", "poland"], season=("summer", 1939))
        assert events_after(play, 0, ev.BattleStarted) == []


def test_those_out_of_supply_do_not_intercept() -> None:
    found = position(
        "germany 2 air-4@4 paris, great-britain air-4@4 london [unsupplied], great-britain air-4@3 plymouth", power="great-britain"
    )
    assert strength(found, interceptors(found, raids(found)[0])) == 3


def test_a_choice_must_name_the_strongest_and_no_more_than_are_owed() -> None:
    play = raided(SPRING_1943)
    wrong = {"paris": "2 air-4", "lille": "2 air-4", "london": "air-4"}
    rules = {area: [p.rule for p in strategic_war.check(play.position, LoseSteps(area, units))] for area, units in wrong.items()}
    assert rules == {
        "paris": ["strategic-warfare/strongest"],
        "lille": ["strategic-warfare/losses"],
        "london": ["strategic-warfare/strongest"],
    }


def test_whoever_ends_several_phases_at_once_leaves_the_choice_to_the_default() -> None:
    play = play_from(SPRING_1943, "declarations", "great-britain", season=("spring", 1943))
    play.submit(EndPhase("production"))
    assert (play.state.clock.phase, play.state.battle) == ("naval", 0)
    (ended,) = events_after(play, 0, ev.BattleEnded)
    assert ended.attacker_lost == 24 and at(play, "brussels") == "", "the Italian block, which is named first"


def test_a_choice_is_asked_in_the_production_phase_and_a_game_cut_there_goes_on() -> None:
    play = play_from(SPRING_1943, "declarations", "great-britain", season=("spring", 1943))
    play.submit(EndPhase())
    assert play.state.clock.phase == "production" and play.pending.what == "strategic-losses"
    other = again(play)
    assert other.pending == play.pending
    for game in (play, other):
        game.submit(LoseSteps("lille", "air-4"))
        assert game.pending is None and game.state.battle == 0
    assert play.state.stacks == other.state.stacks
    assert [problem.rule for problem in play.check(LoseSteps("paris", "air-4"))] == ["strategic-warfare/losses"]


UNDER_BOTH = ("paris", "lille", "brussels", "nantes"), ("london", "manchester", "plymouth", "liverpool")


@pytest.mark.parametrize("seed", range(40))
def test_any_raid_costs_what_the_table_says_and_the_strongest_first(seed: int) -> None:
    """Steps are summed (elite ones twice), halved in bad weather for raiders, looked up; no block falls more than one below another."""
    draw = random.Random(f"raid {seed}")
    season, target = draw.choice(("spring", "winter")), draw.choice(("germany", "great-britain"))
    forces = {"germany": ("air-4", "elite-air-4"), "great-britain": ("air-4", "elite-air-4")}
    stacks = [
        f"{power} {draw.choice(kinds)}@{draw.randint(1, 4)} {area}"
        for (power, kinds), areas in zip(forces.items(), UNDER_BOTH, strict=True)
        for area in areas
        for _ in range(draw.randint(0, 2))
    ]
    stacks += ["germany infantry-3 berlin", "great-britain infantry-4 glasgow"]
    play = play_from(", ".join(stacks), "declarations", target, season=(season, 1943), money={target: 6})
    before, raider = dict(play.state.stacks), "germany" if target == "great-britain" else "great-britain"
    strategic_war.begin(play)
    while asked := strategic_war.pending(play.position):
        strategic_war.carry_out(play, asked.default)
    sums = {power: _steps(before, power, 2) for power in forces}
    number = sums[raider] if season == "spring" or not sums[raider] else max(1, sums[raider] // 2)
    told = outcome(TITLE, number, sums[target]) if sums[raider] >= 8 else Outcome(0, 0, 0)
    assert 6 - purse(play.position, target) == min(6, told.production)
    for power, due in ((raider, told.raiders), (target, told.interceptors)):
        have, left = _steps(before, power, 1), _steps(play.state.stacks, power, 1)
        assert have - left == min(due, have), power
        _check_strongest_first(play, before, power)


def _steps(stacks: dict, power: str, elite: int) -> int:
    """Return the steps of a power's aircraft on the map, elite ones so many times."""
    return sum(
        count * key[3] * (elite if "elite" in key[2] else 1)
        for key, count in stacks.items()
        if key[1] == power and "air-" in key[2] and not key[0].endswith("-pool")
    )


def _check_strongest_first(play: Play, before: dict, power: str) -> None:
    """Whoever has lost a step is at most one below anybody who is left."""
    for key, count in play.state.stacks.items():
        if key[1] == power and "air-" in key[2] and not key[0].endswith("-pool") and count > before.get(key, 0):
            rest = [other[3] for other in play.state.stacks if other[1] == power and "air-" in other[2] and not other[0].endswith("-pool")]
            assert max(rest) <= key[3] + 1, key
