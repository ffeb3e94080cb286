"""7.8, 7.6, 9.3: where a unit is built, who pays for it, and what a power is told who may not build it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.state import Stack
from engine.titles.blitz.orders import Build
from engine.titles.blitz.position import board
from engine.titles.blitz.tables import counters
from engine.titles.blitz.turn_end import building, minor_builds, purses, treasury
from engine.titles.blitz.turn_end.build_phase import Building
from engine.titles.blitz.vocabulary import OWN_BUILT
from tests.blitz.table import TITLE, agenda_of, at, broken, do, keys, table

AT_WAR = ["germany usa", "japan usa"]
RICH = {"germany": (9, 9), "afa": (9, 9), "usa": (9, 9), "japan": (9, 9)}


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("order", "found"),
    [
        (Build("army-group-b"), "berlin"),
        (Build("18th-army", "berlin"), "germany-set-aside"),
        (Build("no-such-army", "berlin"), "out of the game"),
    ],
)
def test_7_8_a_power_builds_its_own_units_on_the_map_or_in_its_pool(order: Build, found: str) -> None:
    power = "afa" if order.unit == "army-group-b" else "germany"
    play = table("army-group-b berlin@1, 18th-army germany-set-aside@2", phase="build", power=power, stores=RICH)
    (wrong,) = building.check_build(play.position, order)
    assert (wrong.rule, wrong.found) == ("build/missing", found)


@pytest.mark.section("7.8", "1.7")
def test_7_8_no_unit_is_built_up_over_a_line_from_a_partner_s_home() -> None:
    """ "The AFA and USA even if not neutral cannot trace their supply line from each other's major power home countries"."""
    lost = dict.fromkeys(("west-coast", "central-plains", "atlantic-seaboard"), "germany")
    play = table("1st-army london@1", phase="build", power="usa", at_war=AT_WAR, stores=RICH, take=lost)
    ours = building.supplied(play.position, "usa", "usa")
    assert "london" in ours and "london" not in building.supplied(play.position, "usa", "usa", builds=True)
    assert broken(play, Build("1st-army")) == ["build/supply"]


@pytest.mark.section("7.8")
def test_7_8_a_fort_is_placed_in_land_of_its_own_power_that_a_line_reaches() -> None:
    """ "FORT units may be placed in any land area you control, provided you can trace a supply line to that land area"."""
    taken = {"egypt": "germany", "marshall-islands": "japan", "iceland": "germany"}
    play = table("atlantic-wall germany-pool@1, home-fleet north-atlantic@1, luftwaffe mediterranean-sea@1", phase="build", take=taken)
    (key,) = keys(play, "atlantic-wall")
    found = {area for area, _ in building.sites(play.position, key)}
    assert {"egypt", "berlin", "rome", "austria-czechoslovakia"} <= found
    assert not found & {"marshall-islands", "paris", "north-sea"}
    cut = table("atlantic-wall germany-pool@1", phase="build", take={"novosibirsk": "germany"})
    (key,) = keys(cut, "atlantic-wall")
    assert "novosibirsk" not in {area for area, _ in building.sites(cut.position, key)}


@pytest.mark.section("7.8")
def test_7_8_no_fort_is_placed_in_a_partner_s_land_nor_over_a_line_for_other_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The AFA's units may be in Manila; it does not control it. A line to build over is one of its own (1.7)."""
    fort = next(unit for unit, row in counters(TITLE).items() if row.type == "FORT" and row.home == "great-britain")
    play = table(f"{fort} afa-pool@1", phase="build", power="afa", at_war=AT_WAR)
    (key,) = keys(play, fort)
    assert board.can_stack(play.position, key, "manila")
    found = {area for area, _ in building.sites(play.position, key)}
    assert "singapore" in found and {board.holder(play.position, area) for area in found} == {"afa"}
    monkeypatch.setattr(building, "supplied", lambda position, power, home, builds=False: found if builds else set())
    assert {area for area, _ in building.sites(play.position, key)} == found


@pytest.mark.section("7.8", "1.3")
def test_7_8_a_ship_is_placed_in_the_port_of_the_area_that_is_named() -> None:
    """Formosa has a Small Port on the East China Sea alone."""
    for area in ("formosa", "tokyo"):
        play = table("i-boats japan-pool@2", phase="build", power="japan", stores=RICH)
        do(play, Build("i-boats", area, 1))
        assert at(play, "i-boats") == f"{area}@1"
        assert sum(key.unit == "i-boats" for key in play.state.stacks) == 1, "it is in its box no more"


@pytest.mark.section("7.8", "Scenario C. The Battle of the Atlantic")
def test_c_a_port_on_one_sea_in_play_will_do() -> None:
    position = table(scenario="atlantic").position
    ports = {port.area: port for area in ("london", "western-germany", "rome", "tokyo") for port in board.ports(position.title)[area]}
    opens = {area: [board.is_in_play(position, sea) for sea in port.seas] for area, port in ports.items()}
    for area, port in ports.items():
        assert building._opens(position, port) is (True in opens[area]), area


@pytest.mark.section("1.3", "7.8")
def test_1_3_a_small_port_is_no_limit_for_an_army() -> None:
    """Poland has a Small Port."""
    force = "army-group-south poland@2, big-army-group-south germany-pool@4"
    play = table(force, phase="build", take={"poland": "germany"}, stores=RICH)
    assert broken(play, Build("army-group-south", "", 1)) == []


@pytest.mark.section("7.6")
def test_7_6_what_pays_is_asked_for_where_the_unit_is_or_will_be(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def pay(play: Play, key: Stack, cost: int, oil: int, area: str) -> None:
        seen.append((key.unit, cost, oil, area))

    monkeypatch.setattr(treasury, "pay", pay)
    play = table("army-group-b poland@1, 18th-army germany-pool@2", phase="build", take={"poland": "germany"}, stores=RICH)
    building.build(play, Build("army-group-b"))
    building.build(play, Build("18th-army", "berlin", 2, oil=1))
    assert seen == [("army-group-b", 1, 0, "poland"), ("18th-army", 2, 1, "berlin")]


@pytest.mark.section("9.3")
def test_9_3_a_build_of_what_is_not_there_is_refused_while_a_country_is_owed_one() -> None:
    play = table(
        "festung berlin@1, volkssturm germany-pool@1", phase="build", stores={"germany": (1, 0)}, options={"minor-ally-builds": "yes"}
    )
    assert minor_builds.owing(play.position) != [], "its one Resource is owed"
    assert [wrong.rule for wrong in minor_builds.check(play.position, Build("no-such-army", "berlin"))] == ["build/minor-ally"]


@pytest.mark.section("9.3")
@pytest.mark.parametrize(("option", "kept"), [("yes", "yes"), ("no", "")])
def test_9_3_what_is_built_is_kept_by_the_option_alone(option: str, kept: str) -> None:
    play = table("army-group-b berlin@1", phase="build", stores=RICH, options={"minor-ally-builds": option})
    do(play, Build("army-group-b"))
    assert OWN_BUILT.read(play.state, "germany") == kept


@pytest.mark.section("9.3")
def test_9_3_each_unit_that_may_be_built_is_named_once() -> None:
    """Bersaglieri may be placed in Milan and in Rome."""
    play = table("bersaglieri germany-pool@2", phase="build", stores=RICH, options={"minor-ally-builds": "yes"})
    (key,) = keys(play, "bersaglieri")
    assert len(building.sites(play.position, key)) == 2
    found = [order.unit for order in minor_builds._options(play.position, "italy") if isinstance(order, Build)]
    assert found.count("bersaglieri") == 1 and len(found) == len(set(found))


@pytest.mark.section("9.6")
def test_9_6_what_a_saboteur_cannot_decide_is_forgotten_as_the_phase_begins() -> None:
    """Germany has no GAR in its Force Pool."""
    force = "volkssturm berlin@1, landwehr berlin@1, festung berlin@1, blackshirts rome@1"
    play = table(force, phase="build", markers={"sabotage/gar/germany": "afa:1"}, options={"sabotage": "yes"})
    Building().open(play)
    assert play.pending is None and agenda_of(play) == []


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_what_was_borrowed_and_not_spent_is_lost_as_the_phase_ends() -> None:
    """Three were borrowed in turn 4, one is spent."""
    play = table(phase="build", power="afa", scenario="rising-sun", stores={"afa": (5, 0)}, markers={"borrowed/afa": "4 3"})
    play.emit(ev.MarkerSet("turn", "spent", "1"))
    Building().close(play)
    assert play.state.resources["afa", "resources"] == 3


@pytest.mark.section("7.6")
@pytest.mark.parametrize(("short", "left"), [("", 1), ("1 1 0", 0), ("1 0 1", 0), ("2 1 0", 1)])
def test_7_6_a_partisan_or_damage_takes_from_what_a_country_that_is_cut_off_has(
    monkeypatch: pytest.MonkeyPatch, short: str, left: int
) -> None:
    """India's Resource is in Hyderabad; in this turn it may be blocked. No line leads from elsewhere to India."""
    india = TITLE.regions["india"]
    elsewhere = frozenset(TITLE.areas).difference(india)
    monkeypatch.setattr(purses, "production_line", lambda position, power: elsewhere)
    play = table("indian-army hyderabad@1", phase="build", power="afa", markers={"short/hyderabad": short} if short else {})
    (key,) = keys(play, "indian-army")
    purse = purses.purse_of(play.position, key, "hyderabad")
    assert purse is not None and (purse.country, purse.left, purse.alone) == ("india", left, True)


@pytest.mark.section("7.8")
def test_7_8_what_china_has_is_what_its_ally_controls_there() -> None:
    """Japan has Peking's Resource; Canton has none."""
    position = table().position
    assert purses.counted_in_china(position, "usa") == {"chungking": (1, 0), "canton": (0, 0)}
    assert purses.counted_in_china(position, "japan") == {"peking": (1, 0)}
    assert purses.counted_in_china(table(take={"chungking": "afa"}).position, "usa") == {"canton": (0, 0)}


@pytest.mark.section("7.8", "3.4")
def test_7_8_who_has_found_a_home_in_china_has_no_purse_of_its_own() -> None:
    """The Philippine Army after the fall of Manila."""
    play = table("philippine-army chungking@1", phase="build", power="usa", markers={"home/philippine-army": "china"})
    (key,) = keys(play, "philippine-army")
    assert board.home_of(play.position, "philippine-army") == "china"
    assert purses.purse_of(play.position, key, "chungking") is None
