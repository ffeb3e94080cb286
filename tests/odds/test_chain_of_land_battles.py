"""The chain of an ordinary land battle of Global War tells what every outcome followed through the rules does, and of nothing else."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from engine.families.axis_allies.family import FAMILY
from engine.families.axis_allies.orders import Battle
from engine.families.axis_allies.sampled_odds import position_of
from engine.odds.battle import Forces
from engine.odds.outcome import Chances
from engine.odds.played_ledger import value_of
from engine.odds.tree import Node, TooMany, Tree
from engine.rules import Position, load_rules
from engine.title.model import Title
from engine.titles import load_title
from tests.slow import slow_after

TITLE = load_title("global-war-1936")
RULES = load_rules(TITLE)
MINE, THEIRS = "germany", "soviet-union"
UNITS = ("infantry", "cavalry", "militia", "artillery", "light-armor", "fighter", "tactical-bomber")
MOST = 1000
"""Trials up to which a battle is followed through the rules."""
PLAYED, ERRORS = 600, 4.0


def forces_of(seed: int, most: int) -> Forces:
    """Return random forces on land: up to so many units of each side, the attacker's without militia, which does not attack."""
    random = Random(f"land battle {seed}")
    mine = Counter(random.choice([one for one in UNITS if one != "militia"]) for _ in range(random.randint(1, most)))
    theirs = Counter(random.choice(UNITS) for _ in range(random.randint(1, most)))
    return Forces({(one, MINE): n for one, n in mine.items()}, {(one, THEIRS): n for one, n in theirs.items()}, False)


def tree_of(forces: Forces, title: Title = TITLE, *, chain: bool, area: str = "") -> tuple[Tree, Node]:
    """Return a battle set up alone, and its first pause."""
    state = position_of(title, forces, area, {})
    place = next(key.area for key in state.stacks if key.condition)
    tree = Tree(RULES, state.battles + 1, MOST, FAMILY if chain else FAMILY._replace(ends=None))
    root = tree.node(Position(title, state), order=Battle(place, bombard="none"), before=())
    return tree, tree.run(tree.trial(root, ()), root)


def chained(forces: Forces, area: str = "") -> Chances | None:
    """Return what the chain says of a battle before its first die."""
    tree, node = tree_of(forces, chain=True, area=area)
    return node.chances if tree._told(node) else None


def test_it_is_every_outcome_followed_through_the_rules() -> None:
    done = 0
    for seed in range(16):
        forces = forces_of(seed, 2)
        tree, node = tree_of(forces, chain=False)
        try:
            told = tree.work_out(node)
        except TooMany:
            continue
        found = chained(forces)
        assert found is not None, forces
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-9)
        assert {end: chance for end, chance in found.items() if chance > 1e-9} == pytest.approx(
            {end: chance for end, chance in told.items() if chance > 1e-9}, abs=1e-8
        ), forces
        done += 1
    assert done >= 5


@pytest.mark.parametrize("seed", slow_after(2, range(100, 108)))
def test_it_is_what_many_battles_played_through_the_rules_come_to(seed: int) -> None:
    forces = forces_of(seed, 7)
    found = chained(forces)
    assert found is not None, forces
    tree, node = tree_of(forces, chain=False)
    played = [end.defender_lost - end.attacker_lost for end, _ in tree.play(node, PLAYED, f"land {seed}")]
    value = value_of(found)
    spread = sqrt(sum(chance * (end.swing - value.swing) ** 2 for end, chance in found.items()))
    assert abs(sum(played) / PLAYED - value.swing) <= ERRORS * spread / sqrt(PLAYED) + 1e-9, forces


def test_luck_of_a_round_of_fair_dice_is_nothing_in_the_mean() -> None:
    forces = Forces({("infantry", MINE): 2, ("artillery", MINE): 1}, {("infantry", THEIRS): 2}, False)
    tree, node = tree_of(forces, chain=True)
    before = value_of(tree.work_out(node))
    alone, first = tree_of(forces, chain=False)
    alone.most = 400
    alone._open(first, 0, {})
    # What is expected before a roll is the mean of what is expected after each of its outcomes.
    _, asked = tree_of(forces, chain=True)
    mean = sum(
        chance * value_of(tree.work_out(tree.node(child.position, child.touched, child.order, child.place, child.go_on))).swing
        for chance, child in first.children or ()
    )
    assert asked.place == node.place
    assert mean + sum(chance * end.swing for end, chance in first.ends.items()) == pytest.approx(before.swing, abs=1e-8)


def test_battles_at_sea_from_the_sea_and_with_counted_dice_are_left_to_the_rules() -> None:
    land = {("infantry", MINE): 2}, {("infantry", THEIRS): 1}
    assert chained(Forces(*land, False)) is not None
    at_sea = Forces({("destroyer", MINE): 1}, {("destroyer", THEIRS): 1}, True)
    assert chained(at_sea) is None
    assert chained(Forces(*land, False, seaborne={("infantry", MINE): 1})) is None
    desert = next(area for area in TITLE.areas if TITLE.in_region(area, "desert") and TITLE.areas[area].kind == "land")
    assert chained(Forces(*land, False), desert) is not None
    vehicles = Forces({("light-armor", MINE): 2}, land[1], False)
    assert chained(vehicles, desert) is None
