"""`sitrep position`: a moment of a record as a file that another program opens."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.options import in_a_folder, tells
from dashboard.terminal.output import say
from dashboard.terminal.record_argument import RecordPath, named_turn, pasted
from dashboard.ui.text import counted
from engine.errors import SitrepError
from engine.events import PhaseStarted, RoundStarted
from engine.replay import Game
from engine.result import need_board
from engine.simulation import turn_at
from engine.state import state_at
from ingest import replay_file
from ingest.triplea.position_file import position_file, settled
from warehouse.whole_files import put_whole


@click.command("position")
@click.argument("record", type=RecordPath(path_type=Path), callback=pasted)
@click.option("--at", type=click.IntRange(1), help="The position after this event; default: the end of the record.")
@click.option("--turn", metavar="TEXT", callback=named_turn, help="The position as a turn begins: ROUND POWER, such as '4 germany'.")
@click.option("--to", "to", type=click.Choice(["triplea"]), default="triplea", show_default=True, help="The program that opens it.")
@click.option(
    "--map",
    "game_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    help="The game file (XML) of the TripleA map that was played.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    callback=in_a_folder,
    required=True,
    help="File to write; put it beside the map's own game file, and the program lists it.",
)
@tells
def position_command(record: Path, at: int | None, turn: tuple[int, str, str] | None, to: str, game_file: Path, out: Path) -> None:
    """Write a moment of RECORD as a game file of its TripleA map, so that anybody can open the position there and play on."""
    if at is not None and turn is not None:
        raise click.UsageError("--at and --turn each say which moment; expected one of them")
    game = need_board(replay_file(record))
    seq = _begun(game, turn) if turn else at if at is not None else len(game.events)
    if seq > len(game.events):
        raise SitrepError(f"no event {seq:,}; expected one of 1 to {len(game.events):,}")
    whole = settled(game.events, seq)
    written = position_file(state_at(game.events, whole), game.title, game_file)
    inside = (f"event {seq:,} itself, which is inside a ship's move: the move is finished",) if whole != seq else ()
    left_out = (*inside, *written.left_out)
    put_whole(out, written.content)
    say(f"{out}: the position after event {whole:,}")
    say(f"{counted(len(left_out), 'thing')} that such a file cannot say:")
    for thing in left_out:
        say(f"  {thing}")


def _begun(game: Game, turn: tuple[int, str, str]) -> int:
    """Return the number of events by which a turn, or one of its phases, has begun."""
    turn_at(game, *turn)  # it knows what to say of a turn that is not there
    round_, power, phase = turn
    now = 0
    for at, event in enumerate(game.events, start=1):
        if isinstance(event, RoundStarted):
            now = event.round
        elif isinstance(event, PhaseStarted) and (now, event.power) == (round_, power) and phase in ("", event.phase):
            return at
    return len(game.events)
