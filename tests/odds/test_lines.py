"""Battles in a line come out as they do level by level, whatever their size, wherever they begin and stop."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.odds import levels, lines
from engine.odds.battle import Forces, odds, prepare
from engine.odds.states import FIRE
from engine.titles import load_title

TITLE = load_title("aa1942")
KINDS = ("infantry", "artillery", "tank", "fighter", "bomber")


@pytest.mark.parametrize("seed", range(12))
def test_a_line_comes_to_the_same_end_as_its_levels(seed: int) -> None:
    rng, numbers = Random(seed), np.random.default_rng(seed)
    large = seed % 4 == 0
    mine, theirs = (
        {(unit, who): rng.randint(1, 4) + 9 * large for unit in rng.sample(KINDS, rng.randint(3 if large else 1, 4))}
        for who in ("germany", "soviet-union")
    )
    chain = prepare(TITLE, Forces(mine, theirs)).chain
    assert not large or chain.shape[1] > lines.FEW
    stop = None if seed % 2 else numbers.random(chain.shape) < 0.1
    mass = np.zeros(chain.shape)
    mass[0, 0] = 1.0
    mass = mass if seed % 3 else numbers.random(chain.shape)
    found, expected = chain.finish(mass, stop), levels.finish(chain, mass, stop)
    assert found[0] == pytest.approx(expected[0], abs=1e-9) and found[1] == pytest.approx(expected[1], abs=1e-8)


def test_neither_can_hit_and_nothing_happens() -> None:
    mass, fought = lines.finish(np.ones((1, 1)), np.zeros((1, 1), dtype=bool), np.ones((1, 1)), np.ones((1, 1)))
    assert mass.tolist() == [[1.0]] and fought == 0.0


def test_what_is_left_out_as_too_faint_is_little() -> None:
    units = {"infantry": 30, "tank": 10, "fighter": 6}
    sides = ({(unit, who): n for unit, n in units.items()} for who in ("germany", "soviet-union"))
    chain = prepare(TITLE, Forces(*sides)).chain
    mass = np.zeros(chain.shape)
    mass[0, 0] = 1.0
    args = mass, chain.alive, chain.by_attack[FIRE].chance, chain.by_defend[FIRE].chance
    assert np.abs(lines.finish(*args)[0] - lines.finish(*args, 1e-8)[0]).sum() < 1e-5


def test_a_battle_against_nobody_is_won_with_all_that_came() -> None:
    forces = Forces({("infantry", "germany"): 2}, {})
    found = odds(TITLE, forces)
    assert (found.win, found.rounds) == (1.0, 0.0)
    assert [(one.units, one.chance) for one in found.attackers] == [("2 infantry", 1.0)]
