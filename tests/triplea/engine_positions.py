"""Positions that TripleA itself opens: `python -m tests.triplea.engine_positions TOOLS MAP.xml RECORD [EVERY]`.

A developer's check, no test: it needs the program (1.9) and the harness in TOOLS (`run.sh play`, `run.sh oracle`). Every so many events a
position of the record is written as a game file; the program plays one round from it, and its own dump of the state at the start is laid
beside the board: units, owners, stores, hits. (Bombing damage is set in the game, as its repairs show, but the dump's way back loses it.)
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from engine.replay import Game
from engine.state import GameState, state_at
from engine.title.model import Title
from ingest import replay_file
from ingest.triplea.position_file import position_file
from ingest.triplea.title.names import NOBODY

Told = dict[str, Any]


def board_of(state: GameState, title: Title) -> Told:
    """Return units, owners, stores and hits by the program's names."""
    units, hits = Counter[str](), Counter[str]()
    for key, count in state.stacks.items():
        area, unit = title.areas[key.area].triplea, title.units[key.unit]
        units[f"{area} {title.powers[key.power].triplea} {unit.triplea}"] += count
        hits[area] += count * (unit.strength - key.strength)
    owners = {title.areas[area].triplea: title.powers[power].triplea for area, power in state.control.items() if power not in ("", NOBODY)}
    stores = {title.powers[power].triplea: n for (power, kind), n in state.resources.items() if kind == title.resource and n}
    return {"units": dict(units), "owners": owners, "stores": stores, "hits": dict(+hits)}


def dumped(first: Told) -> Told:
    """Return the same of the program's dump."""
    units, hits = Counter[str](), Counter[str]()
    for area, players in first["units"].items():
        for player, kinds in players.items():
            for unit, count in kinds.items():
                units[f"{area} {player} {unit}"] += count
    for area, players in first["hits"].items():
        hits[area] += sum(sum(kinds.values()) for kinds in players.values())
    owners = {area: owner for area, owner in first["owners"].items() if owner and owner != "Neutral"}
    stores = {player: held["PUs"] for player, held in first["resources"].items() if held.get("PUs")}
    return {"units": dict(units), "owners": owners, "stores": stores, "hits": dict(+hits)}


def opened(game_file: Path, tools: Path) -> Told:
    """Let the program play a round from a game file, and return its dump of the start."""
    save, prefix = game_file.with_suffix(".tsvg"), game_file.with_suffix("")
    for words in (["play", game_file, save, "--rounds", "1", "--seed", "1", "--ai", "fast"], ["oracle", save, prefix, game_file]):
        done = subprocess.run([tools / "run.sh", *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{game_file.name}: {done.stderr[-400:]}")
    with gzip.open(f"{prefix}.oracle.jsonl.gz", "rt") as lines:
        first: Told = json.loads(next(lines))
    return first


def differing(game: Game, at: int, map_file: Path, tools: Path, folder: Path) -> list[str]:
    """Return which of the parts the program has otherwise than the board at a moment."""
    state, path = state_at(game.events, at), folder / f"{at}.xml"
    path.write_bytes(position_file(state, game.title, map_file).content)
    mine, its = board_of(state, game.title), dumped(opened(path, tools))
    return [part for part in mine if mine[part] != its[part]]


def main(words: list[str]) -> None:
    """Print a line for each position."""
    tools, map_file, record, every = Path(words[0]), Path(words[1]), Path(words[2]), int(words[3]) if len(words) > 3 else 500
    game = replay_file(record)
    with tempfile.TemporaryDirectory() as folder:
        for at in range(every, len(game.events) + 1, every):
            wrong = differing(game, at, map_file, tools, Path(folder))
            print(f"{record.name} after event {at:,}: {'differs in ' + ', '.join(wrong) if wrong else 'equal'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
