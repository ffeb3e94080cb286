"""2.1, 2.2, 5., 6.6: what may not be rebased, moved, announced or answered on land, each beside the nearest order that may."""

from __future__ import annotations

import pytest

from engine.orders import Order
from engine.rules import EndPhase
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


@pytest.mark.section("5.1", "7.2")
def test_5_1_units_of_a_neutral_power_rebase_at_home() -> None:
    """Western Canada is friendly and in reach, and is not the USA's."""
    away, home = (Rebase("p-38s", f"west-coast > {area}") for area in ("western-canada", "central-plains"))
    neutral, fights = (table("p-38s west-coast@2", phase="rebase", power="usa", at_war=war) for war in ([], ["germany usa"]))
    assert (broken(neutral, away), broken(neutral, home), broken(fights, away)) == (["rebase/neutral"], [], [])


@pytest.mark.section("5.1", "2.2")
def test_5_1_armies_do_not_rebase_and_ships_not_in_a_free_blitz() -> None:
    units = "18th-army berlin@2, 1st-para berlin@1, high-seas-fleet berlin@2"
    orders = {unit: Rebase(unit, "berlin > western-germany") for unit in ("18th-army", "1st-para", "high-seas-fleet")}
    told = {unit: broken(table(units, phase="rebase"), order) for unit, order in orders.items()}
    assert told == {"18th-army": ["rebase/land"], "1st-para": [], "high-seas-fleet": []}
    free = table(units, phase="rebase", blitzing={"germany": "free"})
    assert (broken(free, orders["high-seas-fleet"]), broken(free, orders["1st-para"])) == (["rebase/free"], [])


@pytest.mark.section("5.2")
@pytest.mark.parametrize(
    ("refused", "rule", "allowed"),
    [
        # A movement of two, of three; Austria-Czechoslovakia has Mountains and counts as two.
        ("18th-army berlin > western-germany > paris > vichy-france", "range", "18th-army berlin > western-germany > paris"),
        ("18th-army berlin > austria-czechoslovakia > milan", "range", "army-group-b berlin > austria-czechoslovakia > milan"),
        # A FORT may never move; aircraft rebase.
        ("westwall western-germany > berlin", "unit", "flak western-germany > berlin"),
        ("luftwaffe berlin > western-germany", "unit", "18th-army berlin > western-germany"),
        # From a TRS to a friendly land area on its sea, where the move ends.
        ("panzer-army-afrika baltic-sea > berlin > western-germany", "landing", "panzer-army-afrika baltic-sea > berlin"),
        ("panzer-army-afrika baltic-sea > poland", "landing", "panzer-army-afrika baltic-sea > western-germany"),
        # A path begins where the unit is, and leads somewhere.
        ("18th-army western-germany > paris", "", "18th-army berlin > western-germany > paris"),
        ("18th-army berlin", "", "18th-army berlin > western-germany"),
        # An enemy at war.
        ("18th-army berlin > poland > ukraine", "peace", "18th-army berlin > poland"),
    ],
)
def test_5_2_a_move_that_is_refused_and_the_nearest_that_is_not(refused: str, rule: str, allowed: str) -> None:
    play = table(
        "18th-army berlin@2, army-group-b berlin@2, westwall western-germany@1, flak western-germany@1, luftwaffe berlin@2, "
        "baltic-trs baltic-sea@1 [cargo=germany/panzer-army-afrika], panzer-army-afrika baltic-sea@2 [aboard]",
        phase="move",
        take={"paris": "germany", "vichy-france": "germany"},
    )
    (wrong, right) = (MoveUnit(*words.split(" ", 1)) for words in (refused, allowed))
    assert broken(play, wrong) == [f"move/{rule}" if rule else "path"]
    assert broken(play, right) == []


@pytest.mark.section("5.3")
def test_5_3_what_is_announced_is_resolved_before_the_phase_ends_and_nothing_is_announced_later() -> None:
    play = table("army-group-b western-germany@2, 18th-army western-germany@2, home-guard paris@1")
    assert (broken(play, Announced()), broken(play, EndPhase())) == (["combat/none"], [])
    do(play, Attack("ground", "paris", "army-group-b"))
    assert broken(play, EndPhase()) == ["combat/due"]
    do(play, Announced())
    assert broken(play, EndPhase()) == ["combat/due"]
    assert broken(play, Attack("ground", "paris", "18th-army")) == broken(play, Announced()) == ["combat/stage"]


@pytest.mark.section("5.3")
@pytest.mark.parametrize(("ships", "rules"), [("british-sub london@1", ["attack/port"]), ("home-fleet london@1", [])])
def test_5_3_subs_in_port_are_no_target(ships: str, rules: list[str]) -> None:
    play = table(f"ju-88s western-germany@2, {ships}")
    assert broken(play, Attack("port", "london", "ju-88s")) == rules


@pytest.mark.section("2.2", "5.3")
@pytest.mark.parametrize(("blitz", "rules"), [("land", ["blitz/ground"]), ("foot", ["blitz/ground"]), ("air", []), ("total", [])])
@pytest.mark.parametrize("kind", ["factory", "port"])
def test_2_2_a_land_blitz_makes_ground_attacks_only(kind: str, blitz: str, rules: list[str]) -> None:
    play = table("ju-88s western-germany@2, home-fleet london@2", blitzing={"germany": blitz})
    assert broken(play, Attack(kind, "london", "ju-88s")) == rules  # type: ignore[arg-type]


@pytest.mark.section("5.3", "1.7")
def test_5_3_aircraft_attack_from_supplied_land_within_their_range() -> None:
    """From the sea they do not; the Luftwaffe's movement is one; the Italians reach Malta from Libya while a line reaches them."""
    units = "condors north-sea@1, ju-88s western-germany@2, luftwaffe western-germany@2, home-fleet london@1"
    told = {unit: broken(table(units), Attack("port", "london", unit)) for unit in ("condors", "ju-88s", "luftwaffe")}
    assert told == {"condors": ["attack/air"], "ju-88s": [], "luftwaffe": ["attack/range"]}
    for fleet, rules in (("", []), (", mediterranean-fleet mediterranean-sea@2", ["attack/air"])):
        play = table(f"regia-aeronautica libya@2, home-fleet malta@2{fleet}")
        assert broken(play, Attack("port", "malta", "regia-aeronautica")) == rules


@pytest.mark.section("5.2", "5.3")
@pytest.mark.parametrize(
    ("unit", "wars", "markers", "rules"),
    [
        ("mexican-army", [], {}, ["attack/neutral"]),
        ("mexican-army", ["germany usa"], {}, []),
        ("mexican-army", [], {"ally/argentina": "germany", "war/argentina/usa": "yes"}, []),
        ("latin-american-army", [], {}, []),
    ],
)
def test_5_2_only_gars_of_a_power_at_war_with_no_country_at_all_attack_abroad(
    unit: str, wars: list[str], markers: dict[str, str], rules: list[str]
) -> None:
    """Mexico and Latin America are the neutral USA's and fight Germany by themselves (3.2); a war with Argentina is its own."""
    own = {"mexico": "usa", "latin-america": "usa"}
    play = table(
        "mexican-army mexico@1, latin-american-army panama@1",
        power="usa",
        at_war=wars,
        take={**own, "panama": "usa", "central-america": "germany"},
        owners={"mexican-army": "usa", "latin-american-army": "usa"},
        markers={f"ally/{area}": "usa" for area in own} | {f"war/{area}/germany": "yes" for area in own} | markers,
    )
    assert broken(play, Attack("ground", "central-america", unit)) == rules
