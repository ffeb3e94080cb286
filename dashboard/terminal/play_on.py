"""The command `sitrep play-on`."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from dashboard.review.what_if.changed import changed
from dashboard.terminal.options import json_option, option_values, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.playing import bots_of, jobs_option, scheduler_option, workers_of
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.progress import steps_progress
from dashboard.terminal.record_argument import named_turn
from dashboard.terminal.rows import frame_table
from dashboard.ui.text import counted
from engine.simulation import Continuation, flip_of, moment, turn_at
from engine.simulation.log_lines import words
from engine.simulation.play_on import ROUNDS
from ingest import replay_file
from ingest.files import shown
from ingest.play_on import Ends, Plan, changes_of, course, ends, falls, play_many, wins

BLIND = (
    "These are games between bots: they do not know the players' plans, and they play every position as well, and as badly, "
    "as these bots do."
)


@click.command("play-on")
@click.argument("record", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--at",
    type=click.IntRange(0),
    help="Play on from the last order (in a save: the last turn's beginning) at or before this event; default: the end of the record.",
)
@click.option(
    "--turn",
    metavar="TEXT",
    callback=named_turn,
    help="Play on from the beginning of a turn, or of one of its phases: ROUND POWER [PHASE], such as "
    "'4 germany' or '4 germany purchase-units'.",
)
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option(
    "--rounds",
    default=ROUNDS,
    show_default=True,
    type=click.IntRange(1),
    help="Stop a game after so many more rounds; the current one counts.",
)
@click.option("--bot", "bots", multiple=True, metavar="[WHO=]NAME", help="A bot for everybody, a side or a power; repeatable.")
@click.option(
    "--as",
    "changes",
    multiple=True,
    metavar="LINE",
    help="Change the board first, by a line of a log: "
    """'{"set":"bank","power":"germany","amount":50}' is made true, '{"do":"buy","units":"2 destroyer"}' is carried out; """
    "repeatable.",
)
@click.option(
    "--edit",
    type=click.File(),
    metavar="FILE",
    help="Change the board first, by the lines of a file, as --as does; lines that begin with # are left out, - reads standard input.",
)
@click.option(
    "--flip",
    type=click.IntRange(1),
    metavar="BATTLE",
    help="Play on from this battle, as if it had gone the other way.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the title; repeatable.")
@click.option("--seed", default="1", show_default=True, help="Seed of dice and bots.")
@jobs_option
@scheduler_option
@json_option
@tells
def play_on_command(
    record: Path,
    at: int | None,
    turn: tuple[int, str, str] | None,
    games: int,
    rounds: int,
    bots: tuple[str, ...],
    changes: tuple[str, ...],
    edit: TextIO | None,
    flip: int | None,
    options: tuple[str, ...],
    seed: str,
    jobs: int | None,
    scheduler: str,
    as_json: bool,
) -> None:
    """Let bots play RECORD on from a moment, many times: who wins from there, how often, and how long it takes."""
    if sum(one is not None for one in (at, turn, flip)) > 1:
        raise click.UsageError("--at, --turn and --flip each say where to play on from; expected one of them")
    game = replay_file(record)
    start, turned = flip_of(game, flip) if flip else (moment(game, turn_at(game, *turn) if turn else at), None)
    title = start.title
    wanted = changes_of(title, edit.read(), edit.name) if edit else ()
    wanted += changes_of(title, "\n".join(changes), "--as")
    plan = Plan(start, seed, bots_of(bots, title.sides), rounds, wanted, option_values(options), turned)
    with (
        workers_of(jobs, scheduler, games) as workers,
        steps_progress("playing", not as_json) as advance,
    ):
        done = play_many(plan, games, workers, lambda one: advance(one.number, games))
    print_played(plan, done, shown(record), as_json=as_json)


def print_played(plan: Plan, done: list[Continuation], name: str, as_json: bool = False) -> None:
    """Print who wins from a moment and how often, how long it takes, and the typical course."""
    title, clock, turn = plan.start.title, plan.start.state.clock, plan.start.turn
    sides = [side for side in title.sides if any(title.side_of[power] == side for power in title.turns)]
    won, went, fell, ended = wins(done, sides), course(done), falls(done), ends(done)
    if as_json:
        print_json({
            "record": name, "seq": plan.start.seq, "round": clock.round, "power": turn.power if turn else clock.power,
            "games": len(done), "drawn": ended.drawn, "undecided": ended.stopped, "median_last_round": ended.length, "wins": won,
            "course": went, "capitals": fell, "rounds": plan.rounds, "bots": plan.bots, "seed": plan.seed, "options": plan.options,
            "changes": [words([one]) for one in plan.changes], "flip": plan.flip.battle if plan.flip else None,
        })  # fmt: skip
        return
    where = f"the beginning of {turn.power}'s turn" if turn else f"{clock.power}, {clock.phase}"
    say(f"{title.name}: {name} played on from event {plan.start.seq:,} (round {clock.round}, {where})")
    for line in changed(plan):
        say(line)
    say(f"{counted(len(done), 'game')} of at most {counted(plan.rounds, 'round')}, seed {plan.seed}, bots: {_bots(plan)}; {_ends(ended)}\n")
    for row in won.iter_rows(named=True):
        say(
            f"{title.sides[row['side']].name}: wins {row['won']} of {row['games']}, {row['rate']:.0%} "
            f"(95% interval {row['low']:.0%} to {row['high']:.0%})"
        )
    say()
    print_table(
        "Typical course: medians by round; low and high are the quartiles of strength (units and production)",
        frame_table(went),
    )
    if fell.height:
        print_table("Capitals taken: in how many games, and the median round", frame_table(fell))
    say(BLIND)


def _bots(plan: Plan) -> str:
    if isinstance(plan.bots, str) or len(set(plan.bots.values())) == 1:
        return plan.bots if isinstance(plan.bots, str) else next(iter(plan.bots.values()))
    return ", ".join(f"{who} {name}" for who, name in plan.bots.items())


def _ends(found: Ends) -> str:
    """Say how the games ended, and when."""
    parts = [f"{found.won} won"] + [f"{count} {how}" for count, how in ((found.drawn, "drawn"), (found.stopped, "undecided")) if count]
    when = f"; the median of those that ended did so in round {found.length:g}" if found.length is not None else ""
    return ", ".join(parts) + when
