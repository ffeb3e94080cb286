"""Anti-aircraft fire as what it is: a mixture of battles without guns, each weighted with the chance that just those are shot down."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from threadpoolctl import ThreadpoolController

from engine.odds import levels
from engine.odds.battle import Forces, Retreat, first_round, odds, prepare, stops
from engine.odds.one_thread import one_thread
from engine.odds.written import forces_of
from engine.titles import load_title

BATTLES = [
    ("3 infantry, tank, 2 fighter", "2 infantry, anti-aircraft-gun"),
    ("8 infantry, 2 artillery, 2 tank, 3 fighter, 2 bomber", "9 infantry, 2 artillery, fighter, anti-aircraft-gun"),
    ("fighter, bomber", "infantry, anti-aircraft-gun"),
    ("2 infantry, 3 bomber", "transport, anti-aircraft-gun"),
    ("40 infantry, 8 artillery, 10 tank, 7 fighter, 3 bomber", "45 infantry, 5 artillery, 6 tank, 3 fighter, anti-aircraft-gun"),
]
LARGE = BATTLES[-1]


def without(forces: Forces, shot: dict[str, int]) -> Forces:
    return forces._replace(attackers={kind: n - shot.get(kind[0], 0) for kind, n in forces.attackers.items()}, guns={})


@pytest.mark.parametrize(("attackers", "defenders"), [BATTLES[0], BATTLES[1], BATTLES[2], LARGE])
def test_it_is_the_mixture_of_what_is_shot_down(attackers: str, defenders: str) -> None:
    """Each aircraft is shot down with a chance of 1 in 6 (Anti-aircraft Guns), which is counted here by itself."""
    title = load_title("aa1942")
    forces = forces_of(title, attackers, defenders)
    planes = {unit: n for (unit, _), n in forces.attackers.items() if unit in ("fighter", "bomber")}
    win = take = lost = gained = 0.0
    for shot in product(*(range(n + 1) for n in planes.values())):
        gone = dict(zip(planes, shot, strict=True))
        chance = 1.0
        for unit, n in gone.items():
            chance *= comb(planes[unit], n) * 5 ** (planes[unit] - n) / 6 ** planes[unit]
        left = without(forces, gone)
        value = sum(title.units[unit].cost * n for unit, n in gone.items())
        if not any(left.attackers.values()):
            lost += chance * value
            continue
        part = odds(title, left)
        win, take = win + chance * part.win, take + chance * part.take
        lost, gained = lost + chance * (part.attacker_lost + value), gained + chance * part.defender_lost
    found = odds(title, forces)
    assert (found.win, found.take) == pytest.approx((win, take), abs=1e-8)
    assert (found.attacker_lost, found.defender_lost) == pytest.approx((lost, gained), abs=1e-6)


@pytest.mark.parametrize("retreat", [Retreat(), Retreat(units=4)])
@pytest.mark.parametrize(("attackers", "defenders"), BATTLES[:3])
def test_lines_side_by_side_are_what_levels_say(attackers: str, defenders: str, retreat: Retreat) -> None:
    ready = prepare(load_title("aa1942"), forces_of(load_title("aa1942"), attackers, defenders))
    assert ready.chain.side_by_side and not ready.chain.by_defend["fire"].line
    mass, stop = first_round(ready)[0], stops(ready.chain, retreat)
    (found, rounds), (expected, known) = ready.chain.finish(mass, stop), levels.finish(ready.chain, mass, stop)
    assert abs(found - expected).max() < 1e-11 and rounds == pytest.approx(known, abs=1e-9)
    assert found.sum() == pytest.approx(1.0, abs=1e-10)


def test_linear_algebra_of_large_battles_is_done_in_one_thread_and_others_get_theirs_back() -> None:
    seen, controller = [], ThreadpoolController()

    def threads() -> list[int]:
        """Return those of numpy, which multiplies: another library's may come and go with other tests."""
        return [one["num_threads"] for one in controller.info() if one["user_api"] == "blas" and "numpy" in one["filepath"]]

    class Battle:
        shape = 100, 100

        @one_thread
        def fight(self) -> None:
            seen.extend(threads())

    with controller.limit(limits=2, user_api="blas"):
        Battle().fight()
        assert set(seen) == {1} and set(threads()) == {2}


def test_a_battle_of_seventy_with_ten_aircraft_against_guns_is_exact() -> None:
    title = load_title("aa1942")
    found = odds(title, forces_of(title, *LARGE))
    assert not found.samples and found.win + found.lose + found.draw == pytest.approx(1.0, abs=1e-8)
