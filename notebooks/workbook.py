"""What the notebooks share: one lake of the games that ship with Sitrep, one look, findings as sentences.

from workbook import finding, lake
finding(f"The Axis won {won} of {games} games.")   # a sentence whose numbers are computed where it stands
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree

import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

HERE = Path(__file__).parent
LEAGUE = HERE / "league"
"""Games between bots that `python -m notebooks.league` plays, as logs."""

SIDES = ("#2b7bba", "#d9730d", "#3a9a77", "#b05fa3")
"""Colours of sides or groups; they differ for the colour-blind (after Okabe and Ito)."""

NO_CONVOYS = "nowhere: no game that ships with Sitrep has convoys, and SITREP_SHARED names no folder with such saves"

alt.renderers.enable("svg")  # pictures that stay in the page, and need no network
LOOK = {
    "background": "white",
    "view": {"continuousWidth": 580, "continuousHeight": 260, "discreteWidth": 580},
    "axis": {"grid": False},
    "axisX": {"labelAngle": 0},
    "title": {"anchor": "start"},
}
alt.theme.register("notebooks", enable=True)(lambda: {"config": LOOK})
pl.Config(
    tbl_formatting="ASCII_MARKDOWN", tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=40,
    tbl_cols=20, tbl_width_chars=240, fmt_str_lengths=100, float_precision=2, tbl_cell_numeric_alignment="RIGHT",
)  # fmt: skip


def out() -> Path:
    """Return the folder where notebooks put what they make: `out/notebooks` of the checkout, or NOTEBOOKS_OUT."""
    folder = Path(os.environ.get("NOTEBOOKS_OUT", HERE.parent / "out" / "notebooks"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def lake() -> sitrep.Lake:
    """Return the lake of all games that ship with Sitrep: the samples and the league; what is there is not read again.

    A lake that an older Sitrep left there is made again: all its records are at hand.
    """
    return _filled(out() / "lake", [*sitrep.samples(), LEAGUE])


def _filled(folder: Path, records: list[Path]) -> sitrep.Lake:
    try:
        made = sitrep.Lake.create(folder)
    except sitrep.SitrepError:
        rmtree(folder)
        made = sitrep.Lake.create(folder)
    report = sitrep.ingest(records, made)
    assert not report.refused, report.refused
    return made


def league(of: sitrep.Lake) -> list[str]:
    """Return the ids of the league's games: bots against bots, each with each, every rule the same."""
    return [game for game in of.games()["game_id"] if game.startswith("league-")]


def convoy_games() -> tuple[sitrep.Lake, list[str], str]:
    """Return a lake, the ids of its games with convoys or lend-lease, and where these come from.

    The games that ship with Sitrep where some have convoys; else the saves of such games in the reference material, which is not part of
    the repository (SITREP_SHARED names its folder, else it is `shared` beside the checkout); else no game.
    """
    shipped = lake()
    if ids := _at_sea(shipped):
        return shipped, ids, "games that ship with Sitrep"
    saves = sorted(Path(os.environ.get("SITREP_SHARED", HERE.parents[1] / "shared"), "saves").glob("*global40*.tsvg"))
    if not saves:
        return shipped, [], NO_CONVOYS
    made = _filled(out() / "convoys", saves)
    return (
        made,
        _at_sea(made),
        "saves of TripleA's computer players that are not part of the repository (its reference material)",
    )


def _at_sea(of: sitrep.Lake) -> list[str]:
    asked = "select game_id from raids union select game_id from resource_changed where cause = 'lend-lease' order by game_id"
    return of.sql(asked)["game_id"].to_list()


def finding(text: str) -> Markdown:
    """Return a sentence as text of the article; its numbers are computed where it stands."""
    return Markdown(text)


def colors(powers: pl.DataFrame, field: str = "name") -> alt.Color:
    """Return the colour channel of powers by printed name, in the order of play.

    Args:
        powers: the lake's `title_powers` of one game. field: the column of the chart's data that holds the printed name.
    """
    rows = powers.sort("play_order")
    scale = alt.Scale(domain=rows["name"].to_list(), range=rows["color"].to_list())
    return alt.Color(f"{field}:N", scale=scale, title=None, legend=alt.Legend(symbolOpacity=1))


def side_color(field: str = "side") -> alt.Color:
    """Return the colour channel of sides or groups."""
    return alt.Color(f"{field}:N", scale=alt.Scale(range=list(SIDES)), title=None, legend=alt.Legend(symbolOpacity=1))


def percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{share:.0%}"
