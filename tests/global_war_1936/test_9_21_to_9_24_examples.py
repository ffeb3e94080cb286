"""Sections 9.21, 9.22 and 9.24: the worked examples of the book from their first sentence to the last, with the armies of the set-up."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Declare
from engine.play import Play
from engine.titles.global_war_1936.nations import controlled_by
from engine.titles.global_war_1936.orders import Cede, Claim, Entrust, Recruit
from engine.titles.global_war_1936.politics import alignment, fall, war
from engine.titles.global_war_1936.treaties.claims import is_refused
from engine.titles.global_war_1936.vocabulary import TRACKER
from tests.global_war_1936.positions import EARLY, begun, problems, standing


def conquer(play: Play, minor: str, areas: tuple[str, ...], by: str) -> None:
    """Take the home country of a minor power, its land units there lost."""
    for key, count in sorted(play.state.stacks.items()):
        if key.area in areas and key.power == minor and play.title.units[key.unit].cls != "facility":
            play.emit(ev.UnitsRemoved(minor, key.unit, count, key.area, key.strength, "combat", key.condition))
    for area in areas:
        fall.give(play, area, by, "captured")


def army(play: Play, power: str) -> int:
    """How many units a nation has, facilities aside."""
    return sum(n for key, n in play.state.stacks.items() if key.power == power and play.title.units[key.unit].cls != "facility")


@pytest.mark.section("9.24", "4.7", "4.12", "5.1")
def test_example_9_24_britain_keeps_the_congo_of_a_belgium_that_germany_has_taken_until_it_is_at_war_itself() -> None:
    play = begun("1936")
    assert standing(play, "belgium") == "belgium: 4 infantry, minor-port"
    play.submit(Declare("belgium", by="germany"))
    assert "war/income" in [one.rule for one in war.check_war(play.position, "great-britain", "germany")]
    assert controlled_by(play.position, "belgium") == "great-britain" and play.state.control["belgium"] == "belgium"
    conquer(play, "belgium", ("belgium",), "germany")
    assert controlled_by(play.position, "belgium") == "great-britain"
    assert play.state.control["belgian-congo"] == "belgium" and standing(play, "belgian-congo") == "belgium: militia, minor-port"
    TRACKER.emit(play, "99", "great-britain")
    play.submit(Declare("germany", by="great-britain"))
    assert play.state.control["belgian-congo"] == "great-britain" and play.state.control["belgium"] == "germany"
    assert standing(play, "belgian-congo") == "great-britain: militia, minor-port"


@pytest.mark.section("9.24", "11.5")
@pytest.mark.parametrize(("die", "army"), [(1, "belgium: infantry, militia"), (2, "belgium: militia")])
def test_example_9_24_the_congo_has_a_recruitment_roll_for_its_one_zone(die: int, army: str) -> None:
    play = EARLY.play_from(
        {"belgium": "germany: infantry", "belgian-congo": "belgium: militia"},
        "belgium",
        "place-units",
        dice=[die],
        control={"belgium": "germany", "belgian-congo": "belgium"},
        relations={("germany", "belgium"): "war"},
        markers={("game", "controlled|belgium"): "great-britain"},
    )
    if play.pending:
        play.submit(Recruit("infantry", "belgian-congo"))
    assert standing(play, "belgian-congo") == army


@pytest.mark.section("9.24")
def test_9_24_ships_of_a_defeated_minor_power_stay_under_control_and_are_their_rulers_once_it_fights_the_conqueror() -> None:
    play = begun("1936")
    play.submit(Declare("netherlands", by="germany"))
    conquer(play, "netherlands", ("netherlands",), "germany")
    fleets = {zone: standing(play, zone) for zone in ("sea-zone-9", "sea-zone-80", "sea-zone-109")}
    assert fleets["sea-zone-109"] == "netherlands: destroyer, submarine" and "netherlands: coastal-defense-ship" in fleets["sea-zone-9"]
    assert controlled_by(play.position, "netherlands") == "great-britain"
    TRACKER.emit(play, "99", "great-britain")
    play.submit(Declare("germany", by="great-britain"))
    assert not any(key.power == "netherlands" for key in play.state.stacks)
    assert standing(play, "sea-zone-109") == "great-britain: destroyer, submarine"


def syria() -> Play:
    """Italy has taken Syria from Free France, then the Soviet Union from Italy; Free France has asked for it."""
    play = begun("1939")
    fall.NO_VICHY.set(play, "yes")
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    assert play.state.control["syria"] == "free-france"
    for taker in ("italy", "soviet-union"):
        conquer(play, "free-france" if taker == "italy" else "italy", ("syria",), taker)
    play.emit(ev.UnitsPlaced("soviet-union", "infantry", 2, "syria", 1, "setup"))
    assert not is_refused(play.position, "free-france", "soviet-union")
    play.submit(Claim("syria"))
    return play


@pytest.mark.section("9.21")
def test_example_9_21_1_what_is_returned_late_ends_the_right_to_declare_war() -> None:
    play = syria()
    assert is_refused(play.position, "free-france", "soviet-union")
    before = army(play, "soviet-union")
    play.submit(Cede("syria"))
    assert play.state.control["syria"] == "free-france" and "soviet-union" not in standing(play, "syria")
    assert army(play, "soviet-union") == before
    assert not is_refused(play.position, "free-france", "soviet-union")


@pytest.mark.section("9.21")
def test_9_21_a_war_that_was_declared_for_a_refusal_goes_on_and_nothing_is_returned() -> None:
    play = syria()
    war.declare(play, "free-france", "soviet-union")
    assert play.position.relation("free-france", "soviet-union") == "war"
    assert problems(play, Cede("syria")) == ["cede/area"]
    assert play.state.control["syria"] == "soviet-union"


@pytest.mark.section("9.22")
def test_example_9_22_italy_is_an_axis_nation_again_with_the_land_that_its_allies_hold() -> None:
    play = begun("1939")
    war.declare(play, "italy", "great-britain")
    fall.give(play, "rome", "great-britain", "captured")
    fall.look(play)
    assert play.state.standing["italy"] == "surrendered"
    assert army(play, "italy") == 0
    fall.give(play, "sicily", "germany", "claimed")
    fall.give(play, "rome", "germany", "captured")
    fall.look(play)
    assert play.state.standing["italy"] == "active" and play.title.side_of["italy"] == "axis"
    assert (play.state.control["rome"], play.state.control["sicily"]) == ("italy", "italy")


def berlin_falls(*orders: Entrust) -> Play:
    """Germany, with Hungary, has surrendered to the Soviet Union after these orders."""
    play = begun("1936")
    alignment.align(play, "hungary", "germany")
    for order in orders:
        play.submit(order)
    war.declare(play, "germany", "soviet-union")
    for area in ("berlin", "western-germany", "bavaria"):
        fall.give(play, area, "soviet-union", "captured")
    fall.look(play)
    assert play.state.standing["germany"] == "surrendered"
    return play


@pytest.mark.section("9.22")
@pytest.mark.parametrize(
    ("orders", "heir"),
    [((), "japan"), ((Entrust("italy"),), "italy"), ((Entrust("italy", by="germany"), Entrust("japan")), "japan")],
)
def test_9_22_the_surrendering_nation_chooses_who_gets_its_minor_powers(orders: tuple[Entrust, ...], heir: str) -> None:
    play = berlin_falls(*orders)
    assert play.state.control["hungary"] == heir and standing(play, "hungary") == f"{heir}: fighter, 2 infantry"


@pytest.mark.section("9.22", "14.4.2")
@pytest.mark.parametrize(
    ("by", "to", "wrong"),
    [
        ("germany", "italy", []),
        ("germany", "germany", ["entrust/who"]),
        ("germany", "soviet-union", ["entrust/who"]),
        ("soviet-union", "ccp", ["entrust/who"]),
        ("great-britain", "kmt", ["entrust/who"]),
        ("great-britain", "united-states", []),
        ("france", "free-france", []),
        ("france", "great-britain", ["entrust/who"]),
        ("hungary", "germany", ["entrust/who"]),
    ],
)
def test_9_22_an_heir_is_another_major_power_of_the_alliance(by: str, to: str, wrong: list[str]) -> None:
    assert problems(begun("1936"), Entrust(to, by=by)) == wrong


@pytest.mark.section("9.22")
def test_9_22_an_heir_that_has_surrendered_itself_gets_nothing() -> None:
    play = begun("1936")
    alignment.align(play, "hungary", "germany")
    play.submit(Entrust("italy"))
    play.emit(ev.PowerChanged("italy", "active", "surrendered", "surrenders to great-britain"))
    war.declare(play, "germany", "soviet-union")
    for area in ("berlin", "western-germany", "bavaria"):
        fall.give(play, area, "soviet-union", "captured")
    fall.look(play)
    assert play.state.control["hungary"] == "japan"
