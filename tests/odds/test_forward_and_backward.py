"""The values of a battle's ends backward are the means of what comes out forward, whatever strikes, bombards and shoots first."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.odds import levels
from engine.odds.battle import Forces, Retreat, first_round, prepare, stops, swing_of
from engine.odds.foretold import foretell
from engine.odds.written import forces_of
from engine.titles import load_title

TITLE = load_title("aa1942")
RED, GREY = "soviet-union", "germany"
AT_SEA = ("submarine", "destroyer", "cruiser", "battleship", "aircraft-carrier", "fighter", "bomber", "transport")
ON_LAND = ("infantry", "artillery", "tank", "fighter", "bomber")


def forces(seed: int) -> Forces:
    rng, at_sea = Random(seed), seed % 3 != 0
    kinds = AT_SEA if at_sea else ON_LAND
    mine, theirs = ({(unit, who): rng.randint(1, 2) for unit in rng.sample(kinds, rng.randint(2, 4))} for who in (GREY, RED))
    if at_sea:
        return Forces(mine | {("submarine", GREY): 2}, theirs | {("submarine", RED): 1}, True)
    return Forces(mine, theirs, bombard={("cruiser", GREY): 2}, guns={("anti-aircraft-gun", RED): 1})


@pytest.mark.parametrize("seed", range(12))
def test_backward_values_are_forward_means(seed: int) -> None:
    ready = prepare(TITLE, forces(seed))
    start, chain = first_round(ready)[0], ready.chain
    assert start.sum() == pytest.approx(1)
    ends = np.stack([swing_of(chain), chain.attack.any[:, None] & ~chain.defend.any[None, :]], axis=2)
    forward, backward = chain.finish(start)[0], chain.value(ends)
    found, expected = (np.einsum("ij,ijk->k", *pair) for pair in ((start, backward), (forward, ends)))
    assert found == pytest.approx(expected, abs=1e-9)
    # The values of one round later are those of now, on average.
    later = chain.round(start)
    assert np.einsum("ij,ijk->k", later, backward) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_foretold_is_the_same_by_one_pass_backward_and_by_one_each_way(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one_way, value = foretell(prepare(TITLE, forces(seed)), seed % 3 != 0)
    monkeypatch.setattr("engine.odds.foretold.SMALL", 0)
    both_ways, again = foretell(prepare(TITLE, forces(seed)), seed % 3 != 0)
    assert one_way[:4] == pytest.approx(both_ways[:4], abs=1e-8) and value == pytest.approx(again)
    likely = [dict(one for one in told.swings if one[1] > 1e-9) for told in (one_way, both_ways)]
    assert likely[0] == pytest.approx(likely[1], abs=1e-8)
    assert one_way.expected == pytest.approx(sum(swing * chance for swing, chance in one_way.swings), abs=1e-6)


SEA = (
    (
        "3 submarine, 3 destroyer, 2 cruiser, battleship, aircraft-carrier, 3 fighter",
        "3 submarine, 3 destroyer, 2 cruiser, battleship, aircraft-carrier, 2 fighter",
    ),
    (
        "5 submarine, 5 destroyer, 3 cruiser, 2 battleship, aircraft-carrier, 4 fighter",
        "5 submarine, 4 destroyer, 3 cruiser, 2 battleship, aircraft-carrier, 3 fighter",
    ),
)


@pytest.mark.parametrize(("attackers", "defenders"), SEA)
def test_large_battles_at_sea_end_as_they_do_round_by_round(attackers: str, defenders: str) -> None:
    """Solved for level by level, from the first likely state on, and simply fought round after round until hardly any goes on."""
    title = load_title("aa1942")
    ready = prepare(title, forces_of(title, attackers, defenders))
    chain, mass = ready.chain, first_round(ready)[0]
    found, rounds = chain.finish(mass)
    fought = 0.0
    for _ in range(60):
        fought += float(mass[chain.alive & ~chain.blind].sum())
        mass = chain.round(mass)
    assert abs(found - mass).max() < 1e-10
    assert float((found * swing_of(chain)).sum()) == pytest.approx(float((mass * swing_of(chain)).sum()), abs=1e-7)
    assert rounds == pytest.approx(fought, abs=1e-7)


@pytest.mark.parametrize("seed", range(60))
def test_battles_with_submarines_end_the_same_pair_by_pair_and_level_by_level(seed: int) -> None:
    rng = Random(seed)
    title = load_title(rng.choice(("aa1942", "global-1939")))
    kinds = [unit for unit in AT_SEA if unit in title.units]
    mine, theirs = ({(unit, who): rng.randint(1, 3) for unit in rng.sample(kinds, rng.randint(1, 4))} for who in (GREY, RED))
    mine |= {("submarine", GREY): rng.randint(1, 3)}
    ready = prepare(title, Forces(mine, theirs, True), low_luck=seed % 5 == 0)
    retreat = Retreat(units=rng.randint(0, 3), aircraft=seed % 3 == 0)
    chain, start, stop = ready.chain, first_round(ready)[0], stops(ready.chain, retreat)
    found, rounds = chain.finish(start, stop)
    expected, fought = levels.finish(chain, start, stop)
    assert abs(found - expected).max() < 1e-12
    assert rounds == pytest.approx(fought, abs=1e-11)
