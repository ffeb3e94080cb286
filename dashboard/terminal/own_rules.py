"""A league by its own rules in the terminal: its tables printed with their rules, as JSON, or written as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from dashboard.league import own_rules
from dashboard.terminal.output import say
from dashboard.terminal.printed_tables import print_table, table
from engine.errors import SitrepError
from warehouse import Lake, LakeError
from warehouse.errors import writing
from warehouse.export.formulas import rows_as_text
from warehouse.json_values import as_json
from warehouse.league import League, beside, of_lake, read_rules, strangers
from warehouse.people.publish import names_in
from warehouse.whole_files import put_whole

CSV, PARQUET, JSON = FORMS = ("csv", "parquet", "json")
"""The forms of files."""


def league_of(lake: Lake, path: Path | None) -> League | None:
    """Return the league of a file of rules, or of the one beside the lake; None where there is none.

    On standard error it warns of each player of the file who is none of the lake.
    """
    path = path or beside(lake.path if isinstance(lake.path, Path) else None)
    if path is None:
        return None
    rules = read_rules(path)
    for warning in strangers(path, rules, names_in(lake)):
        say(f"warning: {warning}", err=True)
    return of_lake(lake, rules)


def season_of(league: League, season: str) -> str:
    """Return a season of a league by its name, the newest with games where none is named.

    Raises:
        SitrepError: it has no such season.
    """
    every = [one.name for one in league.rules.seasons]
    found = next((one for one in every if one.casefold() == season.casefold()), "") if season else own_rules.seasons(league)[0]
    if not found:
        raise SitrepError(f"no season {season!r}; expected one of {', '.join(every)}, as the league's file names them")
    return found


def print_league(league: League, season: str) -> None:
    """Print a season."""
    for part in own_rules.parts(league, season):
        rows = part.rows
        numbers = [name for name, kind in rows.schema.items() if kind.is_numeric()]
        made = table(*(f"{'>' if name in numbers else ''}{own_rules.HEADINGS[name].lower()}" for name in rows.columns))
        for row in rows.iter_rows(named=True):
            made.add_row(*(own_rules.text(name, value) for name, value in row.items()))
        say(f"{part.question} {part.answer}")
        if rows.height:
            print_table("", made)
        for what, rule in part.rules.items():
            say(f"  {what}: {rule}")
        say("")


def as_values(league: League) -> dict[str, Any]:
    """Return a league as JSON has it: its name, the rules in words, and the rows of its tables."""
    told = own_rules.parts(league, league.rules.seasons[-1].name)[0].rules
    return {"name": league.rules.name, "rules": dict(told), **{name: frame.to_dicts() for name, frame in league.tables().items()}}


def write_tables(league: League, folder: Path, form: str) -> None:
    """Write the tables of a league, a file for each, and `rules`: what its figures follow from, in words.

    Raises:
        LakeError: the folder is there and not empty, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LakeError(f"{folder}: is there and not empty; expected a new folder")
    told = own_rules.parts(league, league.rules.seasons[-1].name)[0].rules
    ruled = pl.DataFrame({"of": [*told], "rule": [*told.values()]}, schema={"of": pl.String, "rule": pl.String})
    with writing(folder, "no table was written after it"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, frame in {**league.tables(), "rules": ruled}.items():
            path = folder / f"{name}.{form}"
            if form == PARQUET:
                frame.write_parquet(path)
            else:
                text = rows_as_text(frame).write_csv() if form == CSV else msgspec.json.format(as_json(frame), indent=1) + "\n"
                put_whole(path, text.encode())
    say(f"{folder}: {len(league.tables()) + 1} tables of {league.rules.name}", err=True)
