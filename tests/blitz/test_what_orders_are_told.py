"""What a refused order is told (who, what was found, what would do), what is proposed to who is asked, and what events of a battle say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import events as ev
from engine.orders import Order
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, factors, results
from engine.titles.blitz.combat.fire import fire
from engine.titles.blitz.orders import (
    AddUnit,
    Announced,
    Attack,
    Blitz,
    Build,
    Choose,
    Engage,
    Give,
    GoTo,
    GoToWar,
    PutToSea,
    Resolve,
    ReturnToBase,
)
from engine.titles.blitz.position import board, changes
from tests.blitz.table import do, keys, settle, table

AT_WAR = ["germany usa", "japan usa"]
FLEET = "high-seas-fleet western-germany@2"
TAPS = "europe-trs london@2, home-guard london@1, egyptian-army egypt@1"


@dataclass
class Told:
    """A position, an order that it refuses, and what of the problem's text must be there: found, expected, and words of the message."""

    order: Order
    found: str
    expected: str
    units: str = ""
    says: str = ""
    position: dict[str, Any] = field(default_factory=dict)


REFUSED = [
    Told(PutToSea("home-fleet", "london > western-approaches > usa-east-coast > brazilian-coast > south-atlantic"), "4", "3 at most",
         "home-fleet london@2", "home-fleet", {"phase": "sea", "power": "afa"}),
    Told(PutToSea("europe-trs", "london > north-sea", embark="egyptian-army"), "egypt", "the coast", TAPS, "egyptian-army",
         {"phase": "sea", "power": "afa"}),
    Told(PutToSea("europe-trs", "london > north-sea", carry="egyptian-army"), "egypt", "london", TAPS, "egyptian-army",
         {"phase": "sea", "power": "afa"}),
    Told(ReturnToBase("high-seas-fleet", "london"), "london", "western-germany", "high-seas-fleet north-sea@2", "high-seas-fleet",
         {"phase": "return"}),
    Told(ReturnToBase("high-seas-fleet", "london"), "london", "no base in range", "high-seas-fleet cape-horn@2", "high-seas-fleet",
         {"phase": "return"}),
    Told(ReturnToBase("high-seas-fleet", "berlin"), "germany-pool", "a unit on the map", "high-seas-fleet germany-pool@2", "",
         {"phase": "return"}),
    Told(ReturnToBase("high-seas-fleet", "berlin"), "out of the game", "a unit on the map", "", "high-seas-fleet", {"phase": "return"}),
    Told(Engage("baltic-sea"), "baltic-sea", "none is due", FLEET, "", {"phase": "sea-combat"}),
    Told(Engage("baltic-sea"), "baltic-sea", "north-sea", "high-seas-fleet north-sea@2, home-fleet north-sea@2", "",
         {"phase": "sea-combat"}),
    Told(Attack("ground", "north-sea", "army-group-b"), "north-sea", "a land area in play", "army-group-b paris@2"),
    Told(Attack("ground", "sweden", "army-group-b"), "neutral", "an enemy at war", "army-group-b finland@2", "germany"),
    Told(Attack("ground", "byelorussia", "army-group-b"), "ussr", "an enemy at war", "army-group-b poland@2", "germany"),
    Told(Attack("ground", "berlin", "2nd-army, western-front"), "ussr, afa", "one power",
         "2nd-army western-germany@2, western-front poland@2", "", {"power": "afa", "at_war": ["germany ussr"],
         "take": {"western-germany": "afa", "poland": "ussr"}}),
    Told(Attack("factory", "berlin", "north-atlantic-fleet"), "north-atlantic-fleet", "an air unit among the attackers",
         "north-atlantic-fleet baltic-sea@2", "CVs", {"power": "afa"}),
    Told(Build("army-group-b", sizes=3), "5", "Size 2 at most", "army-group-b berlin@2", "army-group-b",
         {"phase": "build", "stores": {"germany": (9, 0)}}),
    Told(Build("volkssturm"), "no area", "berlin, western-germany", "volkssturm germany-pool@1", "volkssturm", {"phase": "build"}),
    Told(Build("volkssturm", "paris"), "paris", "berlin, western-germany", "volkssturm germany-pool@1", "volkssturm", {"phase": "build"}),
    Told(Build("high-seas-fleet", "rome"), "rome", "nowhere", "high-seas-fleet germany-pool@2", "high-seas-fleet",
         {"phase": "build", "take": {"berlin": "afa", "western-germany": "afa"}, "stores": {"germany": (9, 0)}}),
    Told(Blitz("germany", "total"), "total", "land, free", "", "germany", {"phase": "blitz", "scenario": "western-europe", "blitzing": {}}),
    Told(GoToWar("germany", "poland"), "afa", "a neutral country", "", "poland", {"phase": "move"}),
    Told(GoToWar("germany", "vichy-france"), "part of France", "a neutral country", "", "vichy-france", {"phase": "move"}),
    Told(AddUnit("big-1st-army"), "usa-group-3", "", "", "big-1st-army", {"phase": "build", "power": "usa"}),
]  # fmt: skip


def test_a_refusal_says_what_was_found_and_what_would_do() -> None:
    for told in REFUSED:
        play = table(told.units, **told.position)
        (problem,) = play.check(told.order)
        assert problem.found == told.found, (told.order, problem)
        assert told.expected in problem.expected and told.says in problem.message, (told.order, problem)


def test_2_2_a_free_blitz_says_what_is_left_of_its_four_sizes() -> None:
    units = "europe-trs london@2, 2nd-army london@2, home-guard london@1, home-fleet scotland@1"
    play = table(units, phase="sea", power="afa", blitzing={"afa": "free"})
    do(play, PutToSea("home-fleet", "scotland > north-sea"))
    (problem,) = play.check(PutToSea("europe-trs", "london > north-sea", carry="2nd-army"))
    assert (problem.found, problem.expected) == ("4", "3 at most")


# What is proposed


def asks(task: str, units: str = "", **told: Any) -> tuple[str, str, Order]:
    """What a task asks, whom, and what it does if nobody answers."""
    play = table(units, **told)
    agenda.before(play, task)
    agenda.run(play)
    assert play.pending is not None, task
    return play.pending.what, play.pending.power, play.pending.default


@pytest.mark.section("3.4", "6.5", "6.6", "7.4")
@pytest.mark.parametrize(
    ("task", "units", "told", "asked"),
    [
        ("comes-back poland", "polish-army afa-set-aside@2, polish-air-force ussr-set-aside@1",
         {"owners": {"polish-air-force": "ussr"}}, ("comes-back", "afa", Choose("polish-army"))),
        ("base luftwaffe", "luftwaffe berlin@2 [target=poland ground]", {}, ("base", "germany", GoTo("luftwaffe", "berlin"))),
        ("base high-seas-fleet", "high-seas-fleet north-sea@2", {},
         ("base", "germany", GoTo("high-seas-fleet", "western-germany", "north-sea"))),
        ("overrun me-109s afa", "me-109s western-germany@1", {"take": {"western-germany": "afa"}},
         ("overrun", "afa", GoTo("me-109s", "austria-czechoslovakia"))),
        ("retreat polish-army", "polish-army poland@2", {"take": {"byelorussia": "afa", "ukraine": "afa"}},
         ("retreat-to", "afa", GoTo("polish-army", "byelorussia"))),
        ("lend arctic-ocean-ll", "arctic-ocean-ll arctic-ocean@2", {"at_war": ["germany ussr"]}, ("lend-lease", "afa", Give(0))),
        ("new-home germany germany", "", {"markers": {"conquered/germany": "axis"}}, ("new-home", "germany", None)),
        ("move-out royal-air-force home", "royal-air-force paris@2", {"take": {"paris": "germany"}},
         ("move-out", "afa", GoTo("royal-air-force", "london"))),
    ],
)  # fmt: skip
def test_what_is_done_for_who_does_not_answer(task: str, units: str, told: dict[str, Any], asked: tuple[str, str, Order | None]) -> None:
    """The first in the order of the choices: where a unit was, the closest, Resources."""
    what, power, default = asks(task, units, **told)
    assert (what, power) == asked[:2]
    assert default == (asked[2] or default), task


@pytest.mark.section("6.6")
def test_6_6_the_dearest_defender_retreats_and_the_dearest_attacker_is_kept_from_advancing_by_default() -> None:
    units = "army-group-center berlin@2 [target=poland ground], 1st-para berlin@1 [target=poland ground], polish-army poland@2"
    play = table(f"{units}, home-guard poland@1")
    battles.begin(play, "ground", "poland")
    block, drive = results._asks_block(play.position, ()), results._asks_drive_back(play.position, ())
    assert block is not None and (block.power, block.default) == ("afa", Choose("army-group-center"))
    assert drive is not None and (drive.power, drive.default) == ("germany", Choose("polish-army"))


@pytest.mark.section("6.5", "6.6")
@pytest.mark.parametrize(
    ("task", "units", "names"),
    [
        ("hit axis naval 1", "u-boat-i north-sea@2, high-seas-fleet north-sea@2, home-fleet north-sea@2", 2),
        ("back axis naval 1", "u-boat-i north-sea@2, high-seas-fleet north-sea@2, home-fleet north-sea@2", 2),
        ("hit axis naval 1", "u-boat-i north-sea@2, home-fleet north-sea@2", 1),
        ("back axis naval 1", "u-boat-i north-sea@2, home-fleet north-sea@2", 1),
        ("hit allies land 1", "army-group-b berlin@2 [target=poland ground], polish-army poland@2, home-guard poland@1", 2),
        ("drive-back", "army-group-b berlin@2 [target=poland ground], polish-army poland@2, home-guard poland@1", 2),
        ("block", "army-group-b berlin@2 [target=poland ground], 18th-army berlin@2 [target=poland ground], polish-army poland@2", 2),
        ("block", "army-group-b berlin@2 [target=poland ground], polish-army poland@2", 1),
    ],
)
def test_6_5_of_two_that_a_result_may_affect_one_is_chosen_and_a_single_one_is_not_asked_for(task: str, units: str, names: int) -> None:
    play = table(units, phase="sea-combat" if "north-sea" in units else "land-combat")
    battles.begin(play, *(("sea", "north-sea") if "north-sea" in units else ("ground", "poland")))
    agenda.AGENDA.set(play, "")
    agenda.before(play, task)
    before = {key.unit: key for key in board.on_map(play.position)}
    agenda.run(play)
    asked = play.pending is not None and play.pending.what in ("damage", "return-to-base", "retreat", "block")
    assert asked is (names > 1)
    settle(play)
    assert {key.unit: key for key in board.on_map(play.position)} != before


# What events say


def fought(units: str, order: Order, *first: Order, dice: list[int], **told: Any) -> Play:
    """A battle, fought to its end with the default answers."""
    play = table(units, dice=dice, **told)
    for one in (*first, order):
        settle(do(play, one))
    return play


@pytest.mark.section("6.5")
def test_6_5_dice_of_a_battle_are_of_its_one_round_and_bring_what_the_chart_says() -> None:
    """The average of a line is beside them; they hit no target of faces."""
    play = fought(
        "army-group-center berlin@2, luftwaffe berlin@2, polish-army poland@2",
        Resolve("ground", "poland"), Attack("ground", "poland", "army-group-center, luftwaffe"), Announced(), dice=[3, 5],
    )  # fmt: skip
    rolled = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(event.purpose, event.round, event.target, event.unit, event.dice) for event in rolled] == [
        ("land", 1, 0, "", (3,)),
        ("land", 1, 0, "", (5,)),
    ]
    assert [(event.power, event.side, event.battle, event.area) for event in rolled] == [
        ("germany", "attacker", 1, "poland"),
        ("afa", "defender", 1, "poland"),
    ]
    (ended,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert (ended.battle, ended.rounds, ended.attacker_lost) == (1, 1, 2 - keys(play, "army-group-center")[0].strength)


@pytest.mark.section("6.5", "9.6", "9.8")
def test_9_6_a_die_outside_of_battles_belongs_to_none() -> None:
    play = table(dice=[4])
    number, letter = fire(play, 15, "sabotage", "germany", "attacker")
    assert (number, letter) == factors.result(play.position, 15, 4)
    rolled = play.events[-1]
    assert isinstance(rolled, ev.DiceRolled)
    assert (rolled.battle, rolled.round, rolled.target, rolled.unit, rolled.hits, rolled.dice) == (0, 1, 0, "", number, (4,))
    assert rolled.expected == sum(factors.result(play.position, 15, face)[0] for face in range(1, 7)) / 6


@pytest.mark.section("7.1", "7.8")
@pytest.mark.parametrize("target", [0, 1, 4, 6])
@pytest.mark.parametrize("die", [1, 3, 6])
def test_7_8_a_die_says_how_many_faces_succeed_and_whether_it_did(target: int, die: int) -> None:
    play = table(dice=[die])
    assert changes.roll(play, "berlin", "germany", "told", "luftwaffe", target=target) == die
    rolled = play.events[-1]
    assert isinstance(rolled, ev.DiceRolled)
    assert (rolled.battle, rolled.round, rolled.area, rolled.unit, rolled.side) == (0, 1, "berlin", "luftwaffe", "attacker")
    assert (rolled.target, rolled.hits, rolled.expected) == (target, int(die > 6 - target), target / 6)
    other = table(dice=[die])
    changes.roll(other, "berlin", "afa", "told", target=target)
    last = other.events[-1]
    assert isinstance(last, ev.DiceRolled) and last.side == "defender"


@pytest.mark.section("7.8")
def test_7_8_each_event_is_of_one_counter() -> None:
    """A counter is bought once, drawn from its Force Pool, placed, built up, damaged, replaced by its other counter."""
    units = "army-group-center berlin@2, big-army-group-center germany-pool@4, volkssturm germany-pool@1"
    play = table(units, phase="build", stores={"germany": (9, 0)})
    done = len(play.events)
    do(play, Build("volkssturm", "berlin"), Build("army-group-center"))
    changes.damage(play, keys(play, "big-army-group-center")[0])
    changes.destroy(play, keys(play, "volkssturm")[0])
    counted = [event for event in play.events[done:] if hasattr(event, "count")]
    kinds = {type(event).__name__ for event in counted}
    assert kinds == {"UnitsPurchased", "UnitsRemoved", "UnitsPlaced", "UnitsChanged", "UnitsMoved"}
    assert {getattr(event, "count", 0) for event in counted} == {1}
    assert board.find(play.position, "army-group-center") is not None
