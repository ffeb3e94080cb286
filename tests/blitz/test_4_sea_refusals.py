"""2.1, 2.2, 4.: what a unit at sea or in port may not do, each beside the nearest order that it may."""

from __future__ import annotations

import pytest

from engine.orders import Order
from engine.titles.blitz.orders import Engage, FlyIn, PutToSea, ReturnToBase, SlipAway
from tests.blitz.table import broken, do, table

LONDON = (
    "europe-trs london@2, home-guard london@1, home-fleet london@2, big-home-fleet london@4, royal-air-force london@2, "
    "maginot-line london@1, british-expeditionary-force paris@2, egyptian-army egypt@1"
)
GERMANS = "v-2 western-germany@1, german-a-bomb western-germany@1, condors western-germany@1, luftwaffe western-germany@2"


def sail(unit: str, path: str, carry: str = "", embark: str = "") -> PutToSea:
    return PutToSea(unit, f"london > {path}", carry, embark)


@pytest.mark.section("4.2")
@pytest.mark.parametrize(
    ("refused", "rule", "allowed"),
    [
        # Only naval and air units move to a sea area; a land unit is carried.
        (sail("home-guard", "north-sea"), "land", sail("europe-trs", "north-sea", "home-guard")),
        # An air unit moves to a sea area; to another land area it rebases (5.1). A ship ends at sea or in another Port.
        (sail("royal-air-force", "paris"), "goal", sail("home-fleet", "north-sea > scotland")),
        (sail("home-fleet", "north-sea > london"), "goal", sail("home-fleet", "north-sea")),
        # Three movement is three sea areas.
        (
            sail("home-fleet", "western-approaches > usa-east-coast > brazilian-coast > south-atlantic"),
            "range",
            sail("home-fleet", "western-approaches > usa-east-coast > brazilian-coast"),
        ),
        # A Size of four has no room in the Small Port of Iceland (4.1, example), and no Port is open that the enemy holds.
        (sail("big-home-fleet", "iceland"), "port", sail("home-fleet", "iceland")),
        (sail("home-fleet", "western-germany"), "port", sail("home-fleet", "scotland")),
        # A TRS carries, and land units only; a FORT never moves (5.2).
        (sail("home-fleet", "north-sea", "home-guard"), "carry", sail("europe-trs", "north-sea", "home-guard")),
        (sail("europe-trs", "north-sea", "royal-air-force"), "rider", sail("europe-trs", "north-sea", "home-guard")),
        (sail("europe-trs", "north-sea", "maginot-line"), "rider", sail("europe-trs", "north-sea", "home-guard")),
        # It carries who is where it begins, and embarks who is beside the sea area where it ends.
        (
            sail("europe-trs", "north-sea", "british-expeditionary-force"),
            "rider-place",
            sail("europe-trs", "north-sea", "", "british-expeditionary-force"),
        ),
        (sail("europe-trs", "north-sea", "", "egyptian-army"), "rider-place", sail("europe-trs", "north-sea", "", "home-guard")),
        (sail("europe-trs", "scotland", "", "home-guard"), "embark", sail("europe-trs", "scotland", "home-guard")),
    ],
)
def test_4_2_a_move_to_sea_that_is_refused_and_the_nearest_that_is_not(refused: Order, rule: str, allowed: Order) -> None:
    play = table(LONDON, phase="sea", power="afa", take={"iceland": "afa"})
    assert broken(play, refused) == [f"sail/{rule}"]
    assert broken(play, allowed) == []


@pytest.mark.section("4.2")
def test_4_2_nobody_moves_from_one_sea_area_to_another() -> None:
    play = table("home-fleet north-sea@2", phase="sea", power="afa")
    assert broken(play, PutToSea("home-fleet", "north-sea > western-approaches")) == ["sail/at-sea"]


@pytest.mark.section("4.2", "6.1", "5.3")
def test_4_2_aircraft_need_two_movement_and_v_weapons_and_a_bombs_do_not_fly_out() -> None:
    """One movement is too little for a sea area; an A-Bomb does not move on its own (5.3), and neither fights in the air (6.1)."""
    play = table(GERMANS, phase="sea")
    told = {unit: broken(play, PutToSea(unit, "western-germany > north-sea")) for unit in ("v-2", "german-a-bomb", "luftwaffe", "condors")}
    assert told == {"v-2": ["sail/type"], "german-a-bomb": ["sail/type"], "luftwaffe": ["sail/range"], "condors": []}


@pytest.mark.section("4.2", "1.7")
@pytest.mark.parametrize("cut", [False, True])
def test_4_2_who_has_no_supply_line_puts_to_sea_empty_and_does_not_fly(cut: bool) -> None:
    """Aircraft over the Mediterranean cut Malta off; what they do to a unit that begins its move is judged then."""
    units = "empire-trs malta@1, malta malta@1, coastal-command malta@1"
    play = table(units + (", regia-aeronautica mediterranean-sea@2" if cut else ""), phase="sea", power="afa")
    assert broken(play, PutToSea("empire-trs", "malta > mediterranean-sea", "malta")) == (["sail/supply"] if cut else [])
    assert broken(play, PutToSea("coastal-command", "malta > mediterranean-sea")) == (["sail/supply"] if cut else [])
    assert broken(play, PutToSea("empire-trs", "malta > mediterranean-sea")) == []


@pytest.mark.section("4.1")
def test_4_1_only_a_unit_at_sea_returns_and_who_is_aboard_returns_with_its_ship() -> None:
    units = "home-fleet london@2, europe-trs north-sea@1 [cargo=afa/home-guard], home-guard north-sea@1 [aboard]"
    play = table(units, phase="return", power="afa")
    assert broken(play, ReturnToBase("home-fleet", "scotland")) == ["return/not-at-sea"]
    assert broken(play, ReturnToBase("home-guard", "london")) == ["return/not-at-sea"]
    assert broken(play, ReturnToBase("europe-trs", "london")) == []


@pytest.mark.section("4.4")
def test_4_4_who_flies_in_has_a_naval_primary_factor() -> None:
    play = table("u-boat-i north-sea@1, coastal-command london@1, royal-air-force london@2, home-fleet north-sea@1", phase="sea-combat")
    do(play, Engage("north-sea"))
    assert broken(play, FlyIn("royal-air-force")) == broken(play, FlyIn("coastal-command, royal-air-force")) == ["fly-in"]
    assert broken(play, FlyIn("coastal-command")) == []


@pytest.mark.section("4.4")
def test_4_4_subs_alone_avoid_a_fight() -> None:
    play = table("u-boat-i north-sea@1, high-seas-fleet north-sea@1, home-fleet north-sea@1", phase="sea-combat", power="afa")
    do(play, Engage("north-sea"))
    assert broken(play, SlipAway("high-seas-fleet")) == broken(play, SlipAway("u-boat-i, high-seas-fleet")) == ["evade"]
    assert broken(play, SlipAway("u-boat-i")) == []


@pytest.mark.section("2.2")
def test_2_2_no_ship_acts_in_an_air_blitz() -> None:
    play = table("high-seas-fleet western-germany@2, condors western-germany@1", phase="sea", blitzing={"germany": "air"})
    assert broken(play, PutToSea("high-seas-fleet", "western-germany > north-sea")) == ["blitz/air"]
    assert broken(play, PutToSea("condors", "western-germany > north-sea")) == []


@pytest.mark.section("2.2")
@pytest.mark.parametrize(("carry", "embark"), [("home-guard", ""), ("", "home-guard"), ("", "")])
def test_2_2_whom_a_trs_carries_or_embarks_counts_against_a_free_blitz(carry: str, embark: str) -> None:
    """Four Sizes: the TRS and the Canadian Navy are one each; two are left for the Home Fleet, unless the Home Guard takes one."""
    units = "empire-trs london@1, home-guard london@1, canadian-navy scotland@1, home-fleet scotland@2"
    play = table(units, phase="sea", power="afa", blitzing={"afa": "free"})
    do(play, PutToSea("empire-trs", "london > north-sea", carry, embark), PutToSea("canadian-navy", "scotland > north-atlantic"))
    assert broken(play, PutToSea("home-fleet", "scotland > north-sea")) == (["blitz/free"] if carry or embark else [])


@pytest.mark.section("4.2")
@pytest.mark.parametrize(
    ("rider", "war", "rules"),
    [
        ("1st-army", ["germany usa"], []),
        ("national-guard", [], ["sail/rider-power"]),
        ("western-front", ["germany usa", "germany ussr"], ["sail/rider-power"]),
        ("warlords", ["germany usa"], ["sail/rider-power"]),
    ],
)
def test_4_2_a_trs_of_the_afa_carries_units_of_the_usa_at_war_and_no_soviet_or_chinese_one(
    rider: str, war: list[str], rules: list[str]
) -> None:
    play = table(f"europe-trs london@2, {rider} london@1", phase="sea", power="afa", at_war=war)
    assert broken(play, PutToSea("europe-trs", "london > north-sea", rider)) == rules


@pytest.mark.section("2.2")
@pytest.mark.parametrize(("kind", "rules"), [("land", ["blitz/phase"]), ("naval", []), ("total", [])])
def test_2_2_a_land_blitz_moves_nobody_to_sea(kind: str, rules: list[str]) -> None:
    play = table("condors western-germany@1", phase="sea", blitzing={"germany": kind})
    assert broken(play, PutToSea("condors", "western-germany > north-sea")) == rules
