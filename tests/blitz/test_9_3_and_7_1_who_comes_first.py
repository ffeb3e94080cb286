"""7.1, 9.3, 9.5, 9.6, the Blitzes of A and B: whom a die asks, whose Resource is spent first, what is free, who stays in command."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Blitz, BlitzKind, Build, Command, Partisan, ResearchWeapons
from engine.titles.blitz.position import board, commanders
from engine.titles.blitz.turn_end import minor_builds, sabotage
from engine.titles.blitz.vocabulary import COMMANDER, PARTISAN_IN, SABOTAGE_DUE
from tests.blitz.table import broken, do, keys, table

OWN = {"minor-ally-builds": "yes"}
AT_WAR = ["germany usa", "japan usa"]


@pytest.mark.section("7.1")
@pytest.mark.parametrize(
    ("die", "lands", "asked"),
    [
        (1, {}, [("japan", "chungking"), ("usa", "peking")]),
        (2, {"balkans": "germany"}, [("afa", "balkans")]),
        (3, {}, [("", "chungking")]),
        (3, {"norway": "afa"}, [("", "norway")]),
        (4, {"caucasus-mountains": "germany"}, [("ussr", "caucasus-mountains")]),
        (5, {"paris": "germany"}, [("afa", "paris")]),
        (5, {}, []),
        (6, {"caucasus-mountains": "germany"}, [("", "caucasus-mountains")]),
        (6, {}, [("", "peking")]),
    ],
)
def test_7_1_whom_the_die_lets_place_a_partisan(die: int, lands: dict[str, str], asked: list[tuple[str, str]]) -> None:
    """The country's own power; a 3 leaves the choice to the Axis, a 6 to the Allies; a 1 lets both sides into China."""
    markers = {"ally/balkans": "afa"} if "balkans" in lands else {"ally/norway": "germany"}
    play = table(phase="turn-end", take=lands, dice=[die], markers=markers)
    agenda.before(play, "partisans")
    agenda.run(play)
    found = []
    while play.pending is not None:
        default = play.pending.default
        assert isinstance(default, Partisan)
        found.append((play.pending.power, default.area))
        do(play, default)
    assert [area for _, area in found] == [area for _, area in asked]
    assert [power for power, _ in found if asked[0][0]] == [power for power, _ in asked if power]
    if die in (3, 6):
        assert {board.side_of(play.position, power) for power, _ in found} == {"axis" if die == 3 else "allies"}
    assert all(PARTISAN_IN.read(play.state, area) for _, area in found)


@pytest.mark.section("9.3")
def test_9_3_chinas_resources_are_spent_on_chinese_units_whatever_else_is_owed() -> None:
    units, lost = "nationalist-army chungking@1, 1st-army west-coast@1", {"manila": "japan", "sao-paulo": "japan"}
    play = table(units, phase="build", power="usa", stores={"usa": (5, 0)}, at_war=AT_WAR, options=OWN, take=lost)
    assert broken(play, ResearchWeapons()) == broken(play, EndPhase()) == ["build/minor-ally"]
    assert broken(play, Build("nationalist-army")) == broken(play, Build("1st-army")) == []
    do(play, Build("nationalist-army"))
    assert broken(play, ResearchWeapons()) == ["build/minor-ally"], "the USA is still owed a build of its own"
    do(play, Build("1st-army"))
    assert broken(play, ResearchWeapons()) == broken(play, EndPhase()) == []


@pytest.mark.section("9.3", "7.8")
def test_9_3_a_gar_that_is_free_is_no_build_with_a_resource() -> None:
    play = table("1st-army west-coast@1", phase="build", power="usa", stores={"usa": (5, 0)}, at_war=AT_WAR, options=OWN)
    do(play, Build("national-guard", "west-coast"))
    assert "usa" in minor_builds.owing(play.position) and broken(play, ResearchWeapons()) == ["build/minor-ally"]
    do(play, Build("1st-army"))
    assert "usa" not in minor_builds.owing(play.position)


@pytest.mark.section("9.3", "7.6")
def test_9_3_a_country_that_is_cut_off_spends_its_own() -> None:
    units = "indian-army hyderabad@1, zeroes bay-of-bengal@2, naval-air arabian-sea@2, 2nd-army london@1"
    lands = {"burma": "japan", "persia": "germany"}
    play = table(units, phase="build", power="afa", stores={"afa": (5, 0)}, at_war=["japan afa"], options=OWN, take=lands)
    play.emit(ev.FacilityChanged("arabian-sea", "convoy-india", "afa", "damaged", 2, 2))
    assert "india" not in minor_builds.owing(play.position) and broken(play, ResearchWeapons()) == ["build/minor-ally"]
    assert broken(play, Build("indian-army")) == []
    open_ = table(units, phase="build", power="afa", stores={"afa": (5, 0)}, at_war=["japan afa"], options=OWN)
    assert "india" in minor_builds.owing(open_.position)


@pytest.mark.section("2.2", "Scenario A. The Blitz of Western Europe", "Scenario B. The Longest Day")
@pytest.mark.parametrize(
    ("scenario", "power", "kind", "price"),
    [
        ("western-europe", "germany", "land", 0),
        ("longest-day", "germany", "land", 0),
        ("longest-day", "afa", "total", 0),
        ("atlantic", "germany", "naval", 1),
        ("campaign", "germany", "land", 1),
        ("campaign", "germany", "air", 1),
        ("campaign", "germany", "total", 2),
        ("campaign", "afa", "free", 0),
    ],
)
@pytest.mark.parametrize("oil", [0, 1, 2])
def test_2_2_what_a_blitz_costs(scenario: str, power: str, kind: BlitzKind, price: int, oil: int) -> None:
    """In the first two scenarios it is a part of the sequence of play and costs nothing; Oil is introduced by the third."""
    play = table(scenario=scenario, phase="blitz", power=power, blitzing={}, stores={power: (3, oil)})
    assert broken(play, Blitz(power, kind)) == (["blitz/oil"] if price > oil else [])
    if price <= oil:
        do(play, Blitz(power, kind))
        assert play.state.resources.get((power, "oil"), 0) == oil - price and play.state.resources[power, "resources"] == 3


@pytest.mark.section("9.5", "1.7")
@pytest.mark.parametrize(
    ("units", "told", "left"),
    [
        ("army-group-b berlin@2", "rommel unit:army-group-b", True),
        ("big-army-group-center berlin@3", "rommel unit:army-group-center", True),
        ("", "rommel area:berlin", True),
        ("army-group-b algeria@2, home-fleet mediterranean-sea@1", "rommel unit:army-group-b", False),
        ("home-fleet mediterranean-sea@1", "rommel area:algeria", False),
    ],
)
def test_9_5_a_commander_in_supply_keeps_his_unit_as_a_turn_begins(units: str, told: str, left: bool) -> None:
    play = table(
        units, options={"commanders": "yes"}, markers={"commander/german-army-leaders": told}, take={"algeria": "germany", "libya": "afa"}
    )
    commanders.begin_turn(play, ("germany",))
    assert COMMANDER.read(play.state, "german-army-leaders") == (told if left else "")


@pytest.mark.section("9.5")
@pytest.mark.parametrize("used", [True, False])
def test_9_5_he_is_where_his_unit_is(used: bool) -> None:
    markers = {"commander/german-army-leaders": "rommel unit:army-group-b", "commander/british-army-leaders": "slim area:egypt"}
    play = table("army-group-b paris@2", options={"commanders": "yes" if used else "no"}, markers=markers)
    found = {row.commander: (unit, area) for row, unit, area in commanders.posts(play.position).values()}
    assert found == ({"rommel": ("army-group-b", "paris"), "slim": ("", "egypt")} if used else {})
    (key,) = keys(play, "army-group-b")
    leader = commanders.of_unit(play.position, key)
    assert (leader.commander if leader else "") == ("rommel" if used else "")
    assert commanders.strength(play.position, key, "land") - board.printed(play.title, key, "land") == (leader.land if leader else 0)


@pytest.mark.section("9.5")
@pytest.mark.parametrize(
    ("order", "rules"),
    [
        (Command("rommel", "berlin", "army-group-b"), ["command/unit"]),
        (Command("rommel", "paris", "army-group-b"), []),
        (Command("rommel", "paris", "home-guard"), ["command/unit"]),
        (Command("rommel", "berlin", "volkssturm"), ["command/unit"]),
        (Command("rommel", "berlin", "luftwaffe"), ["command/unit"]),
        (Command("kesselring", "berlin", "luftwaffe"), []),
        (Command("kesselring", "berlin", "army-group-center"), ["command/unit"]),
        (Command("rommel", "berlin", "army-group-center"), []),
        (Command("nobody", "berlin"), ["command/unknown"]),
        (Command("rommel", "paris"), []),
    ],
)
def test_9_5_whom_he_may_command(order: Command, rules: list[str]) -> None:
    """A unit of his letter and of his power, that is on the map where he goes."""
    markers = {"commander/german-army-leaders": "manstein area:berlin", "commander/german-sea-and-air-leaders": "doenitz area:berlin"}
    units = "army-group-b paris@2, army-group-center berlin@2, luftwaffe berlin@2, home-guard paris@1"
    play = table(units, phase="return", options={"commanders": "yes"}, markers=markers, take={"paris": "germany"})
    assert broken(play, order) == rules
    assert (order in commanders.choices(play.position, "germany")) is (not rules and bool(order.unit))


@pytest.mark.section("9.5")
def test_9_5_he_appears_in_a_land_area_of_his_home_that_is_not_the_enemys() -> None:
    play = table(phase="build", options={"commanders": "yes"}, take={"western-germany": "afa"})
    assert broken(play, Command("rommel", "western-germany")) == broken(play, Command("rommel", "rome")) == ["command/home"]
    assert broken(play, Command("rommel", "berlin")) == [] and broken(play, Command("montgomery", "london")) == ["command/peace"]


@pytest.mark.section("9.6")
def test_9_6_what_was_due_is_over_as_the_turn_has_come() -> None:
    markers = {"sabotage/gar/afa": "germany:1", "sabotage/develop/afa": "germany:2", "sabotage/spend/germany": "afa:1"}
    play = table(phase="build", power="afa", stores={"afa": (4, 0)}, markers=markers, options={"sabotage": "yes"})
    sabotage.begin(play)
    assert list(agenda.tasks(play.position)) == ["sabotage gar germany"]
    left = {kind: SABOTAGE_DUE.read(play.state, kind, "afa") for kind in sabotage.DUE}
    assert left == {"spend": "", "gar": "", "develop": ""} and SABOTAGE_DUE.read(play.state, "spend", "germany") == "afa:1"
