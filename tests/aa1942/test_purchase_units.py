"""Section Phase 1: Purchase Units: orders, payment, repairs."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged, ResourceChanged, UnitsPlaced, UnitsPurchased
from engine.families.axis_allies.orders import Buy, Repair
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE, again, outcome, play_from, rules_of

PRICES = {
    "infantry": 3, "artillery": 4, "tank": 5, "anti-aircraft-gun": 6, "industrial-complex": 15, "fighter": 10, "bomber": 12,
    "battleship": 20, "aircraft-carrier": 14, "cruiser": 12, "destroyer": 8, "submarine": 6, "transport": 7,
}  # fmt: skip


def germany(money: int = 40, strictness: Strictness = Strictness.RAISE) -> Play:
    """Germany's purchase, with a complex at home (4 points of damage) and an undamaged one in Southern Europe."""
    stacks = {
        "germany": "germany: industrial-complex",
        "southern-europe": "germany: industrial-complex",
        "russia": "soviet-union: industrial-complex",
    }
    return play_from(stacks, "germany", money={"germany": money}, damage={"germany": 4, "russia": 2}, strictness=strictness)


def defects(play: Play) -> list[str]:
    """The rules that defects name, in order."""
    return [event.rule for event in play.events if type(event).__name__ == "DefectFound"]


@pytest.mark.section("Step 1: Order Units", "Unit Profiles")
@pytest.mark.parametrize(("unit", "price"), PRICES.items())
def test_step_1_every_unit_is_for_sale_at_its_price(unit: str, price: int) -> None:
    play = germany(price)
    assert outcome(play, Buy(unit)) == [
        UnitsPurchased("germany", unit, 1, price, price, "ipc"),
        ResourceChanged("germany", "ipc", -price, 0, "purchase"),
    ]
    assert set(PRICES) == set(TITLE.units)
    assert rules_of(germany(price - 1), Buy(unit)) == ["purchase/funds"]


@pytest.mark.section("Step 1: Order Units")
def test_step_1_as_many_of_any_type_as_can_be_afforded() -> None:
    play = germany(40)
    assert outcome(play, Buy("5 infantry, 3 tank, fighter")) == [
        UnitsPurchased("germany", "infantry", 5, 3, 15, "ipc"),
        UnitsPurchased("germany", "tank", 3, 5, 15, "ipc"),
        UnitsPurchased("germany", "fighter", 1, 10, 10, "ipc"),
        ResourceChanged("germany", "ipc", -40, 0, "purchase"),
    ]
    assert play.state.pool == {("germany", "infantry"): 5, ("germany", "tank"): 3, ("germany", "fighter"): 1}


@pytest.mark.section("Step 1: Order Units")
def test_step_1_a_unit_type_named_twice_is_added_up() -> None:
    assert outcome(germany(), Buy("infantry, tank, 2 infantry"))[0] == UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc")


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_money_need_not_be_spent() -> None:
    play = germany(40)
    play.submit(Buy("infantry"))
    play.submit(EndPhase())
    assert play.state.resources["germany", "ipc"] == 37


@pytest.mark.section("Purchase Units Sequence", "Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_orders_in_one_phase_share_one_purse() -> None:
    play = germany(12)
    play.submit(Buy("3 infantry"))
    (problem,) = play.check(Buy("2 infantry"))
    assert (problem.rule, problem.found, problem.expected) == ("purchase/funds", "6 ipc", "at most 3")


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_a_purchase_that_cannot_be_paid_is_cut_to_what_can_when_the_reader_forgives() -> None:
    play = germany(10, Strictness.COLLECT)
    made = outcome(play, Buy("2 infantry, 2 tank"))
    assert defects(play) == ["purchase/funds"]
    assert made[1:] == [UnitsPurchased("germany", "infantry", 2, 3, 6, "ipc"), ResourceChanged("germany", "ipc", -6, 4, "purchase")]


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_nothing_is_bought_for_another_power() -> None:
    assert rules_of(germany(), Buy("infantry (japan)")) == ["purchase/own-units"]
    assert rules_of(germany(), Buy("infantry (germany)")) == []


@pytest.mark.section("Phase 1: Purchase Units")
def test_an_empty_purchase_is_no_order() -> None:
    assert rules_of(germany(), Buy("")) == ["purchase/nothing"]


@pytest.mark.section(
    "Purchase Units Sequence",
    "Step 2. Pay for Units & Industrial Complex Repairs",
    "Industrial Complexes / Unit Characteristics",
)
def test_step_2_each_point_of_damage_costs_one_ipc_and_is_gone_at_once() -> None:
    play = germany(40)
    assert outcome(play, Repair("germany", 3)) == [
        ResourceChanged("germany", "ipc", -3, 37, "repair", area="germany"),
        FacilityChanged("germany", "industrial-complex", "germany", "repaired", -3, 1),
    ]
    play.submit(Repair("germany", 1))
    assert play.state.damage == {("russia", "industrial-complex"): 2}


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_no_more_points_than_there_are() -> None:
    (problem,) = germany().check(Repair("germany", 5))
    assert (problem.rule, problem.found, problem.expected, problem.fatal) == ("purchase/repair-damage", "5", "at most 4", False)
    (problem,) = germany().check(Repair("southern-europe", 1))
    assert (problem.rule, problem.expected, problem.fatal) == ("purchase/repair-damage", "at most 0", True)


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_repairs_cannot_overspend() -> None:
    assert rules_of(germany(2), Repair("germany", 3)) == ["purchase/funds"]


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
@pytest.mark.parametrize("area", ["russia", "japan", "libya", "turkey"])
def test_step_2_only_one_s_own_complexes_are_repaired(area: str) -> None:
    (problem,) = germany().check(Repair(area, 1))
    assert (problem.rule, problem.fatal) == ("purchase/repair-own", True)


@pytest.mark.section("Step 2. Pay for Units & Industrial Complex Repairs")
def test_step_2_a_repair_is_cut_to_damage_and_money_when_the_reader_forgives() -> None:
    play = germany(3, Strictness.COLLECT)
    play.submit(Repair("germany", 9))
    assert defects(play) == ["purchase/repair-damage", "purchase/funds"]
    assert play.state.resources["germany", "ipc"] == 0
    assert play.state.damage["germany", "industrial-complex"] == 1
    play.submit(Repair("russia", 1))
    assert play.state.damage["russia", "industrial-complex"] == 2


@pytest.mark.section("Step 3: Place Units in the Mobilization Zone")
def test_step_3_bought_units_wait_and_are_not_on_the_board() -> None:
    play = germany()
    made = outcome(play, Buy("2 infantry"), EndPhase("noncombat-move"))
    assert not [event for event in made if isinstance(event, UnitsPlaced)]
    assert play.state.pool == {("germany", "infantry"): 2}


@pytest.mark.section("Phase 1: Purchase Units")
def test_purchases_of_a_game_cut_off_between_are_known() -> None:
    play = germany(12)
    play.submit(Buy("3 infantry"))
    assert rules_of(again(play), Buy("2 infantry")) == ["purchase/funds"]
