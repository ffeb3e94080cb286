"""The exact odds against every fall of the dice, worked through by hand-sized code of another kind."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from engine.odds.battle import Forces, Retreat, odds
from engine.titles import load_title

TITLE = load_title("aa1942")
RED, GREY = "soviet-union", "germany"


def units(power: str, **counts: int) -> dict[tuple[str, str], int]:
    return {(unit.replace("_", "-"), power): n for unit, n in counts.items()}


def land(attack: list[str], defense: list[str]) -> tuple[Fraction, Fraction, Fraction]:
    """Win, lose and expected rounds of a battle on land: the first unit of each list is lost first. One die at a time."""
    figures = TITLE.units

    def targets(left: tuple[str, ...], attacking: bool) -> list[int]:
        helpers = left.count("artillery") if attacking else 0
        found = []
        for unit in left:
            row = figures[unit]
            more = int(attacking and unit == "infantry" and helpers > 0)
            helpers -= more
            found.append((row.attack if attacking else row.defense) + more)
        return found

    @cache
    def hits(numbers: tuple[int, ...]) -> tuple[Fraction, ...]:
        chances = [Fraction(0)] * (len(numbers) + 1)
        for dice in product((True, False), repeat=len(numbers)):
            part = Fraction(1)
            for hit, number in zip(dice, numbers, strict=True):
                part *= Fraction(number, 6) if hit else 1 - Fraction(number, 6)
            chances[sum(dice)] += part
        return tuple(chances)

    @cache
    def fight(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Fraction, Fraction, Fraction]:
        if not mine or not theirs:
            return Fraction(bool(mine)), Fraction(bool(theirs)), Fraction(0)
        again, out = Fraction(0), [Fraction(0), Fraction(0), Fraction(1)]
        for a, p in enumerate(hits(tuple(targets(mine, True)))):
            for d, q in enumerate(hits(tuple(targets(theirs, False)))):
                if a == d == 0:
                    again = p * q
                    continue
                after = fight(mine[d:], theirs[a:])
                out = [so_far + p * q * one for so_far, one in zip(out, after, strict=True)]
        return tuple(one / (1 - again) for one in out)  # type: ignore[return-value]

    return fight(tuple(attack), tuple(defense))


@pytest.mark.parametrize(
    ("attack", "defense"),
    [
        (["infantry"], ["infantry"]),
        (["infantry", "infantry", "artillery", "fighter"], ["infantry", "tank"]),
        (["infantry", "artillery", "artillery", "tank"], ["infantry", "infantry", "fighter"]),
        (["tank", "bomber"], ["artillery", "bomber", "fighter"]),
    ],
)
def test_small_battles_on_land(attack: list[str], defense: list[str]) -> None:
    forces = Forces(
        units(GREY, **{unit: attack.count(unit) for unit in attack}),
        units(RED, **{unit: defense.count(unit) for unit in defense}),
        attack_order=tuple(dict.fromkeys(attack)),
        defend_order=tuple(dict.fromkeys(defense)),
        keep_land=False,
    )
    found = odds(TITLE, forces)
    win, lose, rounds = land(attack, defense)
    assert (found.win, found.lose, found.rounds) == pytest.approx((float(win), float(lose), float(rounds)), abs=1e-8)


def test_one_gun_fires_at_each_aircraft_once() -> None:
    """A fighter alone against a tank, with a gun: shot down at once with 1/6; else a duel at 3 against 3."""
    found = odds(TITLE, Forces(units(GREY, fighter=1), units(RED, tank=1), guns=units(RED, anti_aircraft_gun=3)))
    duel = Fraction(1, 2) * Fraction(1, 2) / (1 - Fraction(1, 4))
    assert found.win == pytest.approx(float(Fraction(5, 6) * duel), abs=1e-8)
    assert found.take == 0.0, "aircraft take nothing"
    assert found.attacker_aircraft == pytest.approx(1 - float(Fraction(5, 6) * duel), abs=1e-8)


def test_units_hit_by_bombardment_still_fire_once() -> None:
    """An infantry lands under a cruiser's fire (3 of 6) against an infantry, which fires back at 2 even when it is hit."""
    found = odds(TITLE, Forces(units(GREY, infantry=1), units(RED, infantry=1), bombard=units(GREY, cruiser=1)))
    mine, theirs, shell = Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)
    anything = 1 - (1 - mine) * (1 - theirs)
    duel = mine * (1 - theirs) / anything
    first = shell * (1 - theirs) + (1 - shell) * (1 - theirs) * (mine + (1 - mine) * duel)
    assert found.win == pytest.approx(float(first), abs=1e-8)


def test_submarines_strike_before_they_are_fired_at_unless_a_destroyer_is_there() -> None:
    """Submarine against cruiser: hits with 2 of 6 at once; the cruiser fires at 3 of 6 only if it is still there."""
    hit, back = Fraction(1, 3), Fraction(1, 2)
    found = odds(TITLE, Forces(units(GREY, submarine=1), units(RED, cruiser=1), True))
    assert found.win == pytest.approx(float(hit / (1 - (1 - hit) * (1 - back))), abs=1e-8)
    at_once = hit * (1 - Fraction(1, 3)) / (1 - (1 - hit) * (1 - Fraction(1, 3)))
    found = odds(TITLE, Forces(units(GREY, submarine=1), units(RED, destroyer=1), True))
    assert found.win == pytest.approx(float(at_once), abs=1e-8)


def test_aircraft_alone_and_submarines_cannot_hit_each_other() -> None:
    found = odds(TITLE, Forces(units(GREY, fighter=2), units(RED, submarine=2), True))
    assert (found.draw, found.swing) == (1.0, 0.0)


def test_a_battle_in_which_nobody_can_hit_the_other_any_more_is_a_draw_and_over() -> None:
    """A destroyer and two fighters against a submarine and a fighter: without the destroyer, fighters and submarine cannot fight."""
    forces = Forces(units(GREY, destroyer=1, fighter=2), units(RED, submarine=1, fighter=1), True)
    whole, by_round, two = (
        odds(TITLE, forces, rounds=rounds, retreat=Retreat(rounds=most)) for rounds, most in ((False, 0), (True, 0), (True, 2))
    )
    assert whole.draw > 0.05
    assert (by_round.draw, by_round.win, by_round.retreat) == pytest.approx((whole.draw, whole.win, 0), abs=1e-7)
    assert by_round.rounds == pytest.approx(whole.rounds, abs=1e-6)
    assert sum(by_round.by_round) == pytest.approx(1, abs=1e-6)
    assert 0 < two.retreat < 1 and two.draw < whole.draw, "after two rounds, only who can fight on breaks off"


def test_a_battleship_takes_two_hits_and_loses_nothing_with_the_first() -> None:
    """Battleships at 4 of 6 against each other: whoever is hit twice first."""
    found = odds(TITLE, Forces(units(GREY, battleship=1), units(RED, battleship=1), True))
    hit, miss = Fraction(2, 3), Fraction(1, 3)

    @cache
    def win(mine: int, theirs: int) -> Fraction:
        if not mine or not theirs:
            return Fraction(bool(mine))
        return (hit * miss * (win(mine, theirs - 1) + win(mine - 1, theirs)) + hit**2 * win(mine - 1, theirs - 1)) / (1 - miss**2)

    assert found.win == pytest.approx(float(win(2, 2)), abs=1e-8)
    assert {swing for swing, _ in found.swings} == {-20.0, 0.0, 20.0}


def test_transports_are_destroyed_when_nothing_guards_them_and_do_not_win() -> None:
    found = odds(TITLE, Forces(units(GREY, fighter=1), units(RED, transport=2), True))
    assert (found.win, found.defender_lost) == (1.0, 14.0)
    for guard, hit in (("cruiser", 3), ("submarine", 1)):
        found = odds(TITLE, Forces(units(GREY, transport=1), units(RED, **{guard: 1}), True))
        assert (found.lose, found.rounds) == (1.0, 1.0), guard
        assert found.attacker_lost == pytest.approx(7 * hit / 6), f"a {guard} fires at them once"


def test_a_land_unit_is_kept_to_take_the_area() -> None:
    mine, theirs = units(GREY, infantry=1, fighter=3), units(RED, infantry=2)
    kept, cheap = odds(TITLE, Forces(mine, theirs)), odds(TITLE, Forces(mine, theirs, keep_land=False))
    assert kept.take > cheap.take and kept.attacker_lost > cheap.attacker_lost


def test_retreat_after_a_round_below_a_number_of_units_below_a_chance_and_below_an_expected_value() -> None:
    forces = Forces(units(GREY, infantry=4, tank=2), units(RED, infantry=5, tank=1))
    on = odds(TITLE, forces, rounds=True)
    assert on.retreat == 0.0 and sum(on.by_round) == pytest.approx(1.0)
    assert sum(at * chance for at, chance in enumerate(on.by_round)) == pytest.approx(on.rounds, abs=1e-6)
    one = odds(TITLE, forces, retreat=Retreat(rounds=1))
    assert one.rounds == pytest.approx(1.0) and one.retreat == pytest.approx(1 - one.win - one.lose - one.draw)
    few = odds(TITLE, forces, retreat=Retreat(units=3))
    assert few.lose < on.lose and all(item.units for item in few.attackers if item.chance > 0.2)
    sure = odds(TITLE, forces, retreat=Retreat(chance=0.3))
    assert 0 < sure.retreat < 1 and sure.attacker_lost < on.attacker_lost
    best = odds(TITLE, forces, retreat=Retreat(value=0.0))
    assert best.swing > on.swing, "who stops when going on costs more than it brings does better"
    assert odds(TITLE, forces, retreat=Retreat(value=-1000.0)) == odds(TITLE, forces)


def test_low_luck_leaves_only_the_rest_of_a_hit_to_chance() -> None:
    """Six infantry at 1 score one hit exactly; a tank and an infantry at 3 and 2 hit once with 5 of 6."""
    found = odds(TITLE, Forces(units(GREY, infantry=6), units(RED, infantry=1)), low_luck=True, rounds=True)
    assert found.win == 1.0 and found.by_round == pytest.approx((0.0, 1.0))
    assert found.attacker_lost == pytest.approx(3 * 2 / 6)


def test_the_chances_add_up_and_so_do_survivors_and_swings() -> None:
    forces = Forces(
        units(GREY, submarine=2, cruiser=1, fighter=2, battleship=1),
        units(RED, submarine=2, destroyer=1, cruiser=2),
        True,
    )
    found = odds(TITLE, forces)
    assert found.win + found.lose + found.draw + found.retreat == pytest.approx(1.0, abs=1e-8)
    for listed in (found.attackers, found.defenders):
        assert sum(one.chance for one in listed) == pytest.approx(1.0, abs=1e-8)
    assert sum(swing * chance for swing, chance in found.swings) == pytest.approx(found.swing, abs=1e-6)
