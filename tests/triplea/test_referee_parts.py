"""The parts of the referee, each by itself, on small positions and hand-made histories."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import DefectFound
from engine.families.axis_allies.orders import Move
from engine.observations import Units
from engine.recording import CorrectionEntry, Header, ObservationEntry, OrderEntry, Recording
from engine.replay import replay
from engine.rules import EndPhase
from engine.setting_right import set_right
from engine.strictness import Strictness
from engine.title.loader import load_title
from ingest.triplea.changes import Composite, UnitProperty
from ingest.triplea.history import Event, EventChild
from ingest.triplea.orders.compare import Picture, corrections, gaps, ours
from ingest.triplea.orders.dice import DiceMap, Misroll
from ingest.triplea.orders.fights import FightRound, Roll, TripleaFight
from ingest.triplea.orders.game import winners_told
from ingest.triplea.orders.moves import Planned, joined, sent_by_air, together
from ingest.triplea.orders.names import Names
from ingest.triplea.orders.rockets import RocketFire, rockets_of
from ingest.triplea.orders.turns import Part, Turn
from ingest.triplea.rendering import Die
from ingest.triplea.rendering import Move as Shown
from tests.aa1942.positions import play_from


def dice(*pairs: tuple[int, int]) -> list[Die]:
    return [Die(pips, target, "hit" if pips <= target else "miss") for pips, target in pairs]


def handed(fight: TripleaFight, *asked: tuple[int, str, int]) -> list[tuple[int, ...]]:
    dice_map = DiceMap()
    dice_map.open(fight)
    return [dice_map.roll(*one) for one in asked]


def test_dice_go_by_target_number_in_the_order_asked() -> None:
    """TripleA rolls infantry, supported or not, artillery and fighters in an order of its own."""
    roll = Roll(True, False, dice((3, 1), (5, 2), (1, 3), (2, 2), (6, 1)))
    what = "fire of the attacker in china: 1 infantry at 2, 2 infantry at 1, 1 artillery at 2, 1 fighter at 3"
    assert handed(TripleaFight("china", False, rounds=[FightRound([roll])]), (5, what, 1)) == [(5, 3, 6, 2, 1)]


def test_dice_of_submarines_that_strike_are_not_those_of_the_others() -> None:
    rolls = [Roll(True, True, dice((4, 2))), Roll(True, False, dice((2, 3), (6, 4)))]
    fight = TripleaFight("sea-zone-2", False, rounds=[FightRound(rolls)])
    strike = "surprise-strike of the attacker in sea-zone-2: 1 submarine at 2"
    fire = "fire of the attacker in sea-zone-2: 1 fighter at 3, 1 bomber at 4"
    assert handed(fight, (1, strike, 1), (2, fire, 1)) == [(4,), (2, 6)]
    together = "fire of the attacker in sea-zone-2: 1 fighter at 3, 1 bomber at 4, 1 submarine at 2"
    assert handed(fight, (3, together, 1)) == [(2, 6, 4)]


def test_dice_of_guns_under_the_way_of_aircraft_are_taken_in_order() -> None:
    dice_map = DiceMap()
    dice_map.overhead = [1, 5, 2]
    assert dice_map.roll(2, "anti-aircraft fire over china at 2 aircraft", 0) == (1, 5)
    with pytest.raises(Misroll, match="1 dice"):
        dice_map.roll(2, "anti-aircraft fire over india at 2 aircraft", 0)


def test_dice_of_guns_go_to_whom_they_shot_down() -> None:
    fight = TripleaFight("germany", False, aa=dice((3, 1), (1, 1), (6, 1)), shot=Counter({("bomber", "united-kingdom"): 1}))
    assert handed(fight, (3, "anti-aircraft fire in germany at 2 fighter, 1 bomber", 0)) == [(3, 6, 1)]


@pytest.mark.parametrize(
    ("count", "what", "number"),
    [
        (1, "fire of the attacker in china: 1 infantry at 2", 1),
        (2, "fire of the attacker in china: 2 infantry at 1", 1),
        (1, "fire of the defender in china: 1 infantry at 1", 1),
        (1, "fire of the attacker in china: 1 infantry at 1", 2),
        (1, "bombardment of china: 1 cruiser at 3", 0),
    ],
)
def test_other_dice_than_were_rolled_are_refused(count: int, what: str, number: int) -> None:
    fight = TripleaFight("china", False, rounds=[FightRound([Roll(True, False, dice((1, 1)))])])
    with pytest.raises(Misroll):
        handed(fight, (count, what, number))


def test_dice_that_nobody_asked_for_are_counted() -> None:
    dice_map = DiceMap()
    dice_map.open(TripleaFight("sea-zone-1", False, rounds=[FightRound([Roll(True, True, dice((3, 2)))])]))
    assert dice_map.left() == 1


def moved(units: str, *route: str) -> Event:
    return Event(0, "", Shown(tuple(units), route, {}), 0, 1, ())


def test_movements_of_the_same_units_are_one_unless_a_coast_is_crossed() -> None:
    events = (moved("ab", "1", "2"), moved("ba", "2", "3"), moved("b", "3", "4"), moved("b", "4", "5"))
    found = [event.shown.route for event, _ in joined(events, lambda event: False)]
    assert found == [("1", "2", "3"), ("3", "4", "5")]
    apart = joined(events, lambda event: "5" in event.shown.route)
    assert [event.shown.route for event, _ in apart] == [("1", "2", "3"), ("3", "4"), ("4", "5")]


def test_a_chain_of_movements_goes_first_in_its_own_order() -> None:
    plan = [Planned(frozenset(units), ()) for units in ("a", "bx", "c", "bd", "b", "ae")]
    assert ["".join(sorted(one.units)) for one in together(plan, 4)] == ["bx", "bd", "b", "a", "c", "ae"]


SEA = {"sea-zone-7": "united-kingdom: transport [cargo=united-kingdom/infantry+united-kingdom/tank], infantry [aboard], tank [aboard]"}


def corrected(save: Picture) -> dict[tuple[str, ...], int]:
    play = play_from(SEA, "united-kingdom", "noncombat-move")
    for wanted in corrections(play.position, save):
        set_right(play, wanted)
    assert list(gaps(ours(play.position), save)) == []
    return {key: count for key, count in play.state.stacks.items() if key[0] == "sea-zone-7"}


def test_a_correction_of_cargo_is_one_of_its_ship_too() -> None:
    start = ours(play_from(SEA, "united-kingdom", "noncombat-move").position)
    units = start.units.copy()
    del units["sea-zone-7", "united-kingdom", "tank"]
    assert corrected(start._replace(units=units)) == {
        ("sea-zone-7", "united-kingdom", "infantry", 1, "aboard"): 1,
        ("sea-zone-7", "united-kingdom", "transport", 1, "cargo=united-kingdom/infantry"): 1,
    }
    units["sea-zone-7", "united-kingdom", "infantry"] = 2
    assert corrected(start._replace(units=units)) == {
        ("sea-zone-7", "united-kingdom", "infantry", 1, "aboard"): 2,
        ("sea-zone-7", "united-kingdom", "transport", 1, "cargo=united-kingdom/infantry+united-kingdom/infantry"): 1,
    }


def test_corrections_of_everything_else() -> None:
    start = ours(play_from(SEA, "united-kingdom", "noncombat-move").position)
    banks = {power: amount + 3 for power, amount in start.banks.items()}
    owners = {**start.owners, "india": "japan"}
    hurt = Counter({place: 1 for place in start.units if place[2] == "battleship"})
    corrected(start._replace(banks=banks, owners=owners, hurt=hurt))


def test_corrections_between_the_orders_of_a_recording_set_the_game_right() -> None:
    title = load_title("aa1942")
    orders = [OrderEntry(EndPhase()), OrderEntry(EndPhase("noncombat-move"))]
    lost = CorrectionEntry(Units("archangel", "soviet-union", "2 infantry, tank"))
    gone = CorrectionEntry(Units("archangel", "soviet-union", "2 infantry"))
    seen = [ObservationEntry(Units("archangel", "soviet-union", "2 infantry"))]
    late = OrderEntry(Move("tank", "archangel > russia"))
    game = replay(Recording(Header("aa1942"), (orders[0], lost, gone, *seen, orders[1])), title, Strictness.RAISE)
    assert (game.state.defects, game.state.clock.phase) == (0, "mobilize-units")
    game = replay(Recording(Header("aa1942"), (orders[0], lost, gone, late)), title)
    told = [event for event in game.events if isinstance(event, DefectFound)]
    assert game.state.defects == 1 and [one.severity for one in told] == ["info", "info", "error"]
    assert (told[0].rule, told[0].expected, told[0].found) == ("correction", "3 infantry, tank", "2 infantry, tank")


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        ("Axis achieve an HONORABLE VICTORY with 9 Victory Cities!", ["axis"]),
        ("Allies achieve victory through a PROJECTION OF POWER with 9 Victory Cities!", ["allies"]),
        ("Axis achieve TOTAL VICTORY with 13 Victory Cities!", ["axis"]),
        ("Germans achieve nothing", []),
        ("Battle in Germany", []),
    ],
)
def test_the_winner_is_the_side_of_which_the_history_tells_a_victory(told: str, winners: list[str]) -> None:
    assert winners_told(["Battle in Egypt", told], load_title("aa1942-second-edition")) == winners


def test_rockets_name_where_they_come_from_and_the_base_that_they_hit() -> None:
    names = Names(load_title("global-1940"))
    told = (
        ("Rocket attack in Queensland does 6 damage to airfield owned by ANZAC", "Rockets in Caroline Islands roll: 6"),
        ("Rocket attack in Japan does 2 damage to factory_major owned by Japanese", "Rockets in Guam roll: 2"),
    )
    events = tuple(Event(0, title, None, 0, 0, (EventChild(0, below, None),)) for title, below in told)
    turn = Turn(1, "Japanese", (Part("combat-move", events, 0),))
    assert [*rockets_of(turn, names)] == [
        RocketFire("caroline-islands", "queensland", (6,), "air-base"),
        RocketFire("guam", "japan", (2,)),
    ]


def test_units_that_a_base_sends_by_air_are_known_by_their_mark() -> None:
    marked = UnitProperty("1", "airborne", True, False)
    assert [*sent_by_air((Composite((marked,), 1), UnitProperty("1", "alreadyMoved", 3, 0)))] == [True]
    assert not [*sent_by_air((UnitProperty("1", "airborne", False, True),))]


def test_dice_of_kamikaze_attacks_are_taken_in_order() -> None:
    dice_map = DiceMap()
    dice_map.kamikazes = [1, 5, 1, 6]
    asked = "kamikaze attack of japan on cruiser in sea-zone-6: 3 at 2"
    assert dice_map.roll(3, asked, 0) == (1, 5, 1) and dice_map.roll(1, asked, 0) == (6,)
