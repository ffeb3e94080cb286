"""Replaying orders through the full rules, beside python-chess replaying PGN with its legality checks."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

from engine.recording import OrderEntry, Recording
from engine.replay import replay
from engine.strictness import Strictness
from engine.titles import load_title
from tests.bench.clock import Timing, best


def lines(recordings: list[Recording]) -> Iterator[Timing]:
    """Yield orders a second of each title, strict and trusted, and chess moves a second."""
    for slug in dict.fromkeys(one.header.title for one in recordings):
        yield from _of_title(slug, [one for one in recordings if one.header.title == slug])
    yield from _chess()


def _of_title(slug: str, recordings: list[Recording]) -> Iterator[Timing]:
    title = load_title(slug)
    orders = sum(isinstance(entry, OrderEntry) for one in recordings for entry in one.entries)
    for level, remark in ((Strictness.RAISE, "every order checked"), (Strictness.IGNORE, "a trusted record")):
        seconds = best(lambda level=level: [replay(one, title, level) for one in recordings], 2)
        yield Timing(f"replay orders of {slug}, {level.value}", orders / seconds, "orders/s", f"{orders:,} orders; {remark}")


def _chess(games: int = 40, seed: int = 1) -> list[Timing]:
    try:
        import chess.pgn
    except ImportError:
        return [Timing("replay chess moves", 0, "moves/s", "python-chess is not installed: make bench installs it")]
    source = random.Random(seed)
    texts, moves = [], 0
    for _ in range(games):
        game = chess.pgn.Game()
        node, board = game, chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            move = source.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        moves += board.ply()
        texts.append(str(game))
    text = "\n\n".join(texts)

    def read() -> None:
        stream = io.StringIO(text)
        while chess.pgn.read_game(stream):
            pass

    return [
        Timing(
            "replay chess moves, PGN",
            moves / best(read, 2),
            "moves/s",
            f"python-chess {chess.__version__}, {moves:,} moves",
        )
    ]
