"""What a greedy bot does in small positions where the sensible thing is plain."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.buying import stipend
from engine.families.axis_allies.bots.greedy.ferrying import convoy
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Battle, Buy, Load, Move, Offload, Place, Retreat, Submerge
from engine.forces import parse_units
from engine.orders import Order
from engine.play import Play
from engine.rules import Concede, EndPhase
from engine.simulation import make_bot, simulate
from engine.title.loader import load_title
from tests.aa1942.positions import play_from
from tests.axisallies.positions import Positions

AUSTRALIA = Positions("global-1939", "1939")

GERMANY = {"germany": "germany: 6 infantry, anti-aircraft-gun, industrial-complex"}
LONDON = {"united-kingdom": "united-kingdom: 4 infantry, 2 tank, anti-aircraft-gun, industrial-complex"}


def phase_of(play: Play, bot: str = "greedy") -> list[Order]:
    """Let a bot play the phase to its end; return its orders, EndPhase left out."""
    player, phase, orders = make_bot(bot, 1), play.state.clock.phase, list[Order]()
    while play.state.clock.phase == phase and not play.state.ended:
        orders.append(player.decide(play))
        play.submit(orders[-1])
        assert len(orders) < 50
    return [order for order in orders if not isinstance(order, EndPhase)]


def test_it_attacks_a_weak_neighbour_with_enough() -> None:
    stacks = {**GERMANY, "belorussia": "germany: 5 infantry, 3 tank", "karelia-ssr": "soviet-union: infantry"}
    orders = phase_of(play_from(stacks, "germany", "combat-move", control={"belorussia": "germany"}))
    assert any(isinstance(order, Move) and order.path.endswith("> karelia-ssr") for order in orders)


def test_it_leaves_a_strong_neighbour_alone() -> None:
    stacks = {
        **GERMANY,
        "belorussia": "germany: 2 infantry",
        "karelia-ssr": "soviet-union: 9 infantry",
        "west-russia": "soviet-union: 9 infantry",
        "ukraine-ssr": "soviet-union: 9 infantry",
    }
    held = {"belorussia": "germany", "west-russia": "soviet-union", "ukraine-ssr": "soviet-union"}
    orders = phase_of(play_from(stacks, "germany", "combat-move", control=held))
    assert not [order for order in orders if isinstance(order, Move) and order.path.startswith("belorussia")]


def test_it_does_not_empty_a_capital_that_is_in_danger() -> None:
    """Six infantry hold Berlin against the tanks beside it; an empty city on the other side does not lure them away."""
    stacks = {**GERMANY, "eastern-europe": "soviet-union: 6 infantry, 6 tank"}
    held = {"eastern-europe": "soviet-union", "western-europe": "united-kingdom"}
    orders = phase_of(play_from(stacks, "germany", "combat-move", control=held))
    assert not [order for order in orders if isinstance(order, Move)]


def test_it_buys_guards_when_its_capital_is_in_danger() -> None:
    stacks = {**GERMANY, "eastern-europe": "soviet-union: 6 infantry, 6 tank"}
    play = play_from(stacks, "germany", control={"eastern-europe": "soviet-union"}, money={"germany": 30})
    (order,) = phase_of(play)
    assert isinstance(order, Buy) and dict((item.unit, item.count) for item in parse_units(order.units)) == {"infantry": 10}


def test_it_crosses_the_sea_to_take_an_open_coast() -> None:
    stacks = {**GERMANY, **LONDON, "sea-zone-7": "united-kingdom: transport, battleship"}
    play = play_from(stacks, "united-kingdom", "combat-move", control={"western-europe": "germany"})
    orders = phase_of(play)
    assert [type(order) for order in orders] == [Load, Offload]
    assert orders[1].path == "sea-zone-7 > western-europe"  # type: ignore[attr-defined]
    play.submit(EndPhase(phase="conduct-combat"))
    assert play.state.control["western-europe"] == "united-kingdom"


def test_it_ferries_reserves_to_where_the_front_is() -> None:
    """The capital has no way to the front by land: what waits there is carried to a friendly shore near it."""
    stacks = {
        **LONDON,
        "sea-zone-3": "united-kingdom: transport",
        "norway": "united-kingdom: infantry",
        "karelia-ssr": "germany: 9 infantry",
    }
    play = play_from(stacks, "united-kingdom", "noncombat-move", control={"norway": "united-kingdom", "karelia-ssr": "germany"})
    orders = phase_of(play)
    assert any(isinstance(order, Load) for order in orders)
    assert any(isinstance(order, Offload) and order.path.endswith("> norway") for order in orders)


def test_it_marches_reserves_up() -> None:
    stacks = {"germany": "germany: 3 infantry, tank", "karelia-ssr": "soviet-union: infantry"}
    orders = phase_of(play_from(stacks, "germany", "noncombat-move"))
    assert [(order.units, order.path) for order in orders if isinstance(order, Move)] == [("3 infantry, tank", "germany > eastern-europe")]


def test_it_retreats_when_the_odds_have_turned() -> None:
    """Three infantry against five that were one when the attack began: two rounds on, it is time to go."""
    stacks = {
        "belorussia": "germany: infantry",
        "karelia-ssr": "germany: 3 infantry [used=1 from=belorussia moved]; soviet-union: 5 infantry, 2 tank",
    }
    play = play_from(stacks, "germany", "conduct-combat", dice=[6, 6, 6, 1, 6, 6, 6, 6, 6, 6, 6], control={"belorussia": "germany"})
    orders = phase_of(play)
    assert [type(order) for order in orders] == [Battle, Retreat]
    assert play.position.board["belorussia"][-1][1] + play.position.board["belorussia"][0][1] == 3


def test_its_submarines_go_under_when_they_would_lose() -> None:
    stacks = {
        "sea-zone-5": "germany: submarine; united-kingdom: battleship [used=1 from=sea-zone-3 moved],"
        " cruiser [used=1 from=sea-zone-3 moved]"
    }
    play = play_from(stacks, "united-kingdom", "conduct-combat")
    orders = phase_of(play)
    assert Submerge("defender", 1) in orders


def test_it_lands_its_aircraft() -> None:
    stacks = {**GERMANY, "karelia-ssr": "germany: fighter [used=2 fought]"}
    play = play_from(stacks, "germany", "noncombat-move")
    (order,) = [order for order in phase_of(play) if isinstance(order, Move) and order.units == "fighter"]
    assert play.title.areas[order.path.split(" > ")[-1]].kind == "land"
    assert not [event for event in play.events if isinstance(event, ev.UnitsRemoved)]


def test_it_places_what_it_bought() -> None:
    stacks = {**GERMANY, "sea-zone-5": "germany: transport"}
    play = play_from(stacks, "germany", "mobilize-units", pool={"germany": "4 infantry, submarine, fighter"})
    orders = phase_of(play)
    assert sum(item.count for order in orders if isinstance(order, Place) for item in parse_units(order.units)) == 6
    assert not play.state.pool


def test_a_cautious_side_gives_up_when_all_is_lost() -> None:
    stacks = {**GERMANY, "eastern-europe": "soviet-union: 120 tank", "japan": "japan: infantry, industrial-complex"}
    play = play_from(stacks, "germany", control={"eastern-europe": "soviet-union"})
    assert phase_of(play, "cautious") == [Concede("axis")]
    assert (play.state.winners, play.state.how) == (("allies",), "conceded")
    assert Concede("axis") not in phase_of(play_from(stacks, "germany", control={"eastern-europe": "soviet-union"}))


def test_it_beats_a_bot_that_plays_at_random() -> None:
    title = load_title("aa1942")
    for side, other in (("allies", "axis"), ("axis", "allies")):
        _, game = simulate(title, 50, {side: "greedy", other: "random"}, round_limit=12)
        assert game.state.winners == (side,)


@pytest.mark.parametrize(
    ("waiting", "fleet", "bought"),
    [
        ("2 infantry", "", "3 infantry"),
        ("12 infantry", "8 transport", "3 infantry"),
        ("12 infantry", "", "transport"),
        ("24 infantry", "8 transport", "fighter"),
    ],
)
def test_riders_buy_ships_where_their_troops_wait_for_some(waiting: str, fleet: str, bought: str) -> None:
    stacks = {"new-south-wales": f"united-kingdom: {waiting}, minor-factory"} | (
        {"sea-zone-62": f"united-kingdom: {fleet}"} if fleet else {}
    )
    play = AUSTRALIA.play_from(
        stacks, "united-kingdom", "purchase-units", control={"new-south-wales": "united-kingdom"}, money={"anzac": 11}
    )
    assert [order.units for order in stipend(View(play.position, styles()["greedy"]), "anzac")] == [bought]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("escort", "sails"), [("3 battleship", True), ("destroyer", False)])
def test_warships_go_with_laden_transports_whose_way_is_in_danger(escort: str, sails: bool) -> None:
    """Norway is a landing place; submarines reach every zone on the way, and warships that beat them make it safe."""
    stacks = {
        **LONDON,
        "sea-zone-8": f"united-kingdom: {escort}, transport [cargo=united-kingdom:infantry]",
        "sea-zone-5": "germany: 3 submarine",
    }
    play = play_from(stacks, "united-kingdom", "noncombat-move", control={"norway": "germany", "western-europe": "germany"})
    view = View(play.position, styles()["greedy"])
    (ship,) = ships(view)
    zone, orders = convoy(view, ship, ["sea-zone-8", "sea-zone-7", "sea-zone-6"])
    assert (zone != "sea-zone-8") is bool(orders) is sails


@pytest.mark.parametrize(("damage", "raids"), [(0, 1), (20, 0)])
def test_it_bombs_a_factory_that_bombs_can_still_damage(damage: int, raids: int) -> None:
    stacks = {**GERMANY, "united-kingdom": "united-kingdom: bomber, 4 infantry"}
    play = play_from(stacks, "united-kingdom", "combat-move", damage={"germany": damage})
    sent = [order for order in phase_of(play) if isinstance(order, Move) and order.raid]
    assert len(sent) == raids
    assert all(order.path.endswith("germany") for order in sent)


def test_no_more_bombers_go_than_a_factory_can_take_bombs() -> None:
    stacks = {**GERMANY, "united-kingdom": "united-kingdom: 4 bomber, 4 infantry"}
    play = play_from(stacks, "united-kingdom", "combat-move", damage={"germany": 10})
    assert sum("germany" in order.path for order in phase_of(play) if isinstance(order, Move) and order.raid) == 3
