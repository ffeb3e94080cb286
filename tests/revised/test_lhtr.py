"""What the map World War II Revised LHTR plays otherwise: a map of the same title, which differs by options and one order of steps."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Research, Roll
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import EndPhase
from ingest.triplea.model import Option, Save
from ingest.triplea.orders.referee import played_options, victory_level
from ingest.triplea.title.mechanisms import check_save
from ingest.triplea.title.reading import read_title
from tests.axisallies.positions import Positions
from tests.triplea.saves import save_of

BOARD = Positions("revised", "standard")
LHTR = {
    "Projection of Power": False,
    "Honorable Surrender": True,
    "Axis Projection of Power VCs": 8,
    "Allies Projection of Power VCs": 8,
    "Super Sub Defence Bonus": 1,
    "LHTR Heavy Bombers": True,
    "Territory Turn Limit": True,
    "Always on AA": False,
    "LHTR Carrier production rules": True,
    "Move existing fighters to new carriers": False,
}
"""Properties of its game file that Revised has otherwise."""
OPTIONS = {
    "super-submarines": "attack-and-defense",
    "heavy-bombers": "best",
    "raid-limit": "territory",
    "overflight-fire": "combat-move",
    "new-carriers": "awaited",
    "technology-works": "end-of-turn",
}


def lhtr(save: Save, **more: object) -> Save:
    """Return a save of Revised as one of the other map: its properties, and technologies given after units are placed."""
    told = LHTR | {name.replace("_", " "): value for name, value in more.items()}
    options = save.options | {name: Option(name, value, False) for name, value in told.items()}
    late = [step for step in save.sequence if step.name.endswith("TechActivation")]
    sequence = tuple(step for step in save.sequence if step not in late) + tuple(late)
    return msgspec.structs.replace(save, game="World War II Revised LHTR", options=options, sequence=sequence)


@pytest.mark.shared
def test_a_save_of_the_map_is_of_the_title_with_its_options(shared: Path) -> None:
    plain = save_of(shared, "ai-revised-g1-fast")
    save = lhtr(plain)
    found = read_title(save)
    assert (found.title.slug, found.defects) == ("revised", ())
    assert check_save(save).lacks == () and check_save(save).title == "revised"
    assert played_options(save, found.title) == OPTIONS and victory_level(save, found.title) == {"victory": "honorable-surrender"}
    eight = lhtr(plain, Projection_of_Power=True, Honorable_Surrender=False)
    assert victory_level(eight, found.title) == {"victory": "lhtr-projection-of-power"}
    assert played_options(plain, found.title) == {} and victory_level(plain, found.title) == {"victory": "projection-of-power"}


@pytest.mark.section("16. LHTR heavy bombers")
def test_the_better_of_two_dice_counts_attacking_defending_and_in_raids() -> None:
    stacks = {"sea-zone-8": "germany: bomber [used=2 from=germany]; united-kingdom: submarine"}
    techs, options = {"germany": "heavy-bomber"}, OPTIONS
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6, 4], techs=techs, options=options)
    play.submit(Battle("sea-zone-8"))
    rolled = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(one.dice, one.hits, round(one.expected, 4)) for one in rolled] == [((6, 4), 1, round(1 - (2 / 6) ** 2, 4))]
    stacks = {"caucasus": "germany: bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[1, 2], techs=techs, options=options)
    play.submit(Battle("caucasus", raid=True))
    assert [event.damage for event in play.events if isinstance(event, ev.BattleEnded)] == [3]
    each = BOARD.play_from({}, "germany", techs=techs)
    assert profile(each.position, "germany", "bomber").number("attack-dice") == 2


def developed(option: str) -> Play:
    play = BOARD.play_from({}, "germany", "research", dice=[6], options={"technology-works": option})
    play.submit(Research("jet-power"))
    play.submit(Roll())
    return play


@pytest.mark.section("17. Technology at the end of a turn")
def test_what_is_developed_works_from_the_end_of_the_turn() -> None:
    assert ("germany", "jet-power") in developed("at-once").state.techs
    play = developed("end-of-turn")
    assert play.state.techs == {}
    while play.state.clock.power == "germany":
        play.submit(EndPhase())
    assert ("germany", "jet-power") in play.state.techs
