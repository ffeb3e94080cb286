"""7.1 to 7.8, 9.5 to 9.7: what a power may not place, add, build, research or spend, each beside the nearest order that it may."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.orders import Order
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import AddUnit, Blitz, Bomb, Build, Command, Forgo, Give, Partisan, ResearchWeapons, Sabotage, Scrap
from engine.titles.blitz.position import weapons
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import broken, do, table

TESTED = {"a-bomb/germany": 2, "a-bomb-tested/germany": 3}
RICH = {"germany": (9, 0), "afa": (9, 0), "ussr": (9, 0)}


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("units", "refused", "rule", "allowed"),
    [
        # A Big unit is built from its Small one.
        ("big-luftwaffe germany-pool@3, luftwaffe berlin@1", Build("big-luftwaffe", "berlin", 3), "big", Build("luftwaffe")),
        # The A-Bomb must be tested first; a unit of a country that is no ally is set aside (7.3).
        ("german-a-bomb germany-pool@1", Build("german-a-bomb", "berlin"), "a-bomb", Build("volkssturm", "berlin")),
        ("finnish-army germany-pool@1", Build("finnish-army", "finland"), "home", Build("volkssturm", "berlin")),
        # An Island has room for two Sizes of land units (1.3).
        ("libyan-army malta@1, atlantic-wall germany-pool@1", Build("atlantic-wall", "malta", 2), "room", Build("atlantic-wall", "malta")),
    ],
)
def test_7_8_a_build_that_is_refused_and_the_nearest_that_is_not(units: str, refused: Order, rule: str, allowed: Order) -> None:
    play = table(units, phase="build", stores=RICH, take={"malta": "germany"}, owners={"finnish-army": "germany"})
    assert broken(play, refused) == [f"build/{rule}"]
    assert broken(play, allowed) == []


@pytest.mark.section("7.8", "1.7")
@pytest.mark.parametrize("cut", [False, True])
def test_7_8_a_unit_out_of_supply_is_not_built_and_a_ship_at_sea_never_is(cut: bool) -> None:
    units = "british-expeditionary-force malta@1, home-fleet western-approaches@1"
    foes = ", regia-aeronautica mediterranean-sea@2, u-boat-ii western-approaches@1"
    play = table(units + (foes if cut else ""), phase="build", power="afa", stores=RICH)
    assert broken(play, Build("british-expeditionary-force")) == (["build/supply"] if cut else [])
    assert broken(play, Build("home-fleet")) == []


@pytest.mark.section("7.8", "1.3")
@pytest.mark.parametrize(
    ("unit", "other"), [("british-expeditionary-force", "malta"), ("royal-air-force", "fighter-command"), ("home-fleet", "british-sub")]
)
def test_7_8_a_unit_grows_as_far_as_an_island_and_its_small_port_have_room(unit: str, other: str) -> None:
    """Two Sizes each of land, air and naval units."""
    alone, crowded = (table(f"{unit} malta@1{more}", phase="build", power="afa", stores=RICH) for more in ("", f", {other} malta@1"))
    assert (broken(alone, Build(unit)), broken(crowded, Build(unit))) == ([], ["build/room"])


@pytest.mark.section("7.8", "1.3")
def test_7_8_a_new_ship_needs_a_port_with_room() -> None:
    """Leningrad has a Big Port on the Baltic and a Small one on the Arctic Ocean, where a SUB of one Size lies."""
    units = "soviet-sub leningrad@1 [at:arctic-ocean!], baltic-sea-fleet ussr-pool@1"
    play = table(units, phase="build", power="ussr", stores=RICH, at_war=["germany ussr"])
    told = {
        (port, size): broken(play, Build("baltic-sea-fleet", "leningrad", size, port))
        for port in ("arctic-ocean", "baltic-sea")
        for size in (1, 2)
    }
    full = {where: rules for where, rules in told.items() if rules}
    assert full == {("arctic-ocean", 2): ["build/room"]}


@pytest.mark.section("7.6", "7.8")
@pytest.mark.parametrize("cut", [False, True])
def test_7_6_nobody_else_pays_for_units_of_an_ally_that_is_cut_off(cut: bool) -> None:
    """Libya has no Oil and no Resource of its own."""
    units = "libyan-army germany-pool@1" + (", mediterranean-fleet mediterranean-sea@2" if cut else "")
    play = table(units, phase="build", stores=RICH)
    assert broken(play, Build("libyan-army", "libya")) == (["build/isolated"] if cut else [])


@pytest.mark.section("7.8")
def test_7_8_a_power_damages_its_own_units_and_as_far_as_they_go() -> None:
    play = table("army-group-b berlin@2, home-guard london@1", phase="build")
    assert broken(play, Scrap("army-group-b", 3)) == broken(play, Scrap("home-guard")) == ["scrap"]
    assert broken(play, Scrap("army-group-b", 2)) == []


@pytest.mark.section("7.3")
@pytest.mark.parametrize(
    ("unit", "rules"),
    [("waffen-ss-army", []), ("festung", ["develop/group"]), ("volkssturm", ["develop/group"]), ("8th-army", ["develop/group"])],
)
def test_7_3_new_units_are_those_of_one_s_own_current_group(unit: str, rules: list[str]) -> None:
    """Of Group 1; Group 2 waits for its end, the Force Pool has its own already, and the AFA's chart is another."""
    assert broken(table(phase="build"), AddUnit(unit)) == rules


@pytest.mark.section("7.8", "7.3")
def test_7_8_nobody_researches_when_no_unit_is_left_in_any_group() -> None:
    play = table(phase="build", stores=RICH)
    assert broken(play, ResearchWeapons()) == []
    for key in [key for group in weapons.groups(play.position, "germany").values() for key in group]:
        play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "told", key.condition))
    assert broken(play, ResearchWeapons()) == ["research/group"]


@pytest.mark.section("7.8")
@pytest.mark.parametrize("box", [1, 2, 5])
def test_7_8_the_a_bomb_goes_no_lower_than_box_one(box: int) -> None:
    play = table("german-a-bomb germany-track@1", phase="build", stores=RICH, markers={"a-bomb/germany": box})
    assert broken(play, Bomb("develop")) == (["a-bomb/box"] if box == 1 else [])
    assert broken(play, Bomb("test")) == []


@pytest.mark.section("7.1")
def test_7_1_a_partisan_is_placed_in_land_of_the_country_that_the_enemy_holds() -> None:
    """A 1 is China: the Axis declines, the Allies place theirs where Japan is in it, not in Japan and not where the Allies are."""
    play = table(phase="turn-end", power="germany", dice=[1], markers={"entry/usa": 5})
    turn_end.TurnEnd().open(play)
    do(play, Partisan(""))
    assert broken(play, Partisan("tokyo")) == broken(play, Partisan("chungking")) == ["partisan"]
    assert broken(play, Partisan("peking")) == broken(play, Partisan("")) == []


@pytest.mark.section("7.4")
def test_7_4_a_lend_lease_is_as_large_as_its_ship() -> None:
    """Two lend lease of the Arctic Ocean's two Sizes: Oil, Resources or both, and no more than two."""
    units = "arctic-ocean-ll arctic-ocean@2"
    play = table(units, phase="turn-end", power="germany", dice=[6] * 9, at_war=["germany ussr"])
    turn_end.TurnEnd().open(play)
    while play.pending is not None and play.pending.what != "lend-lease":
        play.submit(Partisan("") if play.pending.what == "partisan" else play.pending.default)
    assert [broken(play, Give(oil)) for oil in range(4)] == [[], [], [], ["lend-lease"]]


@pytest.mark.section("9.5")
def test_9_5_a_commander_is_one_of_the_counters() -> None:
    play = table(phase="build", options={"commanders": "yes"})
    assert broken(play, Command("nobody", "berlin")) == ["command/unknown"]
    assert broken(play, Command("manstein", "berlin")) == []


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("resources", "rules"), [(0, ["sabotage/price"]), (1, [])])
def test_9_6_sabotage_costs_a_resource(resources: int, rules: list[str]) -> None:
    play = table(phase="build", stores={"germany": (resources, 0)}, options={"sabotage": "yes"})
    assert broken(play, Sabotage("afa")) == rules


@pytest.mark.section("9.7", "2.2")
def test_2_2_a_blitz_is_chosen_by_the_side_that_acts_among_those_of_the_scenario_and_paid() -> None:
    stores = {"germany": (0, 4), "afa": (0, 4)}
    play = table(phase="blitz", stores=stores, options={"foot-blitz": "yes"})
    assert (broken(play, Blitz("afa", "land")), broken(play, Blitz("germany", "land"))) == (["blitz/power"], [])
    assert broken(play, Blitz("germany", "foot")) == ["blitz/resource"], "it costs a saved Resource (9.7)"
    do(play, Blitz("germany", "land"))
    assert (broken(play, Blitz("germany", "total")), broken(play, Blitz("japan", "free"))) == (["blitz/chosen"], []), "one each"
    saved = table(phase="blitz", stores={"germany": (1, 0)}, options={"foot-blitz": "yes"})
    assert broken(saved, Blitz("germany", "foot")) == []


@pytest.mark.section("Scenario B. The Longest Day")
@pytest.mark.parametrize(
    ("kind", "rules"),
    [("land", []), ("free", []), ("naval", ["blitz/scenario"]), ("total", ["blitz/scenario"]), ("air", ["blitz/scenario"])],
)
def test_b_germany_chooses_among_the_blitzes_of_the_scenario(kind: str, rules: list[str]) -> None:
    play = table(phase="blitz", scenario="longest-day", stores={"germany": (0, 4)})
    assert broken(play, Blitz("germany", kind)) == rules  # type: ignore[arg-type]


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("sizes", "rules"), [(1, []), (2, []), (3, ["build/size"])])
def test_7_8_a_new_unit_is_no_larger_than_its_counter(sizes: int, rules: list[str]) -> None:
    assert broken(table(phase="build", stores=RICH), Build("u-boat-ii", "berlin", sizes)) == rules


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("told", "rules"), [({}, ["a-bomb/track"]), ({"a-bomb/germany": 2}, []), (TESTED, ["a-bomb/track"])])
def test_7_8_an_a_bomb_is_tested_on_the_track_and_once(told: dict[str, int], rules: list[str]) -> None:
    assert broken(table(phase="build", stores=RICH, markers=told), Bomb("test")) == rules


@pytest.mark.section("7.3")
@pytest.mark.parametrize(("conquered", "rules"), [({}, ["develop/ally"]), ({"conquered/canada": "axis"}, [])])
def test_7_3_units_are_removed_for_good_of_countries_that_are_no_allies(conquered: dict[str, str], rules: list[str]) -> None:
    play = table(phase="build", power="afa", markers=conquered)
    assert broken(play, Forgo("canadian-army")) == rules
    assert broken(play, Forgo("8th-army")) == ["develop/ally"]


@pytest.mark.section("7.8")
@pytest.mark.parametrize("stores", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_7_8_research_costs_one_resource_or_one_oil(stores: tuple[int, int]) -> None:
    """An Oil is spent exactly as if it were a Resource; which of them may be said."""
    play = table(phase="build", stores={"germany": stores})
    told = {kind: broken(play, ResearchWeapons(kind)) for kind in ("resources", "oil", "")}
    lacks = {"resources": stores[0] < 1, "oil": stores[1] < 1, "": sum(stores) < 1}
    assert told == {kind: ["research/price"] if short else [] for kind, short in lacks.items()}


@pytest.mark.section("9.6")
def test_9_6_a_saboteur_places_his_partisan_in_what_his_enemy_has_conquered() -> None:
    """Germany's Poland yields a Resource; its own land and what is not its own may not be chosen, and none need be."""
    play = table(phase="build", take={"poland": "germany"}, markers={"conquered/poland": "allies"})
    agenda.before(play, "sabotage-partisan afa germany poland")
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("partisan", "afa")
    assert broken(play, Partisan("berlin")) == broken(play, Partisan("paris")) == ["sabotage/partisan"]
    assert broken(play, Partisan("poland")) == broken(play, Partisan("")) == []
