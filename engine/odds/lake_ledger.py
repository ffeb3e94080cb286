"""The ledger of luck as a lake keeps it: the battles that pages name are looked into further than the others of a game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import BattleEnded, ControlChanged, PhaseStarted
from engine.families import family_of
from engine.odds.ledger import Entry, ledger
from engine.odds.played_ledger import CLOSE, played_ledger
from engine.odds.recorded_battle import FAIR
from engine.replay import Game

DESTROYED, SWINGS, LUCK = 8, 5, 5
"""Battles that are named for the value they destroyed, for their swing, and for their luck."""


def whole_ledger(game: Game) -> list[Entry]:
    """Return the battles of a game in the ledger of luck: those that the exact odds follow, and those that the rules fight again."""
    found = {one.seq: one for one in ledger(game.title, game.events)}
    found |= {one.seq: one for one in played_ledger(game, found)}
    close: set[int] = set()
    # Who is looked into further may have had less luck than it seemed, so that another is named.
    while asked := {seq for seq in named(game, found.values()) if found[seq].samples} - close:
        found |= {one.seq: one for one in played_ledger(game, found.keys() - asked, CLOSE)}
        close |= asked
    return [found[seq] for seq in sorted(found)]


def named(game: Game, entries: Iterable[Entry]) -> set[int]:
    """Return which entries, by their numbers, are of battles that pages name."""
    known = {one.seq: one for one in entries}
    ended, fell = _ended(game)
    swung = {seq: abs(event.defender_lost - event.attacker_lost) for seq, event in ended.items()}
    worth = {seq: event.defender_lost + event.attacker_lost for seq, event in ended.items()}
    # The sort keeps the order of equal ones: the first to be fought is named.
    most = sorted(worth, key=lambda seq: -worth[seq])
    swings = sorted(most, key=lambda seq: (seq not in fell, -swung[seq]))
    lucky = sorted((seq for seq in known if known[seq].dice == FAIR), key=lambda seq: -abs(known[seq].luck))
    return known.keys() & {*most[:DESTROYED], *swings[:SWINGS], *lucky[:LUCK]}


def _ended(game: Game) -> tuple[dict[int, BattleEnded], set[int]]:
    """Return the ends of battles that are no raids, and which of them were for a capital that changed sides in their turn."""
    powers, family = game.title.powers, family_of(game.title)
    capitals, raids = {power.capital for power in powers.values()} - {""}, family.raids if family else ()
    turn, ended, turns, taken = 0, dict[int, BattleEnded](), dict[int, int](), set[tuple[int, str]]()
    for seq, event in enumerate(game.events, start=1):
        if isinstance(event, PhaseStarted):
            turn = event.turn
        elif isinstance(event, BattleEnded) and event.kind not in raids:
            ended[seq], turns[seq] = event, turn
        elif isinstance(event, ControlChanged) and event.area in capitals:
            before, after = (powers[power].side if power in powers else "" for power in (event.before, event.after))
            if before != after:
                taken.add((turn, event.area))
    return ended, {seq for seq, event in ended.items() if (turns[seq], event.area) in taken}
