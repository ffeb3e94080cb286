"""Which units are cheap, title by title and on maps of TripleA, as somebody picked them from the price lists."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from engine.title.loader import load_title
from engine.title.model import Title
from ingest.triplea.save import read_save
from ingest.triplea.title.reading import title_of
from warehouse.openings import alike, cheap_units
from warehouse.rows import json_text

FOOT = {"infantry", "artillery"}


def cheap(of: Title) -> set[str]:
    """Return the cheap units of a title, from rows as a lake has them."""
    rows = [(u.unit, u.cls, u.cost, u.resource, u.move, json_text(u.abilities)) for u in of.units.values()]
    return set(cheap_units(pl.DataFrame(rows, schema=["unit", "class", "cost", "resource", "move", "abilities"], orient="row")))


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("aa1942", FOOT),
        ("global-1939", FOOT),
        (
            "global-war-1936",
            FOOT | {"militia", "marine", "airborne", "mountain-infantry", "colonial-infantry", "advanced-artillery"},
        ),
        ("black-swan", set()),
        ("blitz", set()),
    ],
)
def test_infantry_and_artillery_are_cheap_where_prices_tell_them_from_ships(slug: str, expected: set[str]) -> None:
    assert cheap(load_title(slug)) == expected


def test_a_carrier_and_infantry_of_one_price_do_not_count_together() -> None:
    bought = {"1 infantry-2, 1 tank-4": 3, "1 carrier-4, 1 tank-4": 2}
    assert alike(bought, frozenset(cheap(load_title("black-swan")))) == {one: one for one in bought}


@pytest.mark.shared
@pytest.mark.parametrize(
    ("save", "expected"),
    [
        ("ai-classic-g1", FOOT | {"marine"}),
        ("ai-global40-g1-fast", FOOT),
        ("v2-nwo_smalls_ai_game_during_combat", FOOT | {"elite"}),  # its armored car costs no more than infantry
    ],
)
def test_and_on_maps_of_triplea(shared: Path, save: str, expected: set[str]) -> None:
    assert cheap(title_of(read_save(shared / "saves" / f"{save}.tsvg"))) == expected
