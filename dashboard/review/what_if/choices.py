"""From where a game can be played on, and the commands that do it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, NamedTuple

from dashboard.review.battle_rows import WON
from dashboard.review.cards.card import Card, cards, mattered
from dashboard.review.reader import Reader, once
from dashboard.review.story.wording import sentence, there, whose
from engine.errors import SitrepError
from engine.rules import load_rules
from engine.titles import load_title, titles
from ingest.files import shown
from warehouse.file_names import file_name

LEAST = 0.01
"""Chance of another result that a battle has at least: a rarer one may not come up however often it is fought again."""
GAMES = 50
"""Games that a command plays."""
ROUNDS, SEED = 6, "what-if"
"""Rounds that the page and its command play on at most, and the seed of both: the command's first games are the page's."""


class Choice(NamedTuple):
    """A moment to play on from: what it is called, the battle that goes the other way (0: none), the event of a turn (0: none)."""

    said: str
    battle: int
    at: int


def can(of: Reader) -> bool:
    """Whether a game can be played on: its record says all, and the rules of its title are here."""
    if of.game["fidelity"] not in ("orders", "changes") or of.game["title"] not in titles():
        return False
    try:
        load_rules(load_title(of.game["title"]))
    except (LookupError, SitrepError):
        return False
    return True


@once
def choices(of: Reader) -> list[Choice]:
    """Return the moments to play on from: of the battles that could have gone the other way those that mattered, and each turn.

    A save says what stood where, but not what each unit had still to do in its turn; so it is played on from turns alone.
    """
    if not can(of):
        return []
    battles = cards(of) if of.game["fidelity"] == "orders" else []
    found = [other_way(card) for card in mattered([card for card in battles if could_go_otherwise(card)])]
    begun = of.frame("phase_started").sort("seq").unique("turn", keep="first", maintain_order=True)
    turns = [Choice(_turn(of, row), 0, row["seq"]) for row in begun.iter_rows(named=True) if row["turn"] > 0]
    return [*found, *turns]


def could_go_otherwise(card: Card) -> bool:
    """Whether a battle had a chance of LEAST of another result; where its odds are not known, whether anybody won it."""
    result = {"attacker": 0, "defender": 1}.get(card.winner, 2)
    return 1 - card.odds[result] >= LEAST if card.odds else result < 2


def other_way(card: Card) -> Choice:
    """Return the choice that a battle goes the other way."""
    result = "fails" if card.ended == WON else "succeeds" if card.winner == "defender" else "is decided"
    return Choice(sentence(f"{whose(card.attacker.name)} attack on {there(card.where)} {result} ({card.when})"), card.battle, 0)


def command(of: Reader, choice: Choice, changes: str = "", record: Path | None = None) -> str:
    """Return the command that plays a game on, after changes in lines of a log.

    Args:
        record: the game's, for those who may see where it lies; else it is named without its folder.
    """
    moment = f"--flip {choice.battle}" if choice.battle else f"--at {choice.at}"
    lines = "".join(f" --as {shlex.quote(line)}" for line in map(str.strip, changes.splitlines()) if line and line[0] != "#")
    named = _record(of) if record is None else shlex.quote(shown(record))
    return f"sitrep play-on {named} {moment}{lines} --games {GAMES} --rounds {ROUNDS} --seed {SEED}"


def odds_command(of: Reader, battle: int) -> str:
    """Return the command that works out the odds of a battle."""
    return f"sitrep odds {_record(of)} --battle {battle}"


def _record(of: Reader) -> str:
    return shlex.quote(file_name(of.game["name"]))


def _turn(of: Reader, row: dict[str, Any]) -> str:
    return of.whens.get(row["turn"], f"Round {row['round']}")
