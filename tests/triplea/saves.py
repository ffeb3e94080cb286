"""The recorded games of the reference material, by name, and what the engine itself says of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ingest.triplea.history import Event, Node, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.replay import Replay
from ingest.triplea.save import read_save
from ingest.triplea.state import TripleaState
from tests.slow import slow_among

PLAYED = (
    "ai-classic-g1",
    "ai-global40-g1-fast",
    "ai-global40-g2-tech",
    "ai-revised-g1-fast",
    "ai-ww2v4-g1-fast",
    "ai-ww2v4-g2-mix",
    "ai-ww2v5-g1-fast",
    "ai-ww2v5-g3-mix",
    "ai-ww2v5-g4-tech",
    "ai-ww2v5-g5-midbattle",
)
"""Games that TripleA 1.9 played out, each with its state at every step as the engine shows it."""

NEWER = (
    "v2-nwo_smalls_ai_game_during_combat",
    "v2-revised_during_bombing_raid_after_aa_roll",
    "v2-revised_during_land_to_land_combat",
    "v2-wwii_global_2nd_edition_during_g1_politics",
)
"""Saves of TripleA 2.0, with nothing to compare but their own final state."""

NEWEST = tuple(
    f"newest/{name}"
    for name in (
        "cut_ww2v5_g1",
        "h2_global40_edit",
        "h2_ww2v4_retreat",
        "h2_ww2v5_resumed",
        "h2_ww2v5_undo",
        "h3_ww2v5_bid",
        "h4_v2-nwo_smalls_ai_game_during_combat_resumed",
        "h4_v2-revised_during_land_to_land_combat_resumed",
        "h4_v2-wwii_global_2nd_edition_during_g1_politics_resumed",
        "h_classic_g7",
        "h_global40_g3",
        "h_ww2v3_g6_tech",
        "h_ww2v4_g2_tech",
        "h_ww2v5_g4_midbattle",
        "t25_ww2v4_g3_weak",
        "t26_global40_g2_tech",
        "t26_ww2v5_g4_midbattle",
    )
)
"""Games of TripleA 2.5, 2.6 and the head of August 2026, with the engine's states as PLAYED has them."""

MAPS = tuple(f"newest/maps/{name}" for name in ("Civil_War", "Rise_of_the_Axis", "command_and_conquer", "four_if_by_sea", "oztea_1942"))
"""A round each of maps with ways of their own, by the same head."""

EXACT = PLAYED + NEWEST + MAPS
"""All that can be compared with the engine state by state."""

OLDEST = tuple(f"old-2008/{name}" for name in ("Kev-28720a8a4a", "Kev1-28720a8a4a", "autosave-581839f8a8"))
"""Saves of TripleA 1.0, of 2008, with nothing to compare but their own final state."""

ALL = EXACT + NEWER + OLDEST

LARGE = frozenset((
    "ai-global40-g2-tech", "ai-ww2v5-g4-tech", "ai-ww2v5-g1-fast", "ai-revised-g1-fast", "newest/h2_global40_edit",
    "newest/h2_ww2v5_resumed", "newest/h4_v2-nwo_smalls_ai_game_during_combat_resumed",
    "newest/h4_v2-wwii_global_2nd_edition_during_g1_politics_resumed", "newest/h_global40_g3", "newest/h_ww2v3_g6_tech",
    "newest/t25_ww2v4_g3_weak", "newest/t26_global40_g2_tech", "ai-ww2v5-g3-mix", "newest/maps/oztea_1942",
))  # fmt: skip
"""Saves that take seconds a test; what they hold, smaller ones of the same game and program hold, too."""


def by_size(names: Iterable[str]) -> list[Any]:
    """Return the names as values of a parametrized test, those of large saves marked `slow`."""
    return slow_among(LARGE, names)


def path_of(shared: Path, name: str) -> Path:
    return shared / "saves" / f"{name}.tsvg"


@lru_cache(maxsize=2)
def save_of(shared: Path, name: str) -> Save:
    return read_save(path_of(shared, name))


def lines_of(shared: Path, name: str, kind: str) -> list[dict[str, Any]]:
    """The lines of `NAME.KIND.jsonl.gz`: `oracle` at every step, `events` what differs after every event."""
    with gzip.open(shared / "saves" / f"{name}.{kind}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def history_of(shared: Path, name: str) -> list[list[str]]:
    """The rows of the engine's history panel: depth, index, kind, range of changes, title, what is shown."""
    with gzip.open(shared / "saves" / f"{name}.history.txt.gz", "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines]


def steps_of(replay: Replay) -> Iterator[tuple[Node, TripleaState]]:
    """Every round and step with the state at its start, every event with the state after its changes."""
    for node in replay.save.history.walk():
        if isinstance(node, (Round, Step)):
            yield node, replay.advance(node.start)
        elif isinstance(node, Event):
            yield node, replay.advance(node.stop)
