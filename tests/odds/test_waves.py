"""Attacks one after the other, against a small recursion over every fall of the dice that follows the whole sequence."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from engine.odds.battle import Retreat
from engine.odds.waves import one_after_the_other
from engine.odds.written import forces_of
from engine.titles import load_title
from tests.odds.test_what_can_be_asked import hits, numbers

TITLE = load_title("aa1942")
Units = tuple[str, ...]
PRICE = {"infantry": 3, "artillery": 4, "tank": 5, "fighter": 10, "bomber": 12}


def in_turn(attacks: list[Units], defenders: Units, rounds: int = 0) -> tuple[Fraction, Fraction]:
    """The chance that one of the attacks takes the area, and the value that all attackers lose; the first of each list is lost first.

    `rounds`: after so many the first attack retreats.
    """

    def value(units: Units) -> int:
        return sum(PRICE[unit] for unit in units)

    @cache
    def fight(at: int, mine: Units, theirs: Units, fought: int) -> tuple[Fraction, Fraction]:
        if not theirs and {*mine} - {"fighter", "bomber"}:
            return Fraction(1), Fraction(0)
        over = not mine or not theirs or (at == 0 and rounds and fought == rounds)
        if over:
            return fight(at + 1, attacks[at + 1], theirs, 0) if at + 1 < len(attacks) else (Fraction(0), Fraction(0))
        again, take, lost = Fraction(0), Fraction(0), Fraction(0)
        for a, p in enumerate(hits(numbers(mine, True))):
            for d, q in enumerate(hits(numbers(theirs, False))):
                if a == d == 0 and not (at == 0 and rounds):
                    again = p * q
                    continue
                left = mine[d:]
                one = fight(at, left, theirs[a:], fought + 1 if rounds and at == 0 else 0)
                take += p * q * one[0]
                lost += p * q * (one[1] + value(mine) - value(left))
        return take / (1 - again), lost / (1 - again)

    return fight(0, attacks[0], defenders, 0)


def asked(attacks: list[Units], defenders: Units, rounds: int = 0):
    theirs = ", ".join(defenders)
    forces = [
        forces_of(
            TITLE,
            ", ".join(units),
            theirs,
            attacker=power,
            defender="soviet-union",
            attack_order=list(dict.fromkeys(units)),
            defend_order=list(dict.fromkeys(defenders)),
        )
        for units, power in zip(attacks, ("germany", "japan", "germany"), strict=False)
    ]
    return one_after_the_other(TITLE, forces, {"retreat": Retreat(rounds=rounds)})


@pytest.mark.parametrize(
    ("attacks", "defenders", "rounds"),
    [
        ([("infantry", "infantry"), ("tank", "fighter")], ("infantry", "infantry", "infantry"), 0),
        ([("infantry", "artillery", "bomber"), ("infantry", "tank")], ("infantry", "infantry", "tank"), 1),
        ([("fighter", "fighter"), ("infantry",)], ("infantry",), 0),
        ([("infantry", "infantry"), ("infantry", "infantry"), ("tank",)], ("infantry", "infantry", "tank"), 0),
        ([("tank",), ("bomber",)], ("infantry", "artillery"), 2),
    ],
)
def test_two_and_three_attacks(attacks: list[Units], defenders: Units, rounds: int) -> None:
    take, lost = in_turn(attacks, defenders, rounds)
    found = asked(attacks, defenders, rounds)
    assert (found.take, found.lost) == pytest.approx((float(take), float(lost)), abs=1e-6)
    assert found.each[0].needed == 1.0 and len(found.each) == len(attacks)


def test_an_attack_that_is_not_needed_is_not_made() -> None:
    """Ten tanks take an area from an infantry: the second attack costs nothing."""
    found = asked([("tank",) * 10, ("infantry",)], ("infantry",))
    assert found.each[1].needed < 1e-6 and found.take == pytest.approx(1.0)


def test_land_units_walk_into_what_aircraft_have_cleared() -> None:
    """Four bombers rarely fail against an infantry; they take nothing, and one infantry after them does for sure."""
    alone = asked([("bomber",) * 4], ("infantry",))
    found = asked([("bomber",) * 4, ("infantry",)], ("infantry",))
    assert alone.take == 0.0 and found.take > 0.99
    assert found.each[1].needed == pytest.approx(1.0)
