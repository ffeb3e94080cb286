"""The command `sitrep play-on`."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import TextIO

import click

from dashboard.terminal.options import json_option, tells
from dashboard.terminal.output import frame_table, print_json, print_table, say
from dashboard.terminal.progress import steps_progress
from dashboard.ui.text import counted
from engine.events import BattleEnded
from engine.replay import Game
from engine.simulation import Continuation, before_battle, moment
from engine.simulation.play_on import ROUNDS, Flip
from ingest import replay_file
from ingest.files import shown
from ingest.limits import DEFAULT
from ingest.play_on import Plan, changes_of, course, falls, play_many, wins
from ingest.workers import cores, local

BLIND = (
    "These are games between bots: they do not know the players' plans, and they play every position as well, and as badly, "
    "as these bots do."
)


@click.command("play-on")
@click.argument("record", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--at", type=click.IntRange(0), help="Play on from the last order (in a save: the last turn's beginning) "
              "at or before this event; default: the end of the record.")  # fmt: skip
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option(
    "--rounds", default=ROUNDS, show_default=True, type=click.IntRange(1), help="Stop a game after so many more rounds."
)
@click.option(
    "--bot", "bots", multiple=True, metavar="[WHO=]NAME", help="A bot for everybody, a side or a power; repeatable."
)
@click.option("--as", "changes", multiple=True, metavar="LINE", help="Change the board first, by a line of a log: "
              """'{"see":"bank","power":"germany","amount":50}' is made true, '{"do":"buy","units":"2 destroyer"}' is carried out; """
              "repeatable.")  # fmt: skip
@click.option("--edit", type=click.File(), metavar="FILE", help="Change the board first, by the lines of a file, as --as does; "
              "lines that begin with # are left out, - reads standard input.")  # fmt: skip
@click.option(
    "--flip",
    type=click.IntRange(1),
    metavar="BATTLE",
    help="Play on from this battle, as if it had gone the other way.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the title; repeatable."
)
@click.option("--seed", default="1", show_default=True, help="Seed of dice and bots.")
@click.option("--jobs", type=click.IntRange(0), help="Number of processes; default: one per core. 0: this one.")
@json_option
@tells
def play_on_command(record: Path, at: int | None, games: int, rounds: int, bots: tuple[str, ...], changes: tuple[str, ...],
                    edit: TextIO | None, flip: int | None, options: tuple[str, ...], seed: str, jobs: int | None,
                    as_json: bool) -> None:  # fmt: skip
    """Let bots play RECORD on from a moment, many times: who wins from there, how often, and how long it takes."""
    if flip and at is not None:
        raise click.UsageError(
            f"--at {at} and --flip {flip}: a battle that is flipped says itself where to play on from; leave one out"
        )
    game = replay_file(record)
    start = before_battle(game, flip) if flip else moment(game, at)
    title = start.title
    wanted = changes_of(title, edit.read(), edit.name) if edit else ()
    wanted += changes_of(title, "\n".join(changes), "--as")
    plan = Plan(start, seed, _cast(list(title.sides), bots), rounds, wanted, _pairs(options), _turned(game, flip))
    with (
        local(cores() if jobs is None else jobs, DEFAULT) as workers,
        steps_progress("playing", not as_json) as advance,
    ):
        done = play_many(plan, games, workers, lambda one: advance(one.number, games))
    print_played(plan, done, shown(record), as_json=as_json)


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    found = dict(word.partition("=")[::2] for word in words)
    if wrong := [word for word in words if "=" not in word]:
        raise click.BadParameter(f"{wrong[0]!r}: expected NAME=VALUE")
    return found


def _cast(sides: list[str], words: tuple[str, ...]) -> dict[str, str]:
    named = {who: name for who, _, name in (word.rpartition("=") for word in words)}
    return {**dict.fromkeys(sides, named.pop("", "greedy")), **named}


def _turned(game: Game, battle: int | None) -> Flip | None:
    """Return the battle with the winner that it had."""
    ends = (event for event in game.events if isinstance(event, BattleEnded) and event.battle == battle)
    return next((Flip(end.battle, end.winner) for end in ends), None)


def print_played(plan: Plan, done: list[Continuation], name: str, as_json: bool = False) -> None:
    """Print who wins from a moment and how often, how long it takes, and the typical course."""
    title, clock = plan.start.title, plan.start.state.clock
    turn = plan.start.turn
    sides = [side for side in title.sides if any(title.side_of[power] == side for power in title.turns)]
    won, went, fell = wins(done, sides), course(done), falls(done)
    undecided = sum(not game.winners for game in done)
    length = median(game.rounds for game in done)
    if as_json:
        print_json({
            "record": name, "seq": plan.start.seq, "round": clock.round, "power": turn.power if turn else clock.power,
            "games": len(done), "undecided": undecided, "median_last_round": length, "wins": won, "course": went, "capitals": fell,
            "rounds": plan.rounds, "bots": plan.bots, "seed": plan.seed,
        })  # fmt: skip
        return
    where = f"the beginning of {turn.power}'s turn" if turn else f"{clock.power}, {clock.phase}"
    say(f"{title.name}: {name} played on from event {plan.start.seq:,} (round {clock.round}, {where})")
    say(f"{counted(len(done), 'game')} of at most {counted(plan.rounds, 'round')}, seed {plan.seed}; "
        f"{undecided} undecided; the median game ends in round {length:g}\n")  # fmt: skip
    for row in won.iter_rows(named=True):
        say(f"{title.sides[row['side']].name}: wins {row['won']} of {row['decided']}, {row['rate']:.0%} "
            f"(95% interval {row['low']:.0%} to {row['high']:.0%})")  # fmt: skip
    say()
    print_table(
        "Typical course: medians by round; low and high are the quartiles of strength (units and production)",
        frame_table(went),
    )
    if fell.height:
        print_table("Capitals taken: in how many games, and the median round", frame_table(fell))
    say(BLIND)
