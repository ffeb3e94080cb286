"""Classes of blocks: what a step costs, what a block surrenders for, how far it moves and when it fires, by the text."""

from __future__ import annotations

import pytest

from tests.black_swan.tables import MAJORS, TITLE, rows

CLASSES = {
    # class: cost of a step (1.6), PPs when it surrenders (5.2), MPs (3.2), sub-phase of fire (3.5; 2.3)
    "infantry": (1, 1, 1, 4),
    "tank": (2, 2, 2, 3),
    "artillery": (3, 3, 1, 2),
    "air": (4, 4, 2, 1),
    "airborne": (5, 5, 2, 4),
    "fort": (5, 5, 0, 1),
    "carrier": (4, 4, 99, 2),
    "heavy-surface": (3, 3, 99, 3),
    "light-surface": (2, 2, 99, 4),
    "submarine": (1, 1, 99, 5),
}
KINDS = ("elite-", "sniper-", "")


def class_of(unit: str) -> tuple[str, str, int]:
    """Return (kind, class, steps) of a block's slug."""
    name, _, steps = unit.rpartition("-")
    kind = next(kind for kind in KINDS if name.startswith(kind))
    return kind, name.removeprefix(kind), int(steps)


@pytest.mark.section("5.2")
@pytest.mark.parametrize("unit", TITLE.units)
def test_figures_of_a_block_are_those_of_its_class(unit: str) -> None:
    row, (_, name, steps) = TITLE.units[unit], class_of(unit)
    figures = (row.number("step-cost"), row.number("surrenders-for"), row.move, row.number("fires-in"))
    assert figures == CLASSES[name]
    assert (row.strength, row.cost, row.resource) == (steps, 2, "pp")
    assert 1 <= steps <= 4


@pytest.mark.section("2.3")
@pytest.mark.parametrize("unit", TITLE.units)
def test_abilities_of_a_block_are_those_of_its_class(unit: str) -> None:
    row, (kind, name, _) = TITLE.units[unit], class_of(unit)
    assert row.has("naval") == (row.cls == "sea") == (name in list(CLASSES)[6:])
    assert row.has("ground") == (row.cls == "land") and (row.cls == "air") == (name == "air")
    assert row.has("elite") == (kind == "elite-" or name == "airborne")  # 3.1.1: all airborne units are elite
    assert row.has("sniper") == (kind == "sniper-")
    assert row.has("capital-ship") == (name in ("carrier", "heavy-surface"))  # 2.3
    assert row.has("hunts-undersea") == row.has("escorts-convoys") == (name in ("carrier", "light-surface"))  # 2.3, 1.5
    assert row.has("undersea") == row.has("picks-target") == (name == "submarine")  # 2.3
    assert row.has("picks-target-unopposed") == (name == "carrier")  # 2.3
    assert row.has("gives-gunfire") == (name == "heavy-surface")  # 3.1.2
    assert row.has("one-step-a-season") == (row.has("naval") or name == "fort")  # 1.6, production limits 1


def test_every_block_is_used() -> None:
    used = {row["unit"] for table in ("setup", "reserves") for row in rows(table)}
    assert used == set(TITLE.units)


def test_forts_are_of_the_nations_that_have_them() -> None:
    """Introduction: Germany, the Soviet Union, France and Great Britain; 3.3: Vichy France's two."""
    owners = {row.power for row in (*TITLE.placements, *TITLE.reserves) if TITLE.units[row.unit].has("fort")}
    assert owners == {"germany", "soviet-union", "france", "great-britain", "vichy-france"}


def test_minors_have_no_ships() -> None:
    owners = {row.power for row in (*TITLE.placements, *TITLE.reserves) if TITLE.units[row.unit].has("naval")}
    assert owners <= set(MAJORS)
