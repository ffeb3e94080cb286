"""A small record of every format, to be damaged."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from ingest.files import read_file, unpack
from ingest.samples import samples
from tests.ingest.example import example
from tests.triplea.minigame import MiniGame
from tests.triplea.test_changes import text_change
from tests.turn_summaries.texts import MINI
from tests.vassal.module import whole
from tests.vassal.writer import container, hidden


def records() -> dict[str, bytes]:
    """Return a name with its ending to the content of a record: logs, saves and turn summaries, plain and packed.

    A VASSAL log is damaged as its text too: the checksum of its archive keeps most damage out.
    """
    game = MiniGame()
    for number in range(1, 8):
        game.round(number)
        game.step("redsMove", game.reds)
        game.change(text_change("ChangeResourceChange", quantity=1, player="Reds", resource="PUs"))
    log = "\n".join(example()).encode() + b"\n"
    logs = {path.name.partition(".")[0]: unpack(read_file(path), path.name) for path in samples() if ".jsonl" in path.name}
    short = {f"{name}.jsonl": b"\n".join(content.splitlines()[:60]) + b"\n" for name, content in logs.items()}
    return {
        "log.jsonl": log,
        "log.jsonl.gz": gzip.compress(log, mtime=0),
        "save.tsvg": gzip.compress(game.stream(), mtime=0),
        "save.unpacked": game.stream(),
        "summary.txt": MINI.encode(),
        "log.vlog": container(whole().text),
        "log.vassal": whole().text.encode(),
        "hidden.vassal": hidden(whole().text),
        **short,
    }


def good(folder: Path, count: int = 3) -> list[str]:
    """Write so many sound records into a folder; return their games' ids."""
    ids = [f"good-{number}" for number in range(count)]
    first, *rest = example()
    for name in ids:
        header = json.dumps({**json.loads(first), "game": name})
        (folder / f"{name}.jsonl").write_text("\n".join([header, *rest]) + "\n")
    return ids
