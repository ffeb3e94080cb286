"""Files beside records that a stranger may give: experiments, ladders, overlays, tables of people, rules of leagues, map folders; damaged,
and with numbers and paths that ask for too much. Each is read, or refused in one line."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from dashboard.layouts.polygons import read_folder
from engine.errors import SitrepError
from engine.title.loader import load_title, read_tables
from ingest.lab import read_experiment
from ingest.ladder import read_ladder
from tests.attack.mutants import mutant
from tests.attack.part import Row, Tally
from tests.reference import ROOT
from warehouse.league import read_rules
from warehouse.people import read_people

EXPERIMENTS = Path(__file__).parents[2] / "notebooks" / "experiments"
NUMBERS = (
    "0",
    "-1",
    "9" * 20,
    "9" * 400,
    "9" * 5_000,
    "1e400",
    "nan",
    "²",
    "[" * 3_000,
    '"../over"',
    '"/etc"',
    "[1, 2]",
    "{a = 1}",
)
LADDER = b'bots = ["random", "greedy"]\n[[board]]\ntitle = "black-swan"\nrounds = 1\npairs = 1\n'
MAP = {
    "polygons.txt": b"Egypt  <  (0,0) (10,0) (10,10) (0,10) >\n5 Sea Zone  <  (10,0) (100,0) (100,40) >  <  (0,20) (5,20) (5,40) >\n",
    "centers.txt": b"Egypt  (5,5)\n5 Sea Zone (50,20)\n",
    "map.properties": b"map.width=100\nmap.scrollWrapX=true\n",
}
PIXELS = ("9" * 20, "9" * 400, "9" * 5_000, "²", "-1", " " * 30_000, "(" * 30_000, "٣", "1e9")
PEOPLE = b"name,aliases,hide\nZaphodine,Zaph,yes\n"
LEAGUE = (ROOT / "docs" / "league" / "points-per-game.toml").read_bytes()


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try a damaged file of each kind a round."""
    tally = Tally("strange", seed, KINDS)
    for number in rounds:
        for kind, (make, read) in KINDS.items():
            dice = random.Random(f"{seed} {number} {kind}")
            with TemporaryDirectory(prefix="sitrep-attack-") as folder:
                tally.note(kind, number, *_tried(read, make(Path(folder), dice)))
    return tally.rows()


def _tried(read: Callable[[Path], object], path: Path) -> tuple[list[str], list[str]]:
    """Read a file; return what went wrong, and what came of it."""
    try:
        read(path)
    except SitrepError as error:
        return (["an error of several lines"] if "\n" in str(error).strip() else []), ["refused"]
    except Exception as error:  # what attacks look for
        return [f"{type(error).__name__}: {error!s:.300}"], []
    return [], ["read"]


def _damaged(content: bytes, dice: random.Random) -> bytes:
    """Return a file with damage of chance, or with a value that asks for too much."""
    lines = content.splitlines()
    valued = [at for at, line in enumerate(lines) if b" = " in line]
    if valued and dice.random() < 0.5:
        at = dice.choice(valued)
        lines[at] = lines[at].partition(b" = ")[0] + b" = " + dice.choice(NUMBERS).encode()
        return b"\n".join(lines) + b"\n"
    if content and dice.random() < 0.3:
        data = bytearray(content)
        data[dice.randrange(len(data))] |= 0x80
        return bytes(data)
    return mutant(content, dice)


def _experiment(folder: Path, dice: random.Random) -> Path:
    """Copy the worked experiments, and damage one of their files; return the experiment."""
    place = Path(shutil.copytree(EXPERIMENTS, folder / "lab"))
    path = dice.choice(sorted(place.glob("*.toml")))
    hit = path if dice.random() < 0.5 else dice.choice(sorted(one for one in place.glob("*/*") if one.is_file()))
    hit.write_bytes(_damaged(hit.read_bytes(), dice))
    return path


def _overlay(folder: Path, dice: random.Random) -> Path:
    """Copy tables of a title into an overlay, and damage one; return the folder."""
    home = load_title("aa1942").folder
    for name in ("title.toml", dice.choice(["areas.csv", "units.csv", "links.csv", "setup.csv", "powers.csv"])):
        (folder / name).write_bytes((Path(str(home)) / name).read_bytes())
    hit = dice.choice(sorted(folder.iterdir()))
    hit.write_bytes(_damaged(hit.read_bytes(), dice))
    return folder


def _file(name: str, content: bytes) -> Callable[[Path, random.Random], Path]:
    def make(folder: Path, dice: random.Random) -> Path:
        (folder / name).write_bytes(_damaged(content, dice))
        return folder / name

    return make


def _map(folder: Path, dice: random.Random) -> Path:
    """Write a map folder, and damage one of its files."""
    for name, content in MAP.items():
        (folder / name).write_bytes(content)
    hit = folder / dice.choice(sorted(MAP))
    content = hit.read_bytes()
    if dice.random() < 0.5:
        number = dice.choice(list(re.finditer(rb"[0-9]+", content)))
        content = content[: number.start()] + dice.choice(PIXELS).encode() + content[number.end() :]
    hit.write_bytes(_damaged(content, dice))
    return folder


def _of_overlay(path: Path) -> object:
    read_tables("aa1942", [path])
    return load_title("aa1942", [path])


KINDS: dict[str, tuple[Callable[[Path, random.Random], Path], Callable[[Path], object]]] = {
    "experiments": (_experiment, read_experiment),
    "overlays": (_overlay, _of_overlay),
    "ladders": (_file("ladder.toml", LADDER), read_ladder),
    "map folders": (_map, read_folder),
    "tables of people": (_file("players.csv", PEOPLE), read_people),
    "rules of leagues": (_file("league.toml", LEAGUE), read_rules),
}
