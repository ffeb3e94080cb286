"""How a greedy bot of the Axis & Allies family makes war over several turns: armies and fleets that gather, and what is bought for them."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from engine.bots.style import Style, styles
from engine.families.axis_allies.bots.greedy import arms
from engine.families.axis_allies.bots.greedy.armada import is_enough
from engine.families.axis_allies.bots.greedy.buying import purchases
from engine.families.axis_allies.bots.greedy.campaign import beyond, drive, is_overseas, looming, surplus
from engine.families.axis_allies.bots.greedy.cover import main_convoy, rallies
from engine.families.axis_allies.bots.greedy.diplomacy import dealings
from engine.families.axis_allies.bots.greedy.ferrying import _seek, convoy_goal, ferries
from engine.families.axis_allies.bots.greedy.marching import marches
from engine.families.axis_allies.bots.greedy.placing import placements
from engine.families.axis_allies.bots.greedy.pool import overland
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Buy, Lend, Move, Place
from engine.forces import parse_units
from engine.play import Play
from tests.aa1942.positions import TITLE, play_from
from tests.axisallies.positions import Positions
from tests.global1939.turns import go_to, late

GLOBAL = Positions("global-1939", "1939", ["soviet-union", "united-states"])
AXIS = {"west-russia": "germany", "ukraine-ssr": "germany", "karelia-ssr": "germany", "caucasus": "soviet-union"}
LONDON = "united-kingdom: 4 infantry, 2 tank, anti-aircraft-gun, industrial-complex"


def style(**figures: float) -> Style:
    """The style of the greedy bot, with other figures."""
    return msgspec.structs.replace(styles()["greedy"], **figures)


def seen(play: Play, **figures: float) -> View:
    """The board as the bot sees it."""
    return View(play.position, style(**figures))


def moves(view: View) -> dict[str, str]:
    """Return from where to where land units march."""
    found = {}
    for order in marches(view):
        assert isinstance(order, Move)
        found[order.way[0]] = order.way[-1]
    return found


def test_what_a_quiet_front_does_not_need_joins_the_army_before_the_capital() -> None:
    """Three Soviet infantry cannot threaten eleven tanks in the Ukraine: all but as many and one more go to West Russia."""
    stacks = {
        "west-russia": "germany: 20 infantry",
        "ukraine-ssr": "germany: 11 tank",
        "caucasus": "soviet-union: 3 infantry",
        "russia": "soviet-union: 12 infantry, industrial-complex",
    }
    play = play_from(stacks, "germany", "noncombat-move", control=AXIS)
    view = seen(play)
    assert view.front["ukraine-ssr"] == 0
    assert drive(view)["ukraine-ssr"] == drive(view)["west-russia"] + 1
    assert surplus(view, "ukraine-ssr", Counter(tank=11)) == Counter(tank=7)
    assert moves(view) == {"ukraine-ssr": "west-russia"}
    assert moves(seen(play, campaign=0)) == {}


def test_a_few_do_not_march_to_where_an_enemy_is_too_strong_for_all_that_go() -> None:
    stacks = {"ukraine-ssr": "germany: 9 tank", "west-russia": "germany: infantry", "russia": "soviet-union: 40 infantry, 10 tank"}
    play = play_from(stacks, "germany", "noncombat-move", control=AXIS | {"caucasus": "germany", "belorussia": "germany"})
    assert moves(seen(play)) == {}


def test_troops_that_would_be_lost_with_their_area_go_back_to_the_main_army() -> None:
    """Six infantry in West Russia face fifty Soviet units; those in the Ukraine are strong enough with them. One stays and delays."""
    stacks = {
        "west-russia": "germany: 6 infantry",
        "ukraine-ssr": "germany: 30 infantry",
        "belorussia": "germany: infantry",
        "russia": "soviet-union: 24 infantry, 6 tank",
    }
    held = AXIS | {"caucasus": "germany", "belorussia": "germany"}
    play = play_from(stacks, "germany", "noncombat-move", control=held)
    (order,) = [order for order in marches(seen(play)) if isinstance(order, Move) and order.way[0] == "west-russia"]
    assert (order.units, order.way) == ("5 infantry", ("west-russia", "ukraine-ssr"))
    assert "west-russia" not in moves(seen(play, campaign=0))


def test_an_army_may_leave_an_area_that_only_those_threaten_whom_it_attacks() -> None:
    """The Caucasus has a factory: nine infantry that hold it against Moscow are free to attack Moscow."""
    stacks = {"caucasus": "germany: 9 infantry, industrial-complex", "russia": "soviet-union: 8 infantry, 2 tank"}
    held = AXIS | {"caucasus": "germany", "kazakh-ssr": "germany", "archangel": "germany"}
    play = play_from(stacks, "germany", "combat-move", control=held)
    assert len(overland(seen(play), "russia")) == 9
    assert len(overland(seen(play), "kazakh-ssr")) < 9
    assert len(overland(seen(play, campaign=0), "russia")) < 9


def test_land_of_no_value_is_taken_where_it_ties_up_a_front() -> None:
    play = play_from({"sinkiang": "united-states: 3 infantry"}, "germany", control={"sinkiang": "united-states"})
    view = seen(play)
    assert beyond(view, "sinkiang") > 0 == beyond(view, "midway")


@pytest.mark.parametrize(("army", "wanted"), [("20 infantry", "artillery"), ("20 artillery", "infantry")])
def test_it_raises_what_adds_most_to_its_army(army: str, wanted: str) -> None:
    play = play_from({"germany": f"germany: {army}, industrial-complex"}, "germany")
    rows = [TITLE.units[unit] for unit in ("infantry", "artillery")]
    weights = dict(zip(("infantry", "artillery"), arms.weights(seen(play), rows, 3.5), strict=True))
    assert max(weights, key=lambda unit: weights[unit]) == wanted


def test_places_that_are_few_are_not_given_to_cheap_units() -> None:
    play = play_from({"germany": "germany: 8 artillery, industrial-complex"}, "germany")
    rows = [TITLE.units[unit] for unit in ("infantry", "tank")]
    few, many = arms.weights(seen(play), rows, 12), arms.weights(seen(play), rows, 3)
    assert few[1] > few[0]
    assert many[0] > many[1]


@pytest.mark.parametrize(("enemy", "least", "most"), [("60 tank", 0.6, 0.9), ("3 infantry", 0.2, 0.3)])
def test_the_weaker_power_raises_defenders(enemy: str, least: float, most: float) -> None:
    play = play_from({"russia": "soviet-union: 20 infantry", "germany": f"germany: {enemy}"}, "soviet-union")
    assert least <= arms.caution(seen(play)) <= most


def test_a_rival_beside_it_is_a_front_before_there_is_war_and_no_cause_to_build_ships() -> None:
    """The Soviet Union is at peace, but Germany holds eastern Poland; nobody comes to Washington over land."""
    stacks = {"russia": "soviet-union: infantry", "eastern-united-states": "united-states: infantry"}
    play = GLOBAL.play_from(stacks, "soviet-union", control={"eastern-poland": "germany"})
    view = seen(play)
    assert looming(view, "belarus") and not looming(view, "urals")
    assert not is_overseas(view, "russia")
    assert is_overseas(seen(GLOBAL.play_from(stacks, "united-states")), "eastern-united-states")


@pytest.mark.parametrize(("campaign", "receivers"), [(1, ["soviet-union"]), (0, ["united-kingdom", "soviet-union"])])
def test_aid_goes_to_the_ally_whom_an_enemy_reaches_over_land(campaign: float, receivers: list[str]) -> None:
    play = go_to(late("italy", round=5), "united-states", "politics")
    aid = [order for orders in dealings(play, seen(play, campaign=campaign)) for order in orders if isinstance(order, Lend)]
    assert [order.to for order in aid] == receivers
    assert sum(order.amount for order in aid) == 20


FLEET = {"sea-zone-10": "united-states: 3 battleship, 2 transport"}


@pytest.mark.parametrize(
    ("enemy", "enough"),
    [
        ({"sea-zone-13": "germany: 2 battleship"}, True),
        ({"sea-zone-13": "germany: 4 battleship"}, False),
        ({"sea-zone-13": "germany: 2 battleship", "sea-zone-7": "germany: 2 battleship"}, False),
        ({"sea-zone-13": "germany: battleship; united-kingdom: 9 battleship"}, True),
        ({"sea-zone-60": "japan: 9 battleship"}, True),  # seven zones from the convoy
    ],
)
def test_a_fleet_is_enough_that_no_enemy_near_its_convoy_outdoes(enemy: dict[str, str], enough: bool) -> None:
    play = play_from(FLEET | enemy, "united-states")
    assert is_enough(seen(play)) is enough
    assert not is_enough(seen(play, escort=0))


def test_without_a_convoy_the_ports_are_watched() -> None:
    port = {"western-united-states": "united-states: industrial-complex", "sea-zone-10": "united-states: battleship"}
    near, far = {"sea-zone-57": "japan: 2 battleship"}, {"sea-zone-36": "japan: 2 battleship"}
    assert not is_enough(seen(play_from(port | near, "united-states")))
    assert is_enough(seen(play_from(port | far, "united-states")))


def test_no_fleet_is_enough_while_the_main_convoy_is_in_danger() -> None:
    """Bombers from Western Europe: nine of them outdo a cruiser, and no fleet of theirs is there."""
    bombers = {"sea-zone-8": "united-kingdom: 2 transport, cruiser", "western-europe": "germany: 9 bomber"}
    control = {"western-europe": "germany"}
    view = seen(play_from(bombers, "united-kingdom", control=control))
    assert view.danger_at_sea("sea-zone-8") and not is_enough(view)
    lone = {"sea-zone-8": "united-kingdom: transport", "sea-zone-2": "united-kingdom: 4 transport, 9 battleship"}
    view = seen(play_from(lone | {"western-europe": "germany: 2 bomber"}, "united-kingdom", control=control))
    assert view.danger_at_sea("sea-zone-8") and is_enough(view), "one transport astray is no cause for a second fleet"


def bought(play: Play, **figures: float) -> Counter[str]:
    """Return what is bought by forty bots that see the same board."""
    found = Counter[str]()
    for seed in range(40):
        for order in purchases(seen(play, **figures), Random(seed)):
            assert isinstance(order, Buy)
            found.update({item.unit: item.count for item in parse_units(order.units)})
    return found


def test_who_rules_the_waves_buys_transports_for_those_who_wait_and_no_more_warships() -> None:
    stacks = {
        "eastern-united-states": "united-states: 30 infantry, industrial-complex",
        "sea-zone-10": "united-states: 8 transport, 4 battleship",
    }
    play = play_from(stacks, "united-states", money={"united-states": 40})
    now, before = bought(play, air=0), bought(play, air=0, escort=0, arms=0, campaign=0)
    assert now["transport"] and not now["submarine"] + now["destroyer"] + now["cruiser"] + now["battleship"]
    assert before["submarine"] and not before["transport"]


def test_troops_are_placed_where_transports_have_room_for_them() -> None:
    """India lies nearer to the front, but empty transports wait off London."""
    stacks = {
        "united-kingdom": LONDON,
        "india": "united-kingdom: 4 infantry, industrial-complex",
        "french-indochina": "japan: infantry",
        "sea-zone-8": "united-kingdom: 6 transport",
    }
    play = play_from(stacks, "united-kingdom", "mobilize-units", pool={"united-kingdom": "infantry"})
    assert _first(placements(seen(play))) == "united-kingdom"
    assert _first(placements(seen(play, campaign=0))) == "india"


BOTTLED = {
    "eastern-united-states": "united-states: 8 infantry, industrial-complex",
    "sea-zone-18": "germany: battleship",
    "western-united-states": "united-states: industrial-complex",
}


def test_empty_transports_fetch_troops_with_warships_where_alone_they_would_be_sunk() -> None:
    """A German battleship is near the Caribbean; three American ones wait with the transports on the other side of Panama."""
    for warships, sail in (("3 battleship", True), ("destroyer", False)):
        stacks = {**BOTTLED, "sea-zone-54": f"united-states: 4 transport, {warships}"}
        play = play_from(stacks, "united-states", "noncombat-move")
        orders = ferries(seen(play))
        assert bool(orders) is sail and not ferries(seen(play, campaign=0))
        if sail:
            lead, ship = orders
            assert (lead.units, lead.way[-1], ship.units, ship.way[-1]) == (
                "3 battleship",
                "sea-zone-19",
                "transport",
                "sea-zone-19",
            )


def test_no_more_transports_fetch_troops_than_these_fill() -> None:
    """Four infantry wait at San Francisco: one transport stays for them, one of four goes on to the eight at New York."""
    stacks = {**BOTTLED, "western-united-states": "united-states: 4 infantry, industrial-complex"}
    stacks.pop("sea-zone-18")
    for there, goes in ((1, False), (4, True)):
        play = play_from({**stacks, "sea-zone-55": f"united-states: {there} transport"}, "united-states", "noncombat-move")
        view = seen(play)
        found = _seek(view, next(iter(ships(view))), 2)
        assert bool(found) is goes and not _seek(seen(play, campaign=0), next(iter(ships(view))), 2)


def test_new_transports_are_placed_where_troops_wait_for_them() -> None:
    """All American transports lie in the Pacific, and all troops wait on the other side."""
    stacks = {**BOTTLED, "sea-zone-54": "united-states: 4 transport"}
    stacks.pop("sea-zone-18")
    play = play_from(stacks, "united-states", "mobilize-units", pool={"united-states": "transport"})
    assert _first(placements(seen(play))) == "sea-zone-10"
    assert _first(placements(seen(play, campaign=0))) == "sea-zone-54"


def test_a_capital_in_danger_has_its_defenders_before_a_city_that_needs_no_factory() -> None:
    """Two transports and six bombers could take London, held by two infantry; nobody comes to Ottawa."""
    stacks = {
        "united-kingdom": "united-kingdom: 2 infantry, major-factory",
        "ontario": "united-kingdom: infantry",
        "sea-zone-112": "germany: 2 transport",
        "western-germany": "germany: 4 tank, 6 bomber",
    }
    play = GLOBAL.play_from(stacks, "united-kingdom", "mobilize-units", pool={"united-kingdom": "2 infantry"})
    assert _first(placements(seen(play))) == "united-kingdom"
    assert _first(placements(seen(play, campaign=0))) != "united-kingdom"


def _first(orders: list) -> str:
    assert isinstance(orders[0], Place)
    return orders[0].area


def test_warships_that_guard_nothing_sail_to_the_main_convoy() -> None:
    """The transports lie three zones away; after one turn the battleships are on the way. An army ashore, worth more, is no convoy."""
    stacks = {
        "eastern-united-states": "united-states: 40 infantry",
        "sea-zone-10": "united-states: 2 battleship",
        "sea-zone-8": "united-states: 3 transport [cargo=united-states/infantry+united-states/infantry]",
    }
    play = play_from(stacks, "united-states", "noncombat-move")
    view = seen(play)
    assert main_convoy(view) == "sea-zone-8"
    ((order,),) = rallies(play, view)
    assert isinstance(order, Move) and order.way[0] == "sea-zone-10" and order.way[-1] in ("sea-zone-8", "sea-zone-9")
    assert not list(rallies(play, seen(play, campaign=0)))


def test_new_warships_are_placed_on_the_side_where_the_convoy_is() -> None:
    stacks = {
        "eastern-united-states": "united-states: industrial-complex",
        "western-united-states": "united-states: industrial-complex, infantry",
        "sea-zone-12": "united-states: 2 transport [cargo=united-states/infantry]",
        "sea-zone-55": "united-states: transport",
    }
    play = play_from(stacks, "united-states", "mobilize-units", pool={"united-states": "destroyer"})
    assert _first(placements(seen(play))) == "sea-zone-10"


def test_aircraft_move_up_to_where_their_own_troops_fight() -> None:
    """Japan's infantry in the Soviet Far East is nobody's business in Alaska: the troops of the United States stand in Algeria."""
    stacks = {"alaska": "united-states: fighter", "algeria": "united-states: 3 infantry", "libya": "germany: infantry"}
    play = play_from(
        stacks, "united-states", "noncombat-move", control={"soviet-far-east": "japan", "algeria": "united-states", "libya": "germany"}
    )
    assert seen(play).flight("algeria") == 1 < seen(play).flight("alaska")
    assert seen(play, campaign=0).flight("alaska") < seen(play).flight("alaska")


def test_transports_of_one_port_have_one_goal_and_it_is_one_that_they_can_take() -> None:
    """Berlin is worth most, but eighteen defenders are too many for four infantry: they go to Norway together."""
    cargo = "transport [cargo=united-kingdom/infantry+united-kingdom/infantry]"
    stacks = {
        "united-kingdom": LONDON,
        "sea-zone-8": f"united-kingdom: {cargo}",
        "sea-zone-3": f"united-kingdom: {cargo}",
        "germany": "germany: 18 infantry",
        "western-europe": "germany: 18 infantry",
        "norway": "germany: infantry",
    }
    play = play_from(stacks, "united-kingdom", "noncombat-move", control={"karelia-ssr": "germany"})
    view = seen(play)
    goals = {convoy_goal(view, ship) for ship in ships(view)}
    assert len(goals) == 1
    assert "norway" in TITLE.neighbours[goals.pop()]
