"""The coverage of a title names the files in which a section is: they exist."""

from __future__ import annotations

import csv
import re

import pytest

from engine.title.loader import HOME, load_title

FILE = re.compile(r"[\w/]+\.(?:py|csv|toml)")
TITLES = sorted(path.parents[1].name.replace("_", "-") for path in HOME.glob("*/coverage/sections.csv"))


@pytest.mark.parametrize("slug", TITLES)
def test_every_file_that_the_coverage_names_is_there(slug: str) -> None:
    title = load_title(slug)
    assert title.folder is not None
    engine = HOME.parent
    places = [engine, engine / "families" / title.family.replace("-", "_"), title.folder]
    with (title.folder / "coverage" / "sections.csv").open(encoding="utf-8", newline="") as file:
        named = [(row["section"], name) for row in csv.DictReader(file) for name in FILE.findall(row["code"])]
    assert named
    assert [(section, name) for section, name in named if not any((place / name).is_file() for place in places)] == []
