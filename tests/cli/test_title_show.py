"""`sitrep title show`: what a title has, by name."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal.title_show import PARTS
from engine.orders import names_of
from engine.rules import load_rules
from engine.title.loader import load_title, titles


def shown(*words: str, code: int = 0) -> str:
    told = CliRunner().invoke(sitrep.main, ["title", "show", *words])
    assert told.exit_code == code, told.output
    return told.stdout if code == 0 else told.stderr


@pytest.mark.parametrize("slug", titles())
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_every_title_is_listed_whole(slug: str, part: str) -> None:
    title, rows = load_title(slug), json.loads(shown(slug, part, "--json"))
    if part == "orders":
        assert {row["order"] for row in rows} == {str(order.__struct_config__.tag) for order in load_rules(title).orders}
        assert all(row["meaning"] for row in rows)
    else:
        kind = {"technologies": "technology"}.get(part, part.removesuffix("s"))
        assert [row["slug"] for row in rows] == list(title.order if part == "powers" else names_of(kind, title))
    assert shown(slug, part).startswith(f"{title.name}: {part}\n")


def test_a_name_gives_the_line_that_an_overlay_begins_with() -> None:
    head, line = shown("aa1942", "units", "Tanks").splitlines()
    assert head.startswith("unit,name,class,cost") and line.startswith("tank,Tank,land,5,")
    assert shown("aa1942", "areas", "w russia").splitlines()[1].startswith("west-russia,West Russia,land,2,")
    assert json.loads(shown("global-1939", "units", "strategic bomber", "--json"))["unit"] == "bomber"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("aa1942", "units", "zeppelin"), "title aa1942 has no unit 'zeppelin'; `sitrep title show aa1942 units` lists them"),
        (("aa1942", "powers", "united"), "power 'united' may be united-kingdom (United Kingdom), united-states (United States)"),
        (("aa1942", "orders", "move"), "'move': only areas, units and powers are shown one by one; leave the name out"),
        (("aa1943", "units"), "no title 'aa1943'; did you mean 'aa1942'?"),
    ],
)
def test_what_is_not_there_says_what_is(words: tuple[str, ...], told: str) -> None:
    assert told in shown(*words, code=1)
