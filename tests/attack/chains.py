"""Folders of games by mail: shuffled, tidied up, interrupted, damaged, zipped; games stay whole, and no two become one."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.part import Row, Tally
from tests.attack.processes import sitrep
from tests.vassal.test_games_by_mail import by_mail
from tests.vassal.writer import container

KINDS = ("games of one set-up", "games of one set-up among damaged logs", "damaged and odd zips")
DAMAGED = 6
"""Damaged logs, or zips, in a folder."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Ingest a folder each round, and compare the games with those that were written."""
    tally = Tally("chains", seed, KINDS)
    for number in rounds:
        dice = random.Random(f"{seed} {number}")
        kind = KINDS[number % len(KINDS)]
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            tally.note(kind, number, *_ingested(Path(folder), kind, dice))
    return tally.rows()


def _ingested(folder: Path, kind: str, dice: random.Random) -> tuple[list[str], list[str]]:
    """Write three games and what else belongs to the kind, ingest them, and return what went wrong, and what was seen."""
    (folder / "in").mkdir()
    games = {f"{game}": by_mail(dice, dice.randint(2, 5), str(game)) for game in range(3)}
    names = iter(dice.sample(range(1000, 9999), 60))
    written: dict[str, str] = {}
    whole: list[bytes] = []
    for game, texts in games.items():
        for text in texts:
            content = container(text, key=dice.randrange(1, 256), way=dice.choice(("!VCSK", "VOBS", "!VCSZ", "plain")))
            whole.append(content)
            zipped = dice.random() < 0.2
            name = f"{next(names)}.vlog" + (".zip" if zipped else "")
            (folder / "in" / name).write_bytes(_zip({"a.vlog": content}) if zipped else content)
            written[name] = game
    for _ in range(DAMAGED if kind != KINDS[0] else 0):
        odd = _odd_zip(dice, whole) if kind == KINDS[2] else _damaged(dice.choice(whole), dice)
        (folder / "in" / f"{next(names)}.{'zip' if kind == KINDS[2] else 'vlog'}").write_bytes(odd)
    return _judged(folder, written, damaged=kind != KINDS[0])


def _judged(folder: Path, written: dict[str, str], damaged: bool) -> tuple[list[str], list[str]]:
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json", seconds=240)
    if done.wrong:
        return [done.wrong], []
    rows = {Path(row["path"]).name: row for row in json.loads(done.out)["files"]}
    found = [f"{name} was refused: {rows[name]['message']}" for name in written if rows[name]["status"] == "refused"]
    of: dict[str, set[str]] = {}
    for name, game in written.items():
        of.setdefault(rows[name]["game_id"], set()).add(game)
    found += [f"games {' and '.join(sorted(games))} became one" for games in of.values() if len(games) > 1]
    if not damaged and len(of) != len(set(written.values())):  # a damaged log can be another end of a game
        found.append(f"{len(set(written.values()))} games became {len(of)}")
    return found, [rows[name]["status"] for name in rows if name not in written]


def _damaged(content: bytes, dice: random.Random) -> bytes:
    data, at = bytearray(content), dice.randrange(len(content))
    if dice.random() < 0.5:
        del data[at:]
    else:
        for _ in range(dice.choice((1, 3, 30))):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def _zip(files: dict[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _odd_zip(dice: random.Random, logs: list[bytes]) -> bytes:
    """A zip with several records, none, a zip in it, hostile names, a bomb, or spoilt bytes."""
    what, log = dice.randrange(7), dice.choice(logs)
    if what == 0:
        return _zip({"a.vlog": log, "b.vlog": dice.choice(logs) + b" "})
    if what == 1:
        return _zip({f"{'x' * dice.randrange(1, 200)}/n{number}.txt": b"" for number in range(dice.choice((1, 999, 1500)))})
    if what == 2:
        return _zip({"a.zip": _zip({"a.vlog": log})})
    if what == 3:
        return _zip({"../../over.vlog": log[: len(log) // 2], "/etc/\x1b[2J": b"", "b\u202e.txt": b"hello"})
    if what == 4:
        return _zip({"bomb.jsonl": b'{"sitrep":1,"title":"aa1942"}\n' + bytes(80 << 20)})
    return _damaged(_zip({"a.vlog": log}, dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))), dice)
