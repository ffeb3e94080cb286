"""A game of a lake, made ready for the player: for pages of their own, for notebooks, for the bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from dashboard.layouts.choose import layout_of, links_of, named_folders, read_maps
from dashboard.player.payload import Payload, payload
from dashboard.ui.camp_turns import turns_of
from warehouse import Lake


def played(lake: Lake, game_id: str, folders: Sequence[Path] | None = None) -> Payload:
    """Return what the player plays of a game.

    Args:
        lake: the lake. game_id: the game, or its beginning. folders: of TripleA maps; without any, those that the environment names.

    Raises:
        LakeError: the game is not in the lake.
    """
    game_id = lake.find(game_id)

    def frames(table: str) -> pl.DataFrame:
        return lake.frame(table, game_id)

    game = frames("games").row(0, named=True)
    maps, _ = read_maps(named_folders() if folders is None else folders)
    links = links_of(frames("title_links"), frames("units_moved"))
    layout = layout_of(game["title"], frames("title_areas"), links, maps)
    return payload(frames, layout, game["resource_name"], game["fidelity"] == "orders", turns_of(game["title"]))
