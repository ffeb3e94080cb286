"""The invariants see what units do in a turn by themselves: orders that the rules refuse are carried out here without being judged."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Load, Move, Offload
from engine.invariants import violations
from engine.orders import Order
from engine.strictness import Strictness
from tests.aa1942 import positions as aa1942
from tests.global1939 import positions as global1939
from tests.global_war_1936 import positions as global_war

COAST = {"southern-europe": "germany: tank, infantry", "sea-zone-14": "germany: transport", "libya": "germany: tank"}
EMPTY = {"germany": "germany: bomber, 2 infantry", "poland": "germany: infantry"}
ABOARD, ASHORE = Load("tank", "southern-europe > sea-zone-14"), Offload("tank", "sea-zone-14 > libya")
DROP = Move("bomber, infantry", "germany > poland > baltic-states", drop=True)


def found(positions, stacks: dict[str, str], power: str, phase: str, *orders: Order, **more: object) -> list[str]:
    """What the invariants say of orders that nobody judges, each without its event."""
    play = positions.play_from(stacks, power, phase, strictness=Strictness.IGNORE, **more)
    for order in orders:
        play.submit(order)
    return [text.rpartition(": ")[2] for text in violations(positions.TITLE, play.events)]


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_a_unit_put_ashore_does_not_go_on(phase: str) -> None:
    on = Move("2 tank", "libya > algeria")
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, Move("tank", "libya > algeria")) == []
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, on) == ["tank walks after it is put ashore"]


def test_a_unit_does_not_walk_before_it_is_loaded() -> None:
    stacks = {"western-europe": "germany: infantry", "sea-zone-14": "germany: transport"}
    orders = Move("infantry", "western-europe > southern-europe"), Load("infantry", "southern-europe > sea-zone-14")
    assert found(aa1942, stacks, "germany", "noncombat-move", *orders) == ["infantry is loaded after it walks"]


def test_units_and_ships_go_no_farther_than_they_may() -> None:
    far = Move("tank", "libya > algeria > libya > algeria")
    assert found(aa1942, COAST, "germany", "noncombat-move", far) == [
        "tank goes 3 spaces in a turn; expected at most 2"
    ]
    sail = [Move("transport", f"sea-zone-{a} > sea-zone-{b}") for a, b in ((14, 13), (13, 12), (12, 13))]
    assert found(aa1942, COAST, "germany", "noncombat-move", *sail[:2]) == []
    assert found(aa1942, COAST, "germany", "noncombat-move", *sail) == [
        "transport goes 3 spaces in a turn; expected at most 2"
    ]


def test_a_unit_that_was_dropped_does_not_go_on() -> None:
    held = {"poland": "germany", "baltic-states": "soviet-union", "belarus": "soviet-union"}
    on = Move("infantry", "baltic-states > belarus")
    assert found(global1939, EMPTY, "germany", "combat-move", DROP, control=held) == []
    assert found(global1939, EMPTY, "germany", "combat-move", DROP, on, control=held) == [
        "infantry walks after it is carried"
    ]


@pytest.mark.parametrize(("value", "wrong"), [("stay", ["light-armor walks after it is put ashore"]), ("move", [])])
def test_global_war_s_option_lets_them_go_on(value: str, wrong: list[str]) -> None:
    stacks = {"rome": "italy: light-armor", "sea-zone-50": "italy: naval-transport"}
    orders = (Load("light-armor", "rome > sea-zone-50"), Offload("light-armor", "sea-zone-50 > northern-italy"),
              Move("light-armor", "northern-italy > southern-france"))  # fmt: skip
    texts = found(global_war, stacks, "italy", "combat-move", *orders, options={"carried": value})
    assert [text for text in texts if "walks" in text] == wrong
