"""Positions that TripleA itself opens: `SITREP_SHARED=... python -m tests.triplea.engine_positions TOOLS MAPS...`.

A developer's check, no test: it needs the program (1.9). At moments of saves of six maps the position is written as a game file; the
program opens it, tells what it has when the first player begins (units, owners, stores, hits, bombing damage, technologies, relations,
units not placed), and plays that player's turn, whose save is read again. MAPS are folders with game files. It writes
`program/positions.csv`: how much there was to compare, what differs, what the file could not say.
"""

from __future__ import annotations

import csv
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.mechanics.profile import profile_in
from engine.replay import Game
from engine.state import GameState, state_at
from engine.title.model import Title
from ingest import replay_file
from ingest.triplea.events.ledger import relation
from ingest.triplea.maps.game_file import read_game_file
from ingest.triplea.position_file import position_file, settled
from ingest.triplea.save import read_save
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from ingest.triplea.title.names import NOBODY, slug
from tests.triplea.program.running import Program, ProgramError, Told
from tests.triplea.saves import path_of, save_of

TABLE = Path(__file__).parent / "program" / "positions.csv"
SAVES = {
    "ai-ww2v4-g1-fast": 5,
    "ai-ww2v5-g1-fast": 5,
    "ai-ww2v5-g4-tech": 3,
    "ai-revised-g1-fast": 5,
    "ai-classic-g1": 5,
    "newest/h_ww2v3_g6_tech": 5,
    "ai-global40-g1-fast": 5,
    "ai-global40-g2-tech": 3,
}
"""Save -> how many moments of it, evenly apart: every so many events, in the middle of turns as well."""
NUMBERS = ("units", "owners", "stores", "hits", "damage", "technologies", "relations", "waiting", "prices")
COLUMNS = ("save", "title", "event", "round", "power", "phase", *NUMBERS, "differs", "played", "not_said")
PLAYED = ("resources", "owners", "units", "hits", "factory_damage", "tech")


def board_of(state: GameState, title: Title) -> Told:
    """Return what stands on the board by the program's names; technologies and relations by slugs of its names."""
    found: dict[str, Counter[str]] = {name: Counter() for name in NUMBERS}
    players = {key: row.triplea for key, row in title.powers.items()}
    for key, count in state.stacks.items():
        area, unit = title.areas[key.area].triplea, title.units[key.unit]
        found["units"][f"{area} {_owner(players, key.power)} {unit.triplea}"] += count
        found["hits"][area] += count * max(0, profile_in(title, state, key.power, key.unit).strength - key.strength)
    found["owners"] = Counter(
        f"{title.areas[area].triplea}: {players[power]}" for area, power in state.control.items() if _is_player(power)
    )
    for (power, kind), amount in state.resources.items():
        found["stores"][f"{players[power]} {'PUs' if kind == title.resource else kind}"] += amount
    for (area, _), points in state.damage.items():
        found["damage"][title.areas[area].triplea] += points
    found["technologies"] = Counter(f"{players[power]} {tech}" for (power, tech), level in state.techs.items() if level)
    for (one, two), word in state.relations.items():
        if _is_player(one) and _is_player(two):
            found["relations"]["|".join(sorted((players[one], players[two]))) + f" {word}"] += 1
    for (power, unit), count in state.pool.items():
        found["waiting"][f"{players[power]} {title.units[unit].triplea}"] += count
    found["prices"] = Counter(f"{players[key]} {value}" for (scope, key), value in state.markers.items() if scope == "frontier")
    return {name: dict(+counts) for name, counts in found.items()}


def dumped(said: Told, title: Title) -> Told:
    """Return the same of what the program says."""
    found: dict[str, Counter[str]] = {name: Counter() for name in NUMBERS}
    for area, players in said["units"].items():
        for player, kinds in players.items():
            for unit, count in kinds.items():
                found["units"][f"{area} {player} {unit}"] += count
    for area, players in said["hits"].items():
        found["hits"][area] += sum(sum(kinds.values()) for kinds in players.values())
    found["owners"] = Counter(f"{area}: {owner}" for area, owner in said["owners"].items() if owner and owner != "Neutral")
    for player, held in said["resources"].items():
        for kind, amount in held.items():
            found["stores"][f"{player} {'PUs' if kind == 'PUs' else slug(kind)}"] += amount
    found["damage"].update(said["factory_damage"])
    found["technologies"] = Counter(f"{player} {slug(tech)}" for player, techs in said["tech"].items() for tech in techs)
    for pair, kind in said["relationships"].items():
        found["relations"][f"{pair} {relation(kind)}"] += 1
    for player, kinds in said["units_held"].items():
        for unit, count in kinds.items():
            found["waiting"][f"{player} {unit}"] += count
    found["prices"] = Counter(f"{player} {frontier}" for player, frontier in said["production_frontier"].items())
    return {name: dict(+counts) for name, counts in found.items()}


def differences(mine: Told, its: Told) -> list[str]:
    """Return what differs, a text each: of relations and lists of prices only those that the board has a word for."""
    found = []
    for name in NUMBERS:
        one, two = mine[name], its[name]
        keys = {*one} if name in ("relations", "prices") else {*one, *two}
        found += [f"{name} {key}: {one.get(key, 0)}, the program {two.get(key, 0)}" for key in sorted(keys) if one.get(key) != two.get(key)]
    return found


def moments(game: Game, count: int) -> list[int]:
    """Return so many moments, evenly apart, the first well into the game and the last before its end; each with somebody on turn."""
    return [_moment(game, len(game.events) * place // (count + 1)) for place in range(1, count + 1)]


def _moment(game: Game, at: int) -> int:
    while state_at(game.events, at).clock.power not in game.title.turns:
        at += 1
    return settled(game.events, at)


def row_of(save: str, game: Game, at: int) -> dict[str, Any]:
    """Return what a row of the table says of a position by itself."""
    state = state_at(game.events, at)
    mine = board_of(state, game.title)
    clock = state.clock
    told = (save, game.title.slug, at, clock.round, clock.power, clock.phase, *(sum(mine[name].values()) for name in NUMBERS))
    return dict(zip(COLUMNS, told, strict=False))


def tried(save: str, game: Game, at: int, map_file: Path, program: Program, folder: Path) -> dict[str, Any]:
    """Return the row of a position that the program has opened and played."""
    state, path, kept = state_at(game.events, at), folder / "position.xml", folder / "turn.tsvg"
    written = position_file(state, game.title, map_file)
    path.write_bytes(written.content)
    row = row_of(save, game, at)
    try:
        wrong = differences(board_of(state, game.title), dumped(program.opened(path), game.title))
    except ProgramError as error:
        return row | {"differs": str(error), "played": "no", "not_said": "; ".join(written.left_out)}
    try:
        said = program.turn(path, kept, game.title.powers[state.clock.power].triplea, "fast", at)
        read = summary(TripleaState(read_save(kept)))
        played = ", ".join(what for what in PLAYED if said[what] != read[what]) or "yes"
    except ProgramError as error:
        played = str(error)
    return row | {"differs": "; ".join(wrong), "played": played, "not_said": "; ".join(written.left_out)}


def rows(shared: Path, tools: Path, maps: dict[str, Path]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table."""
    with TemporaryDirectory() as folder, Program(tools, Path(folder) / "program") as program:
        for name, count in SAVES.items():
            game, map_file = replay_file(path_of(shared, name)), maps[save_of(shared, name).game]
            for at in moments(game, count):
                yield tried(name, game, at, map_file, program, Path(folder))


def game_files(folders: list[Path]) -> dict[str, Path]:
    """Return the game files of folders by the names of their maps."""
    return {read_game_file(path).game: path for folder in folders for path in sorted(folder.rglob("*.xml"))}


def _is_player(power: str) -> bool:
    return power not in ("", NOBODY)


def _owner(players: dict[str, str], power: str) -> str:
    return players[power] if _is_player(power) else "Neutral"


def main(words: list[str]) -> None:
    """Write the table."""
    shared = Path(os.environ["SITREP_SHARED"])
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows(shared, Path(words[0]), game_files([Path(word) for word in words[1:]])):
            writer.writerow(row)
            file.flush()
            print(*row.values(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
