"""A game of a lake, made ready for the player: for pages of their own, for notebooks, for the bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dashboard.layouts.choose import layout_of, links_of
from dashboard.layouts.map_folders import maps_for, read_maps
from dashboard.player.payload import Payload, payload, worth_of
from dashboard.review.reader import Reader
from dashboard.ui.text import only_result
from engine.result import ONLY_RESULT
from warehouse import Lake, LakeError


def played(lake: Lake, game_id: str, folders: Sequence[Path] | None = None) -> Payload:
    """Return what the player plays of a game.

    Args:
        lake: the lake. game_id: the game, or its beginning. folders: of TripleA maps; without any, those that the environment
            names, or that TripleA keeps on this machine.

    Raises:
        LakeError: the game is not in the lake.
    """
    return payload_of(Reader.of_lake(lake, lake.find(game_id)), folders)


def payload_of(of: Reader, folders: Sequence[Path] | None = None, published: bool = False) -> Payload:
    """Return what the player plays of a game; `folders` as in `played`, `published` as in `maps_for`.

    Raises:
        LakeError: only the result of the game is recorded.
    """
    if only_result(of.game):
        raise LakeError(f"game {of.game_id}: {ONLY_RESULT}; there is no map to play")
    areas = of.frame("title_areas")
    maps, _ = maps_for(areas, published) if folders is None else read_maps(folders)
    links = links_of(of.frame("title_links"), of.frame("units_moved"))
    layout = layout_of(of.game["title"], areas, links, maps, of.folder)
    return payload(of.map_frame, layout, of.unit, of.seas, of.turn_names, of.dates, worth_of(of.game))
