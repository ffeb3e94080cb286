"""Blitz Discs and building (section 1.6, a and b): the example of Spring 1943, draws, limits, prices."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.errors import IllegalOrder
from engine.families.blocks.land.blitz import has_disc
from engine.families.blocks.production.build import most_builds, price_of, waiting
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.economy import strategic_power
from engine.families.blocks.production.garrison import check_garrisons
from engine.families.blocks.production.orders import BuyDisc, Deploy, Draw, Reinforce
from engine.families.blocks.production.pools import how_to_draw
from engine.families.blocks.production.sites import sites
from engine.families.blocks.production.strategic_war import begin as begin_raids
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.black_swan.board import RULES, TITLE, at, events_after, play_from, position

pytestmark = pytest.mark.section("1.6")

HELD = dict.fromkeys(("warsaw", "brussels", "paris", "lille", "strasbourg"), "germany")
"""With Berlin three stars in supply for Germany."""
AXIS = "germany infantry-3 berlin, italy infantry-3 rome, great-britain infantry-4 london, soviet-union infantry-3 moscow"


def spending(stacks: str, power: str = "germany", money: dict[str, int] | None = None, **more) -> Play:
    return play_from(stacks, "production", power, money=money or {power: 50}, **more)


def refused(play: Play, order) -> list[str]:
    """Return the rules that an order breaks."""
    return [problem.rule for problem in play.check(order)]


def test_example_of_spring_1943() -> None:
    """Italy pays 12 of the Med disc's 20 PPs, Germany 20 for the East and 8; then seven German and one Italian block."""
    play = Play(RULES, SeededDice(3))
    play.start("1943")
    play.emit(ev.MarkerSet("game", "blitz-disc/axis/east-front", ""))
    for power, have in (("germany", 46), ("italy", 14)):
        play.emit(ev.ResourceChanged(power, "pp", have, have, "setup"))
    play.open_phase(ev.PhaseStarted("germany", "production", play.state.clock.turn))
    play.submit(BuyDisc("east-front", "germany"))
    play.submit(BuyDisc("med-front", "germany", help=12))
    assert (purse(play.position, "germany"), purse(play.position, "italy")) == (18, 2)
    assert has_disc(play.position, "axis", "med-front") and has_disc(play.position, "axis", "east-front")
    play.submit(Draw("italy", large=1))
    while play.pending:
        assert set(sites(play.position, "italy", play.pending.default.unit)) <= set(TITLE.regions["navy-italy"])
        play.submit(play.pending.default)
    assert (most_builds(play.position, "germany"), strategic_power(play.position, "germany")) == (7, 7)
    # The pool of the 1943 set-up holds three submarines and two blocks of minors; the example's holds more.
    for unit, count in (("infantry-4", 3), ("tank-4", 1)):
        play.emit(ev.UnitsPlaced("germany", unit, count, "germany-pool", 4, "setup"))
    play.submit(Draw("germany", small=6, large=1))
    assert purse(play.position, "germany") == 18 - 14 and len(waiting(play.position, "axis")) >= 4
    for _ in range(7):
        assert refused(play, EndPhase()) == ["decision-due"]
        play.submit(play.pending.default)
    assert play.pending is None and play.state.pool == {}
    assert most_builds(play.position, "germany") == most_builds(play.position, "italy") == 0
    new = [e for e in play.events if isinstance(e, ev.UnitsPlaced) and e.cause == "mobilize"]
    assert len(new) == 8 and {e.strength for e in new} == {1}
    assert len({e.area for e in new}) == 8, "one block for each area and zone"
    assert refused(play, Draw("germany", small=1)) == ["build/pool", "build/strategic-power"]


def test_example_of_spring_1943_before_anything_is_spent() -> None:
    """Germany's 55 PPs less one for Copenhagen and 8 in the air are 46; Italy's 15 less one for Belgrade are 14."""
    play = play_from(
        "germany infantry-3 berlin, italy infantry-3 rome, great-britain 2 air-4@4 london, united-states 2 air-4@4 plymouth,"
        "italy infantry-3 albania, italy infantry-3 tripoli, italy infantry-3 tobruk",
        "declarations",
        "germany",
        season=("spring", 1943),
        money={"germany": 55, "italy": 15},
        control={"copenhagen": "germany", "belgrade": "italy"},
    )
    check_garrisons(play)
    begin_raids(play)
    assert (purse(play.position, "germany"), purse(play.position, "italy")) == (46, 14)


def test_the_last_four_pps_buy_four_infantry_steps_or_one_air_or_two_tank_steps() -> None:
    stacks = "germany 2 infantry-4@2 berlin, germany air-4@1 essen, germany tank-4@1 munich, soviet-union infantry-3 moscow"
    for area, units, steps in (("berlin", "2 infantry-4", 2), ("essen", "air-4", 1), ("munich", "tank-4", 2)):
        play = spending(stacks, money={"germany": 4})
        play.submit(Reinforce(area, units, steps))
        assert purse(play.position, "germany") == 0


def test_blitz_discs_of_each_faction() -> None:
    stacks = AXIS + ", united-states infantry-4 plymouth"
    axis = spending(stacks, money={"germany": 100, "italy": 100})
    for front in ("west-front", "east-front", "med-front"):
        assert refused(axis, BuyDisc(front, "germany")) == []
    assert refused(axis, BuyDisc("east-front", "germany", help=5)) == ["blitz-disc/help"], "Italy helps in the Med only"
    assert refused(axis, BuyDisc("med-front", "germany", help=21)) == ["blitz-disc/help"]
    assert refused(axis, BuyDisc("med-front", "great-britain")) == ["production/purse", "production/funds"]
    allies = spending(stacks, "great-britain", {"great-britain": 40, "soviet-union": 40, "united-states": 19})
    assert refused(allies, BuyDisc("east-front", "great-britain")) == ["blitz-disc/front"]
    assert refused(allies, BuyDisc("west-front", "soviet-union")) == ["blitz-disc/front"]
    assert refused(allies, BuyDisc("west-front", "united-states")) == ["production/funds"]
    allies.submit(BuyDisc("west-front", "great-britain"))
    assert refused(allies, BuyDisc("west-front", "great-britain")) == ["blitz-disc/one"]
    allies.submit(BuyDisc("east-front", "soviet-union"))
    assert purse(allies.position, "great-britain") == purse(allies.position, "soviet-union") == 20


def test_a_neutral_italy_helps_nobody_and_buys_none() -> None:
    play = spending("germany infantry-3 berlin, poland infantry-4 warsaw", money={"germany": 30, "italy": 10}, season=("summer", 1939))
    assert refused(play, BuyDisc("med-front", "germany", help=10)) == ["blitz-disc/help"]
    rich = spending("germany infantry-3 berlin, poland infantry-4 warsaw", money={"italy": 30}, season=("summer", 1939))
    assert refused(rich, BuyDisc("med-front", "italy")) == ["blitz-disc/war"]


def test_a_purse_buys_discs_then_blocks_then_steps() -> None:
    stacks = AXIS + ", germany 2 infantry-3 germany-pool, germany infantry-4@2 essen"
    play = spending(stacks, money={"germany": 60, "italy": 30}, control=HELD)
    play.submit(Draw("germany", small=1))
    play.submit(play.pending.default)
    assert refused(play, BuyDisc("east-front", "germany")) == ["production/order"]
    play.submit(Reinforce("essen", "infantry-4"))
    assert refused(play, Draw("germany", small=1)) == ["production/order"]
    assert refused(play, BuyDisc("west-front", "italy")) == [], "the purses of two nations go on apart"


def test_who_is_not_on_turn_and_minor_nations_have_no_purse() -> None:
    play = spending(AXIS + ", hungary infantry-3 budapest")
    for power in ("great-britain", "hungary", "france"):
        assert refused(play, Draw(power, small=1))[0] == "production/purse"


def test_a_draw_takes_a_block_out_of_the_pool_for_two_pps() -> None:
    play = spending(AXIS + ", germany tank-4 germany-pool", money={"germany": 5})
    before = len(play.events)
    play.submit(Draw("germany", small=1))
    kinds = [type(e).__name__ for e in play.events[before:]]
    assert kinds == ["UnitsPurchased", "ResourceChanged", "MarkerSet", "UnitsRemoved", "MarkerSet"]
    (gone,) = events_after(play, before, ev.UnitsRemoved)
    assert (gone.area, gone.cause, gone.strength) == ("germany-pool", "drawn", 4)
    assert purse(play.position, "germany") == 3 and play.state.pool == {("germany", "tank-4"): 1}
    play.submit(Deploy("tank-4", "munich"))
    assert at(play, "munich") == "germany tank-4@1" and play.state.pool == {}
    assert price_of(play.position, "germany") == 2


@pytest.mark.parametrize(("blocks", "dice", "limit"), [(1, 0, 1), (2, 1, 6), (4, 1, 4), (6, 1, 6), (7, 2, 35), (13, 2, 26)])
def test_so_many_dice_choose_one_of_so_many_blocks(blocks: int, dice: int, limit: int) -> None:
    found = how_to_draw(blocks, 6)
    assert (found.dice, found.limit) == (dice, limit) and limit % blocks == 0


def test_the_dice_say_which_block_is_drawn() -> None:
    """Four blocks, in the order of the tables: air-4, two infantry-3, tank-4; a 5 would favour some and is rolled again."""
    stacks = AXIS + ", germany 2 infantry-3 germany-pool, germany tank-4 germany-pool, germany air-4 germany-pool"
    for dice, unit in (
        ([1], "air-4"),
        ([2], "infantry-3"),
        ([3], "infantry-3"),
        ([4], "tank-4"),
        ([5, 6, 4], "tank-4"),
    ):
        play = spending(stacks, dice=dice)
        play.submit(Draw("germany", small=1))
        assert play.state.pool == {("germany", unit): 1} and play.dice.left == []


def test_two_dice_are_read_as_one_number() -> None:
    """13 blocks: 3 and 2 make 2 times six and 1, which is number 13, the first one again; 6 and 6 are rolled again."""
    stacks = AXIS + ", germany 12 infantry-3 germany-pool, germany air-4 germany-pool"
    for dice, unit in (([1, 1], "air-4"), ([3, 2], "air-4"), ([3, 1], "infantry-3"), ([6, 6, 1, 2], "infantry-3")):
        play = spending(stacks, dice=dice)
        play.submit(Draw("germany", small=1))
        assert play.state.pool == {("germany", unit): 1}


def test_what_was_drawn_at_the_table_is_taken_without_dice() -> None:
    stacks = AXIS + (
        ", germany 2 infantry-3 germany-pool, hungary infantry-3 germany-pool,germany submarine-4 germany-pool, hungary infantry-3 budapest"
    )
    play = spending(stacks, control=HELD)
    order = Draw("germany", small=2, large=1, drawn="infantry-3 (hungary), infantry-3 (germany), submarine-4")
    play.submit(order)
    assert play.state.pool == {
        ("germany", "infantry-3"): 1,
        ("germany", "submarine-4"): 1,
        ("hungary", "infantry-3"): 1,
    }
    fresh = spending(stacks, control=HELD)
    assert refused(fresh, Draw("germany", small=1, drawn="tank-4")) == ["build/drawn"]
    assert refused(fresh, Draw("germany", small=2, drawn="infantry-3")) == ["build/drawn"]
    assert refused(fresh, Draw("germany", small=1, drawn="submarine-4")) == ["build/drawn"]


@pytest.mark.parametrize(
    ("marker", "option", "at_war", "price"),
    [
        ("", "great-patriotic-war", True, 2),
        ("great-patriotic-war", "great-patriotic-war", True, 1),
        ("", "at-war", True, 1),
        ("great-patriotic-war", "at-war", False, 2),
    ],
)
def test_soviet_blocks_cost_one_pp_in_the_great_patriotic_war(marker: str, option: str, at_war: bool, price: int) -> None:
    """1.6: once at war; 9.0: in the 1939 campaign only when attacked while all six areas are properly occupied."""
    found = position(
        AXIS,
        at_war=["germany", "soviet-union"] if at_war else ["germany", "poland"],
        markers={marker: "yes"} if marker else {},
        options={"soviet-price": option},
    )
    assert price_of(found, "soviet-union") == price and price_of(found, "germany") == 2


def test_scenarios_that_begin_in_the_war_have_the_lower_price() -> None:
    for scenario, price in (("1939", 2), ("1941", 1), ("1942", 1), ("1944", 1)):
        play = Play(RULES, SeededDice(1))
        play.start(scenario)
        assert price_of(play.position, "soviet-union") == price, scenario


def test_more_than_there_is_money_for_is_refused_and_mended_to_what_there_is() -> None:
    stacks = AXIS + ", germany 3 infantry-3 germany-pool"
    with pytest.raises(IllegalOrder, match=r"(?s)germany cannot pay for"):
        spending(stacks, money={"germany": 5}, control=HELD).submit(Draw("germany", small=3))
    lenient = spending(stacks, money={"germany": 5}, control=HELD, strictness=Strictness.COLLECT)
    lenient.submit(Draw("germany", small=3))
    assert purse(lenient.position, "germany") == 1 and lenient.state.pool == {("germany", "infantry-3"): 2}


def test_french_and_british_of_a_union_draw_from_both_pools() -> None:
    """3.3: the force pools are summed up; new ground and air blocks go to their own country."""
    stacks = (
        "france infantry-3 paris, great-britain infantry-4 london, germany infantry-3 berlin,"
        "france air-3 france-pool, great-britain tank-4 great-britain-pool"
    )
    play = spending(
        stacks, "great-britain", {"great-britain": 20}, dice=[1], markers={"union/france": "great-britain france"}, season=("fall", 1940)
    )
    assert refused(play, Draw("france", small=1))[0] == "production/purse"
    play.submit(Draw("great-britain", small=2))
    assert play.state.pool == {("france", "air-3"): 1, ("great-britain", "tank-4"): 1}
    assert set(sites(play.position, "france", "air-3")) <= set(TITLE.regions["home-france"])
    assert set(sites(play.position, "great-britain", "tank-4")) <= set(TITLE.regions["home-great-britain"])


@pytest.mark.parametrize(
    "order",
    [
        Reinforce("nowhere", "infantry-3"),
        Reinforce("berlin", "2 2"),
        BuyDisc("east-front", "prussia"),
        Draw("prussia", small=1),
        Draw("germany", small=1, drawn="infantri"),
        Deploy("infantri", "berlin"),
        Deploy("infantry-3", "nowhere"),
    ],
    ids=str,
)
def test_names_are_checked_before_anything_else(order) -> None:
    play = spending(AXIS + ", germany infantry-3 germany-pool", strictness=Strictness.COLLECT)
    assert refused(play, order) == ["production/unknown"]
    before = dict(play.state.stacks)
    play.submit(order)
    assert play.state.stacks == before and play.state.defects == 1
