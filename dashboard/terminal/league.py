"""The command `sitrep league`: ratings, what sides and bids are worth, and how well all this foretells games; in the words of the pages."""

from __future__ import annotations

from pathlib import Path

import click
import polars as pl

from dashboard.league import words
from dashboard.terminal.completion import a_title
from dashboard.terminal.craft import crafts_as_values, crafts_of, print_crafts
from dashboard.terminal.options import a_day, json_option, lake_option, rules_option, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.own_rules import CSV, FORMS, as_values, league_of, print_league, season_of, write_tables
from dashboard.terminal.printed_tables import print_table, table
from dashboard.ui.asked import side_names, title_names
from engine.errors import SitrepError
from engine.titles import names_of, titles
from warehouse import Lake, LakeError, ratings
from warehouse.league import NAME
from warehouse.ratings import later_games

NONE = "-"


@click.command("league")
@lake_option
@click.option("--title", default="", shell_complete=a_title, help="Only this title: its slug or printed name, or that of another map.")
@click.option("--since", callback=a_day, metavar="DAY", help="Only games played on this day or later: 2026-05-01.")
@click.option("--until", callback=a_day, metavar="DAY", help="Only games played on this day or earlier.")
@click.option("--least", default=1, show_default=True, type=click.IntRange(1), help="Rated games that a player needs.")
@click.option(
    "--people/--everybody",
    "people",
    default=None,
    help="Only games of people, or those of programs and bots too; default: of people, wherever the lake has one.",
)
@click.option("--check", is_flag=True, help="Also tell how well later games are foretold, beside OpenSkill and Elo.")
@click.option("--play", is_flag=True, help="Also tell who plays well: bad odds, money unspent, chance lost by decisions.")
@rules_option
@click.option("--season", default="", help="Print this season of the league's own rules; default: the newest with games.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Also write the tables of its own rules into this new folder."
)
@click.option("--form", type=click.Choice(FORMS), default=CSV, show_default=True, help="What these tables are written as.")
@json_option
@tells
def league_command(
    lake_path: Path | str,
    title: str,
    since: str | None,
    until: str | None,
    least: int,
    people: bool | None,
    check: bool,
    play: bool,
    rules_path: Path | None,
    season: str,
    out: Path | None,
    form: str,
    as_json: bool,
) -> None:
    """Rate the players of a lake: standings with 95% intervals, and what sides and bids are worth, title by title.

    With a league's own rules (league.toml) it first tells the standings by them, with the rule of every figure.
    """
    if since and until and since > until:
        raise SitrepError(f"--since {since} is later than --until {until}; expected the earlier day first")
    lake = Lake.open(lake_path)
    own = league_of(lake, rules_path)
    if own is None and (out or season):
        raise SitrepError(f"no rules: expected --rules FILE, or {NAME} beside the lake")
    if own is not None:
        season = season_of(own, season)
        if out:
            write_tables(own, out, form)
    games = lake.games()
    slug = _slug(games, title) if title else None
    told = ratings.of_lake(lake, slug, since, until, people)
    standings = words.among(told.standings, least)
    losses = later_games.losses(ratings.seats_of(lake, slug, since, until, told.people)) if check else None
    crafts = crafts_of(lake, games, slug, since, until, told.people) if play else []
    if as_json:
        print_json(
            {
                "people": told.people,
                "standings": standings.to_dicts(),
                "sides": told.sides.to_dicts(),
                **({} if losses is None else {"log_loss": losses.to_dicts()}),
                **({"play": crafts_as_values(crafts)} if play else {}),
                **({} if own is None else {"league": as_values(own)}),
            }
        )
        return
    if own is not None:
        print_league(own, season)
    if told.standings.is_empty():
        say(words.nobody_rated(since, until))
    else:
        _print(told, standings, title_names(games) | side_names(lake), least)
    print_crafts(crafts, title_names(games))
    if losses is not None:
        _print_losses(losses, title_names(games))


def _slug(games: pl.DataFrame, title: str) -> str:
    """Return the slug of a title of the lake by its slug or printed name."""
    names = {name.casefold(): slug for slug, name in title_names(games).items()}
    names |= {name.casefold(): slug for slug in titles() for name in names_of(slug)}
    slug = names.get(title.casefold(), title)
    if slug not in set(games["title"]):
        raise LakeError(f"no game of {title!r}; the lake has games of {', '.join(sorted(set(games['title']))) or 'nothing'}")
    return slug


def _print(told: ratings.Ratings, standings: pl.DataFrame, names: dict[str, str], least: int) -> None:
    if standings.is_empty():
        say(words.nobody_has(least))
        return
    for (slug,), mine in standings.group_by("title", maintain_order=True):
        history, sides = told.history.filter(title=slug), told.sides.filter(title=slug)
        made = table(">place", "player", ">rating", ">from", ">to", ">games", ">won", ">decided", "last game")
        for row in words.standings_rows(mine, history, names).iter_rows(named=True):
            whole = (row["place"], *(f"{row[name]:.0f}" for name in ("rating", "rating_low", "rating_high")))
            made.add_row(
                *map(
                    str,
                    (
                        whole[0],
                        row["player"],
                        *whole[1:],
                        row["games"],
                        row["won"],
                        row["decided"],
                        row["played"] or NONE,
                    ),
                )
            )
        print_table(names.get(str(slug), str(slug)), made)
        say(f"{words.standings_answer(mine, least)} {words.standings_count(mine, history)}.")
        say(f"{words.worth_answer(sides, names)}{_bid(sides)}\n")
    say(words.standings_note(0, told.history, told.people))


def _bid(sides: pl.DataFrame) -> str:
    row = sides.row(0, named=True)
    if row["usual_bid"] is None:
        return ""
    return f" A bid of {row['usual_bid']:.0f} is worth {row['bid_effect']:.0f} points ({row['bid_low']:.0f} to {row['bid_high']:.0f})."


def _print_losses(losses: pl.DataFrame, names: dict[str, str]) -> None:
    made = table("title", ">games", ">these ratings", ">OpenSkill", ">Elo", ">a coin")
    for row in losses.iter_rows(named=True):
        made.add_row(
            names.get(row["title"], row["title"]),
            str(row["games"]),
            *(f"{row[name]:.3f}" for name in ("model", "openskill", "elo", "coin")),
        )
    say("")
    print_table("Log loss of later games, each foretold from earlier ones; smaller is better", made)
    if losses.is_empty():
        say(f"No title has {later_games.FEWEST} rated games of two sides.")
