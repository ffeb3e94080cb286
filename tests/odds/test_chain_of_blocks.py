"""The chain of an ordinary land combat of blocks tells what every outcome followed through the rules does, and speaks of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import pytest

import engine.families.blocks.combat as combat
from engine import events as ev
from engine.families.blocks.changes import mark
from engine.families.blocks.combat.orders import ResolveCombat
from engine.families.blocks.combat.phase import LandCombat
from engine.families.blocks.family import FAMILY
from engine.families.blocks.odds.known import OPTIONS
from engine.families.blocks.vocabulary import AIRBORNE, STEP
from engine.odds.outcome import Chances
from engine.odds.played_ledger import value_of
from engine.odds.tree import Node, TooMany, Tree
from engine.play import Play
from engine.rules import Position
from engine.titles.black_swan.rules import TitleRules
from tests.black_swan.board import RULES, TITLE, play_from
from tests.black_swan.test_3_5_any_battle import random_meeting
from tests.slow import slow_after

SEEDS = range(300)
MOST = 250
"""Trials up to which a battle is followed through the rules."""


def tree_of(play: Play, area: str, most: int = MOST) -> tuple[Tree, Node]:
    """Return what follows a battle through the rules alone, and its first pause."""
    tree = Tree(RULES, play.state.battles + 1, most, FAMILY._replace(ends=None))
    root = tree.node(Position(TITLE, play.state), order=ResolveCombat(area), before=())
    return tree, tree.run(tree.trial(root, ()), root)


def told(node: Node, rules: TitleRules = RULES) -> Chances | None:
    return FAMILY.ends(rules)(node.position, node.place)


def paused(stacks: str, area: str, **more) -> Node:
    """Return the first pause of the combat of an area."""
    more = {"phase": "land-combat", "season": ("summer", 1942), "scenario": "campaign-1941"} | more
    return tree_of(play_from(stacks.replace("HERE", area), **more), area)[1]


def met(seed: int) -> tuple[Tree, Node] | None:
    """Return the tree and the first pause of a random battle, None if it has none before its end."""
    play, area = random_meeting(seed)
    return tree_of(play, area)


def followed(tree: Tree, first: Node) -> Iterator[Node]:
    """Yield the pauses of a battle that can be followed."""
    try:
        tree.work_out(first)
    except TooMany:
        return
    yield from (one for one in tree._nodes.values() if one.go_on and one.chances is not None)


@pytest.mark.parametrize("seed", slow_after(15, SEEDS))
def test_the_chain_tells_what_every_outcome_followed_through_the_rules_does(seed: int) -> None:
    """Random blocks, ground, weather, gunfire and ways of retreat, from the start and after each step of fire."""
    tree, first = met(seed)
    for node in followed(tree, first):
        if (found := told(node)) is not None:
            assert found == pytest.approx(node.chances, abs=1e-9), f"seed {seed}, {STEP.read(node.position.state)}"


def test_it_knows_most_of_what_it_is_shown() -> None:
    """The comparison above is of many battles: those with gunfire, on ground that absorbs hits, with retreats that cost steps."""
    nodes = [met(seed)[1] for seed in range(120)]
    plain = [node for node in nodes if not _has(node, "fort-") and not _has(node, "airborne", condition=True)]
    known = [node for node in plain if told(node) is not None]
    assert len(plain) > 60 and len(known) > 0.8 * len(plain)
    assert sum(_has(node, "heavy-surface-4") for node in known) > 10
    assert any(key[1] == "absorb" and value not in ("", "0") for node in known for key, value in node.position.state.markers.items())


def _has(node: Node, word: str, *, condition: bool = False) -> bool:
    return any(word in (key.condition.split() if condition else key.unit) for key in node.position.state.stacks)


LARGE = (
    "germany 2 infantry-4 HERE, germany 2 tank-4 HERE, germany air-4 HERE, germany artillery-4@2 HERE [across],"
    " soviet-union 2 infantry-4 HERE, soviet-union tank-4@3 HERE, soviet-union artillery-4 HERE"
)


def test_a_battle_too_large_to_follow_is_played_as_the_chain_foretells() -> None:
    node = paused(LARGE, "kharkov")
    found, games = told(node), 1500
    tree = Tree(RULES, node.position.state.battle, MOST, FAMILY._replace(ends=None))
    first = tree.node(node.position, node.touched, place=node.place, go_on=node.go_on)
    with pytest.raises(TooMany):
        tree.work_out(first)
    expected, played = value_of(found), value_of(tree.sample(first, games, "large"))
    spread = sqrt(sum(chance * (end.swing - expected.swing) ** 2 for end, chance in found.items()))
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)
    assert abs(played.swing - expected.swing) < 4 * spread / sqrt(games)
    assert abs(played.take - expected.take) < 4 * 0.5 / sqrt(games)


PLAIN = "germany tank-4 HERE, germany infantry-4@2 HERE, soviet-union infantry-4@2 HERE"


@pytest.mark.parametrize("other", [{"outnumbering": "pairs"}, {"excess-hits": "lost"}, {"airborne-on-foot": "last"}])
def test_another_way_to_fire_is_left_to_the_rules(other: dict[str, str]) -> None:
    assert told(paused(PLAIN, "kharkov")) is not None
    assert told(paused(PLAIN, "kharkov", options=other)) is None


def test_each_option_that_land_combat_reads_is_looked_at() -> None:
    """Of rules that read another option, the chain would know nothing. That of surprise ends it after the battles (`phase.py`)."""
    (folder,) = combat.__path__
    read = {slug for path in Path(folder).glob("*.py") for slug in re.findall(r"""options(?:\.get\(|\[)["']([a-z-]+)""", path.read_text())}
    assert read - {"surprise"} == OPTIONS.keys()


@pytest.mark.parametrize("more", ["soviet-union fort-4 HERE", "germany airborne-3 HERE [airborne]"])
def test_forts_and_dropped_blocks_are_left_to_the_rules(more: str) -> None:
    assert told(paused(f"{PLAIN}, {more}", "kharkov")) is None


def test_powers_at_peace_with_some_that_they_meet_are_left_to_the_rules() -> None:
    play = play_from(
        f"{PLAIN}, great-britain infantry-4 HERE, italy infantry-4 HERE".replace("HERE", "kharkov"),
        "land-combat",
        season=("summer", 1942),
        scenario="campaign-1941",
    )
    assert told(tree_of(play, "kharkov")[1]) is not None
    play.emit(ev.RelationChanged("great-britain", "italy", "war", "peace"))
    assert told(tree_of(play, "kharkov")[1]) is None


def test_rules_of_combat_of_a_titles_own_are_left_to_them() -> None:
    class OwnCombat(LandCombat):
        """Whatever it does otherwise."""

    class OwnPhases(TitleRules):
        phases = tuple(OwnCombat() if type(one) is LandCombat else one for one in TitleRules.phases)

    class OwnOrders(TitleRules):
        def order_over(self, play: Play) -> None:
            """Do something after each order."""

    node = paused(PLAIN, "kharkov")
    assert told(node) is not None
    assert told(node, OwnPhases(TITLE)) is None
    assert told(node, OwnOrders(TITLE)) is None


def test_a_place_or_step_that_it_does_not_know_is_left_to_the_rules() -> None:
    node = paused(PLAIN, "kharkov")
    assert FAMILY.ends(RULES)(node.position, "sea") is None
    play = Play(RULES, None)
    play.take_up(node.position.state.copy())
    STEP.set(play, "volley")
    assert FAMILY.ends(RULES)(play.position, node.place) is None


def test_a_block_that_is_dropped_after_the_start_is_seen() -> None:
    node = paused(PLAIN, "kharkov")
    play = Play(RULES, None)
    play.take_up(node.position.state.copy())
    key = next(key for key in play.state.stacks if key.unit == "tank-4")
    mark(play, key, AIRBORNE)
    assert FAMILY.ends(RULES)(play.position, node.place) is None
