"""Small battles followed pair by pair come out as those that are followed by products of matrices."""

from __future__ import annotations

import numpy as np
import pytest

from engine.odds import lines, small


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_products_of_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, m = (int(one) for one in rng.integers(2, 8, 2))
    fire, back = _chances(rng, n), _chances(rng, m)
    able, fit = np.arange(n) < n - 1, np.arange(m) < m - 1
    mass = np.zeros((n, m))
    mass[0, 0] = 1.0
    whole, _ = lines.finish(mass, able[:, None] & fit[None, :], fire, back)
    found = small.finish(fire.tolist(), back.tolist(), able.tolist(), fit.tolist())
    assert np.allclose(found, whole, atol=1e-12)


def test_sides_that_cannot_hit_stay_as_they_are() -> None:
    assert small.finish([[1.0], [1.0]], [[1.0], [1.0]], [True, False], [True, False]) == [[1.0, 0.0], [0.0, 0.0]]


def _chances(rng: np.random.Generator, states: int) -> np.ndarray:
    """Return hits of states of which each has a unit less than the one before; the last has none and scores nothing."""
    out = np.zeros((states, states))
    for state in range(states):
        dice = states - 1 - state
        out[state, : dice + 1] = rng.dirichlet(np.ones(dice + 1))
    return out
