"""Battles fought again through the rules of their title: the odds are those of the rules, and luck and decisions add up."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

from engine import events as ev
from engine.dice import Dice, SeededDice
from engine.families import family_of
from engine.families.axis_allies.orders import Battle
from engine.garbage import no_collection
from engine.odds.ledger import Entry
from engine.odds.outcome import outcome_of
from engine.odds.played_ledger import QUICK, Fight, _fights, fought_again, played_ledger, value_of
from engine.odds.steps_left import steps_left
from engine.odds.tree import Tree
from engine.odds.trial import MOST_OUTCOMES, Manifold, Trial, outcomes_of
from engine.play import Play
from engine.replay import Game
from engine.rules import load_rules
from engine.simulation.branch_point import before_battle
from engine.strictness import Strictness
from ingest import replay_file
from ingest.samples import samples
from tests.slow import slow_after

BATTLES = [
    ("convoys-of-the-atlantic", 1), ("convoys-of-the-atlantic", 13), ("empire-of-the-rising-sun", 23), ("barbarossa", 8),
    ("barbarossa", 36), ("spain-and-china", 7), ("spain-and-china", 3), ("spain-and-china", 9), ("empire-of-the-rising-sun", 6),
    ("barbarossa", 1), ("barbarossa", 15), ("spain-and-china", 1), ("spain-and-china", 5),
]  # fmt: skip
"""A sample, and a battle of it."""
PLAYED = 300


@lru_cache(maxsize=3)
def game_of(name: str) -> Game:
    (path,) = [path for path in samples() if path.name.startswith(name)]
    return replay_file(path, Strictness.COLLECT)


def fight_of(game: Game, battle: int) -> Fight:
    return next(one for one in _fights(game, (), ()) if game.events[one.start].battle == battle)


def tree_of(game: Game, battle: int, most: int = 6000) -> Tree:
    return Tree(load_rules(game.title), battle, most, family_of(game.title))


def by_rules(game: Game, battle: int, most: int = 6000) -> Tree:
    """Return the nodes of a battle without the chain of its family: every outcome is followed through the rules."""
    family = family_of(game.title)
    assert family
    return Tree(load_rules(game.title), battle, most, family._replace(ends=None))


def root_of(game: Game, tree: Tree, battle: int):
    fight = fight_of(game, battle)
    order = game.orders[fight.order][1]
    before = tuple(dice for seq, orders, dice in game.rolls if orders == fight.order + 1 and seq <= fight.start)
    play = Play(tree.rules, SeededDice(0))
    play.take_up(fight.state.copy())
    return tree.node(play.position, order=order, before=before)


def really_fought(game: Game, battle: int, dice: Dice) -> ev.BattleEnded:
    """Fight a battle through the rules alone, from the order that began it, with the usual answers."""
    moment = before_battle(game, battle)
    order = next(order for at, order in reversed(game.orders) if at == moment.seq)
    play = Play(load_rules(game.title), dice, strictness=Strictness.IGNORE)
    moment.begin(play)
    play.submit(order)
    while not (over := [event for event in play.events if isinstance(event, ev.BattleEnded) and event.battle == battle]):
        play.submit(play.pending.default)
    return over[0]


@pytest.mark.parametrize(("name", "battle"), slow_after(4, BATTLES))
def test_the_odds_are_those_of_the_rules_themselves(name: str, battle: int) -> None:
    """Every outcome followed, or as many battles played as the ledger plays: within 4 standard errors of the rules played here."""
    game = game_of(name)
    tree = tree_of(game, battle, 1500)
    root = root_of(game, tree, battle)
    try:
        found, error = tree.work_out(root), 0.0
    except Exception:
        found, error = tree.sample(root, 200, "test"), 1 / sqrt(200)
    assert sum(found.values()) == pytest.approx(1.0)
    dice = SeededDice(f"{name} {battle}")
    ends = [outcome_of(game.title, really_fought(game, battle, dice)) for _ in range(PLAYED)]
    for what in (lambda end: end.swing, lambda end: end.taken, lambda end: end.winner == "attacker"):
        mean = sum(chance * what(end) for end, chance in found.items())
        spread = sqrt(max(sum(chance * (what(end) - mean) ** 2 for end, chance in found.items()), 1e-9))
        assert abs(sum(map(what, ends)) / PLAYED - mean) <= 4 * spread * sqrt(1 / PLAYED + error**2) + 1e-6


class Faces:
    """Dice that are given."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = iter(faces)

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        return tuple(next(self.faces) for _ in range(count))


def test_faces_that_count_alike_are_one_outcome_and_nothing_else_is_lost() -> None:
    """A battle of Blitz! with up to three dice, by all of their 216 falls."""
    game = game_of("convoys-of-the-atlantic")
    tree = tree_of(game, 1)
    found = tree.work_out(root_of(game, tree, 1))
    every = Counter(outcome_of(game.title, really_fought(game, 1, Faces(faces))) for faces in product(range(1, 7), repeat=3))
    assert found == pytest.approx({end: n / 216 for end, n in every.items()})
    assert len(every) > 2 and tree.trials < 60


def test_outcomes_of_a_roll() -> None:
    hit_on_two = ("hit", "hit", "", "", "", "")
    three = {tuple(sorted(dice)): chance for dice, chance in outcomes_of(3, 6, ((3, hit_on_two),))}
    assert three == pytest.approx({(3, 3, 3): 8 / 27, (1, 3, 3): 12 / 27, (1, 1, 3): 6 / 27, (1, 1, 1): 1 / 27})
    both = outcomes_of(2, 6, ((1, hit_on_two), (1, ("hit", "", "", "", "", ""))))
    assert [round(chance, 9) for _, chance in both if chance] and len(both) == 3, "only the sum of hits is told apart"
    assert sum(chance for _, chance in both) == pytest.approx(1.0)
    assert len(outcomes_of(2, 6, ())) == 36
    with pytest.raises(Manifold):
        outcomes_of(3, 6, ())
    with pytest.raises(Manifold):
        outcomes_of(MOST_OUTCOMES, 6, ((MOST_OUTCOMES, hit_on_two),))


@pytest.mark.parametrize("battle", [6, 38, 40], ids=["land", "amphibious", "sea"])
def test_the_second_round_of_a_battle_is_as_all_that_follow(battle: int) -> None:
    """Told apart up to the fifth, they say the same of every end."""
    game = game_of("paris-in-the-winter")
    tree = by_rules(game, battle)
    longer = by_rules(game, battle, 20_000)
    longer.rounds = dict.fromkeys(tree.rounds, 5)
    told, more = (one.work_out(root_of(game, one, battle)) for one in (tree, longer))
    assert told == pytest.approx(more, abs=1e-9)
    assert tree.trials < longer.trials


def test_small_battles_are_followed_to_every_end_and_large_ones_of_many_rounds_are_played_at_once() -> None:
    entries = {one.battle: one for one in played_ledger(game_of("paris-in-the-winter"))}
    # cavalry, medium-armor against 2 militia; four ships against a destroyer; an assault of five on two
    assert (entries[6].samples, entries[25].samples, entries[38].samples) == (0, 0, QUICK.games)
    root = ev.BattleStarted(1, "land", "here", "a", "b", "3 infantry", "2 infantry")
    more = ev.BattleStarted(1, "land", "here", "a", "b", "4 infantry", "2 infantry")
    assert QUICK.trials_of(root, lasts=True) == QUICK.trials_of(root, lasts=False) == QUICK.small
    assert (QUICK.trials_of(more, lasts=True), QUICK.trials_of(more, lasts=False)) == (QUICK.lasting, QUICK.trials)


def check_identity(game: Game) -> list[Entry]:
    entries = list(played_ledger(game))
    ended = {seq: event for seq, event in enumerate(game.events, 1) if isinstance(event, ev.BattleEnded)}
    for entry in entries:
        end = ended[entry.seq]
        assert (entry.battle, entry.actual) == (end.battle, end.defender_lost - end.attacker_lost)
        assert entry.luck + entry.decisions == pytest.approx(entry.actual - entry.expected, abs=1e-9), entry
        assert 0 <= entry.percentile <= 1 and entry.win + entry.lose <= 1 + 1e-9
        assert sum(entry.takes) == pytest.approx(entry.take, abs=1e-4)
        # Also where all that were played ended alike.
        assert (entry.samples, entry.error > 0) in ((0, False), (QUICK.games, True)), entry
    return entries


TITLES = ("black-swan", "blitz", "global-war-1936")
NAMES = {name for name, _ in BATTLES} | {"warsaw", "rise", "race", "paris-in", "won"}
SHORT = ("warsaw-holds", "convoys-of-the-atlantic")
"""Games of two of these titles with the fewest battles; the next shortest file is packed, and takes fifteen times as long."""
OURS = sorted(
    (path for path in samples() if path.name.startswith(tuple(NAMES))),
    key=lambda path: (not path.name.startswith(SHORT), path.stat().st_size),
)


@pytest.mark.parametrize("path", slow_after(2, OURS), ids=lambda path: path.name)
def test_luck_and_decisions_are_what_happened_less_what_was_expected(path: Path) -> None:
    game = replay_file(path, Strictness.COLLECT)
    assert game.title.slug in TITLES
    raids = family_of(game.title).raids
    fought = sum(isinstance(event, ev.BattleEnded) and event.kind not in raids for event in game.events)
    assert len(check_identity(game)) > 0.98 * fought > 0
    if path == OURS[0]:
        assert list(played_ledger(game)) == list(played_ledger(game)), "the same dice are thought of each time"


def test_another_answer_than_the_usual_one_is_a_decision() -> None:
    game = game_of("warsaw-holds")
    entries = {entry.battle: entry for entry in played_ledger(game)}
    other = {battle for battle, entry in entries.items() if abs(entry.decisions) > 1e-9}
    assert other and other != set(entries)


def test_a_battle_that_its_rules_do_not_fight_so_is_left_out() -> None:
    game = game_of("convoys-of-the-atlantic")
    known = [entry.battle for entry in played_ledger(game)]
    at = next(at for at, event in enumerate(game.events) if isinstance(event, ev.DiceRolled) and event.battle == known[0])
    events = list(game.events)
    events[at] = ev.DiceRolled(**{name: getattr(events[at], name) for name in events[at].__struct_fields__} | {"hits": 9})
    assert [entry.battle for entry in played_ledger(replace(game, events=events))] == known[1:]
    assert list(played_ledger(replace(game, rolls=()))) == [], "dice that the record lacks"
    assert list(played_ledger(replace(game, orders=()))) == []
    assert [entry.battle for entry in played_ledger(game, {entry.seq for entry in played_ledger(game)})] == []


def test_nobody_wins_a_battle_of_which_nothing_is_left_of_the_defender() -> None:
    """Blitz!'s result B: the only defender is lost, and the attackers do not advance."""
    found = fought_again(game_of("race-to-fifteen"), 6, 200)
    nothing = sum(left.chance for left in found.defenders if not left.units)
    assert nothing == pytest.approx(1.0) and found.lose == 0.0
    assert found.win + found.draw == pytest.approx(1.0) and 0.1 < found.draw < 0.25


@pytest.mark.parametrize(("name", "battle"), [("barbarossa", 2), ("race-to-fifteen", 25)])
def test_the_steps_that_survivors_have_left_are_what_they_lost_less(name: str, battle: int) -> None:
    """Of units that are all left, the value lost is that of the steps lost; in these games steps are paid for one by one."""
    game = game_of(name)
    start = next(event for event in game.events if isinstance(event, ev.BattleStarted) and event.battle == battle)
    tree = tree_of(game, battle, 0)
    before, whole = fight_of(game, battle).state, 0
    for end, after in tree.play(root_of(game, tree, battle), 60, "steps"):
        told = steps_left(game.title, before, after, end)[0]
        if end.attackers == start.attackers and told:
            whole += 1
            first = steps_left(game.title, before, before, end)[0]
            assert (told == first) == (end.attacker_lost == 0), (told, first, end)
            if name == "race-to-fifteen":  # whose steps cost 1 each
                assert int(told.split(" of ")[0]) == start.attacker_value - end.attacker_lost
    assert whole > 5


def test_dice_of_the_phase_before_a_battle_are_not_its_own() -> None:
    """A convoy raid that sinks nothing rolls between the last event before the order to fight and the order itself."""
    game, battle = game_of("won-by-a-point"), 232
    fights = [(n, at) for n, (at, order) in enumerate(game.orders) if isinstance(order, Battle) and order.area == "southern-algeria"]
    assert any(rolled == at and given <= n for n, at in fights for rolled, given, _ in game.rolls)
    ended = {event.battle: seq for seq, event in enumerate(game.events, 1) if isinstance(event, ev.BattleEnded)}
    assert [entry.battle for entry in played_ledger(game, set(ended.values()) - {ended[battle]})] == [battle]


def test_what_is_expected_after_the_dice_of_a_step_is_the_mean_of_what_may_follow() -> None:
    """The value of each state is the mean of those that its dice lead to: so luck is 0 on average, step by step."""
    game = game_of("spain-and-china")
    tree = by_rules(game, 9)
    root = root_of(game, tree, 9)
    tree.work_out(root)
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node.key in seen:
            continue
        seen.add(node.key)
        parts = [(chance, value_of(child.chances).swing) for chance, child in node.children]
        mean = sum(chance * value for chance, value in parts) + sum(chance * end.swing for end, chance in node.ends.items())
        assert value_of(node.chances).swing == pytest.approx(mean)
        todo += [child for _, child in node.children]
    assert len(seen) > 5


def test_what_battles_tried_out_is_let_go_at_once() -> None:
    """Rows are made without a search for unused objects that point at each other: a long game's trials took gigabytes."""
    game = game_of("barbarossa")
    gc.collect()
    with no_collection():
        entries = list(played_ledger(game))
        kept = sum(isinstance(one, Trial) for one in gc.get_objects())
    assert len(entries) > 20 and kept <= len(entries)
