"""The odds against a simulator written from the books alone, of a hundred lines: 200 battles at random for each title, land and sea.

It knows nothing of chains, slots and sequences: it has dice, lists of units, and the sentences of the General Combat Sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import NamedTuple

import pytest

from dashboard.odds.page import board
from engine.odds.answers import battle_odds
from engine.odds.battle import Forces
from engine.odds.diving import STAY
from tests.slow import slow_after

QUESTIONS, PLAYS = 100, 80
ERRORS = 5.0
"""Standard errors of one question in so many; the sums over all are held to less."""


class Figure(NamedTuple):
    """Attack, defense, cost; hits to destroy; element: l(and), a(ir), s(ea)."""

    attack: int
    defense: int
    cost: int
    element: str
    hits: int = 1


# The order of the units of a title decides between those of one cost.
AA1942 = {
    "infantry": Figure(1, 2, 3, "l"), "artillery": Figure(2, 2, 4, "l"), "tank": Figure(3, 3, 5, "l"),
    "fighter": Figure(3, 4, 10, "a"), "bomber": Figure(4, 1, 12, "a"),
    "battleship": Figure(4, 4, 20, "s", 2), "aircraft-carrier": Figure(1, 2, 14, "s"), "cruiser": Figure(3, 3, 12, "s"),
    "destroyer": Figure(2, 2, 8, "s"), "submarine": Figure(2, 1, 6, "s"), "transport": Figure(0, 0, 7, "s"),
}  # fmt: skip
GLOBAL = {
    "infantry": Figure(1, 2, 3, "l"), "artillery": Figure(2, 2, 4, "l"), "mechanized-infantry": Figure(1, 2, 4, "l"),
    "tank": Figure(3, 3, 6, "l"), "fighter": Figure(3, 4, 10, "a"), "tactical-bomber": Figure(3, 3, 11, "a"),
    "bomber": Figure(4, 1, 12, "a"), "battleship": Figure(4, 4, 20, "s", 2), "aircraft-carrier": Figure(0, 2, 16, "s"),
    "cruiser": Figure(3, 3, 12, "s"), "destroyer": Figure(2, 2, 8, "s"), "submarine": Figure(2, 1, 6, "s"),
    "transport": Figure(0, 0, 7, "s"),
}  # fmt: skip
"""Of the Italians and the Soviets, whose units have the figures of all; carriers take one hit before Improved Carriers."""
V5 = {
    "infantry": Figure(1, 2, 3, "l"), "artillery": Figure(2, 2, 4, "l"), "aa-gun": Figure(0, 0, 5, "l"),
    "armour": Figure(3, 3, 6, "l"), "fighter": Figure(3, 4, 10, "a"), "bomber": Figure(4, 1, 12, "a"),
    "submarine": Figure(2, 1, 6, "s"), "transport": Figure(0, 0, 7, "s"), "destroyer": Figure(2, 2, 8, "s"),
    "cruiser": Figure(3, 3, 12, "s"), "carrier": Figure(1, 2, 14, "s"), "battleship": Figure(4, 4, 20, "s", 2),
}  # fmt: skip
G40 = {
    "infantry": Figure(1, 2, 3, "l"), "artillery": Figure(2, 2, 4, "l"), "mech-infantry": Figure(1, 2, 4, "l"),
    "aa-gun": Figure(0, 0, 5, "l"), "armour": Figure(3, 3, 6, "l"), "fighter": Figure(3, 4, 10, "a"),
    "tactical-bomber": Figure(3, 3, 11, "a"), "bomber": Figure(4, 1, 12, "a"), "submarine": Figure(2, 1, 6, "s"),
    "transport": Figure(0, 0, 7, "s"), "destroyer": Figure(2, 2, 8, "s"), "cruiser": Figure(3, 3, 12, "s"),
    "carrier": Figure(0, 2, 16, "s", 2), "battleship": Figure(4, 4, 20, "s", 2),
}  # fmt: skip
"""Second Edition of 1942 and of Global 1940, as TripleA plays them."""
BOOKS = {
    "aa1942": AA1942,
    "global-1939": GLOBAL,
    "world-war-ii-v5-1942-second-edition": V5,
    "world-war-ii-global-1940-2nd-edition": G40,
}
POWERS = {"aa1942": ("germany", "soviet-union"), "global-1939": ("italy", "soviet-union")}
GUNS = {"aa1942": "anti-aircraft-gun"}
"""Where guns take no part in the rounds: one fires at every aircraft. Elsewhere each fires three dice, and is lost like others."""

Side = dict[str, int]
"""Unit to the hits that all of it can take together; whole units are found by division."""


class Fight:
    """One battle fought once."""

    def __init__(self, book: dict[str, Figure], dice: Random, attack: Side, defend: Side, sea: bool, ships: list[int], gun: bool) -> None:
        self.book, self.dice, self.sea, self.ships, self.gun, self.behind = book, dice, sea, ships, gun, Counter[str]()
        self.units = [[name for name, n in side.items() for _ in range(n)] for side in (attack, defend)]
        self.damage = [Counter(), Counter()]

    def roll(self, numbers: list[int]) -> int:
        return sum(self.dice.randint(1, 6) <= number for number in numbers)

    def numbers(self, who: int, names: list[str]) -> list[int]:
        """Infantry beside artillery, and tactical bombers beside tanks or fighters, attack with one more."""
        if who:
            return [self.book[name].defense for name in names]
        counts = Counter(names)
        helped = {"artillery": counts["artillery"], "pair": counts["tank"] + counts["armour"] + counts["fighter"]}
        found = []
        for name in names:
            help_ = {"infantry": "artillery", "mechanized-infantry": "artillery", "tactical-bomber": "pair"}.get(name, "")
            more = bool(help_) and helped[help_] > 0
            if more:
                helped[help_] -= 1
            found.append(self.book[name].attack + more)
        return found

    def lose(self, who: int, subs: int, air: int, others: int) -> list[str]:
        """Choose casualties: first what a ship survives, then the cheapest; transports last; who attacks on land keeps a land unit."""
        there = list((Counter(self.units[who]) - self.behind).elements()) if who else self.units[who]
        lone = not any(name == "destroyer" for name in self.units[1 - who])
        spare = [name for name in there if self.book[name].hits > 1]
        first = [name for name in sorted(set(spare), key=self.rank) for _ in range(spare.count(name) - self.damage[who][name])]
        order = [(name, True) for name in first] + [(name, False) for name in sorted(there, key=self.rank)]
        if not who and not self.sea and (land := [at for at, (name, _) in enumerate(order) if self.book[name].element == "l"]):
            order.append(order.pop(land[-1]))
        gone, taken = [], []
        for name, damage in order:
            kind = "air" if self.book[name].element == "a" else "sub" if name == "submarine" and lone else ""
            if self.fits([*taken, kind], subs, air, others):
                taken.append(kind)
                if damage:
                    self.damage[who][name] += 1
                else:
                    gone.append(name)
        return gone

    @staticmethod
    def fits(kinds: list[str], subs: int, air: int, others: int) -> bool:
        """Hits of submarines go on no aircraft, those of aircraft on no submarine unless a destroyer helps them."""
        flying, diving = kinds.count("air"), kinds.count("sub")
        return flying <= air + others and diving <= subs + others and len(kinds) <= subs + air + others

    def rank(self, name: str) -> tuple:
        return name == "transport", self.book[name].cost, list(self.book).index(name)

    def remove(self, who: int, gone: list[str]) -> None:
        for name in gone:
            self.units[who].remove(name)
            self.damage[who][name] = min(self.damage[who][name], self.units[who].count(name))

    def fire(self, who: int, names: list[str]) -> tuple[int, int, int]:
        """Return hits of submarines, of aircraft, and of others."""
        rolled = list(zip(names, self.numbers(who, names), strict=True))
        flies = {name: self.sea and self.book[name].element == "a" for name in names}
        return (
            self.roll([number for name, number in rolled if name == "submarine"]),
            self.roll([number for name, number in rolled if flies[name]]),
            self.roll([number for name, number in rolled if name != "submarine" and not flies[name]]),
        )

    def able(self, who: int) -> bool:
        return any((self.book[name].defense if who else self.book[name].attack) for name in self.units[who])

    def stuck(self) -> bool:
        """Whether nobody can hit anybody: aircraft over submarines."""
        kinds = [{self.book[name].element if name != "submarine" else "sub" for name in side} for side in self.units]
        return kinds in ([{"a"}, {"sub"}], [{"sub"}, {"a"}])

    def round(self) -> None:
        striking = [
            [name for name in self.units[who] if name == "submarine"] if "destroyer" not in self.units[1 - who] else [] for who in (0, 1)
        ]
        hit = [self.lose(1 - who, *self.fire(who, striking[who])) for who in (0, 1)]
        for who in (0, 1):
            self.remove(1 - who, hit[who])
        # Submarines that struck do not fire again; a destroyer lost to them lets none strike in this round any more.
        rest = [[name for name in self.units[who] if name != "submarine" or not striking[who]] for who in (0, 1)]
        hit = [self.lose(1 - who, *self.fire(who, rest[who])) for who in (0, 1)]
        hit[0] += self.behind.elements()
        self.behind.clear()
        for who in (0, 1):
            self.remove(1 - who, hit[who])

    def open(self) -> None:
        """Ships fire at land units, and who is hit still fires once; guns fire at aircraft, which are gone at once."""
        self.behind.update(self.lose(1, self.roll(self.ships), 0, 0))
        flying = [name for name in self.units[0] if self.book[name].element == "a"]
        guns = self.units[1].count("aa-gun")
        if self.gun:
            self.remove(0, [name for name in flying if self.roll([1])])
        elif guns:
            hits = self.roll([1] * min(len(flying), 3 * guns))
            self.remove(0, sorted(flying, key=self.rank)[:hits])

    def fight(self) -> tuple[float, float, float, float]:
        """Return whether the attacker wins, whether the defender does, and what each has lost."""
        worth = [sum(self.book[name].cost for name in side) for side in self.units]
        # Who has nothing left that fires does not go on, but has been fired at in the round that was begun.
        if not self.sea:
            self.open()
        while self.units[0] and self.units[1] and not self.stuck():
            self.round()
            if not (self.able(0) and self.able(1)):
                break
        if self.able(0) and not self.able(1):
            self.units[1] = []
        won, lost = self.able(0) and not self.able(1), self.able(1) and not self.able(0)
        left = [sum(self.book[name].cost for name in side) for side in self.units]
        return float(won), float(lost), worth[0] - left[0], worth[1] - left[1]


def questions(book: dict[str, Figure], sea: bool, seed: str) -> Iterator[tuple[Side, Side]]:
    dice, kinds = Random(seed), ("s", "a") if sea else ("l", "a")
    names = [name for name, row in book.items() if row.element in kinds]
    while True:
        sides = [{name: dice.randint(1, 2 if sea else 4) for name in dice.sample(names, dice.randint(1, 4))} for _ in (0, 1)]
        sides[0].pop("aa-gun", None)
        if all(any(book[name].attack + book[name].defense for name in side) for side in sides):
            yield sides[0], sides[1]


@pytest.mark.parametrize("sea", [False, True], ids=["land", "sea"])
@pytest.mark.parametrize("slug", slow_after(2, BOOKS))
def test_battles_at_random_come_out_as_a_simple_simulator_fights_them(slug: str, sea: bool) -> None:
    title, book, dice = board(slug), BOOKS[slug], Random(f"{slug} {sea}")
    totals, squares = [0.0] * 4, [0.0] * 4
    asked = questions(book, sea, f"{slug} {sea} questions")
    for number in range(QUESTIONS):
        mine, theirs = next(asked)
        landing = sum(n for name, n in mine.items() if book[name].element == "l")
        ships = ["battleship", "cruiser", "cruiser"][: min(landing, dice.randint(0, 3))] if not sea and slug == "aa1942" else []
        gun = GUNS[slug] if not sea and slug in GUNS and dice.random() < 0.5 else ""
        one, two = POWERS.get(slug, tuple(title.turns)[:2])
        attack, defend = ({(name, power): n for name, n in side.items()} for side, power in ((mine, one), (theirs, two)))
        bombard = {(name, one): n for name, n in Counter(ships).items()}
        forces = Forces(attack, defend, sea, bombard=bombard, guns={(gun, two): 1} if gun else {})
        found = battle_odds(title, forces, dive=STAY)
        assert not found.sampled, found.sampled
        result = found.result
        shells = [book[name].attack for name in ships]
        ends = [Fight(book, dice, mine, theirs, sea, shells, bool(gun)).fight() for _ in range(PLAYS)]
        worth = [sum(book[name].cost * n for name, n in side.items()) for side in (mine, theirs)]
        expected = result.win, result.lose, result.attacker_lost, result.defender_lost
        for at, (told, seen) in enumerate(zip(expected, zip(*ends, strict=True), strict=True)):
            # What is rarely lost varies more than few plays show: by so much at most, if all or nothing is lost.
            most = (1.0, 1.0, worth[0], worth[1])[at]
            limit = max(told * (most - told), 0.0)
            spread = limit if at < 2 else max(pvariance(seen), limit / 4)
            error = max(sqrt(spread / PLAYS), most / PLAYS)
            off = (fmean(seen) - told) / error
            what = ("win", "lose", "attacker lost", "defender lost")[at]
            assert abs(off) < ERRORS, f"{number}: {mine} against {theirs}: {what} {told:.3f}, fought {fmean(seen):.3f}"
            totals[at] += off
            squares[at] += off * off
    assert all(abs(total) / sqrt(QUESTIONS) < 4.5 for total in totals), totals
    assert all(square / QUESTIONS < 1.6 for square in squares), squares
