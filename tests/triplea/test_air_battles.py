"""What comes before a raid in the air: as TripleA 1.9 wrote it where fighters met bombers, and put to the rules again.

The lines are those of the program's own games on World War II v5 with `Raids May Be Preceeded By Air Battles`, in which its players
sent escorts along and all fighters up: bombers, escorts and interceptors all hit on 1 in one round.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from engine import events as ev
from engine.dice import RecordedDice
from engine.families.axis_allies.orders import Battle, Move
from engine.play import Play
from engine.rules import EndPhase
from engine.title.loader import load_title
from ingest.triplea.events.save_replay import SaveReplay
from ingest.triplea.history import Event, EventChild
from ingest.triplea.orders.answers import answer
from ingest.triplea.orders.dice import DiceMap
from ingest.triplea.orders.fights import FightReader, TripleaFight
from ingest.triplea.orders.moves import MoveReader
from ingest.triplea.orders.names import Names
from ingest.triplea.rendering import Dice, Die, Units
from ingest.triplea.rendering import Move as Shown
from ingest.triplea.save import parse_save
from tests.axisallies.positions import Positions
from tests.triplea.javabytes import Java, listed
from tests.triplea.minigame import MiniGame, change

BOARD = Positions("aa1942-second-edition", "standard")
TITLE = load_title("aa1942-second-edition")
REMOVE = change("RemoveUnits", "L:name L:type L:units")
WAY = "united-kingdom > sea-zone-6 > northwestern-europe"
UNITS = {
    "b": ("bomber", "British"), "f": ("fighter", "British"), "g": ("fighter", "Germans"), "h": ("fighter", "Germans"),
    "a": ("armour", "British"),
}  # fmt: skip
OVER = "Air Battle is over, the remaining bombers go on to their targets"


def mini() -> MiniGame:
    """A game in which Reds have a fighter and a bomber and Blues a fighter, at the moment of a raid."""
    game = MiniGame()
    for old, new in (("infantry", "fighter"), ("tank", "bomber")):
        game.types[old].fields["name"] = new
    game.types = {"fighter": game.types["infantry"], "bomber": game.types["tank"]}
    game.round(1)
    game.step("redsBattle", game.reds)
    game.event("Air Battle in Blueland", game.blueland)
    return game


def fought(game: MiniGame) -> list[ev.Event]:
    found = SaveReplay(parse_save(game.stream())).tell()
    begins = next((at for at, event in enumerate(found) if isinstance(event, ev.BattleStarted)), len(found))
    return list(found[begins:])


def rolls(game: MiniGame, line: str, *pips: int) -> None:
    """Dice at 1; a die of the program tells what it showed, what it hit on, and that it hit (1) or not (0)."""
    hits = pips.count(1)
    game.child(
        f"{line} Fire,  : {','.join(map(str, pips))}", game.dice([(face, 1, int(face == 1)) for face in pips], hits, len(pips) / 6, "x")
    )


def test_the_aircraft_that_are_named_fight_with_their_dice_and_nobody_else() -> None:
    """Blues' other unit in Blueland takes no part; the dice of one type are that type's."""
    game = mini()
    game.child("Reds attacks with 1 units heading to Blueland", listed(game.tank))
    game.child("Blues launches 1 interceptors out of Blueland", listed(game.other))
    rolls(game, "Attackers", 1)
    rolls(game, "Defenders", 2)
    game.child("1 fighter owned by the Blues lost in Blueland", listed(game.other))
    game.change(Java(REMOVE, {"name": "Blueland", "type": "T", "units": listed(game.other)}))
    game.child(OVER)
    begun, *dice, gone, over = fought(game)
    assert isinstance(begun, ev.BattleStarted) and isinstance(over, ev.BattleEnded)
    assert (begun.kind, begun.attackers, begun.defenders) == ("air", "bomber", "fighter")
    assert [(e.side, e.power, e.purpose, e.unit, e.target, e.dice, e.hits) for e in dice if isinstance(e, ev.DiceRolled)] == [
        ("attacker", "reds", "air-combat", "bomber", 1, (1,), 1),
        ("defender", "blues", "air-combat", "fighter", 1, (2,), 0),
    ]
    assert isinstance(gone, ev.UnitsRemoved) and gone.cause == "combat"
    assert (over.rounds, over.winner, over.how, over.attackers, over.defenders) == (1, "attacker", "eliminated", "bomber", "")


def test_where_both_sides_have_aircraft_left_nobody_has_won() -> None:
    game = mini()
    game.child("Reds attacks with 2 units heading to Blueland", listed(game.tank, game.infantry))
    game.child("Blues launches 1 interceptors out of Blueland", listed(game.other))
    rolls(game, "Attackers", 3, 4)
    rolls(game, "Defenders", 6)
    game.child(OVER)
    over = fought(game)[-1]
    assert isinstance(over, ev.BattleEnded)
    assert (over.winner, over.how, over.attackers, over.defenders) == ("none", "over", "bomber, fighter", "fighter")


def test_a_line_of_dice_that_is_missing_is_told() -> None:
    game = mini()
    game.child("Reds attacks with 1 units heading to Blueland", listed(game.tank))
    game.child("Blues launches 1 interceptors out of Blueland", listed(game.other))
    rolls(game, "Defenders", 2)
    game.child("1 fighter owned by the Blues lost in Blueland", listed(game.other))
    game.change(Java(REMOVE, {"name": "Blueland", "type": "T", "units": listed(game.other)}))
    game.child(OVER)
    (defect,) = [event for event in fought(game) if isinstance(event, ev.DefectFound)]
    assert (defect.rule, defect.found, defect.expected) == ("save/dice", "0 hits", "1 or more")


def test_an_air_battle_without_aircraft_is_none() -> None:
    """The program begins and ends one for escorts that were sent without a bomber."""
    game = mini()
    game.child("Air Battle is over, the bombers have all died")
    assert not fought(game)


# ---- the same as orders


def line(index: int, title: str, *units: str) -> EventChild:
    return EventChild(index, title, Units(units) if units else None)


def shot(index: int, side: str, *pips: int) -> EventChild:
    dice = tuple(Die(face, 1, "hit" if face == 1 else "miss") for face in pips)
    return EventChild(index, f"{side} Fire,  : ", Dice(dice, pips.count(1), None, None))


def in_the_air(*lost: str) -> Event:
    """Two fighters meet a bomber with a fighter: 1 and 6, then 6 and 6."""
    lines = [
        line(1, "British attacks with 2 units heading to Northwestern Europe", "b", "f"),
        line(2, "Germans launches 2 interceptors out of Northwestern Europe", "g", "h"),
        shot(3, "Attackers", 1, 6),
        shot(4, "Defenders", 6, 6),
        *([line(5, "1 fighter owned by the Germans lost in Northwestern Europe", *lost)] if lost else []),
        line(6, OVER),
    ]
    return Event(0, "Air Battle in Northwestern Europe", None, 0, 0, tuple(lines))


def bombs() -> Event:
    guns = EventChild(8, "AA fire in Northwestern Europe : 2", Dice((Die(2, 1, "miss"),), 0, None, None))
    damage = EventChild(9, "Bombing raid in Northwestern Europe rolls: 3 and causes: 3 damage to unit: factory", None)
    return Event(7, "Strategic bombing raid in Northwestern Europe", None, 0, 0, (guns, damage))


def reader() -> FightReader:
    state: Any = SimpleNamespace(units={ident: SimpleNamespace(type=kind, owner=owner) for ident, (kind, owner) in UNITS.items()})
    return FightReader(Names(TITLE), state, "British")


def test_a_raid_has_what_came_before_it_in_the_air() -> None:
    (fight,) = reader().all_of([in_the_air("g"), bombs()])
    assert fight.raid and fight.air and fight.bombs == (3,)
    assert fight.air.raiders == {("bomber", "united-kingdom"): 1, ("fighter", "united-kingdom"): 1}
    assert fight.air.interceptors == {("fighter", "germany"): 2}
    assert fight.air.fire.late == {("fighter", "germany"): 1}
    assert fight.dice == 4 + 1 + 1


def test_a_raid_whose_bombers_fell_in_the_air_is_told_by_that_alone() -> None:
    (fight,) = reader().all_of([in_the_air()])
    assert (fight.area, fight.raid, fight.bombs) == ("northwestern-europe", True, ())


def test_bombers_and_escorts_that_are_named_go_on_the_raid_and_others_of_their_types_do_not() -> None:
    """Of two fighters that fly to the area, the one beyond the single escort attacks."""
    state: Any = SimpleNamespace(
        units={
            ident: SimpleNamespace(id=ident, type=kind, owner="British", properties={}, holder=("territory", "United Kingdom"))
            for ident, kind in (("b", "bomber"), ("f", "fighter"), ("g", "fighter"))
        },
        held_at={},
    )
    moved = MoveReader(Names(TITLE), state, (), "British")
    route = ("United Kingdom", "6 Sea Zone", "Northwestern Europe")
    raids = {"northwestern-europe": Counter({"bomber": 1, "fighter": 1})}
    orders = list(moved.orders(Event(0, "moved", Shown(("b", "f", "g"), route, {}), 0, 0, ()), raids))
    assert orders == [Move("fighter", WAY), Move("fighter, bomber", WAY, raid=True)]


@pytest.mark.parametrize("lost", ["g", ""])
def test_the_rules_take_the_interceptors_their_dice_and_their_loss(lost: str) -> None:
    """With the dice 1 and 6 one German fighter falls, whether or not the history names it; the bomber does 3 damage."""
    (fight,) = reader().all_of([in_the_air(*lost), bombs()])
    play, dice = raided(fight)
    fallen = [event for event in play.events if isinstance(event, ev.UnitsRemoved) and event.cause == "combat"]
    assert [(event.power, event.unit, event.count) for event in fallen] == [("germany", "fighter", 1)]
    assert play.state.damage == {("northwestern-europe", "industrial-complex"): 3}
    assert dice.left() == 0


def raided(fight: TripleaFight) -> tuple[Play, DiceMap]:
    dice = DiceMap()
    there = {
        "northwestern-europe": "germany: 2 fighter, industrial-complex",
        "united-kingdom": "united-kingdom: bomber, fighter",
    }
    play = BOARD.play_from(there, "united-kingdom", "combat-move", options={"air-battles": "on"})
    play.dice = RecordedDice(lambda count, _, what: dice.roll(count, what, 0))
    play.submit(Move("bomber, fighter", WAY, raid=True))
    play.submit(EndPhase())
    dice.open(fight)
    play.submit(Battle("northwestern-europe", raid=True))
    while pending := play.pending:
        play.submit(answer(play.position, pending, fight))
    return play, dice
