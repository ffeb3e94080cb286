"""Small packages of other people, put into a folder as an installer leaves them: modules beside a .dist-info."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "parts.md"


def package(folder: Path, name: str, entries: Mapping[str, Mapping[str, str]], files: Mapping[str, str]) -> Path:
    """Install version 1.0 of a package into a folder that shall be on PYTHONPATH: group to name to object, and path to text."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = (f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in told.items()) for group, told in entries.items())
    (info / "entry_points.txt").write_text("\n".join(lines))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def printed(heading: str, kind: str = "python") -> str:
    """Return the first example of a kind under a heading of docs/parts.md, as it is printed there."""
    part = DOCS.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"```{kind}\n(.*?)```", part, re.DOTALL)
    assert found, f"docs/parts.md has no example of {kind} under {heading}"
    return found[1]
