"""The command `sitrep`: what it offers, and where each of its commands is."""

from __future__ import annotations

import sys

import click

from dashboard.terminal.later import Later, LaterGroup
from engine.machine import say_everything

COMMANDS = {
    "audit": ("audit:audit_command", "Tell what records show of edits, dice and each other."),
    "dashboard": ("serve_commands:dashboard_command", "Serve the dashboard for a lake."),
    "demo": ("serve_commands:demo", "Ingest the sample games and serve the dashboard."),
    "export": ("export_commands:export_command", "Export a lake: CSV, Excel, DuckDB, a data set, ..."),
    "ingest": ("ingest_command:ingest_command", "Read records into a lake."),
    "lab": ("lab:lab_group", "Experiments: do other rules change who wins?"),
    "ladder": ("ladder:ladder_command", "Let every bot play every other, and rate them."),
    "lake": ("lake_commands:lake_group", "Maintain a lake: history, compaction, backup, mending, ..."),
    "league": ("league:league_command", "Rate the players: standings, what sides and bids are worth."),
    "log": ("log_command:log_command", "Write a log of orders in plain words, or in JSON."),
    "mcp": ("mcp_command:mcp_command", "Answer an assistant's questions (Model Context Protocol)."),
    "model": ("model_commands:model_group", "The chance of winning: show it, or fit it on your own games."),
    "notebook": ("game_commands:notebook_command", "Write an after-action notebook of a game."),
    "odds": ("odds_command:odds_command", "Work out the odds of a battle, a raid or a whole turn."),
    "play-on": ("play_on:play_on_command", "Let bots play a game on from a moment: who wins from there?"),
    "position": ("position_command:position_command", "Write a position for TripleA to play on from."),
    "query": ("game_commands:query", "Query a lake in SQL."),
    "regret": ("regret:regret_command", "List the decisions of a game that cost most."),
    "replay": ("replay_commands:replay_command", "Replay a record and print the board."),
    "results": ("results:results_command", "Write a table of results from what people post."),
    "review": ("game_commands:review_command", "Write the review of a game as one HTML file."),
    "simulate": ("simulate:simulate_command", "Let bots play a title and record each game."),
    "site": ("site_commands:site_command", "Make a site of static pages from a lake."),
    "summary": ("summary_command:summary", "Summarise a game or a save, or list the games of a lake."),
    "title": ("title_commands:title_group", "Titles: what is reconstructed, and how to put in your own."),
    "turns": ("replay_commands:turns_command", "Write turn summaries of a record, ready to post."),
    "validate": ("validate_command:validate", "Replay records and list every defect."),
    "vassal": ("vassal_commands:vassal", "Draft the tables of a VASSAL module."),
    "verify": ("site_commands:verify_command", "Check every file of a lake and rebuild every stored state."),
    "watch": ("site_commands:watch_command", "Watch a folder: read what lands in it, make the site again."),
}
"""Name of each command to where it is in this package, and what it does in less than a line of a terminal."""


@click.group(
    cls=LaterGroup,
    commands={name: Later(name, f"{__package__}.{at}", help) for name, (at, help) in COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="sitrep-games", prog_name="sitrep")
def main() -> None:
    """Turn recorded games of WW2 grand-strategy board games into data that you can query."""
    say_everything(sys.stdout, sys.stderr)
