"""The ledger of luck of battles that are worked out through the rules of their title (`tree.py`), from the game as it stood.

The battle is fought again in thought, with the orders and the dice of its record; whatever it does otherwise than the record leaves it
out. After each step of dice, and before and after each answer that is not the usual one, the chances of all ends are worked out, or, in
battles of too many states, estimated from as many battles played. What dice change is luck, what answers change is decisions.
Both are sums of the same values, so that luck and decisions are the actual swing less the expected one in either case.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from engine import events as ev
from engine.families import family_of
from engine.forces import parse_units
from engine.odds.ends import Ended, aircraft_in, result_of_ends
from engine.odds.ledger import UNLISTED, Entry
from engine.odds.outcome import Chances, Outcome, outcome_of
from engine.odds.recorded_battle import ANTI_AIR, BOMBARDMENT, FAIR
from engine.odds.result import DIGITS, Result, Swings, how_far, swing_error
from engine.odds.steps_left import steps_left
from engine.odds.tree import Astray, Node, Stop, TooMany, Tree
from engine.odds.trial import Over, Trial
from engine.orders import Order
from engine.play import Alike
from engine.recording import Fidelity
from engine.replay import Game
from engine.rules import Position, load_rules
from engine.state import GameState

FIRE, DECISIONS = "fire", "decisions"


class Depth(NamedTuple):
    """How far a battle is looked into.

    Attributes:
        trials: up to how many every outcome of it is followed. games: how often it is played where that is too few, from each state
            that is looked at. small, lasting: up to how many trials a small battle is followed (see `SMALL`), and a larger one that is
            fought in rounds until a side is gone.
    """

    trials: int
    games: int
    small: int
    lasting: int

    def trials_of(self, start: ev.BattleStarted, *, lasts: bool) -> int:
        """Return up to how many trials a battle is followed; `lasts`: it is fought in rounds."""
        mine, theirs = (sum(one.count for one in parse_units(units)) for units in (start.attackers, start.defenders))
        if mine * theirs <= SMALL:
            return self.small
        return self.lasting if lasts else self.trials


SMALL = 6
"""Pairs of an attacker and a defender up to which most battles of any title are over within 500 trials. Larger ones that last some rounds
take more than 60, but for those in which hardly anything can happen: it is not worth while to begin."""
QUICK = Depth(60, 20, small=500, lasting=12)
"""For all battles of a game."""
CLOSE = Depth(800, 200, small=800, lasting=800)
"""For a battle that is told of by itself: most are followed to every end."""


class Value(NamedTuple):
    """What is expected at a point of a battle: the swing, and the chance that the area is taken."""

    swing: float
    take: float


class Account:
    """How what is expected changes in a battle, by what changes it: the swing, and the chance that the area is taken."""

    def __init__(self, now: Value) -> None:
        self.now, self.swing, self.take = now, defaultdict[str, float](float), defaultdict[str, float](float)

    def add(self, cause: str, after: Value) -> None:
        """Let a cause change what is expected."""
        self.swing[cause] += after.swing - self.now.swing
        self.take[cause] += after.take - self.now.take
        self.now = after


class Fight(NamedTuple):
    """A battle of a record.

    Attributes:
        state: before the order that begins it. order: number of that order among the game's. start, end: of its first and last event.
    """

    state: GameState
    order: int
    start: int
    end: int


def played_ledger(game: Game, known: Collection[int] = (), depth: Depth = QUICK) -> Iterator[Entry]:
    """Yield the battles of a game that the rules can fight again, in order.

    Args:
        known: numbers of the BattleEnded events of battles that are not asked for. depth: how far the others are looked into.
    """
    family = family_of(game.title)
    if game.fidelity is not Fidelity.ORDERS or family is None or not game.orders:
        return
    rules = load_rules(game.title)
    for fight in _fights(game, family.raids, known):
        start = game.events[fight.start]
        assert isinstance(start, ev.BattleStarted)
        try:
            trials = depth.trials_of(start, lasts=bool(family.rounds))
            yield Walk(game, Tree(rules, start.battle, trials, family), fight, depth.games).entry()
        except Stop:
            continue


def fought_again(game: Game, battle: int, games: int, seed: str = "") -> Result | None:
    """Return the odds of a battle of a game, through its rules, from the game as it stood; None where these cannot fight it again.

    Chances and swings are those of every end where these can be followed (`CLOSE`), else of as many battles played; what is lost and left,
    and how long it takes, is of battles played in either case.
    """
    family = family_of(game.title)
    if game.fidelity is not Fidelity.ORDERS or family is None:
        return None
    for fight in _fights(game, (), ()):
        start = game.events[fight.start]
        if isinstance(start, ev.BattleStarted) and start.battle == battle:
            tree = Tree(load_rules(game.title), battle, CLOSE.trials, family)
            root = _root(game, tree, fight)
            try:
                ends = [
                    Ended(end, *steps_left(game.title, fight.state, state, end))
                    for end, state in tree.play(root, games, f"{_seed(battle)}{seed}")
                ]
            except Stop:
                return None
            at_sea = start.area in game.title.areas and game.title.areas[start.area].kind == "sea"
            planes = aircraft_in(game.title, start.attackers), aircraft_in(game.title, start.defenders)
            return _exactly(result_of_ends(game.title, ends, at_sea, planes), tree, root)
    return None


def _exactly(found: Result, tree: Tree, root: Node) -> Result:
    """Return the odds with the chances and swings of every end, where these can be followed."""
    try:
        told = tree.work_out(root)
    except (Stop, TooMany):
        return found
    win, away = _share(told, "attacker"), sum(chance for end, chance in told.items() if end.away)
    lose = sum(chance for end, chance in told.items() if end.winner == "defender" and not end.away)
    numbers = win, value_of(told).take, lose, max(0.0, 1.0 - win - lose - away), away
    chances: dict[str, Any] = dict(zip(("win", "take", "lose", "draw", "retreat"), (round(one, DIGITS) for one in numbers), strict=True))
    return found._replace(**chances, swings=_swings(told), samples=0, error=0.0, played=found.samples)


def _seed(battle: int) -> str:
    """Return the seed of the dice of a battle that is played from its start: who plays it as often has the same odds."""
    return f"odds of battle {battle} "


def _root(game: Game, tree: Tree, fight: Fight) -> Node:
    """Return the node of the order that begins a battle, with the rolls that are made before its start."""
    order = game.orders[fight.order][1]
    begun = bisect_right(game.rolls, fight.start, key=lambda roll: roll[0])
    before = tuple(dice for _, _, dice in game.rolls[_first_roll(game, fight) : begun])
    return tree.node(Position(game.title, fight.state), order=order, before=before)


def _first_roll(game: Game, fight: Fight) -> int:
    """Return the number of the first roll that the order makes which begins a battle."""
    return bisect_left(game.rolls, fight.order + 1, key=lambda roll: roll[1])


def _fights(game: Game, raids: Collection[str], known: Collection[int]) -> Iterator[Fight]:
    places = [at for at, _ in game.orders]
    open_: dict[int, int] = {}
    spans = []
    for at, event in enumerate(game.events):
        if type(event) is ev.BattleStarted and event.kind not in raids:
            open_[event.battle] = at
        elif type(event) is ev.BattleEnded and event.battle in open_:
            start = open_.pop(event.battle)
            if at + 1 not in known and (order := bisect_right(places, start) - 1) >= 0:
                spans.append((order, start, at))
    state, done = GameState(), 0
    for order, start, end in sorted(spans):
        state.apply_all(game.events[done : places[order]])
        done = places[order]
        yield Fight(state.copy(), order, start, end)


class Again(Trial):
    """A trial with the dice of the record, whose events must be those of the record.

    Attributes:
        at: number of the next event. rolls: number of the next roll.
    """

    def __init__(self, game: Game, tree: Tree, position: Position, begun: bool, at: int, rolls: int) -> None:
        super().__init__(tree.rules, position, tree.battle, begun)
        self.game, self.at, self.rolls = game, at, rolls

    def emit(self, event: ev.Event) -> None:
        """Fold an event, if it is the record's."""
        if self.at >= len(self.game.events) or self.game.events[self.at] != event:
            raise Astray
        self.at += 1
        super().emit(event)

    def roll(self, count: int, what: str, sides: int = 0, alike: Sequence[Alike] = ()) -> tuple[int, ...]:
        """Return the dice of the record."""
        if count <= 0:
            return ()
        at, _, dice = self.game.rolls[self.rolls] if self.rolls < len(self.game.rolls) else (-1, 0, ())
        if at != self.at or len(dice) != count:
            raise Astray
        self.rolls += 1
        self.rolled |= self.begun
        return dice


class Walk:
    """A battle fought again, with what was to be expected at each of its points."""

    def __init__(self, game: Game, tree: Tree, fight: Fight, games: int) -> None:
        self.game, self.tree, self.fight, self.games = game, tree, fight, games
        self.next = fight.order + 1
        self.samples, self._sampled = 0, dict[Hashable, Chances]()

    def entry(self) -> Entry:
        """Fight it again; see Entry."""
        game = self.game
        at = game.orders[self.fight.order][0]
        first = _first_roll(game, self.fight)
        node = _root(game, self.tree, self.fight)
        # The position is kept beside its node: alike ones share a node, though their rounds have other numbers.
        position = node.position
        told = self.chances(node)
        account = Account(value_of(told))
        owed = ""
        while True:
            trial = Again(game, self.tree, position, node.before is None, at, first)
            begins = node
            last: Outcome | None = None
            try:
                node = self.tree.run(trial, node, self._usual)
            except Over as over:
                last = outcome_of(game.title, over.end)
            kind = _kind([event.purpose for event in trial.events if type(event) is ev.DiceRolled])
            if owed and kind and kind != owed:
                account.add(owed, self.value(begins))
                owed = ""
            owed = owed or kind
            if last:
                account.add(owed or DECISIONS, Value(last.swing, float(last.taken)))
                return self._entry(told, account, last)
            at, first, position = trial.at, trial.rolls, trial.position
            answer = None if node.go_on else self._told(trial)
            if answer:
                if owed:
                    account.add(owed, self.value(node))
                    owed = ""
                self.next += self._answer(trial) is not None
                node = self.tree.node(position, node.touched, answer)
                account.add(DECISIONS, self.value(node))

    def _answer(self, trial: Trial) -> Order | None:
        """Return the record's answer to the decision that is due; None if it has none."""
        at, order = self.game.orders[self.next] if self.next < len(self.game.orders) else (-1, None)
        return order if isinstance(trial, Again) and at == trial.at else None

    def _told(self, trial: Trial) -> Order | None:
        """Return how the decision that is due is answered: as the record does, or by default if it has no answer; None if none is due."""
        return self._answer(trial) or (trial.pending.default if trial.pending else None)

    def _usual(self, trial: Trial) -> Order | None:
        """Return the usual answer to the decision that is due, None if the record's is another."""
        told = self._told(trial)
        if trial.pending is None or told != self.tree.usual(trial):
            return None
        self.next += self._answer(trial) is not None
        return told

    def value(self, node: Node) -> Value:
        """Return what is expected at a node."""
        return value_of(self.chances(node))

    def chances(self, node: Node) -> Chances:
        """Return the chances of each end from a node."""
        if node.key in self._sampled:
            return self._sampled[node.key]
        try:
            return self.tree.work_out(node)
        except TooMany:
            seed = f"luck of battle {self.tree.battle}" if self._sampled else _seed(self.tree.battle)
            found = self._sampled[node.key] = self.tree.sample(node, self.games, seed)
            self.samples = self.games
            return found

    def _entry(self, told: Chances, account: Account, last: Outcome) -> Entry:
        before, luck = value_of(told), account.swing
        takes = defaultdict[float, float](float)
        for end, chance in told.items():
            takes[end.swing] += chance * end.taken
        listed = _swings(told)
        kept = tuple(one for one in listed if one[1] >= UNLISTED)
        start = self.game.events[self.fight.start]
        assert isinstance(start, ev.BattleStarted)
        bounds = -float(start.attacker_value), float(start.defender_value)
        return Entry(
            self.fight.end + 1,
            self.tree.battle,
            FAIR,
            _share(told, "attacker"),
            before.take,
            _share(told, "defender"),
            before.swing,
            last.swing,
            how_far(listed, last.swing),
            luck[FIRE],
            luck[ANTI_AIR],
            luck[BOMBARDMENT],
            luck[DECISIONS],
            kept,
            tuple(takes[swing] for swing, _ in kept),
            sum(account.take.values()) - account.take[DECISIONS],
            self.samples,
            swing_error(listed, self.samples, *bounds) if self.samples else 0.0,
        )


def _swings(chances: Chances) -> Swings:
    found = defaultdict[float, float](float)
    for end, chance in chances.items():
        found[end.swing] += chance
    return tuple(sorted(found.items()))


def _share(chances: Chances, winner: str) -> float:
    return sum(chance for end, chance in chances.items() if end.winner == winner)


def value_of(chances: Chances) -> Value:
    """Return the expected swing, and the chance that the area is taken."""
    return Value(
        sum(chance * end.swing for end, chance in chances.items()),
        sum(chance for end, chance in chances.items() if end.taken),
    )


def _kind(purposes: list[str]) -> str:
    """Return which column of luck dice belong to; empty for none."""
    kinds = set(purposes)
    return kinds.pop() if len(kinds) == 1 and kinds <= {ANTI_AIR, BOMBARDMENT} else FIRE if kinds else ""
