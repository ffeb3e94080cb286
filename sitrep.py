"""Sitrep: the public API for notebooks and the `sitrep` command.

    import sitrep
    lake = sitrep.open_lake("lake")
    lake.games()                                  # a polars frame, one row per game
    lake.frame("battle_ended", game_id)           # one table, one game
    lake.sql("select title, count(*) from games group by title")
    sitrep.charts.income(lake, game_id)           # every chart of the dashboard, as an Altair chart
    lake.game(game_id).map()                      # the map that plays a game, as a widget of a notebook
    game = sitrep.replay("my-game.jsonl")         # without a lake: events and the final state; it has a map, too
    sitrep.state_at(game.events, 250).control     # who held what after 250 events
    sitrep.bands(lake, "income", "power")         # a metric over many games, round by round; also spread, metrics
    sitrep.ratings.standings(lake)                # who plays best, and how sure that is

Exit codes of the command: 0 success; 1 something in the records or the lake is wrong (see the message);
2 the command line itself is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.display import draws, shows
from engine.on_demand import on_demand

if TYPE_CHECKING:
    from polars import DataFrame

    from dashboard.notebook import charts
    from dashboard.notebook.game import Game, LakeGame
    from dashboard.notebook.lake import Lake, sample_lake
    from dashboard.terminal.main import main
    from engine.errors import SitrepError
    from engine.fog import seen_by
    from engine.odds.answers import battle_odds
    from engine.odds.written import forces_of
    from engine.simulation import simulate
    from engine.state import GameState, state_at
    from engine.title.model import Title
    from engine.titles import load_title, titles
    from ingest import ingest, read_recording
    from ingest.log.writer import save_log
    from ingest.samples import samples
    from warehouse import lab, ratings
    from warehouse.expressions import rate as win_rate
    from warehouse.metrics import bands, fitting, metrics, spread

__all__ = [
    "Game", "GameState", "Lake", "LakeGame", "SitrepError", "Title", "bands", "battle_odds", "charts", "fitting", "forces_of",
    "ingest", "lab", "load_title", "main", "metrics", "open_lake", "ratings", "read_recording", "replay", "sample_lake", "samples",
    "save_log", "seen_by", "simulate", "spread", "state_at", "titles", "win_rate", "winning",
]  # fmt: skip

# What is asked for is imported then: the libraries of tables take half a second, and `sitrep odds` needs none of them.
__getattr__, __dir__ = on_demand(
    __name__,
    {
        "Game": "dashboard.notebook.game",
        "GameState": "engine.state",
        "Lake": "dashboard.notebook.lake",
        "LakeGame": "dashboard.notebook.game",
        "SitrepError": "engine.errors",
        "Title": "engine.title.model",
        "bands": "warehouse.metrics",
        "battle_odds": "engine.odds.answers",
        "charts": "dashboard.notebook.charts:",
        "fitting": "warehouse.metrics",
        "forces_of": "engine.odds.written",
        "ingest": "ingest:ingest",
        "lab": "warehouse.lab:",
        "load_title": "engine.titles",
        "main": "dashboard.terminal.main",
        "metrics": "warehouse.metrics",
        "ratings": "warehouse.ratings:",
        "read_recording": "ingest",
        "sample_lake": "dashboard.notebook.lake",
        "samples": "ingest.samples",
        "save_log": "ingest.log.writer",
        "seen_by": "engine.fog",
        "simulate": "engine.simulation",
        "spread": "warehouse.metrics",
        "state_at": "engine.state",
        "titles": "engine.titles",
        "win_rate": "warehouse.expressions:rate",
    },
)

shows("engine.state.GameState", "dashboard.notebook.displays:state_bundle")
shows("engine.title.model.Title", "dashboard.notebook.displays:title_bundle")
shows("engine.problems.Problem", "dashboard.notebook.displays:problem_bundle")
draws("altair.vegalite.v6.api.TopLevelMixin", "dashboard.notebook.renderer:shown")


def open_lake(path: str | Path = "lake") -> Lake:
    """Open a lake: the folder, or `s3://bucket/prefix`, that `sitrep ingest` fills.

    Raises:
        SitrepError: no lake is there, or it was written by a version that this one does not read.
    """
    from dashboard.notebook.lake import Lake

    return Lake.open(path)


def winning(lake: Lake, game: str, model: str | Path | None = None) -> DataFrame:
    """Return each side's chance of winning after each turn of a game, with what the dice and the players did to it.

    Args:
        model: a file that `sitrep model fit` made; by default the one that ships with Sitrep.
    """
    from warehouse.winning.model import SHIPPED, load
    from warehouse.winning.turns import winning as chances

    return chances(lake, lake.find(game), load(Path(model or SHIPPED)))


def replay(path: str | Path, strictness: str = "collect") -> Game:
    """Replay one record and return the game: title, header, events, final state.

    Args:
        path: a record in any format that `sitrep ingest` reads.
        strictness: ignore, warn, collect or raise.

    Raises:
        RecordError: the record cannot be read. IllegalOrder: strictness is `raise` and something does not fit.
    """
    from dashboard.notebook.game import Game
    from engine.strictness import Strictness
    from ingest import replay_file

    return Game.of(replay_file(path, Strictness(strictness)))


if __name__ == "__main__":
    from dashboard.terminal.main import main

    main()
