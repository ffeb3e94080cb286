"""Small records that ask for very much: what `tests/ingest/test_bombs.py` and `make attack` drop."""

from __future__ import annotations

from collections.abc import Callable

from tests.triplea.minigame import MiniGame
from tests.triplea.test_changes import text_change

HEADER = '{"sitrep":1,"title":"aa1942","game":"bomb"}\n'


def last_round(number: int) -> bytes:
    """A save of two rounds, the second of which says that it is another."""
    game = MiniGame()
    for count in (1, number):
        game.round(count)
        game.step("redsMove", game.reds)
        game.change(text_change("ChangeResourceChange", quantity=1, player="Reds", resource="PUs"))
    return game.stream()


def many_turns(territories: int, turns: int) -> bytes:
    """A save of many territories and of many turns in which next to nothing happens."""
    game = MiniGame()
    game.extra = [game.territory(f"T{number}", game.reds, 1, []) for number in range(territories)]
    for number in range(turns // 2):
        game.round(number + 1)
        for player in (game.reds, game.blues):
            game.step("move", player)
            game.event("Some event")
    return game.stream()


def illegal_moves(count: int) -> bytes:
    """A log of moves that no rule allows."""
    return (HEADER + '{"do":"move","units":"tank","path":"russia > eastern-united-states"}\n' * count).encode()


def large_counts(lines: int) -> bytes:
    """A turn summary that moves more units than there are, over and over."""
    places = ("Russia", "Caucasus", "West Russia", "Karelia S.S.R.", "Archangel", "Novosibirsk")
    moves = (
        f"999999999 infantry, 999999998 artillery and 999999997 tanks moved from {places[n % 6]} to {places[n % 5]}\n" for n in range(lines)
    )
    return ("Combat Move - Russians\n" + "".join(moves)).encode()


BOMBS: dict[str, Callable[[], bytes]] = {
    "a save whose last round is the 3,000,000th": lambda: last_round(3_000_000),
    "a save of 1,000 territories and 20,000 turns": lambda: many_turns(1_000, 20_000),
    "a save of 3,000 territories": lambda: many_turns(3_000, 40),
    "a log of 240,000 illegal moves": lambda: illegal_moves(240_000),
    "a turn summary of 6 MiB of large numbers": lambda: large_counts(70_000),
    "a log of one very long line": lambda: HEADER.encode() + b'{"note":"' + b"a" * (60 << 20) + b'"}\n',
    "a log of deep brackets": lambda: HEADER.encode() + b'{"do":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}\n",
}
"""What it is, and what makes its content."""
