"""Section Production Technology."""

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Buy, Place, Research
from engine.rules import EndPhase
from tests.axisallies.positions import again
from tests.global1939.positions import combat, outcome, play_from, rules_of
from tests.global1939.turns import bank, paid

pytestmark = pytest.mark.section("Production Technology")

OIL = {"romania": "germany"}


def buying(techs="", money=50, power="germany", **position):
    """The purchase phase of a power with these technologies."""
    return play_from({}, power, "purchase-units", techs={power: techs}, **{"money": {power: money}} | position)


def cost(techs, *orders, power="germany"):
    """What orders of one turn cost."""
    play = buying(techs, power=power)
    outcome(play, *orders)
    return 50 - bank(play, power)


# War Bonds


@pytest.mark.section("Production Technology / War Bonds")
def test_war_bonds_add_a_die_to_the_income_of_each_turn():
    play = play_from({}, "germany", "mobilize-units", techs={"germany": "war-bonds"}, dice=[4], control=OIL)
    before = bank(play, "germany")
    play.submit(EndPhase())
    assert paid(play, "germany", "war-bonds") == [4]
    assert bank(play, "germany") == before + sum(paid(play, "germany", "income")) + 4 + sum(paid(play, "germany", "tribute"))
    assert not play.dice.left


# Rosie the Riveter


@pytest.mark.section("Production Technology / Rosie the Riveter")
@pytest.mark.parametrize(
    ("units", "price"),
    [
        ("tank", 6),
        ("2 tank", 11),
        ("3 tank", 17),
        ("4 tank", 22),
        ("tank, artillery", 9),
        ("2 infantry", 6),
        ("2 fighter", 20),
        ("2 destroyer", 16),
    ],
)
def test_every_two_land_units_other_than_infantry_cost_one_less(units, price):
    assert cost("rosie-the-riveter", Buy(units)) == price


@pytest.mark.section("Production Technology / Rosie the Riveter")
def test_units_bought_in_several_orders_of_a_turn_are_counted_together():
    assert cost("rosie-the-riveter", Buy("tank"), Buy("tank"), Buy("3 artillery")) == 12 + 12 - 2


def test_the_discount_is_told_with_the_units():
    events = outcome(buying("rosie-the-riveter"), Buy("3 tank"))
    assert [event for event in events if isinstance(event, ev.UnitsPurchased)] == [
        ev.UnitsPurchased("germany", "tank", 1, 5, 5, "ipc"),
        ev.UnitsPurchased("germany", "tank", 2, 6, 12, "ipc"),
    ]


def test_the_discount_helps_to_pay():
    assert rules_of(buying("rosie-the-riveter", money=11), Buy("2 tank")) == []
    assert rules_of(buying("", money=11), Buy("2 tank")) == ["purchase/funds"]


@pytest.mark.section("Production Technology / Rosie the Riveter")
@pytest.mark.parametrize(("placed", "left"), [("", 50), ("tank", 44), ("2 tank", 39), ("3 tank", 33)])
def test_what_is_given_back_returns_what_was_paid_for_it(placed, left):
    play = play_from(
        {"germany": "germany: major-factory"},
        "germany",
        "purchase-units",
        money={"germany": 50},
        techs={"germany": "rosie-the-riveter"},
        control=OIL,
    )
    play.submit(Buy("3 tank"))
    play.submit(EndPhase("noncombat-move"))
    play = again(play)
    if placed:
        play.submit(Place(placed, "germany"))
    play.submit(EndPhase())
    assert 50 + sum(paid(play, "germany", "purchase")) + sum(paid(play, "germany", "refund")) == left


# Underground Factories


@pytest.mark.section("Production Technology / Underground Factories")
@pytest.mark.parametrize(("die", "damage"), [(1, 1), (2, 2), (5, 3)])
def test_bombs_on_underground_factories_count_half_rounded_down(die, damage):
    play = combat(
        "united-kingdom",
        {"western-germany": "germany: major-factory; united-kingdom: bomber [used=2 raiding]"},
        [6, die],
        techs={"germany": "underground-factories"},
    )
    play.submit(Battle("western-germany", raid=True))
    assert play.state.damage["western-germany", "major-factory"] == damage  # (die + 2) / 2


def test_other_powers_factories_are_not_underground():
    play = combat(
        "united-kingdom",
        {"western-germany": "germany: major-factory; united-kingdom: bomber [used=2 raiding]"},
        [6, 5],
        techs={"italy": "underground-factories", "united-kingdom": "underground-factories"},
    )
    play.submit(Battle("western-germany", raid=True))
    assert play.state.damage["western-germany", "major-factory"] == 7


# Research Talent Pool


@pytest.mark.section("Production Technology / Research Talent Pool")
def test_researchers_cost_four_with_the_talent_pool():
    play = play_from({}, "germany", "research", techs={"germany": "war-bonds research-talent-pool"}, money={"germany": 4})
    play.submit(Research("land"))
    assert paid(play, "germany", "research") == [-4]


# Shipyards


@pytest.mark.section("Production Technology / Shipyards")
@pytest.mark.parametrize(
    ("unit", "price"),
    [
        ("submarine", 5),
        ("transport", 6),
        ("destroyer", 7),
        ("cruiser", 10),
        ("aircraft-carrier", 14),
        ("battleship", 18),
        ("tank", 6),
        ("fighter", 10),
    ],
)
def test_shipyards_make_ships_cheaper(unit, price):
    assert cost("shipyards", Buy(unit)) == price


# Total War


@pytest.mark.section("Production Technology / Total War")
@pytest.mark.parametrize(
    ("units", "price"),
    [("infantry", 2), ("3 infantry", 8), ("2 infantry, tank, fighter", 5 + 5 + 9), ("destroyer", 8), ("minor-factory", 12)],
)
def test_the_first_land_unit_or_aircraft_of_each_type_costs_one_less(units, price):
    assert cost("total-war", Buy(units)) == price


@pytest.mark.section("Production Technology / Total War")
def test_the_first_of_a_type_is_so_once_a_turn():
    assert cost("total-war", Buy("tank"), Buy("tank")) == 11


def test_discounts_add_up():
    assert cost("total-war rosie-the-riveter", Buy("2 tank")) == 10


def test_anzac_and_canada_buy_at_british_prices():
    play = play_from({}, "united-kingdom", "purchase-units", techs={"united-kingdom": "total-war"}, money={"anzac": 5})
    play.submit(Buy("infantry", "anzac"))
    play.submit(Buy("infantry", "anzac"))
    assert bank(play, "anzac") == 0
