"""The command `sitrep regret`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from dashboard.review.decisions.told import BLIND, SCORE
from dashboard.terminal.options import json_option, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.playing import jobs_option, scheduler_option, workers_of
from dashboard.terminal.progress import steps_progress
from dashboard.ui.text import counted, points
from engine.replay import Game
from engine.simulation import check_bot
from engine.simulation.log_lines import apart, words
from engine.simulation.regret import Decision, decisions
from ingest.decisions import digest_of, game_in, keep, told
from ingest.files import shown
from ingest.ordered import replay_orders
from ingest.regret import DECISIONS, GAMES, ROUNDS, Plan, Regret, played, regrets
from warehouse import Lake

TRUST = "Of many decisions some seem dear by chance: trust those whose range is clear of 0."
LONG = 300
"""Characters of orders that are printed."""


@click.command("regret")
@click.argument("record", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--decisions",
    "most",
    default=DECISIONS,
    show_default=True,
    type=click.IntRange(1),
    help="How many decisions to look at: those in which the bot's way is furthest from what was played.",
)
@click.option("--games", default=GAMES, show_default=True, type=click.IntRange(2), help="Games of each way.")
@click.option("--rounds", default=ROUNDS, show_default=True, type=click.IntRange(1), help="Rounds to play on.")
@click.option("--bot", default="greedy", show_default=True, help="The bot that decides otherwise, and plays on.")
@click.option("--power", default="", help="Only this power's decisions, such as germany.")
@click.option("--seed", default="1", show_default=True, help="Seed of dice and bots.")
@click.option("--keep", "kept_in", default=None, metavar="LAKE", help="Keep what is found in this lake: the game's review shows it.")
@jobs_option
@scheduler_option
@json_option
@tells
def regret_command(
    record: Path,
    most: int,
    games: int,
    rounds: int,
    bot: str,
    power: str,
    seed: str,
    kept_in: str | None,
    jobs: int | None,
    scheduler: str,
    as_json: bool,
) -> None:
    """List the decisions of RECORD (a log of orders, or a TripleA save) that cost most: purchases, attacks, retreats.

    Each is compared with what a bot would have done, by playing both on with the same dice.
    """
    check_bot(bot)
    if kept_in and power:
        raise click.UsageError(f"--keep keeps the decisions of all powers, and --power {power} looks at one alone; leave one of them out")
    lake = Lake.open(kept_in) if kept_in else None
    # before the games are played
    of, digest = (game_in(lake, record), digest_of(record)) if lake else ("", "")
    game, plan = replay_orders(record), Plan(games, rounds, bot, seed)
    if power and power not in game.title.turns:
        raise click.BadParameter(f"{power!r}; expected one of {', '.join(game.title.turns)}", param_hint="--power")
    differing = [one for one in decisions(game, bot, seed) if power in ("", one.power)]
    chosen = differing[:most]
    with workers_of(jobs, scheduler) as workers:
        if not as_json and chosen:
            say(_forecast(shown(record), differing, chosen, plan, max(workers.hands, 1)) + "\n")
        with steps_progress("games", not as_json) as advance:
            found = regrets(chosen, plan, workers, advance)
    if as_json:
        print_json(
            {
                "record": shown(record),
                "games": games,
                "rounds": rounds,
                "bot": bot,
                "differing": len(differing),
                "decisions": [_row(one) for one in found],
                "limits": f"{BLIND} {TRUST}",
            }
        )
    else:
        _print(game, found, shown(record), power)
    if lake:  # printed first: a lake that refuses takes nothing of it
        keep(lake, of, told(found, len(differing), plan), digest)
        if not as_json:
            say(f"Kept in {lake.path}: the review of the game {of} shows them.")


def _forecast(name: str, differing: list[Decision], chosen: list[Decision], plan: Plan, at: int) -> str:
    """Say how many games will be played, and how long that takes by the first one."""
    start, total = time.perf_counter(), 2 * plan.games * len(chosen)
    played(chosen[len(chosen) // 2].ways[0], 1, plan)
    minutes = (time.perf_counter() - start) * total / at / 60
    return (
        f"{name}: {plan.bot} would have done otherwise in {counted(len(differing), 'decision')}; of the largest "
        f"{len(chosen)} both ways are played on {counted(plan.games, 'time')}, {counted(total, 'game')} of at most "
        f"{counted(plan.rounds, 'round')}: about {counted(max(1, round(minutes)), 'minute')}."
    )


def _row(one: Regret) -> dict[str, object]:
    decision = one.decision
    return {
        "seq": decision.seq, "round": decision.round, "power": decision.power, "side": decision.side, "kind": decision.kind,
        "played": words(decision.played), "instead": words(decision.instead), "score_played": one.played,
        "score_instead": one.instead, "cost": one.cost, "low": one.low, "high": one.high, "games": one.games,
    }  # fmt: skip


def _print(game: Game, found: list[Regret], name: str, of: str) -> None:
    if not found:
        where = f"in all decisions of {of}" if of else "everywhere"
        say(f"{name}: the bot would have done the same {where}.")
    for one in found:
        decision, power = one.decision, game.title.powers[one.decision.power].name
        say(
            f"Round {decision.round}, {power}, {decision.kind} (event {decision.seq:,}): cost {points(one.cost)} points of the score "
            f"({points(one.low)} to {points(one.high)}): {100 * one.played:.1f}, and {100 * one.instead:.1f} the bot's way"
        )
        own, other = apart(decision.played, decision.instead)
        say(f"  played:  {_cut(words(own))}")
        say(f"  instead: {_cut(words(other))}\n")
    say(f"{SCORE} Orders that the player and the bot both gave are left out.")
    say(f"{BLIND} {TRUST}")


def _cut(text: str) -> str:
    return text if len(text) <= LONG else text[: LONG - 3] + "..."
