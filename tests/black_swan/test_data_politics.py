"""The tables of war, surrender and victory in title.toml name what there is, and cover what they must (1.1, 3.3, 5.0, 9.0)."""

from __future__ import annotations

import pytest

from engine.families.blocks.politics import settings as records
from engine.families.blocks.settings import read, rows
from tests.black_swan.tables import MAJORS, TITLE

pytestmark = pytest.mark.section("9.0")

KINDS = {
    "declaration": records.Declaration, "restraint": records.Restraint, "couple": records.Couple, "join": records.Join,
    "entry": records.WarEntry, "drawn": records.Drawn, "occupation": records.Occupation, "closed": records.Closed,
    "frozen": records.Frozen, "surrender": records.SurrenderRow, "spoils": records.Spoils, "sea_front": records.SeaFront,
    "armistice": records.ArmisticeRow,
}  # fmt: skip
POWERS = (
    "by",
    "on",
    "draws_in",
    "fallen",
    "joined",
    "powers",
    "power",
    "fall_of",
    "to",
    "while_neutral",
    "union",
    "forms",
)
AREAS = ("areas", "once", "takes", "guard")


def texts(value: object) -> tuple[str, ...]:
    """Return the texts of a field: one, several, or the keys of a table."""
    return (value,) if isinstance(value, str) else tuple(value or ())


@pytest.mark.parametrize("key", KINDS)
def test_powers_areas_and_camps_are_the_titles(key: str) -> None:
    for row in rows(TITLE, key, KINDS[key]).values():
        named = {field: texts(getattr(row, field)) for field in row.__struct_fields__ if field in (*POWERS, *AREAS)}
        for field, names in named.items():
            known = TITLE.powers if field in POWERS else TITLE.areas
            assert [name for name in names if name and name not in known] == [], (row.slug, field)
        assert set(texts(getattr(row, "camps", ()))) <= {turn["slug"] for turn in TITLE.settings["turn"]}


def test_slugs_that_are_powers_regions_or_occasions() -> None:
    assert rows(TITLE, "surrender", records.SurrenderRow).keys() <= set(MAJORS)
    assert rows(TITLE, "armistice", records.ArmisticeRow).keys() == {"france", "italy"}
    occasions = {row.occasion for row in TITLE.reserves}
    for key in ("join", "entry", "drawn"):
        assert rows(TITLE, key, KINDS[key]).keys() <= occasions
    assert {row.region for row in rows(TITLE, "surrender", records.SurrenderRow).values()} - {""} <= TITLE.regions.keys()
    fronts = {front for row in rows(TITLE, "spoils", records.Spoils).values() for front in row.fronts}
    assert fronts == set(rows(TITLE, "sea_front", records.SeaFront)) == {"west-front", "med-front", "east-front"}


def test_every_nation_that_can_be_attacked_has_its_forces() -> None:
    occasions = {row.occasion for row in TITLE.reserves}
    attacked = {power for row in rows(TITLE, "couple", records.Couple).values() for power in row.powers}
    assert {f"{power}-attacked" for power in attacked} <= occasions
    targets = {power for row in rows(TITLE, "declaration", records.Declaration).values() for power in row.on}
    assert attacked <= targets


def test_the_fall_of_france_and_the_pact() -> None:
    assert read(TITLE, "fall_of_france", records.FallOfFrance).winners == ("western-allies",)
    pact = read(TITLE, "pact", records.Pact)
    assert pact.after in rows(TITLE, "occupation", records.Occupation)
    assert {pact.giver, pact.receiver} <= set(MAJORS) and pact.guard.keys() <= TITLE.areas.keys()
