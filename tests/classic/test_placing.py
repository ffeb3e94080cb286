"""Where new units are placed on the map Classic."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Place
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")


@pytest.mark.section("16. Placing among enemies")
@pytest.mark.parametrize(("option", "rules"), [("off", ["mobilize/enemy-seas"]), ("on", [])])
@pytest.mark.parametrize("enemy", ["submarine", "transport", "battleship"])
def test_ships_are_not_placed_among_enemy_units_but_by_the_option(option: str, rules: list[str], enemy: str) -> None:
    stacks = {"germany": "germany: industrial-complex", "baltic-sea-zone": f"united-kingdom: {enemy}"}
    options = {"placing-among-enemies": option}
    play = BOARD.play_from(stacks, "germany", "mobilize-units", pool={"germany": "submarine"}, options=options)
    assert [one.rule for one in play.check(Place("submarine", "baltic-sea-zone"))] == rules


@pytest.mark.section("10. Carriers")
def test_new_fighters_are_placed_on_a_carrier_that_stands_there_or_is_placed_with_them() -> None:
    stacks = {"germany": "germany: industrial-complex", "baltic-sea-zone": "germany: aircraft-carrier"}
    play = BOARD.play_from(stacks, "germany", "mobilize-units", pool={"germany": "fighter"})
    assert play.check(Place("fighter", "baltic-sea-zone")) == []
    play = BOARD.play_from(
        {"germany": "germany: industrial-complex"}, "germany", "mobilize-units", pool={"germany": "aircraft-carrier, 2 fighter"}
    )
    assert play.check(Place("aircraft-carrier, 2 fighter", "baltic-sea-zone")) == []
