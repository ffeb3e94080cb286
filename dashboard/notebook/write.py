"""An after-action notebook of one game, ready to run: after_action.txt filled in, as a .ipynb file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ingest import replay_file
from warehouse import Lake

TEMPLATE = Path(__file__).with_name("after_action.txt")
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def write_notebook(game: str, lake_path: Path | str, out: Path | None = None) -> Path:
    """Write the notebook of a game of a lake, or of a record's file, and return its path.

    Args:
        game: the game's id, the beginning of one, or the path of a record. lake_path: the lake. out: the file; without one its name is
            the game's, in the working folder.

    Raises:
        SitrepError: there is no such game, or the record cannot be read.
    """
    if Path(game).is_file():
        text, name = of_record(Path(game), replay_file(Path(game)).title.name), Path(game).name.partition(".")[0]
    else:
        lake = Lake.open(lake_path)
        name = lake.find(game)
        text = of_lake(lake_path, name, lake.frame("games", name)["title_name"][0])
    path = out or Path(f"{stem_of(name)}.ipynb")
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def stem_of(name: str) -> str:
    """Return a name for a file, without ending: anything but letters and digits becomes a dash."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "game"


def of_lake(place: Path | str, game_id: str, title: str) -> str:
    """Return the notebook of a game of a lake: `place` is the lake's folder or URL."""
    where = str(place) if "://" in str(place) else str(Path(place).resolve())
    opened = f"lake = sitrep.open_lake({where!r})\ngame = lake.game({game_id!r})"
    return _notebook(f"{title}: {game_id}", opened)


def of_record(record: Path, title: str) -> str:
    """Return the notebook of a record, which it replays."""
    opened = f"game = sitrep.replay({str(record.resolve())!r}).in_lake\nlake = game.lake"
    return _notebook(f"{title}: {record.name}", opened)


def _notebook(heading: str, opened: str) -> str:
    text = TEMPLATE.read_text(encoding="utf-8")
    text = text.replace("{heading}", " ".join(heading.split())).replace("{opened}", opened)
    return notebook(text)


def notebook(text: str) -> str:
    """Return cells written as text (`# %%` begins one of code, `# %% [markdown]` one of Markdown) as a notebook in JSON."""
    cells = []
    for number, part in enumerate(text.split("\n# %%")):
        head, _, body = part.partition("\n")
        cells.append(_cell(number, "markdown" if "[markdown]" in head else "code", body.strip("\n")))
    return json.dumps({"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def _cell(number: int, kind: str, body: str) -> dict[str, Any]:
    if kind == "markdown":
        body = "\n".join(line.removeprefix("#").removeprefix(" ") for line in body.splitlines())
    cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": body.splitlines(keepends=True)}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
