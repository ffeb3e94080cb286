"""A game of which only the result is recorded: the few events that tell it, and what they say, read back.

Who of a side played which of its powers is not told, so that players are those of a side. `GameStarted.players` has the side
for a side's first player, and for the others the side, `+` and a number from 2 on (`allies+2`), which no slug can be. Bids are
markers: a side's amount in the title's main resource; and so are shares, where a game was won in part. The one RoundStarted is that
of the last round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import SitrepError
from engine.events import Event, GameEnded, GameStarted, RoundStarted
from engine.recording import Fidelity
from engine.replay import Game
from engine.state import GameState
from engine.vocabulary import Marker

OWN = "result-"
"""What the ids of these games begin with: so none ever replaces a record that knows more; `result-x` says that it is game `x`."""
BID = Marker("bid|{side}", "game")
"""What a side bid."""
SHARE = Marker("share|{side}", "game")
"""How much of the game a side won beside the others, where that is not all or nothing."""
ONLY_RESULT = "only the result of the game is recorded, and nothing of its board"
_NEXT = "+"


def seats_of(players: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the players as GameStarted holds them; `players` is side to its players."""
    return {
        f"{side}{_NEXT}{at}" if at > 1 else side: name for side, names in players.items() for at, name in enumerate(names or [""], start=1)
    }


def seated(players: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (side, player) from what `seats_of` gave; a side that nobody is named for has one entry, without a player."""
    return [(seat.partition(_NEXT)[0], player) for seat, player in players.items()]


def bids_of(state: GameState) -> dict[str, int]:
    """Return side to its bid; empty where nothing is known of bids."""
    return {side: int(value) for (side,), value in BID.entries(state)}


def shares_of(state: GameState) -> dict[str, float]:
    """Return how much of an ended game each side won, 1 in sum: what was told, else all for who won, in even parts for several.

    Empty of a draw without parts, and of a game that has not ended.
    """
    if not state.ended:
        return {}
    if told := {side: int(value) for (side,), value in SHARE.entries(state)}:
        return {side: part / sum(told.values()) for side, part in told.items()}
    return {side: 1 / len(state.winners) for side in state.winners}


def need_board(game: Game) -> Game:
    """Return a game whose board is recorded.

    Raises:
        SitrepError: only its result is.
    """
    if game.fidelity is Fidelity.RESULT:
        raise SitrepError(f"{game.name}: {ONLY_RESULT}; expected a log, a save or a turn summary")
    return game


def events_of_result(
    started: GameStarted,
    bids: Mapping[str, int],
    round_: int | None,
    winners: Iterable[str] | None,
    shares: Mapping[str, int] | None = None,
    how: str = "",
) -> list[Event]:
    """Return the events of a game whose result alone is known.

    Args:
        started: with players as `seats_of` gives them. bids: side to bid, 0 for a side without one; empty when unknown.
        round_: the last round, None when unknown. winners: sides; none for a draw; None for a game that did not end.
        shares: side to its part of a game that was won in part. how: slug of how it ended, empty if unknown.
    """
    events: list[Event] = [started, *(BID.event(str(bid), side) for side, bid in bids.items())]
    events += [SHARE.event(str(part), side) for side, part in (shares or {}).items()]
    events += [RoundStarted(round_)] if round_ is not None else []
    return events if winners is None else [*events, GameEnded(tuple(winners), how)]
