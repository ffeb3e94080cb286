"""Hidden players, with fresh names in every round: no copy for the public has a name in any form, a digest of one, or a byte of a file that
lies outside the folder that was read; and no record can stop a copy."""

from __future__ import annotations

import json
import random
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import msgspec
import polars as pl

from dashboard.site.build import build
from dashboard.site.settings import Settings
from ingest import ingest, replay_file
from ingest.report import REFUSED
from tests.attack.part import Row, Tally
from tests.ingest.example import example
from warehouse import Lake
from warehouse.export import FORMS, export
from warehouse.people import People, everybody_hidden, publish, read_people, unknown
from warehouse.people.publish import clashes, names_in
from warehouse.secret import KEY

KINDS = ("names in copies", "digests of names", "links out of a folder", "a game with a public id")
_LETTERS = "abdefgiklmnoprstuvz\u00e4\u00e9\u00f1\u00f8\u015f\u03b1\u03c9\u0436\u0448"
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u200e\u200f\u061c\ufe0f\ufe00\u180e\u2061\U000e0020\u3164\u202e\u2066"


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Hide a player of a fresh name a round; see the module."""
    tally = Tally("people", seed, KINDS)
    for number in rounds:
        dice = random.Random(f"{seed} {number}")
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            for kind, found in _round(Path(folder), dice):
                tally.note(kind, number, found)
    return tally.rows()


def fresh(dice: random.Random) -> str:
    """Return a name that nobody has, long enough to be found within words."""
    return "".join(dice.choice(_LETTERS) for _ in range(dice.randrange(9, 14))).capitalize()


def retyped(name: str, dice: random.Random) -> str:
    """Return a name as another system, or somebody with bad intent, might type it."""
    made = unicodedata.normalize(dice.choice(("NFC", "NFD", "NFKD")), dice.choice((str, str.upper, str.lower))(name))
    if dice.random() < 0.2:
        made = "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in made)
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(made) + 1)
        made = made[:at] + dice.choice(_UNSEEN) + made[at:]
    return made


def _round(folder: Path, dice: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Yield what was tried and what went wrong."""
    name, other, token = fresh(dice), fresh(dice), f"token-{dice.getrandbits(64):016x}"
    (folder / "up").mkdir()
    (folder / "token").write_text(f"{token}\n")
    (folder / "up" / "game.jsonl").write_text(_log(name, other, "", dice))
    (folder / "up" / "letter.txt").write_text(f"dear {token}\n")
    _link(folder, dice)
    lake = Lake.create(folder / "lake")
    statuses = {Path(row.path).name: row.status for row in ingest([folder / "up"], lake).rows}
    (folder / "players.csv").write_text(f"name,aliases,hide\n{retyped(name, dice)},,yes\n", encoding="utf-8")
    people = read_people(folder / "players.csv")
    notes = dice.random() < 0.5
    yield "names in copies", [f"{name!r}: {one}" for one in unknown(lake, people)]
    build(lake, folder / "site", Settings(notes=notes), people, jobs=1)
    form = dice.choice(list(FORMS))
    export(lake, form, folder / "out", people=people, notes=notes)
    export(lake, "lake", folder / "nobody", people=everybody_hidden(names_in(lake), people), notes=notes)
    told = {str(place): text for one in ("site", "out", "nobody") for place, text in _told(folder / one)}
    yield "names in copies", [f"{place}: {name!r}" for place, text in told.items() if _has(text, name)]
    yield (
        "names in copies",
        [f"{place}: {other!r}" for place, text in told.items() if "nobody" in place and _has(text, other)],
    )
    yield "digests of names", list(_guessed(lake, people, told))
    yield "links out of a folder", [f"{place}: {token}" for place, text in told.items() if token in text]
    yield "links out of a folder", [f"link: {statuses.get('link')}"] if statuses.get("link") != REFUSED else []
    yield "a game with a public id", list(_clashing(folder, lake, people, dice))


def _log(name: str, other: str, game: str, dice: random.Random) -> str:
    first, *rest = example()
    joined = f"{dice.choice(('', 'x', 'The'))}{retyped(name, dice)}{dice.choice(('s laptop', 'Muller', '_2', ''))}"
    header = json.loads(first) | {
        "players": {"soviet-union": retyped(name, dice), "germany": other},
        "game": game or f"game of {retyped(name, dice)}".translate(dict.fromkeys(map(ord, "\u202e\u2066"))).strip(),
        "source": joined,
        "about": joined,
    }
    return "\n".join([json.dumps(header), *rest, json.dumps({"note": joined})]) + "\n"


def _link(folder: Path, dice: random.Random) -> None:
    """Put a link to the token into the folder that is read: straight, by a chain, or by the folder above."""
    to = dice.choice((str(folder / "token"), "../token", ".hop"))
    if to == ".hop":
        (folder / "up" / ".hop").symlink_to(folder / "token")
    (folder / "up" / "link").symlink_to(to)


def _told(place: Path) -> Iterator[tuple[Path, str]]:
    """Yield what lies at a place, by file: its name and bytes, and what a program that opens it reads."""
    for path in [place] if place.is_file() else sorted(one for one in place.rglob("*") if one.is_file()):
        yield path, f"{path.name} {path.read_bytes().decode('utf-8', 'replace')}"
        for opens, read in _OPENS.items():
            if path.read_bytes()[:16].find(opens) >= 0:
                yield path / "read", read(path)


_OPENS: dict[bytes, Callable[[Path], str]] = {
    b"PAR1": lambda path: pl.read_parquet(path).write_json(),
    b"PK\x03\x04": lambda path: _unpacked(path),
    b"DUCK": lambda path: _tables(path),
}


def _unpacked(path: Path) -> str:
    with zipfile.ZipFile(path) as book:
        return " ".join(book.read(one).decode("utf-8", "replace") for one in book.namelist())


def _tables(path: Path) -> str:
    with duckdb.connect(path, read_only=True) as con:
        names = [name for (name,) in con.sql("SELECT table_name FROM duckdb_tables()").fetchall()]
        return " ".join(con.sql(f'FROM "{name}"').pl().write_json() for name in names)


def _has(text: str, name: str) -> bool:
    """Return whether a name stands in a text, in any form: a look of our own, that takes letters alone."""
    return _bare(name) in _bare(text)


def _bare(text: str) -> str:
    text = re.sub(r"\\u[0-9a-f]{4}", lambda found: chr(int(found[0][2:], 16)), text) if "\\u" in text else text
    text = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalpha, text.casefold())) if not text.isascii() else re.sub("[^a-z]", "", text.lower())


def _guessed(lake: Lake, people: People, told: dict[str, str]) -> Iterator[str]:
    """Yield what is published and what somebody who guessed the names, and has all but the secret, could work out."""
    guesses = {"without the secret": people.digest(b"")}
    for what in (sorted(people.names.items()), people.hiding, [sorted(people.names.items()), people.hiding, False]):
        guesses[f"SHA-256 of {type(what[0]).__name__}"] = sha256(msgspec.json.encode(what)).hexdigest()
    guesses |= {f"SHA-256 of {game}": sha256(game.encode()).hexdigest()[:16] for game in lake.digests()}
    guesses |= {f"record of {game}": digest[:16] for game, digest in lake.digests().items()}
    guesses["the secret"] = lake.store.read(KEY).decode()
    for what, guess in guesses.items():
        yield from (f"{place}: {what!r}" for place, text in told.items() if guess in text)


def _clashing(folder: Path, lake: Lake, people: People, dice: random.Random) -> Iterator[str]:
    """Yield what is wrong when a record has the public id of a hidden player's game, read as others are, and put in past the reader."""
    (game,) = Lake.open(folder / "nobody").digests()
    publish(lake, folder / "public", people)
    (shown,) = Lake.open(folder / "public").digests()
    (folder / "late").mkdir()
    (folder / "late" / "x.jsonl").write_text(_log(fresh(dice), fresh(dice), shown, dice))
    (row,) = ingest([folder / "late"], lake).rows
    if row.status != REFUSED or "hidden players' games" not in row.message:
        yield f"a record that chose {shown}: {row.status} {row.message}"
    mine = replay_file(folder / "up" / "game.jsonl")
    players = {"germany": fresh(dice)}
    lake.write([replace(mine, header=msgspec.structs.replace(mine.header, game=shown, players=players), digest=shown)])
    publish(lake, folder / "public", people)
    if set(Lake.open(folder / "public").digests()) != {shown} or len(clashes(lake, people)) != 1:
        yield f"{shown} was put in past the reader: {Lake.open(folder / 'public').digests()}, {clashes(lake, people)}"
    if game == shown:
        yield f"{game} is the id in two copies of other people"
