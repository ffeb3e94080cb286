"""Technology, by its option: tokens that are kept until one succeeds, and what each of the twelve technologies does."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.bots.sampling import move
from engine.families.axis_allies.facilities.factories import capacity, repair_price
from engine.families.axis_allies.orders import Battle, Buy, Move, Repair, Research, Rocket, Roll
from engine.families.axis_allies.sampled_odds import sampled
from engine.invariants import violations
from engine.mechanics.profile import profile
from engine.odds.answers import battle_odds
from engine.odds.battle import Forces
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from engine.title.loader import load_title
from tests.axisallies.positions import Positions

BOARD = Positions("aa1942-second-edition", "standard")
TITLE = BOARD.title
ON = {"technology": "on"}


def at(phase: str, stacks: dict[str, str], power: str = "germany", **more: object) -> Play:
    return BOARD.play_from(stacks, power, phase, **{"options": ON, **more})  # type: ignore[arg-type]  # as play_from has them


def wrong(play: Play, order: Order) -> list[str]:
    return [problem.rule for problem in play.check(order)]


def tokens(play: Play, power: str = "germany") -> int:
    return play.state.resources.get((power, "tech-tokens"), 0)


@pytest.mark.section("Technology")
def test_without_the_option_a_turn_begins_with_purchases() -> None:
    for slug in ("aa1942", "aa1942-second-edition"):
        title = load_title(slug)
        for value, first in (("off", "purchase-units"), ("on", "research")):
            play = Play(load_rules(title), SeededDice(1))
            play.start("standard", {"technology": value})
            assert play.state.clock.phase == first
            play.submit(EndPhase(title.phases[-2]))
            assert (play.state.clock.power, play.state.clock.phase) == ("germany", first)


@pytest.mark.section("Technology")
def test_tokens_that_fail_are_kept_and_rolled_again_and_one_success_spends_them_all() -> None:
    play = at("research", {}, dice=[5, 1, 2, 6, 6, 3], money={"germany": 30})
    for _ in range(2):
        play.submit(Research("air-and-naval"))
    assert tokens(play) == 2 and play.state.resources["germany", "ipc"] == 20
    assert wrong(play, Research("land-and-production")) == ["research/one-aim"]
    play.submit(Roll())
    assert tokens(play) == 2 and wrong(play, Roll()) == ["research/no-dice"]
    state = play.state
    for _ in TITLE.order:
        play.submit(EndPhase("mobilize-units"))
    assert (state.clock.power, state.clock.phase, tokens(play)) == ("germany", "research", 2)
    assert wrong(play, Roll()) == ["research/unknown"] and wrong(play, Roll("no-such")) == ["research/unknown"]
    play.submit(Research("land-and-production"))
    assert wrong(play, Roll("air-and-naval")) == ["research/one-aim"] and wrong(play, Roll(dice=4)) == ["research/no-dice"]
    play.submit(Roll())  # 2, 6, 6: two succeed, and one technology is drawn, the third of six
    assert tokens(play) == 0 and not play.state.techs
    play.submit(EndPhase("mobilize-units"))
    assert play.state.techs == {("germany", "paratroopers"): 1}


@pytest.mark.section("Technology")
def test_what_is_developed_works_from_the_end_of_the_turn_and_before_the_income() -> None:
    """War bonds add a die to the income of the same turn."""
    play = at("research", {}, dice=[6, 5, 4], money={"germany": 5})
    play.submit(Research("land-and-production"))
    play.submit(Roll())
    assert not play.state.techs
    play.submit(EndPhase("mobilize-units"))
    assert play.state.techs == {("germany", "war-bonds"): 1}
    assert play.state.resources["germany", "ipc"] == 41 + 4


@pytest.mark.section("Technology")
def test_tokens_kept_are_lost_with_the_capital() -> None:
    play = at("combat-move", {"poland": "soviet-union: tank", "germany": "germany: industrial-complex"}, "soviet-union")
    play.emit(ev.ResourceChanged("germany", "tech-tokens", 3, 3, "research"))
    play.submit(Move("tank", "poland > germany"))
    play.submit(EndPhase())
    assert play.state.control["germany"] == "soviet-union" and tokens(play) == tokens(play, "soviet-union") == 0


@pytest.mark.section("Technology")
@pytest.mark.parametrize(
    ("tech", "unit", "figures"),
    [
        ("super-subs", "submarine", (3, 1, 2, 6)),
        ("jet-power", "fighter", (4, 4, 4, 10)),
        ("long-range-aircraft", "fighter", (3, 4, 6, 10)),
        ("long-range-aircraft", "bomber", (4, 1, 8, 12)),
        ("shipyards", "battleship", (4, 4, 2, 17)),
        ("shipyards", "aircraft-carrier", (1, 2, 2, 11)),
        ("shipyards", "cruiser", (3, 3, 2, 10)),
        ("shipyards", "destroyer", (2, 2, 2, 7)),
        ("shipyards", "transport", (0, 0, 2, 6)),
        ("shipyards", "submarine", (2, 1, 2, 5)),
    ],
)
def test_figures_that_a_technology_changes(tech: str, unit: str, figures: tuple[int, ...]) -> None:
    play = at("purchase-units", {}, techs={"germany": tech})
    for power, same in (("germany", True), ("japan", False)):
        row = profile(play.position, power, unit)
        assert ((row.attack, row.defense, row.move, row.cost) == figures) == same


@pytest.mark.section("Technology")
def test_guns_and_factories_with_radar_hit_at_two() -> None:
    stacks = {"caucasus": "germany: bomber, infantry; soviet-union: anti-aircraft-gun, infantry"}
    play = at("conduct-combat", stacks, dice=[2, 6, 6, 6, 6], techs={"soviet-union": "aa-radar"})
    play.submit(Battle("caucasus"))
    assert not any(key.unit == "bomber" for key in play.state.stacks)
    raid = {"caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = at("conduct-combat", raid, dice=[2, 3, 5], techs={"soviet-union": "aa-radar"})
    play.submit(Battle("caucasus", raid=True))
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}


@pytest.mark.section("Technology")
def test_the_better_of_two_dice_of_a_heavy_bomber_counts_on_attack_and_defense_and_one_more_in_a_raid() -> None:
    stacks = {"caucasus": "germany: 2 bomber, infantry; soviet-union: infantry"}
    play = at("conduct-combat", stacks, dice=[6, 5, 2, 5, 3, 6], techs={"germany": "heavy-bomber"})
    play.submit(Battle("caucasus"))
    rolled = [event for event in play.events if isinstance(event, ev.DiceRolled) and event.unit == "bomber"]
    assert [(event.dice, event.hits) for event in rolled] == [((5, 2, 5, 3), 2)]
    assert rolled[0].expected == pytest.approx(2 * (1 - (2 / 6) ** 2))
    raid = {"caucasus": "germany: bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = at("conduct-combat", raid, dice=[6, 2, 4], techs={"germany": "heavy-bomber"})
    play.submit(Battle("caucasus", raid=True))
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}
    both = {**ON, "heavy-bombers": "each"}
    play = at("conduct-combat", raid, dice=[6, 2, 4], techs={"germany": "heavy-bomber"}, options=both)
    play.submit(Battle("caucasus", raid=True))
    assert play.state.damage == {("caucasus", "industrial-complex"): 6}


@pytest.mark.section("Technology")
def test_advanced_artillery_supports_two_infantry_each_in_the_rules_and_in_the_exact_odds() -> None:
    stacks = {"caucasus": "germany: 4 infantry, artillery; soviet-union: bomber"}
    techs = {"germany": "improved-artillery-support"}
    for known, at_two in ((techs, 2), ({}, 1)):
        play = at("conduct-combat", stacks, dice=[6] * 6, techs=known)
        play.submit(Battle("caucasus"))
        fired = [(event.target, len(event.dice)) for event in play.events if isinstance(event, ev.DiceRolled) and event.unit == "infantry"]
        assert fired == [(2, at_two), (1, 4 - at_two)]
    forces = Forces(Counter({("infantry", "germany"): 4, ("artillery", "germany"): 1}), Counter({("infantry", "soviet-union"): 4}))
    level = {("germany", "improved-artillery-support"): 1}
    exact = battle_odds(TITLE, forces, techs=level)
    often = sampled(TITLE, forces, games=2000, techs=level)
    error = (exact.result.win * (1 - exact.result.win) / 2000) ** 0.5
    assert not exact.sampled and abs(exact.result.win - often.win) < 4 * error
    assert exact.result.win > battle_odds(TITLE, forces).result.win + 0.02


@pytest.mark.section("Technology")
def test_rockets_fire_once_from_an_area_and_once_at_a_factory_and_damage_it() -> None:
    stacks = {
        "france": "germany: 2 anti-aircraft-gun",
        "germany": "germany: anti-aircraft-gun",
        "united-kingdom": "united-kingdom: industrial-complex",
    }
    play = at("conduct-combat", stacks, dice=[4], techs={"germany": "rockets-advance"})
    assert wrong(play, Rocket("france", "united-kingdom", 2)) != []
    play.submit(Rocket("france", "united-kingdom", 1))
    assert play.state.damage == {("united-kingdom", "industrial-complex"): 4}
    assert wrong(play, Rocket("france", "united-kingdom", 1)) == ["rockets/one-area", "rockets/one-target"]
    assert wrong(play, Rocket("germany", "united-kingdom", 1)) == ["rockets/one-target"]
    assert wrong(at("conduct-combat", stacks), Rocket("france", "united-kingdom", 1))[0] == "rockets/guns"


@pytest.mark.section("Technology")
@pytest.mark.parametrize("gun", ["[used=1 from=germany moved]", "[captured]"])
def test_guns_that_have_moved_or_just_been_captured_or_ride_in_a_ship_fire_no_rockets(gun: str) -> None:
    stacks = {
        "france": f"germany: anti-aircraft-gun {gun}",
        "sea-zone-7": "germany: transport [cargo=germany/anti-aircraft-gun], anti-aircraft-gun [aboard]",
        "united-kingdom": "united-kingdom: industrial-complex",
    }
    play = at("conduct-combat", stacks, techs={"germany": "rockets-advance"})
    for area in ("france", "sea-zone-7"):
        assert wrong(play, Rocket(area, "united-kingdom")) == ["rockets/guns"]


@pytest.mark.section("Technology")
def test_bombers_drop_infantry_on_the_first_enemy_land_and_carry_it_over_by_option() -> None:
    stacks = {"west-russia": "germany: bomber, 2 infantry"}
    techs = {"germany": "paratroopers"}
    near, far = "west-russia > russia", "west-russia > russia > kazakh-ssr"
    play = at("combat-move", stacks, techs=techs)
    assert wrong(play, Move("bomber, 2 infantry", near, drop=True)) == ["combat-move/drop"]
    assert wrong(play, Move("bomber, infantry", near, drop=True)) == []
    assert wrong(play, Move("bomber, infantry", far, drop=True)) == ["combat-move/drop"]
    deep = at("combat-move", stacks, techs=techs, options={**ON, "paratroopers": "any"})
    assert wrong(deep, Move("bomber, infantry", far, drop=True)) == []
    assert wrong(at("combat-move", stacks), Move("bomber, infantry", near, drop=True)) != []
    home = Move("bomber, infantry", "west-russia > belorussia", drop=True)
    for options, rules in ((ON, ["noncombat-move/drop"]), ({**ON, "airlift": "on"}, [])):
        assert wrong(at("noncombat-move", stacks, techs=techs, options=options), home) == rules


@pytest.mark.section("Technology")
@pytest.mark.parametrize(("dice", "left"), [([1, 6], "1 infantry"), ([1, 1], "0 infantry"), ([6, 6], "2 infantry")])
def test_infantry_falls_with_the_bomber_that_is_shot_down(dice: list[int], left: str) -> None:
    stacks = {"west-russia": "germany: 3 bomber, 2 infantry, tank", "russia": "soviet-union: infantry, anti-aircraft-gun"}
    play = at("combat-move", stacks, techs={"germany": "paratroopers"}, dice=[*dice, *[6] * 9])
    play.submit(Move("2 bomber, 2 infantry", "west-russia > russia", drop=True))
    play.submit(Move("tank", "west-russia > russia"))
    play.submit(EndPhase())
    play.submit(Battle("russia"))
    standing = Counter[str]()
    for key, count in play.position.stacks("russia"):
        standing[f"{key.power} {key.unit}"] += count
    assert f"{standing['germany infantry']} infantry" == left
    assert standing["germany bomber"] == 2 - dice.count(1)


@pytest.mark.section("Technology")
def test_bots_at_random_drop_infantry_once_they_can() -> None:
    play = at("combat-move", {"west-russia": "germany: 4 bomber, 6 infantry"}, techs={"germany": "paratroopers"})
    drawn = [one for seed in range(60) if (one := move(play.position, Random(seed)))]
    assert any(isinstance(one, Move) and one.drop for one in drawn)


@pytest.mark.section("Technology")
def test_factories_of_areas_worth_three_make_two_more_and_two_points_are_repaired_for_one() -> None:
    play = at("purchase-units", {"germany": "germany: industrial-complex"}, techs={"germany": "increased-factory-production"},
              damage={"germany": 5}, money={"germany": 3})  # fmt: skip
    worth = {area: row.value for area, row in TITLE.areas.items()}
    held = [area for area in worth if play.state.control.get(area) == "germany"]
    assert {capacity(play.position, area) - worth[area] for area in held if worth[area] >= 3} == {2}
    assert {capacity(play.position, area) - worth[area] for area in held if worth[area] < 3} == {0}
    assert capacity(play.position, "russia") == worth["russia"]
    assert [repair_price(play.position, n) for n in (1, 2, 3, 5)] == [1, 1, 2, 3]
    play.submit(Repair("germany", 5))
    assert play.state.resources["germany", "ipc"] == 0 and not play.state.damage
    assert wrong(play, Buy("infantry")) == ["purchase/funds"]


@pytest.mark.section("Technology")
def test_infantry_moves_two_spaces_and_blitzes_beside_as_many_tanks() -> None:
    stacks, techs = {"poland": "germany: 2 infantry, tank"}, {"germany": "mechanized-infantry"}
    way, through = "poland > ukraine-ssr > west-russia", "poland > belorussia > karelia-ssr"
    play = at("noncombat-move", stacks, techs=techs)
    assert wrong(play, Move("infantry, tank", way)) == []
    assert wrong(play, Move("2 infantry, tank", way)) == wrong(play, Move("infantry", way)) == ["noncombat-move/range"]
    assert wrong(at("noncombat-move", stacks), Move("infantry, tank", way)) == ["noncombat-move/range"]
    play = at("combat-move", stacks, techs=techs, control={"belorussia": "soviet-union"})
    play.submit(Move("infantry, tank", through))
    assert play.state.control["belorussia"] == "germany"


@pytest.mark.section("Technology")
@pytest.mark.parametrize(("title", "bot"), [("aa1942", "greedy"), ("aa1942-second-edition", "greedy"), ("aa1942-second-edition", "random")])
def test_games_of_bots_with_technology_add_up(title: str, bot: str) -> None:
    row = load_title(title)
    _, game = simulate(row, 5, bot, options=ON, round_limit=3)
    assert game.state.defects == 0 and violations(row, game.events) == []
    assert any(isinstance(event, ev.DiceRolled) and event.purpose == "research" for event in game.events)
