"""Games played by chance: what stands where after each step is what the second reader says, and the events come to what is seen."""

from __future__ import annotations

import random

import pytest

from ingest.vassal.steps import read_log
from tests.vassal.module import MiniGame, traits
from tests.vassal.second_reader import SecondReader
from tests.vassal.telling import told
from tests.vassal.writer import add, change, deck_state, move, nested, stack

SPOTS = [
    ("World", 60, 70),
    ("World", 160, 70),
    ("World", 300, 70),
    ("World", 60, 165),
    ("Red's cards", 5, 5),
    ("World", 700, 250),
]


class Player:
    """Plays a game of Mini by chance, as the program would write it down."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.game = MiniGame.begun()
        self.count = 500

    def play(self, steps: int) -> MiniGame:
        for _ in range(steps):
            now = self.game.now()
            kinds = [
                self.moved,
                self.moved,
                self.moved,
                self.changed,
                self.crossed,
                self.came,
                self.went,
                self.dealt,
                self.piled,
                self.talked,
            ]
            self.game.do(*self.dice.choice(kinds)(now))
        return self.game

    def _piece(self, now: SecondReader) -> str:
        return self.dice.choice([id_ for id_ in now.types if not now.is_pile(id_)])

    def moved(self, now: SecondReader) -> list[str]:
        id_ = self.dice.choice([one for one in now.types if not one.startswith("found") and now.types[one][-1][:4] != "deck"])
        spot, origin = self.dice.choice(SPOTS), now.where(id_) or ("null", 0, 0)
        there = [one for one in now.types if not now.is_pile(one) and now.where(one) == spot and one != id_]
        under = self.dice.choice([*there, "null"])
        return [move(id_, spot, under, origin, self.dice.choice(["ann", "bob"]))]

    def changed(self, now: SecondReader) -> list[str]:
        id_ = self._piece(now)
        old = now.states[id_]
        new = [self.dice.choice(["1", "2", "3", "null", "ann;", one]) for one in old[:-1]] + old[-1:]
        return [change(id_, nested(new), nested(old) if self.dice.random() < 0.8 else None)]

    def crossed(self, now: SecondReader) -> list[str]:
        """A change from an old state that is no longer so."""
        id_ = self._piece(now)
        own = now.states[id_]
        old = [self.dice.choice(["1", "2", one]) for one in own[:-1]] + own[-1:]
        new = [self.dice.choice(["3", one]) for one in old[:-1]] + old[-1:]
        return [change(id_, nested(new), nested(old))]

    def came(self, now: SecondReader) -> list[str]:
        self.count += 1
        spot = self.dice.choice(SPOTS)
        piece = add(str(self.count), traits(self.dice.choice(["red", "blue"]), "land"), self.dice.choice(["Tank", "Gun"]), *spot)
        return [piece, stack(str(self.count + 1000), *spot, str(self.count))] if self.dice.random() < 0.5 else [piece]

    def went(self, now: SecondReader) -> list[str]:
        id_ = self._piece(now)
        return [f"-/{id_}"] if self.dice.random() < 0.3 else [f"M/{id_}/null/0/0/null/World/0/0/null/ann"]

    def dealt(self, now: SecondReader) -> list[str]:
        cards = list(now.piles["201"])
        self.dice.shuffle(cards)
        return [change("201", deck_state("World", 700, 250, self.dice.random() < 0.5, *cards))]

    def piled(self, now: SecondReader) -> list[str]:
        """A stack is written anew from an old state that may have lost its truth."""
        if "101" not in now.piles or now.spots["101"] is None:
            return ["CHAT* nothing"]
        ids = [one for one in now.piles["101"]]
        old = [one for one in ids if self.dice.random() < 0.7]
        new = self.dice.sample(old, len(old))
        head = ";".join(map(str, now.spots["101"]))
        return [change("101", ";".join([head, *new, "@@0"]), ";".join([head, *old, "@@0"]))]

    def talked(self, now: SecondReader) -> list[str]:
        return [self.dice.choice(["CHAT<Ann> - hm", "CHAT** 2d6 = 3,4 ***", "MutableProperty\tTurn\t1\t2\tModule"])]


@pytest.mark.parametrize("seed", range(12))
def test_a_game_of_chance_stands_as_the_second_reader_says_after_each_step(seed: int) -> None:
    game = Player(seed).play(40)
    log, expected = read_log(game.content()), SecondReader(game.text).play()
    next(expected)
    for number, step in enumerate(log.steps, start=1):
        for depth, command in step.commands:
            log.table.apply(command, depth)
        assert {p.id: (p.spot, tuple(p.states[:-1])) for p in log.table.on_maps()} == next(expected), f"seed {seed}, step {number}"
    assert told(game).gap == 0
