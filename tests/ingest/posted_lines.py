"""Lines as five leagues post their results, made up from what happened, so that the truth is known. It knows nothing of the reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

NAMES = (
    "Amy", "Boris", "cy_77", "Dee Dee", "El Duque", "Müller", "j.w", "Xerxes", "Vs99", "OverLord", "Will", "Beatrix", "L8", "Tiebreaker",
    "Sir Draw-a-lot", "O'Neil", "Żółw", "Ann3", "Roundabout", "axis_fan", "Bidder", "Lostboy", "ПЁТР", "王五", "Defoe", "Ally McBeal",
)  # fmt: skip
POWERS = ("Russia", "UK", "the USA", "Germany", "Japan")


class Truth(NamedTuple):
    """What happened: day, players of each side, who won (Axis, Allies, draw), the bid of the Allies, rounds and how; empty if not told."""

    day: str
    axis: set[str]
    allies: set[str]
    winner: str
    bid: int
    rounds: str
    how: str


def posted(seed: int, count: int) -> Iterator[tuple[str, Truth | None]]:
    """Yield lines with what they say; a few say too little, which have no truth. Each is of a day of its own."""
    dice = random.Random(seed)
    for number in range(count):
        day = (date(2020, 1, 1) + timedelta(days=number)).isoformat()
        if dice.random() < 0.012:
            yield dice.choice(_UNCLEAR)(dice, day), None
        else:
            yield dice.choice(_LEAGUES)(dice, day)


def _bid(dice: random.Random) -> int:
    return dice.choice((0, 0, 6, 9, 12, 25, 60))


def _tournament(dice: random.Random, day: str) -> tuple[str, Truth]:
    (won, lost), bid, axis_won = dice.sample(NAMES, 2), _bid(dice), dice.random() < 0.5
    allies = f"Allies{dice.choice((' + ', ' +', '+'))}{bid}" if bid else "Allies"
    mine, theirs = ("Axis", allies) if axis_won else (allies, "Axis")
    word = dice.choice(("defeats", "beats", "defeated", "beat", "won over"))
    line = f"{day} {dice.choice(('- ', ': ', ''))}{won} ({mine}) {word} {lost} ({theirs}){dice.choice(('', '.', '!'))}"
    axis, other = (won, lost) if axis_won else (lost, won)
    return line, Truth(day, {axis}, {other}, "Axis" if axis_won else "Allies", bid, "", "")


def _thread(dice: random.Random, day: str) -> tuple[str, Truth]:
    (axis, allies), bid, end = dice.sample(NAMES, 2), _bid(dice), dice.choice(("Axis", "Allies", "draw"))
    seats = [f"{axis} (X)", f"{allies} (L{f'+{bid}' if bid else ''})"]
    if dice.random() < 0.5:
        seats.reverse()
    name = axis if end == "Axis" else allies
    told = "draw" if end == "draw" else dice.choice((f"{end} win", f"{name} wins", f"{end} victory", f"winner: {name}"))
    line = f"{dice.choice(('20L G40 ', '20L BM4 ', ''))}{seats[0]} {dice.choice(('vs', 'v', 'vs.'))} {seats[1]} - {told} ({day})"
    return line, Truth(day, {axis}, {allies}, end, bid, "", "")


def _short(dice: random.Random, day: str) -> tuple[str, Truth]:
    (won, lost), bid, axis_won, rounds = dice.sample(NAMES, 2), _bid(dice), dice.random() < 0.5, dice.randint(3, 20)
    side = "X" if axis_won else f"L+{bid}" if bid else "L"
    after = f", bid {bid} to {dice.choice(POWERS[:3])}" if bid and axis_won else ""
    line = f"{day}: {won} beats {lost}, {side}{after}, {rounds} rounds"
    axis, allies = (won, lost) if axis_won else (lost, won)
    return line, Truth(day, {axis}, {allies}, "Axis" if axis_won else "Allies", bid, str(rounds), "")


def _loser_first(dice: random.Random, day: str) -> tuple[str, Truth]:
    (won, lost), bid, axis_won = dice.sample(NAMES, 2), _bid(dice), dice.random() < 0.5
    word, how = dice.choice(
        (("lost to", ""), ("loses to", ""), ("was defeated by", ""), ("forfeits to", "forfeit"), ("conceded to", "conceded"))
    )
    allies = f"Allies, bid {bid}" if bid else "Allies"
    mine, theirs = (allies, "Axis") if axis_won else ("Axis", allies)
    line = f"[{day}] {lost} ({mine}) {word} {won} ({theirs})"
    axis, other = (won, lost) if axis_won else (lost, won)
    return line, Truth(day, {axis}, {other}, "Axis" if axis_won else "Allies", bid, "", how)


def _teams(dice: random.Random, day: str) -> tuple[str, Truth]:
    players, bid, axis_won, rounds = dice.sample(NAMES, 4), _bid(dice), dice.random() < 0.5, dice.randint(2, 15)
    one, two = players[: dice.randint(1, 2)], players[2 : 2 + dice.randint(1, 2)]
    sign = dice.choice((" & ", " + ", " and ", "/"))
    allies = f"Allies w/ {bid} bid" if bid else "Allies"
    mine, theirs = ("Axis", allies) if axis_won else (allies, "Axis")
    how, end = dice.choice((("forfeit", " by forfeit"), ("conceded", ", resigned"), ("", "")))
    line = f"{day} {sign.join(one)} ({mine}) def. {sign.join(two)} ({theirs}){end} in round {rounds}"
    axis, other = (one, two) if axis_won else (two, one)
    return line, Truth(day, set(axis), set(other), "Axis" if axis_won else "Allies", bid, str(rounds), how)


_LEAGUES: tuple[Callable[[random.Random, str], tuple[str, Truth]], ...] = (_tournament, _thread, _short, _loser_first, _teams)
_UNCLEAR: tuple[Callable[[random.Random, str], str], ...] = (
    lambda dice, day: f"{day} {dice.choice(NAMES)} beats {dice.choice(NAMES)} again",
    lambda dice, day: f"{day} {dice.choice(NAMES)} (X) vs Boris's cat (L+9)",
    lambda dice, day: f"{day} who beats Amy (L) next?",
)
