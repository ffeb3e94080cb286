"""A second estimate of the chance of winning: positions of recorded games, played on many times by bots.

It knows nothing of the model's features and coefficients, and the model nothing of it; the model card shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.errors import SitrepError
from engine.events import PhaseStarted
from engine.replay import Game
from engine.simulation import Continuation, Moment, moment
from engine.strictness import Strictness
from ingest import replay_file
from ingest.play_on import Plan, play_many
from ingest.workers import Workers
from warehouse.identity import game_id
from warehouse.winning.second import Played


class Position(NamedTuple):
    """The end of a turn of a recorded game, and the moment at which the next turn begins."""

    game: str
    turn: int
    start: Moment


def positions_of(games: Iterable[Game], each: int) -> list[Position]:
    """Return so many positions of every title, spread over its decided games and over the length of a game.

    The first is from the beginning of the first game, the last from the end of another. Games without rules, and records that do
    not say enough to be played on, have none.
    """
    by_title: dict[str, list[Game]] = {}
    for game in games:
        if game.state.winners and _can_go_on(game):
            by_title.setdefault(game.title.slug, []).append(game)
    return [position_at(ours[number % len(ours)], (number + 0.5) / each) for _, ours in sorted(by_title.items()) for number in range(each)]


def _can_go_on(game: Game) -> bool:
    try:
        moment(game, len(game.events) - 1)
    except SitrepError:
        return False
    return True


def position_at(game: Game, share: float) -> Position:
    """Return the end of the turn that lies so far along a game, 0 to 1."""
    begun: dict[int, int] = {}
    for at, event in enumerate(game.events):
        if isinstance(event, PhaseStarted) and event.power in game.title.turns and event.turn not in begun:
            begun[event.turn] = at
    turns = sorted(begun)[1:] or sorted(begun)
    turn = turns[min(int(share * len(turns)), len(turns) - 1)]
    orders = [seq for seq, _ in game.orders if seq > begun[turn]]
    start = moment(game, orders[0] if orders else begun[turn])
    return Position(game_id(game), turn - 1, start)


def play_positions(
    positions: Sequence[Position],
    games: int,
    rounds: int,
    workers: Workers,
    on_game: Callable[[int, int], None] = lambda done, total: None,
) -> list[Played]:
    """Play each position on so many times, between greedy bots; return how often each side wins.

    Args:
        rounds: at most so many more rounds, after which a game is undecided. on_game: told the games done and all of them.
    """
    found, total = [], len(positions) * games
    for at, position in enumerate(positions):
        title = position.start.title
        plan = Plan(position.start, f"{position.game}/{position.turn}", rounds=rounds)

        def told(one: Continuation, before: int = at * games) -> None:
            on_game(before + one.number, total)

        done = play_many(plan, games, workers, told)
        decided = sum(bool(one.winners) for one in done)
        for side in dict.fromkeys(title.side_of[power] for power in title.turns):
            won = sum(side in one.winners for one in done)
            found.append(Played(title.slug, position.game, position.turn, side, won, decided, games))
    return found


def games_in(files: Iterable[Path]) -> Iterable[Game]:
    """Yield the games of records; files that are none are passed over."""
    for path in files:
        try:
            yield replay_file(path, Strictness.COLLECT)
        except SitrepError:
            continue
