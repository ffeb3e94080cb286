"""Section 1.4 worked out a second time, straight from the text, on boards shared out at random."""

from __future__ import annotations

import pytest

from engine.families.blocks.production.garrison import needing
from engine.play import Play
from tests.black_swan.board import TITLE
from tests.black_swan.test_1_3_twin import shared_out

pytestmark = pytest.mark.section("1.4")

ALLIES = ("western-allies", "soviets")
CAPITALS = {row.capital: row.power for row in TITLE.powers.values() if row.capital and row.power != "vichy-france"}
ALWAYS = {
    "belfast", "batumi", "yerevan", "baku", "algiers", "tunis", "damascus", "albania", "tripoli", "tobruk",
    "jerusalem", "mosul", "abadan",
}  # fmt: skip
"""Colonies and Mandates, Belfast and the Trans-Caucasus."""
VICHY = set(TITLE.regions["vichy-france"])


def _camp(power: str) -> str:
    side = TITLE.side_of[power]
    return "allies" if side in ALLIES else "" if side == "neutral" else "axis"


def _is_conquered(area: str, holder: str) -> bool:
    """A star, production or capital of the other camp's; what Vichy France was formed with is not its conquest."""
    row = TITLE.areas[area]
    if not (row.value or area in CAPITALS) or (holder == "vichy-france" and area in VICHY):
        return False
    return bool(row.original_owner) and {_camp(row.original_owner), _camp(holder)} == {"axis", "allies"}


def _answers(play: Play, area: str, holder: str) -> str:
    """Who controls the area where it collects on the front and is in the war or neutral; else the side's collector there.

    Italy at war answers for capitals of the Med.
    """
    med, side, standing = TITLE.in_region(area, "med-front"), TITLE.side_of[holder], play.state.standing
    if side == "soviets":
        return "soviet-union"
    if side == "western-allies":
        west = TITLE.in_region(area, "west-front")
        french = holder == "france" and standing["france"] != "surrendered"
        return "france" if french and (west or med) else "great-britain"
    if med and area in CAPITALS and _is_conquered(area, holder) and standing["italy"] == "at-war":
        return "italy"
    if holder == "germany" or not med:
        return "germany"
    return "italy" if standing["italy"] != "surrendered" else "germany"


@pytest.mark.parametrize("seed", range(60))
def test_who_answers_for_which_areas_is_as_the_text_says(seed: int) -> None:
    play = shared_out(seed)
    for camp in ("axis", "allies"):
        told = {}
        for area, holder in play.state.control.items():
            neutral_minor = holder in TITLE.nations and play.state.standing[holder] == "neutral"
            if area == "usa" or _camp(holder) != camp or neutral_minor or not (area in ALWAYS or _is_conquered(area, holder)):
                continue
            power = _answers(play, area, holder)
            over = power == "great-britain" and play.state.standing["italy"] == "surrendered"
            if not (over and TITLE.in_region(area, "med-front")):
                told[area] = power
        found = needing(play.position, camp)
        assert {area: power for area, power in found.items() if area != "usa"} == told, "the USA are on no front"
