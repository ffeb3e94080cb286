"""2.1, 2.2, 5., 6.6: what may not be rebased, moved, announced or answered on land, each beside the nearest order that may."""

from __future__ import annotations

import pytest

from engine.orders import Order
from engine.titles.blitz.orders import Announced, Attack, Choose, CommitNoMore, Defend, MoveUnit, Rebase, Resolve, Yes
from tests.blitz.table import broken, do, table

WAR = ["germany ussr", "germany usa"]
FRONT = "army-group-b western-germany@2, ju-88s western-germany@2, 1st-para western-germany@1, v-2 western-germany@1"
FOES = "home-guard paris@1, home-fleet london@2"
SOVIETS = "byelorussian-front poland@2, royal-air-force paris@2, bomber-command london@2"


@pytest.mark.section("5.1")
@pytest.mark.parametrize(
    ("refused", "rule", "allowed"),
    [
        # From land to land; who is at sea returns to base (4.1).
        (Rebase("luftwaffe", "berlin > baltic-sea"), "goal", Rebase("luftwaffe", "berlin > western-germany")),
        (Rebase("high-seas-fleet", "north-sea > western-germany"), "goal", Rebase("bb-fleet", "rome > milan")),
        # A movement of one rebases three: Austria, Milan, Rome; Libya is a fourth, by the Air Route.
        (Rebase("luftwaffe", "berlin > libya"), "range", Rebase("luftwaffe", "berlin > rome")),
        # To a friendly land area, over whatever enemy one.
        (Rebase("luftwaffe", "berlin > poland"), "stacking", Rebase("luftwaffe", "berlin > austria-czechoslovakia")),
    ],
)
def test_5_1_a_rebase_that_is_refused_and_the_nearest_that_is_not(refused: Order, rule: str, allowed: Order) -> None:
    play = table("luftwaffe berlin@2, high-seas-fleet north-sea@2, bb-fleet rome@2", phase="rebase")
    assert broken(play, refused) == [f"rebase/{rule}"]
    assert broken(play, allowed) == []


@pytest.mark.section("5.1", "4.2")
def test_5_1_a_trs_rebases_with_twice_its_size_and_no_other_ship_with_anybody() -> None:
    units = "europe-trs london@1, home-fleet london@2, home-guard london@1, british-expeditionary-force london@2"
    play = table(units, phase="rebase", power="afa")
    assert broken(play, Rebase("europe-trs", "london > scotland", "british-expeditionary-force")) == []
    assert broken(play, Rebase("europe-trs", "london > scotland", "british-expeditionary-force, home-guard")) == ["rebase/carry"]
    assert broken(play, Rebase("home-fleet", "london > scotland", "home-guard")) == ["rebase/carry"]


@pytest.mark.section("5.1", "1.7")
def test_5_1_a_trs_out_of_supply_rebases_empty() -> None:
    """American ships in the seas around cut the Carolines off; none is on the way to Rabaul."""
    units = "central-trs caroline-islands@1, 14th-army caroline-islands@1"
    ships = ", pacific-fleet philippine-sea@2, 12th-fleet leyte-gulf@2, 8th-fleet coral-sea@2, atlantic-fleet micronesia@2"
    told = {"phase": "rebase", "power": "japan", "at_war": ["japan usa"], "take": {"rabaul": "japan"}}
    fine, cut = (table(units + more, **told) for more in ("", ships))  # type: ignore[arg-type]
    loaded, empty = (Rebase("central-trs", "caroline-islands > rabaul", carry) for carry in ("14th-army", ""))
    assert (broken(fine, loaded), broken(cut, loaded)) == ([], ["rebase/carry"])
    assert broken(cut, empty) == []


@pytest.mark.section("5.2")
def test_5_2_a_land_unit_moves_from_an_area_to_one_beside_it() -> None:
    play = table("army-group-b western-germany@2", phase="move")
    assert broken(play, MoveUnit("army-group-b", "western-germany > poland")) == ["move/adjacent"]
    assert broken(play, MoveUnit("army-group-b", "western-germany > north-sea")) == ["move/adjacent"]
    assert broken(play, MoveUnit("army-group-b", "western-germany > berlin > poland")) == []


@pytest.mark.section("2.2", "5.2")
def test_2_2_a_free_blitz_moves_into_no_enemy_land_though_nobody_is_there() -> None:
    told = {"phase": "move", "take": {"belgium-netherlands": "germany"}}
    march = MoveUnit("army-group-b", "western-germany > paris")
    free, land = (table("army-group-b western-germany@2", blitzing={"germany": kind}, **told) for kind in ("free", "land"))  # type: ignore[arg-type]
    assert (broken(free, march), broken(land, march)) == (["move/free"], [])
    assert broken(free, MoveUnit("army-group-b", "western-germany > belgium-netherlands")) == []


@pytest.mark.section("2.1")
def test_2_1_only_the_side_that_acts_moves_its_units() -> None:
    play = table("home-guard london@1, home-fleet london@2, army-group-b berlin@2", phase="move")
    assert broken(play, MoveUnit("home-guard", "london > scotland")) == ["turn/side"]
    assert broken(play, MoveUnit("army-group-b", "berlin > western-germany")) == []
    rebases = table("home-fleet london@2", phase="rebase")
    assert broken(rebases, Rebase("home-fleet", "london > scotland")) == ["turn/side"]


@pytest.mark.section("2.1")
def test_2_1_an_answer_is_given_to_a_question_and_names_are_those_of_the_game() -> None:
    play = table("army-group-b berlin@2", phase="move")
    assert broken(play, Yes()) == broken(play, Choose("army-group-b")) == ["nothing-asked"]
    assert broken(play, MoveUnit("nobody", "berlin > poland")) == broken(play, MoveUnit("army-group-b", "berlin > atlantis")) == ["unknown"]


@pytest.mark.section("5.3")
@pytest.mark.parametrize(
    ("refused", "rule", "allowed"),
    [
        (Attack("ground", "north-sea", "army-group-b"), "area", Attack("ground", "paris", "army-group-b")),
        (Attack("ground", "paris", ""), "units", Attack("ground", "paris", "1st-para")),
        # A Factory is attacked where one is, by air units; land units make Ground Attacks.
        (Attack("factory", "belgium-netherlands", "ju-88s"), "factory", Attack("factory", "london", "ju-88s")),
        (Attack("factory", "london", "army-group-b"), "land-unit", Attack("factory", "london", "ju-88s")),
        (Attack("port", "london", "army-group-b"), "land-unit", Attack("port", "london", "ju-88s")),
        # A PARA may fly, within its three, and nobody else on land.
        (Attack("ground", "paris", "", "army-group-b"), "drop", Attack("ground", "paris", "", "1st-para")),
        (Attack("ground", "egypt", "", "1st-para"), "drop", Attack("ground", "paris", "", "1st-para")),
        # A V-Weapon takes part in the Strategic Round alone (6.1).
        (Attack("ground", "paris", "army-group-b, v-2"), "v-weapon", Attack("ground", "paris", "army-group-b, ju-88s")),
        (Attack("port", "london", "v-2"), "v-weapon", Attack("factory", "london", "v-2")),
    ],
)
def test_5_3_an_attack_that_is_refused_and_the_nearest_that_is_not(refused: Order, rule: str, allowed: Order) -> None:
    play = table(f"{FRONT}, {FOES}", take={"belgium-netherlands": "afa"})
    assert broken(play, refused) == [f"attack/{rule}"]
    assert broken(play, allowed) == []


@pytest.mark.section("5.3")
def test_5_3_defenders_join_an_attack_that_is_announced_and_what_is_announced_is_resolved() -> None:
    play = table("army-group-b western-germany@2, home-guard paris@1, royal-air-force london@2")
    do(play, Attack("ground", "paris", "army-group-b"), Announced())
    assert broken(play, Defend("factory", "paris", "royal-air-force")) == ["defend/attack"]
    assert broken(play, Defend("ground", "london", "royal-air-force")) == ["defend/attack"]
    assert broken(play, Defend("ground", "paris", "royal-air-force")) == []
    do(play, CommitNoMore("afa"))
    assert broken(play, Resolve("factory", "paris")) == broken(play, Resolve("ground", "london")) == ["combat/resolve"]
    assert broken(play, Resolve("ground", "paris")) == []


@pytest.mark.section("5.3")
def test_5_3_no_v_weapon_joins_a_defense() -> None:
    play = table("big-western-front poland@4, v-2 berlin@1, luftwaffe berlin@2", power="ussr", at_war=WAR, take={"poland": "ussr"})
    do(play, Attack("ground", "berlin", "big-western-front"), Announced())
    assert broken(play, Defend("ground", "berlin", "v-2")) == ["attack/v-weapon"]
    assert broken(play, Defend("ground", "berlin", "luftwaffe")) == []


@pytest.mark.section("5.3")
@pytest.mark.parametrize(("bombed", "rules"), [("berlin", ["attack/together"]), ("western-germany", [])])
def test_5_3_the_soviets_attack_no_area_that_the_western_allies_attack_in_another_way(bombed: str, rules: list[str]) -> None:
    """The book's example has Western Germany: either the Soviet Ground Attack goes forward, or the others' Factory Attack."""
    play = table(SOVIETS, power="afa", at_war=WAR, take={"poland": "ussr"})
    do(play, Attack("factory", bombed, "bomber-command"))
    assert broken(play, Attack("ground", "berlin", "byelorussian-front")) == rules


@pytest.mark.section("5.3")
@pytest.mark.parametrize(
    ("unit", "owner", "holds", "rules"),
    [
        ("british-expeditionary-force", "afa", {}, ["attack/china"]),
        ("british-expeditionary-force", "afa", {"formosa": "afa"}, ["attack/china"]),
        ("british-expeditionary-force", "afa", {"formosa": "afa", "south-east-asia": "afa"}, []),
        ("siberian-army", "ussr", {"formosa": "afa", "south-east-asia": "afa"}, ["attack/china"]),
        ("nationalist-army", "usa", {}, []),
    ],
)
def test_5_3_allies_attack_in_china_when_two_of_its_gates_are_theirs(
    unit: str, owner: str, holds: dict[str, str], rules: list[str]
) -> None:
    """Formosa, Manila, South-East Asia: the AFA or the USA hold two; the Soviets have others (Harbin and Port Arthur)."""
    play = table(
        f"{unit} chungking@1",
        power="usa",
        at_war=["japan usa", "japan afa", "japan ussr"],
        take={"manila": "japan", "canton": "japan", "formosa": "japan", "south-east-asia": "japan"} | holds,
        owners={unit: owner},
    )
    assert broken(play, Attack("ground", "canton", unit)) == rules
