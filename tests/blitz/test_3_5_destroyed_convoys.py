"""3.5: when a Convoy has a Destroyed marker, and that it has none any more when its home is friendly again."""

from __future__ import annotations

import pytest

from engine.titles.blitz.position import supply
from tests.blitz.table import TITLE, table

pytestmark = pytest.mark.section("3.5")
GULF = dict.fromkeys(("canton", "south-east-asia", "singapore", "borneo", "java", "manila"), "afa")
"""The lands on the South China Sea."""


@pytest.mark.parametrize(
    ("convoy", "take", "markers", "destroyed"),
    [
        ("canada", {}, {}, False),
        ("canada", {}, {"conquered/canada": "allies"}, True),
        ("great-britain", {"london": "germany", "scotland": "germany"}, {}, False),  # not conquered: told by its marker alone
        ("great-britain", {}, {"conquered/great-britain": "allies"}, True),
        ("france", {}, {}, False),
        ("france", {"paris": "germany"}, {}, True),  # London is friendly and beside it, and no land of France
        ("france", {"paris": "germany", "vichy-france": "afa"}, {}, True),  # that touches another sea area
        ("usa", {"atlantic-seaboard": "germany"}, {}, False),
        ("usa", {"atlantic-seaboard": "germany", "central-plains": "germany"}, {}, True),
        ("japan", {"tokyo": "afa"}, {}, False),  # Formosa touches the East China Sea too
        ("japan", {"tokyo": "afa", "formosa": "afa"}, {}, True),
        ("australia", {"canberra": "japan"}, {}, True),
        ("australia", {"perth": "japan", "darwin": "japan"}, {}, False),
        ("australia", {"canberra": ""}, {}, False),  # no enemy's
        ("india", {"hyderabad": "japan"}, {}, True),
        ("india", {"delhi": "japan"}, {}, False),
        ("japan-s-china", GULF, {}, True),
        ("japan-s-china", GULF | {"canton": "japan"}, {}, True),  # it has nothing
        ("japan-s-china", GULF | {"canton": "japan", "south-east-asia": "japan"}, {}, False),
        ("japan-s-china", GULF | {"canton": "japan", "south-east-asia": "germany"}, {}, True),
        ("ger-swe", {}, {"no-trade/norway": "yes"}, False),
        ("ger-swe", {}, {"no-trade/norway": "yes", "no-trade/sweden": "yes"}, True),
        ("ger-swe", {"norway": "germany"}, {"no-trade/sweden": "yes"}, False),
    ],
)
def test_3_5_a_convoy_is_destroyed_by_what_happens_to_its_home(
    convoy: str, take: dict[str, str], markers: dict[str, str], destroyed: bool
) -> None:
    position = table(take=take, markers=markers).position
    assert supply.is_destroyed(position, supply.convoys_in(position)[convoy]) is destroyed


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
@pytest.mark.parametrize(
    ("scenario", "convoy", "destroyed"),
    [("atlantic", "france", True), ("atlantic", "great-britain", False), ("western-europe", "great-britain", True)],
)
def test_c_a_convoy_is_out_of_a_scenario_by_its_rules_or_with_its_sea_area(scenario: str, convoy: str, destroyed: bool) -> None:
    """Whoever has Paris: the France Convoy sails in no Battle of the Atlantic."""
    position = table(scenario=scenario, take={"paris": "afa"}).position
    assert supply.is_destroyed(position, supply.convoys_in(position)[convoy]) is destroyed


@pytest.mark.section("1.5", "Scenario E. Empire of the Rising Sun")
def test_1_5_sea_areas_are_told_from_land_and_printed_flags_count_in_the_scenario_that_says_so() -> None:
    assert {TITLE.areas[area].kind for area in supply.seas(TITLE)} == {row.kind for row in TITLE.areas.values()} - {"land"}
    shown = {
        scenario: bool(supply.flagged(table(scenario=scenario).position, "allies")) for scenario in ("campaign", "atlantic", "rising-sun")
    }
    assert shown == {"campaign": False, "atlantic": False, "rising-sun": True}
    assert not supply.flagged(table(scenario="rising-sun").position, "axis")
