"""The chance of winning in the terminal: a game's turns, and the turns that moved it most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from dashboard.terminal.output import frame_table, print_json, print_table, say
from dashboard.terminal.progress import steps_progress
from ingest.find import find
from ingest.limits import DEFAULT
from ingest.played_on import games_in, play_positions, positions_of
from ingest.workers import cores, local
from warehouse import Lake
from warehouse.errors import LakeError
from warehouse.winning.card import FEW, card
from warehouse.winning.fitting import decided, fit
from warehouse.winning.model import Model, save
from warehouse.winning.positions import positions
from warehouse.winning.second import save_played
from warehouse.winning.turns import key_moments, winning

FILE, CARD = "winning.json", "winning.md"


def fit_model(lake: Lake, out: Path, card_to: Path | None = None, played: pl.DataFrame | None = None) -> None:
    """Fit the model of winning on a lake's games; write its coefficients and its card, with positions played on, into a folder."""
    rows = positions(lake)
    model = fit(rows)
    out.mkdir(parents=True, exist_ok=True)
    save(model, out / FILE)
    names = dict(lake.games().select("title", "title_name").unique().iter_rows())
    text = card(model, rows, names, played)
    (card_to or out / CARD).write_text(text, encoding="utf-8")
    say(
        f"{out / FILE}: fitted on {decided(rows)['game_id'].n_unique()} decided games; its card is {card_to or out / CARD}"
    )


def play_positions_on(
    paths: Sequence[Path], out: Path, *, positions: int, games: int, rounds: int, jobs: int | None
) -> None:
    """Play positions of records on, and write how often each side wins into a CSV file."""
    chosen = positions_of(games_in(find(paths).files), positions)
    if not chosen:
        raise LakeError(
            "no position can be played on: expected decided games of titles with rules, as logs of orders or TripleA saves"
        )
    with local(cores() if jobs is None else jobs, DEFAULT) as workers, steps_progress("playing", True) as advance:
        played = play_positions(chosen, games, rounds, workers, advance)
    save_played(played, out)
    titles = sorted({one.title for one in played})
    say(f"{out}: {len(chosen)} positions of {', '.join(titles)}, each played on {games} times")


def _table(frame: pl.DataFrame) -> None:
    print_table("", frame_table(frame))


def print_chances(lake: Lake, game_id: str, model: Model, *, as_json: bool) -> None:
    """Print each side's chance of winning by turn, and the key moments."""
    found = winning(lake, game_id, model)
    if as_json:
        print_json(found)
        return
    title = found["title"][0]
    games = sum(model.games.get(title, {}).values())
    say(
        f"The chance of winning, learned from {model.basis(title)}."
        + (" These are few: see the band." if games < FEW else "")
    )
    say()
    ends = found.group_by("round", "side", maintain_order=True).last()
    _table(ends.select("round", "side", *(pl.col(name).round(2) for name in ("chance", "low", "high"))))
    say()
    say("Turns that moved it most, and what did: the dice of battles, or the players")
    moments = key_moments(found)
    _table(moments.with_columns(pl.col(pl.Float64).round(2) + 0.0))  # no -0
