"""Transports of greedy bots of Global War 1936-1945 do not lie alone: one submarine sinks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy import ferrying, fleets
from engine.families.axis_allies.bots.greedy.attack import next_attack
from engine.families.axis_allies.bots.greedy.pool import afloat
from engine.families.axis_allies.bots.greedy.sealift import lots, pick_load
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Offload, Place
from engine.orders import split_path
from engine.play import Play
from engine.titles.global_war_1936.bots import attending, settling, special_aircraft
from tests.global_war_1936.positions import BOARD

ATLANTIC = {("great-britain", "germany"): "war"}
PACK = {"sea-zone-24": "germany: submarine"}


def seen(stacks: dict[str, str], phase: str = "noncombat-move") -> tuple[Play, View]:
    """A phase of Great Britain, at war with Germany, and its bot's view."""
    play = BOARD.play_from(stacks, "great-britain", phase, relations=ATLANTIC)
    return play, View(play.position, styles()["greedy"])


@pytest.mark.parametrize(
    ("there", "near", "enemy", "sent"),
    [
        ("2 naval-transport", "destroyer, battleship", PACK, "destroyer"),
        ("2 naval-transport, light-cruiser", "destroyer, battleship", PACK, ""),
        ("2 naval-transport", "destroyer, naval-transport", PACK, ""),
        ("2 naval-transport", "destroyer, battleship", {}, ""),
    ],
    ids=["the cheapest of the nearest", "not alone", "it would leave others alone", "nobody in reach"],
)
def test_a_warship_goes_to_transports_that_lie_alone_where_an_enemy_can_come(
    there: str, near: str, enemy: dict[str, str], sent: str
) -> None:
    play, view = seen({"sea-zone-20": f"great-britain: {there}", "sea-zone-19": f"great-britain: {near}", **enemy})
    orders = [order for plan in attending.attendants(play, view) for order in plan]
    assert [(order.units, order.path) for order in orders] == ([(sent, "sea-zone-19 > sea-zone-20")] if sent else [])


@pytest.mark.parametrize(
    ("start", "ships", "enemy", "zones"),
    [
        ("sea-zone-18", "battleship, destroyer", PACK, ["sea-zone-20"]),
        ("sea-zone-41", "2 destroyer", PACK, ["sea-zone-38", "sea-zone-33", "sea-zone-30"]),
        ("sea-zone-18", "2 destroyer, naval-transport", PACK, []),
        ("sea-zone-18", "2 destroyer", {}, []),
    ],
    ids=["next to them", "as far as they sail in a turn", "they have transports of their own", "nobody in reach"],
)
def test_warships_that_guard_nothing_sail_for_transports_that_would_be_sunk(
    start: str, ships: str, enemy: dict[str, str], zones: list[str]
) -> None:
    play, view = seen({"sea-zone-20": "great-britain: 2 naval-transport", start: f"great-britain: {ships}", **enemy})
    view.moored = attending.moored
    orders = [split_path(order.path) for plan in attending.reliefs(play, view) for order in plan]
    assert orders == ([(start, *zones)] if zones else [])


LADEN = " [cargo=great-britain/infantry], infantry [aboard]"
"""What follows a transport that carries an infantry."""
EVERYWHERE = {f"sea-zone-{zone}": "germany: 2 battleship" for zone in (8, 22, 24, 30)}
"""Fleets that reach every sea zone that a transport west of Britain reaches."""


@pytest.mark.parametrize("load", ["", LADEN], ids=["empty", "laden"])
@pytest.mark.parametrize(
    ("here", "others", "goes"),
    [
        ("", {"sea-zone-19": "great-britain: 2 light-cruiser", **PACK}, "sea-zone-19"),
        ("", {"sea-zone-19": "great-britain: destroyer", **EVERYWHERE}, "sea-zone-19"),
        (", destroyer", {"sea-zone-24": "germany: 6 battleship"}, "sea-zone-8"),
        (", destroyer", PACK, ""),
    ],
    ids=["warships that are safe with it", "any warships, if no zone is safe", "out of reach of a fleet", "safe where it is"],
)
def test_transports_that_would_be_sunk_sail_to_where_they_would_not(load: str, here: str, others: dict[str, str], goes: str) -> None:
    play, view = seen({"sea-zone-20": f"great-britain: naval-transport{load}{here}", **others})
    ends = [split_path(order.path)[-1] for plan in attending.shelters(play, view) for order in plan]
    assert ends == ([goes] if goes else [])


FLEET = "battleship, 2 light-cruiser, destroyer"


@pytest.mark.parametrize(
    ("there", "enemy", "struck", "stays"),
    [
        (f"{FLEET}, 2 naval-transport", PACK, "", {"destroyer": 1}),
        (FLEET, PACK, "", {}),
        (f"{FLEET}, 2 naval-transport", {}, "", {}),
        (f"{FLEET}, 2 naval-transport", PACK, "sea-zone-24", {}),
        (f"{FLEET}, 2 naval-transport", {"sea-zone-24": "germany: 9 battleship"}, "", {"destroyer": 1}),
        (f"{FLEET}, 2 naval-transport", {"sea-zone-24": "germany: 2 heavy-cruiser"}, "", {"destroyer": 1, "light-cruiser": 2}),
    ],
    ids=["against a submarine", "no transports", "nobody in reach", "who is struck threatens nobody", "too few", "as many as it takes"],
)
def test_as_many_warships_stay_with_transports_as_keep_them_afloat(
    there: str, enemy: dict[str, str], struck: str, stays: dict[str, int]
) -> None:
    _, view = seen({"sea-zone-20": f"great-britain: {there}", **enemy}, "combat-move")
    assert attending.moored(view, "sea-zone-20", fleets.idle(view, "sea-zone-20"), struck) == stays


@pytest.mark.parametrize(("transports", "comes"), [("", ["destroyer", "light-cruiser"]), (", naval-transport", ["light-cruiser"])])
def test_a_fleet_that_attacks_leaves_a_warship_with_its_transports(transports: str, comes: list[str]) -> None:
    stacks = {"sea-zone-20": f"great-britain: light-cruiser, destroyer{transports}", "sea-zone-19": "germany: heavy-cruiser", **PACK}
    _, view = seen(stacks, "combat-move")
    view.moored = attending.moored
    assert sorted(piece.unit for piece in afloat(view, "sea-zone-19")) == comes


@pytest.mark.parametrize(("escorted", "few"), [(1, True), (4, False)])
def test_no_more_transports_are_built_while_half_of_them_lie_alone(escorted: int, few: bool) -> None:
    fleet = f"great-britain: {escorted} naval-transport, light-cruiser"
    _, view = seen({"sea-zone-20": "great-britain: 2 naval-transport", "sea-zone-18": fleet, **PACK}, "production")
    assert attending.are_too_few(view) is few


def test_a_new_warship_is_placed_where_transports_lie_alone() -> None:
    stacks = {
        "london": "great-britain: major-shipyard, major-factory",
        "sea-zone-25": "great-britain: naval-transport",
        "sea-zone-9": "great-britain: destroyer, naval-transport",
        **PACK,
    }
    play, view = seen(stacks, "place-units")
    places = settling._places(play, view, "great-britain", "destroyer")
    assert next(order.area for order in places if isinstance(order, Place)) == "sea-zone-25"


@pytest.mark.parametrize(("raiders", "buys"), [("", False), ("italy: submarine", True)])
def test_seaplanes_are_bought_against_raiders_that_came_after_the_last_turn(raiders: str, buys: bool) -> None:
    """What was lost is forgotten as a calendar turn begins (9.11): Italy, which acts after Great Britain, raided a whole war unwatched."""
    foes = {("great-britain", foe): "war" for foe in ("germany", "italy")}
    stacks = {"london": "great-britain: major-factory", "sea-zone-18": raiders}
    play = BOARD.play_from(stacks, "great-britain", "production", relations=foes, money={"great-britain": 40})
    assert ("seaplane" in special_aircraft.wanted(play, View(play.position, styles()["greedy"]), "great-britain")) is buys


@pytest.mark.parametrize(
    ("there", "enemy", "least", "most"),
    [
        ("", {}, 0.0, 0.0),
        ("", PACK, 1.6, 1.75),
        ("great-britain: destroyer, light-cruiser", PACK, 0.0, 0.5),
        ("great-britain: destroyer, light-cruiser", {"sea-zone-24": "germany: 9 battleship"}, 1.6, 1.75),
    ],
    ids=["nobody in reach", "alone", "escorted", "escorted by too few"],
)
def test_a_landing_costs_what_is_expected_to_be_lost_of_its_transports(
    there: str, enemy: dict[str, str], least: float, most: float
) -> None:
    _, view = seen({"sea-zone-20": there, **enemy}, "combat-move")
    assert least <= round(attending.toll(view, "naval-transport", "sea-zone-20"), 2) <= most


INVADERS = {"sea-zone-24": f"great-britain: naval-transport{LADEN}", "normandy": "", "sea-zone-31": "germany: coastal-submarine"}
"""An infantry in the Bay of Biscay, before Normandy, where a submarine comes that does not reach the English Channel."""


@pytest.mark.parametrize(("tolls", "zone"), [(None, "sea-zone-24"), (attending.toll, "sea-zone-25")])
def test_troops_land_from_the_zone_where_their_transport_is_safer(tolls: Callable[[View, str, str], float] | None, zone: str) -> None:
    _, view = seen(INVADERS, "combat-move")
    view.toll = tolls
    (lot,) = lots(view, "normandy")
    assert lot.orders[-1] == Offload("infantry", f"{zone} > normandy", cargo="infantry (great-britain)")


@pytest.mark.parametrize(("dear", "lands"), [(0.5, True), (99.0, False)], ids=["less than it brings", "more than it brings"])
@pytest.mark.parametrize("defenders", ["", "germany: militia"], ids=["nobody there", "a battle"])
def test_nobody_lands_where_more_of_the_transports_is_lost_than_the_landing_brings(dear: float, lands: bool, defenders: str) -> None:
    fleet = f"great-britain: 3 naval-transport{LADEN.replace(', ', ', 3 ')}"
    play, view = seen({"sea-zone-9": fleet, "western-germany": defenders}, "combat-move")
    view.toll = lambda view, unit, zone: dear
    assert bool(next_attack(play, view, set(view.title.areas) - {"western-germany"})) is lands


def test_nobody_waits_for_a_ship_who_keeps_to_the_home_country() -> None:
    _, view = seen({"london": "great-britain: 3 militia, infantry", "sea-zone-25": "great-britain: naval-transport"})
    assert pick_load(view, Counter({"militia": 3, "infantry": 1})) == Counter({"infantry": 1})
    assert pick_load(view, Counter({"militia": 3})) == Counter()

    _, view = seen({"scotland": "great-britain: 3 militia", "sea-zone-25": "great-britain: naval-transport"})
    zones = [zone for zone in view.title.neighbours["scotland"] if zone.startswith("sea-zone")]
    assert [ferrying.lack(view, zone) for zone in zones] == [0] * len(zones)
