"""6.6: a Ground Attack alone is won, by who holds the land after it; other combats end without a winner."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.orders import Announced, Attack, Engage, Resolve
from tests.blitz.table import do, settle, table

pytestmark = pytest.mark.section("6.6")


def ending(play: Play) -> tuple[str, str, str]:
    """Return the kind of the combat that has ended, who has won it, and how."""
    (ended,) = (event for event in play.events if isinstance(event, ev.BattleEnded))
    return ended.kind, ended.winner, ended.how


@pytest.mark.parametrize(("die", "winner", "how"), [(5, "attacker", "captured"), (1, "defender", "fought")])
def test_6_6_who_holds_the_land_has_won_the_ground_attack(die: int, winner: str, how: str) -> None:
    """Of four Factors a 5 is a point of damage, all that the Home Guard has; a 1 is a letter, without ARM nothing."""
    play = table("army-group-b western-germany@2, home-guard paris@1", dice=[die, 1])
    do(play, Attack("ground", "paris", "army-group-b"), Announced())
    assert ending(settle(do(play, Resolve("ground", "paris")))) == ("ground", winner, how)


@pytest.mark.parametrize("kind", ["factory", "port"])
def test_6_6_nobody_wins_an_attack_from_the_air(kind: str) -> None:
    play = table("ju-88s western-germany@2, home-fleet london@2", dice=[1])
    do(play, Attack(kind, "london", "ju-88s"), Announced())  # type: ignore[arg-type]
    assert ending(settle(do(play, Resolve(kind, "london")))) == (kind, "none", "fought")  # type: ignore[arg-type]


def test_6_6_nobody_wins_a_sea_area() -> None:
    play = table("home-fleet baltic-sea@2, high-seas-fleet baltic-sea@2", phase="sea-combat", dice=[1, 1])
    assert ending(settle(do(play, Engage("baltic-sea")))) == ("sea", "none", "fought")
