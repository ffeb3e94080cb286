"""The odds of a battle through the rules of its title: every way that its dice can fall, or many battles played, from a state of its game.

A node is a state from which the rules alone say how the battle goes on; from each, every outcome of the next dice leads to another node
or to an end. States that are alike are one node, so that a battle of many dice has few; those that lead back to themselves (nobody hits)
are solved for. Players answer as a log without decisions does.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.dice import Dice, SeededDice
from engine.errors import SitrepError
from engine.events import BattleEnded
from engine.odds.outcome import Chances, Outcome, outcome_of
from engine.odds.trial import Asked, Astray, Manifold, Over, Paused, Roll, Rolled, SampledTrial, Stop, Trial
from engine.orders import Order
from engine.play import Play
from engine.rules import Position, Rules
from engine.state import GameState, Key, Stack

if TYPE_CHECKING:
    from engine.families import Family

MOST_ANSWERS = 400
"""Decisions in a row after which a battle does not end."""


Labels = tuple[Hashable, ...]
"""What rules can tell of some rolls, one after the other."""


class Node:
    """A position of a battle that is never changed again, and how the rules go on: by an order, a pause's end, or the decision that is due.

    Attributes:
        touched: keys of the stacks that may have changed since the order that began the battle.
        before: the rolls before the battle begins, where the order that begins it is still to be carried out.
        place: of the pause.
        children: (chance, node) after the next dice; None until they are found. ends: chances of the battle's end with them.
        chances: of each end from here; None until worked out.
        steps: what follows the dice rolled so far, by what rules can tell of them. visited: whether a battle was played on from here.
        asked: whether the family was asked for its chances.
    """

    def __init__(
        self,
        position: Position,
        touched: frozenset[Key],
        key: Hashable,
        order: Order | None = None,
        go_on: Callable[[Play], None] | None = None,
        before: Rolled | None = None,
        place: Hashable = None,
    ) -> None:
        self.position, self.touched, self.key, self.place = position, touched, key, place
        self.order, self.go_on, self.before = order, go_on, before
        self.children: list[tuple[float, Node]] | None = None
        self.ends: Chances = {}
        self.chances: Chances | None = None
        self.steps: dict[Labels, Step] = {}
        self.visited = self.asked = False


Step = Roll | Node | Outcome
"""What follows dice: more of them are asked for, another node, or an end."""


class TooMany(Exception):
    """A battle has more states than are worth following."""


class Tree:
    """The nodes of one battle.

    Args:
        rules: the title's rules. battle: its number. most: trials up to which its nodes are followed.
        family: of the rules; its `ends` are asked first, and its `rounds` tell which states are alike.
    """

    def __init__(self, rules: Rules, battle: int, most: int, family: Family | None = None) -> None:
        self.rules, self.battle, self.most = rules, battle, most
        self.rounds = family.rounds if family else {}
        self._ends = family.ends(rules) if family and family.ends else None
        self._usual = family.usual if family else None
        self.trials = 0
        self._nodes: dict[Hashable, Node] = {}
        self._first: GameState | None = None

    def node(
        self,
        position: Position,
        touched: frozenset[Key] = frozenset(),
        order: Order | None = None,
        place: Hashable = None,
        go_on: Callable[[Play], None] | None = None,
        before: Rolled | None = None,
    ) -> Node:
        """Return the node of a position; see Node. The first one is that before the battle begins."""
        self._first = self._first or position.state
        key = self._key(position.state, touched), place, order, before is None
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(position, touched, key, order, go_on, before, place)
        return found

    def _key(self, state: GameState, touched: frozenset[Key]) -> Hashable:
        now, first = state.stacks.get, (self._first or state).stacks.get
        stacks = frozenset((key, n) for key in touched if (n := now(Stack(*key), 0)) != first(Stack(*key), 0))
        markers = state.markers
        for marker, most in self.rounds.items():
            if int(markers.get(marker) or 0) > most:
                markers = {**markers, marker: str(most)}
        return (
            stacks, frozenset(markers.items()), frozenset(state.damage.items()),
            frozenset(state.resources.items()), state.transfers, state.accords, state.clock,
        )  # fmt: skip

    def trial(self, node: Node, script: Rolled) -> Trial:
        """Return a trial from a node with these dice."""
        begun = node.before is None
        return Trial(self.rules, node.position, self.battle, begun, node.before or (), script)

    # -- all outcomes -------------------------------------------------------------------------------

    def work_out(self, node: Node) -> Chances:
        """Return the chances of each end from a node, following every outcome.

        Raises:
            TooMany: there are more states, or outcomes of a roll, than are worth following.
        """
        if not self._told(node):
            found, todo = {node.key: node}, [node]
            while todo:
                one = todo.pop()
                if one.children is None:
                    # Whatever is still to be opened takes two trials at least, where dice are rolled.
                    if self.trials + 2 * len(todo) > self.most:
                        self.trials = self.most
                        raise TooMany
                    self._open(one, len(todo), found)
                for _, child in one.children or ():
                    if child.key not in found and not self._told(child):
                        found[child.key] = child
                        todo.append(child)
            _solve(list(found.values()))
        assert node.chances is not None
        return node.chances

    def _told(self, node: Node) -> bool:
        """Return whether the chances from a node are known without opening it."""
        if node.chances is None and node.go_on and self._ends and not node.asked:
            node.asked = True
            node.chances = self._ends(node.position, node.place)
        return node.chances is not None

    def _open(self, node: Node, waiting: int, known: Container[Hashable]) -> None:
        """Find the children of a node.

        Args:
            waiting: nodes that are to be opened after it. known: keys of nodes that are open or waiting.
        """
        children: list[tuple[float, Node]] = []
        ends: Chances = {}
        todo: list[tuple[Rolled, Labels, float]] = [((), (), 1.0)]
        new = set[Hashable]()
        while todo:
            # Each of these takes a trial, each node two: as soon as they are too many, the trials before them are saved.
            nodes = waiting + len(new)
            if self.trials + len(todo) + 2 * (nodes - 1 if nodes else 0) > self.most:
                self.trials = self.most
                raise TooMany
            script, path, chance = todo.pop()
            self.trials += 1
            step = self._step(node, script, path)
            if isinstance(step, Roll):
                todo += [((*script, dice), (*path, step.label(dice)), chance * part) for dice, part in _outcomes(step)]
            elif isinstance(step, Outcome):
                ends[step] = ends.get(step, 0.0) + chance
            else:
                children.append((chance, step))
                if step.chances is None and step.children is None and step.key not in known:
                    new.add(step.key)
        node.children, node.ends = children, ends

    def _step(self, node: Node, script: Rolled, path: Labels) -> Step:
        """Return what follows a node with some dice; what is known of dice that count alike is not fought again.

        No exception is kept: it would hold its trial.
        """
        step = node.steps.get(path)
        if step is None:
            try:
                step = self.run(self.trial(node, script), node)
            except Asked as asked:
                step = asked.roll
            except Over as over:
                step = outcome_of(self.rules.title, over.end)
            node.steps[path] = step
        return step

    def run(self, trial: Trial, node: Node, answers: Callable[[Trial], Order | None] | None = None) -> Node:
        """Go on from a node with a trial of it; return the next node.

        Args:
            answers: returns the order that answers a decision, and None to stop there; by default the usual answer.

        Raises:
            Over, Asked: the battle is over; dice are missing. Astray: the rules do not go on.
        """
        try:
            self._go(trial, node)
            for _ in range(MOST_ANSWERS):
                pending = trial.pending
                if pending is None or not trial.begun:
                    raise Astray
                order = answers(trial) if answers else self.usual(trial)
                if order is None:
                    return self.node(trial.position, node.touched | trial.touched)
                trial.submit(order)
        except Paused as paused:
            return self.node(trial.position, node.touched | trial.touched, place=paused.place, go_on=paused.go_on)
        except (SitrepError, LookupError, ValueError) as error:
            raise Astray from error
        raise Astray

    def usual(self, trial: Trial) -> Order:
        """Return the usual answer to the decision that is due."""
        assert trial.pending is not None
        return (self._usual(trial, trial.pending) if self._usual else None) or trial.pending.default

    def _go(self, trial: Trial, node: Node) -> None:
        if node.go_on:
            node.go_on(trial)
            if not trial.state.ended:
                trial.rules.order_over(trial)
        elif node.order is not None:
            trial.submit(node.order)

    # -- battles played -----------------------------------------------------------------------------

    def sample(self, node: Node, games: int, seed: str) -> Chances:
        """Play the battle so many times from a node; return the share of each end."""
        found: Chances = {}
        dice = SeededDice(seed)
        for _ in range(games):
            outcome = self._sampled(node, dice)
            found[outcome] = found.get(outcome, 0.0) + 1 / games
        return found

    def _sampled(self, node: Node, source: Dice) -> Outcome:
        """Play once: from node to node as far as others have come, and the rest at once, which is quicker for what comes once."""
        script: Rolled = ()
        path: Labels = ()
        while True:
            if path not in node.steps and not (node.visited or node.before is not None):
                node.visited = True
                trial = SampledTrial(self.rules, node.position, self.battle, True, (), source, script)
                return outcome_of(self.rules.title, self._play_out(trial, node))
            step = self._step(node, script, path)
            if isinstance(step, Roll):
                dice = source.roll(step.number, step.sides, "")
                script, path = (*script, dice), (*path, step.label(dice))
            elif isinstance(step, Outcome):
                return step
            else:
                node, script, path = step, (), ()

    def play(self, node: Node, games: int, seed: str) -> Iterator[tuple[BattleEnded, GameState]]:
        """Play the battle so many times from a node; yield its ends, and the states that it ended in."""
        dice = SeededDice(seed)
        for _ in range(games):
            trial = SampledTrial(self.rules, node.position, self.battle, node.before is None, node.before or (), dice)
            yield self._play_out(trial, node), trial.state

    def _play_out(self, trial: Trial, node: Node) -> BattleEnded:
        try:
            self._go(trial, node)
            for _ in range(MOST_ANSWERS):
                if trial.pending is None:
                    break
                trial.submit(self.usual(trial))
        except Over as over:
            return over.end
        except (SitrepError, LookupError, ValueError) as error:
            raise Astray from error
        raise Astray


def _outcomes(roll: Roll) -> Sequence[tuple[tuple[int, ...], float]]:
    try:
        return roll.outcomes()
    except Manifold:
        raise TooMany from None


def _solve(nodes: list[Node]) -> None:
    """Work out the chances of the ends of nodes whose children are among them, or known."""
    place = {node.key: at for at, node in enumerate(nodes)}
    ends = list(dict.fromkeys(end for node in nodes for end in _known_ends(node)))
    column = {end: at for at, end in enumerate(ends)}
    stays, leaves = np.eye(len(nodes)), np.zeros((len(nodes), len(ends)))
    for at, node in enumerate(nodes):
        for end, chance in node.ends.items():
            leaves[at, column[end]] += chance
        for chance, child in node.children or ():
            if child.chances is None:
                stays[at, place[child.key]] -= chance
            else:
                for end, part in child.chances.items():
                    leaves[at, column[end]] += chance * part
    found = np.linalg.solve(stays, leaves)
    for node, row in zip(nodes, found.tolist(), strict=True):
        node.chances = {end: chance for end, chance in zip(ends, row, strict=True) if chance > 0}


def _known_ends(node: Node) -> list[Outcome]:
    found = list(node.ends)
    for _, child in node.children or ():
        if child.chances is not None:
            found += child.chances
    return found


__all__ = ["Astray", "Node", "Stop", "TooMany", "Tree"]
