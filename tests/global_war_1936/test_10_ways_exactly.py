"""Repairs at docks, ways by rail and far over the sea, straits that are forced: either side of each condition (7.4, 10.4 to 10.6, 15.6)."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Transfer
from engine.play import Play
from engine.titles.global_war_1936.facilities import docks
from engine.titles.global_war_1936.land import rails
from engine.titles.global_war_1936.orders import Cross, Dock, Force, Redeploy
from engine.titles.global_war_1936.politics import forcing
from engine.titles.global_war_1936.vocabulary import BY_RAIL, DOCK_USED, REDEPLOYED
from tests.global_war_1936.positions import BOARD, play_from, problems, standing
from tests.global_war_1936.test_10_rails import EAST
from tests.global_war_1936.test_15_straits_and_sites import GIBRALTAR, at_gibraltar

YARD = "western-germany"
SEA = "sea-zone-9"
HOME = "germany: major-shipyard, major-factory"


# Docks (7.4)


def docked(ships: str, order: Dock, *, at: str = HOME, **more: object) -> str:
    """The ships off the German coast after a repair."""
    play = play_from({YARD: at, SEA: f"germany: {ships}"}, "germany", "production", **more)  # type: ignore[arg-type]
    play.submit(order)
    return standing(play, SEA).removeprefix("germany: ")


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("ships", "hits", "after"),
    [
        ("2 battleship~1", 1, "battleship~1, battleship~1 [docked]"),
        ("2 battleship~1", 2, "2 battleship~1 [docked]"),
        ("heavy-battleship~1", 1, "heavy-battleship~1 [docked]"),
        ("heavy-battleship~1", 2, "heavy-battleship~1 [docked-twice]"),
        ("2 heavy-battleship~1", 3, "heavy-battleship~1 [docked], heavy-battleship~1 [docked-twice]"),
        ("2 heavy-battleship~1", 4, "2 heavy-battleship~1 [docked-twice]"),
        ("heavy-battleship~1, heavy-battleship~2", 3, "heavy-battleship~1 [docked-twice], heavy-battleship~2 [docked]"),
        ("heavy-battleship~2, heavy-battleship", 1, "heavy-battleship~2 [docked], heavy-battleship"),
    ],
)
def test_7_4_a_repair_takes_as_many_hits_off_as_it_names(ships: str, hits: int, after: str) -> None:
    unit = ships.split(",")[0].split("~")[0].removeprefix("2 ")
    assert docked(ships, Dock(unit, SEA, YARD, hits)) == after


@pytest.mark.section("7.4")
def test_7_4_ships_are_repaired_when_they_have_stayed_at_their_dock() -> None:
    ships = "battleship~1 [docked], heavy-battleship~1 [docked-twice], fast-battleship~1 [docked used=1], light-cruiser"
    play = play_from({YARD: HOME, SEA: f"germany: {ships}"}, "germany", "place-units")
    docks.launch(play)
    assert standing(play, SEA) == "germany: battleship, fast-battleship~1 [used=1], heavy-battleship, light-cruiser"


@pytest.mark.section("7.4", "15.5")
def test_7_4_a_dock_repairs_as_many_hits_as_it_has_places_and_none_while_it_is_damaged() -> None:
    def places(facility: str, ability: str = "repairs", used: int = 0, **more: object) -> int:
        play = play_from({YARD: f"germany: {facility}"}, "germany", "production", **more)  # type: ignore[arg-type]
        if used:
            docks.use(play, YARD, used)
        return docks.places(play.position, YARD, ability)

    assert [places("major-shipyard", used=used) for used in (0, 4, 5, 6)] == [5, 1, 0, 0]
    assert places("minor-shipyard") == 1 and places("minor-shipyard, major-shipyard") == 5
    assert places("major-shipyard", damage={YARD + "/major-shipyard": 1}) == 0
    assert places("infantry") == 0 == places("major-port", "slipway")
    rolled = {"capital-damage": "rolled"}
    assert places("major-shipyard", used=5, options=rolled) == 99 and places("minor-shipyard", used=1, options=rolled) == 0
    assert places("major-shipyard", "slipway", options=rolled) == 5


@pytest.mark.section("7.4")
def test_7_4_ships_dock_beside_their_zone_with_friends_alone() -> None:
    stacks = {YARD: HOME, SEA: "germany: battleship~1", "sea-zone-50": "germany: battleship~1", "london": "great-britain: major-shipyard"}
    play = play_from(stacks, "germany", "production")
    assert problems(play, Dock("battleship", SEA, YARD)) == []
    assert problems(play, Dock("battleship", "sea-zone-50", YARD)) == ["repair/dock"]
    zone = next(area for area in BOARD.title.neighbours["london"] if area.startswith("sea"))
    enemy = play_from(stacks | {zone: "germany: battleship~1"}, "germany", "production")
    assert problems(enemy, Dock("battleship", zone, "london")) == ["repair/dock"]
    assert DOCK_USED.number(play.state, YARD) == 0
    play.submit(Dock("battleship", SEA, YARD))
    assert DOCK_USED.number(play.state, YARD) == 1


@pytest.mark.section("15.5")
def test_15_5_each_hit_costs_its_own_die() -> None:
    play = play_from(
        {YARD: HOME, SEA: "germany: 2 battleship~1"},
        "germany",
        "production",
        dice=[2, 5],
        money={"germany": 12},
        options={"capital-damage": "rolled"},
    )
    assert problems(play, Dock("battleship", SEA, YARD, 2)) == []
    play.submit(Dock("battleship", SEA, YARD, 2))
    assert play.state.resources["germany", "ipp"] == 5


# Rails (10.4, 10.5)


@pytest.mark.section("10.4")
def test_10_4_trains_go_over_tracks_alone_by_a_shortest_way() -> None:
    play = play_from({}, "germany", "noncombat-move")
    assert rails.route(play.position, "berlin", "bavaria") in {
        ("berlin", "western-germany", "bavaria"),
        ("berlin", "saxony", "bavaria"),
    }
    assert rails.route(play.position, "berlin", "western-germany") == ("berlin", "western-germany")
    assert rails.route(play.position, "berlin", "moscow") == () == rails.route(play.position, "paris", "berlin")
    assert rails.route(play.position, "london", "picardy") == (), "channel ports take no trains"


@pytest.mark.section("10.4", "10.5")
def test_10_5_trains_go_on_in_one_gauge_and_begin_anew_in_the_other() -> None:
    play = play_from({}, "germany", "noncombat-move", control=EAST)
    for start, end, goes in (
        ("warsaw", "western-belorussia", True),
        ("western-belorussia", "smolensk", True),
        ("berlin", "western-belorussia", True),
        ("berlin", "eastern-belorussia", False),
        ("smolensk", "berlin", False),
    ):
        assert bool(rails.route(play.position, start, end)) is goes, (start, end)


@pytest.mark.section("10.4")
@pytest.mark.parametrize(
    ("units", "order", "wrong"),
    [
        ("2 infantry", "2 infantry", []),
        ("2 infantry", "3 infantry", ["rail/units"]),
        ("infantry, fighter", "infantry, fighter", []),
        ("infantry [used=1]", "infantry", ["rail/units"]),
        ("infantry [from=saxony]", "infantry", ["rail/units"]),
        ("infantry [border:saxony!]", "infantry", []),
        ("2 infantry, artillery", "2 infantry, 2 artillery", ["rail/units"]),
        ("minor-factory", "minor-factory", ["rail/units"]),
    ],
)
def test_10_4_who_has_done_nothing_goes_by_rail(units: str, order: str, wrong: list[str]) -> None:
    play = play_from({"berlin": f"germany: {units}"}, "germany", "noncombat-move")
    assert problems(play, Transfer(order, "berlin", "bavaria")) == wrong


@pytest.mark.section("10.4")
def test_10_4_units_of_others_are_not_sent() -> None:
    play = play_from(
        {"berlin": "germany: infantry; italy: infantry"}, "germany", "noncombat-move", relations={("germany", "italy"): "allied"}
    )
    assert problems(play, Transfer("italy infantry", "berlin", "bavaria")) != []
    assert problems(play, Transfer("infantry", "berlin", "bavaria")) == []


@pytest.mark.section("10.4")
def test_10_4_each_unit_counts_once_in_each_region() -> None:
    play = play_from({"berlin": "germany: 4 infantry, artillery"}, "germany", "noncombat-move")
    play.submit(Transfer("2 infantry, artillery", "berlin", "bavaria"))
    assert BY_RAIL.number(play.state, "rail-europe") == 3 and rails.left(play.position, "rail-europe") == 1
    assert problems(play, Transfer("2 infantry", "berlin", "bavaria")) == ["rail/capacity"]
    play.submit(Transfer("infantry", "berlin", "bavaria"))
    assert rails.left(play.position, "rail-europe") == 0


# Strategic naval movement (10.6)

PORTS = {
    "maritime-provinces": "great-britain: major-port",
    "liverpool": "great-britain: major-shipyard",
}
FAR = "sea-zone-27 > sea-zone-22 > sea-zone-21 > sea-zone-18 > sea-zone-19"


def sent(order: Redeploy, **stacks: str) -> list[str]:
    named = {zone.replace("_", "-"): text for zone, text in stacks.items()}
    return problems(BOARD.play_from(PORTS | named, "great-britain", "noncombat-move"), order)


@pytest.mark.section("10.6")
@pytest.mark.parametrize(
    ("ship", "wrong"),
    [
        ("naval-transport", []),
        ("naval-transport [used=1]", ["redeploy/ships"]),
        ("naval-transport [moved]", ["redeploy/ships"]),
        ("destroyer, naval-transport [loaded]", ["redeploy/ships"]),
        ("naval-transport [border:london!]", []),
    ],
)
def test_10_6_transports_that_have_done_nothing_are_sent(ship: str, wrong: list[str]) -> None:
    assert sent(Redeploy("naval-transport", FAR), sea_zone_27=f"great-britain: {ship}") == wrong
    assert sent(Redeploy("destroyer", FAR), sea_zone_27="great-britain: destroyer") == ["redeploy/ships"]


@pytest.mark.section("10.6")
@pytest.mark.parametrize(
    ("guard", "wrong"), [("destroyer", True), ("submarine", True), ("naval-transport", False), ("fighter [patrol:sea-zone-21!]", True)]
)
def test_10_6_warships_submarines_and_patrols_on_the_way_stop_them(guard: str, wrong: bool) -> None:
    found = sent(Redeploy("naval-transport", FAR), sea_zone_27="great-britain: naval-transport", sea_zone_21=f"germany: {guard}")
    assert found == (["redeploy/enemy"] if wrong else [])


@pytest.mark.section("10.6")
def test_10_6_the_way_is_of_sea_zones_that_touch_and_has_a_port_at_either_end() -> None:
    ship = {"sea_zone_27": "great-britain: naval-transport"}
    assert sent(Redeploy("naval-transport", "sea-zone-27 > sea-zone-19"), **ship) == ["redeploy/way"]
    assert sent(Redeploy("naval-transport", "sea-zone-27"), **ship) == ["redeploy/way"]
    assert sent(Redeploy("naval-transport", "sea-zone-27 > maritime-provinces"), **ship) == ["redeploy/way"]
    assert sent(Redeploy("naval-transport", "sea-zone-27 > sea-zone-22 > sea-zone-21"), **ship) == ["redeploy/port"]
    out = BOARD.play_from(
        {"liverpool": PORTS["liverpool"], "sea-zone-27": "great-britain: naval-transport"}, "great-britain", "noncombat-move"
    )
    assert problems(out, Redeploy("naval-transport", FAR)) == ["redeploy/port"]


@pytest.mark.section("10.6")
def test_10_6_cargo_counts_as_ships_do() -> None:
    cargo = "naval-transport [cargo=great-britain/infantry], infantry [aboard], naval-transport"
    play = BOARD.play_from(PORTS | {"sea-zone-27": f"great-britain: {cargo}"}, "great-britain", "noncombat-move")
    play.submit(Redeploy("2 naval-transport", FAR))
    assert REDEPLOYED.number(play.state) == 3
    off = BOARD.play_from(
        PORTS | {"sea-zone-27": "great-britain: naval-transport"}, "great-britain", "noncombat-move", options={"strategic-naval": "off"}
    )
    assert problems(off, Redeploy("naval-transport", FAR)) == ["redeploy/number"]


# Crossings (1.20)


@pytest.mark.section("1.20")
@pytest.mark.parametrize(
    ("guard", "where", "wrong"),
    [
        ("great-britain: submarine", "sea-zone-50", False),
        ("great-britain: naval-transport", "sea-zone-50", False),
        ("great-britain: fighter", "sea-zone-50", False),
        ("germany: destroyer", "sea-zone-50", False),
        ("great-britain: destroyer", "sea-zone-9", False),
        ("great-britain: destroyer", "sea-zone-50", True),
    ],
)
def test_1_20_who_keeps_troops_from_crossing(guard: str, where: str, wrong: bool) -> None:
    play = BOARD.play_from(
        {"sicily": "italy: infantry", where: guard}, "italy", "noncombat-move", relations={("germany", "italy"): "allied"}
    )
    assert problems(play, Cross("infantry", "sicily > southern-italy")) == (["crossing/enemy"] if wrong else [])


@pytest.mark.section("1.20", "12.9")
def test_12_9_enemy_guns_on_either_shore_keep_marines_from_crossing() -> None:
    held = {"sicily": "great-britain"}
    for guns, wrong in (("coastal-artillery", ["crossing/enemy"]), ("artillery", [])):
        stacks = {"sicily": "great-britain: marine", "southern-italy": f"italy: infantry, {guns}"}
        play = BOARD.play_from(stacks, "great-britain", "combat-move", control=held)
        assert problems(play, Cross("marine", "sicily > southern-italy")) == wrong
        assert problems(play, Cross("marine", "sicily > calabria")) != []


# Straits (15.6)


@pytest.mark.section("15.6")
def test_15_6_only_ships_that_can_still_move_force_a_strait() -> None:
    def wrong(ships: str, order: Force = GIBRALTAR) -> list[str]:
        stacks = {"sea-zone-32": f"germany: {ships}", "gibraltar": "great-britain: infantry"}
        relations = {("germany", "great-britain"): "war"}
        return problems(play_from(stacks, "germany", "combat-move", options={"forced-straits": "on"}, relations=relations), order)

    assert wrong("2 destroyer") == []
    assert wrong("destroyer, destroyer [offloaded]") == ["force/units"] == wrong("destroyer, destroyer [fought]")
    assert wrong("destroyer, destroyer [convoy-raid moved]") == ["move/duty"]
    came = "destroyer, destroyer [moved used=1 from=sea-zone-31]"
    assert wrong(came) == [] and wrong(f"{came}; great-britain: destroyer") == ["force/units"], "enemy warships end a move"
    assert wrong("destroyer, destroyer [used=3]") == ["force/units"] and wrong("destroyer, destroyer [used=2]") == []
    assert wrong("fighter", Force("fighter", GIBRALTAR.path)) == ["force/units"] == wrong("destroyer", Force("", GIBRALTAR.path))
    assert wrong("destroyer", Force("destroyer", "sea-zone-32")) == ["force/way"]
    assert wrong("destroyer", Force("destroyer", "sea-zone-57 > sea-zone-60")) == ["force/way"], "a canal is no strait"


@pytest.mark.section("15.6")
def test_15_6_the_owner_of_a_strait_is_who_holds_its_bank() -> None:
    play = at_gibraltar([])
    assert forcing.owner(play.position, GIBRALTAR) == "great-britain"
    assert forcing.owner(play.position, Force("destroyer", "sea-zone-32 > sea-zone-31")) == ""


@pytest.mark.section("15.6")
def test_15_6_ships_that_are_through_have_moved_one_space_more() -> None:
    play = at_gibraltar([12, 12])
    play.submit(GIBRALTAR)
    assert standing(play, "sea-zone-48") == "germany: 2 destroyer [used=1 from=sea-zone-32]"
    hurt: Play = at_gibraltar([3], "battleship~1")
    hurt.submit(Force("battleship", GIBRALTAR.path))
    assert "battleship" not in standing(hurt, "sea-zone-48") + standing(hurt, "sea-zone-32")
