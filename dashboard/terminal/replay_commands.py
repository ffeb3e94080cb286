"""Commands that replay one record: `replay` and `turns`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.board import print_board, print_events, seq_of_round
from dashboard.terminal.options import json_option, tells
from dashboard.terminal.output import say
from dashboard.terminal.record_argument import RecordPath, pasted
from engine.fog import seen_by
from engine.result import need_board
from engine.state import state_at
from engine.strictness import Strictness
from ingest import replay_file
from ingest.turn_summaries.write.layout import LAYOUTS, write_turns


@click.command("replay")
@click.argument("record", type=RecordPath(path_type=Path), callback=pasted)
@click.option("--to", "seq", type=click.IntRange(0), help="Stop after this many events.")
@click.option("--round", "round_", type=click.IntRange(0), help="Stop at the end of this round.")
@click.option("--strict", is_flag=True, help="Stop with an error at the first order that breaks a rule.")
@click.option("--events", is_flag=True, help="Print the events, one JSON object per line, instead of the state.")
@click.option("--seen-by", "side", help="Show only what this side saw, in games with face-down units.")
@json_option
@tells
def replay_command(record: Path, seq: int | None, round_: int | None, strict: bool, events: bool, side: str | None, as_json: bool) -> None:
    """Replay RECORD and print the board after an event, at the end of a round, or at the end of the game."""
    game = replay_file(record, Strictness.RAISE if strict else Strictness.COLLECT)
    stop = seq_of_round(game, round_) if round_ is not None else seq
    stop = len(game.events) if stop is None else min(stop, len(game.events))
    if events:
        print_events(game.events[:stop])
    else:
        state = state_at(need_board(game).events, stop)
        seen = seen_by(state, game.title, side) if side else state
        print_board(game.title, seen, len(game.events), as_json=as_json)


@click.command("turns")
@click.argument("record", type=RecordPath(path_type=Path), callback=pasted)
@click.option("--round", "round_", type=click.IntRange(1), help="Only this round.")
@click.option("--power", default="", help="Only this power's turns, such as germany or Germans.")
@click.option(
    "--as",
    "layout",
    type=click.Choice(list(LAYOUTS)),
    default="text",
    show_default=True,
    help="Plain text as TripleA writes it, Markdown, or text with forum tags.",
)
@tells
def turns_command(record: Path, round_: int | None, power: str, layout: str) -> None:
    """Write turn summaries of RECORD, ready to post: every step of every phase, in TripleA's own wording."""
    game = need_board(replay_file(record))
    say(write_turns(game.title, game.events, round_, power, layout), nl=False)
