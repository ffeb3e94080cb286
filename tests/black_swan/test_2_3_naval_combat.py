"""2.2 Naval Engagement Die Roll, 2.3 Naval Combat, 2.4: who finds whom, who fires at what, and what comes of it."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.errors import IllegalOrder
from engine.families.blocks.combat.orders import ResolveCombat
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import engagement
from engine.families.blocks.sea.orders import Aim
from engine.mechanics.orders import Lose
from engine.play import Play
from engine.rules import EndPhase, Position
from tests.black_swan.board import TITLE, again, play_from, stacks_of

WAR = ("germany", "italy", "great-britain", "united-states", "soviet-union")
CENTRAL_MED = (
    "italy heavy-surface-4 central-med, italy light-surface-3 central-med, italy submarine-3 central-med, "
    "great-britain carrier-3 central-med, great-britain heavy-surface-3 central-med, "
    "great-britain light-surface-3 central-med"
)
AXIS_HOLDS = {"crete": "italy", "sicily": "italy", "athens": "germany", "malta": "great-britain"}
EXAMPLE = [(5, 1, 2), (6,), (4, 4, 5), (1, 1, 5), (5, 1, 1), (6, 1), (5, 6)]
SEA = [unit for unit, row in TITLE.units.items() if row.has("naval")]


def combat(stacks: str, dice: tuple[int, ...] | list[int] = (), **more) -> Play:
    """Return a game in which the naval combat phase has just begun."""
    return play_from(stacks, "naval-combat", **{"dice": dice, "at_war": WAR, **more})


def flat(*rolls: tuple[int, ...]) -> list[int]:
    return [die for roll in rolls for die in roll]


def told(play: Play, kind: type) -> list:
    return [event for event in play.events if isinstance(event, kind)]


def rolls(play: Play) -> list[tuple[str, str, int, tuple[int, ...], int]]:
    """Return what has been rolled in battle: (purpose, side, faces that hit, dice, hits)."""
    return [(one.purpose, one.side, one.target, one.dice, one.hits) for one in told(play, ev.DiceRolled) if one.battle]


# 2.2 Naval Engagement Die Roll


@pytest.mark.section("2.2")
@pytest.mark.parametrize(
    ("stacks", "control", "zone", "dice", "expected"),
    [
        ("soviet-union 2 light-surface-2 northern-baltic, germany submarine-3 northern-baltic", {}, "northern-baltic", [], "calm -+4"),
        (
            "germany 3 submarine-3 central-atlantic, great-britain 4 light-surface-3 central-atlantic",
            {},
            "central-atlantic",
            [2],
            "calm 2+8",
        ),
    ],
)
def test_2_2_example_of_spring_1943_no_battle(stacks: str, control: dict[str, str], zone: str, dice: list[int], expected: str) -> None:
    """No die where even a 6 would not be enough (four pieces), and a 2 with eight makes ten."""
    play = combat(stacks, dice, control=control)
    assert play.state.marker("phase", f"engagement/{zone}") == expected
    assert engagement.due(play.position) == [] and not play.state.battle


@pytest.mark.section("2.2")
def test_2_2_example_no_die_is_needed_in_the_central_med() -> None:
    """Six ships and four discs: even a 1 is eleven."""
    play = combat(CENTRAL_MED, flat(*EXAMPLE[:2]), control=AXIS_HOLDS)
    assert engagement.modifier(play.position, "central-med") == 10
    assert play.dice.asked[0][1].startswith("opposition of the attacker"), "the first dice are those of the battle"
    assert play.state.battle == 1


@pytest.mark.section("2.2")
@pytest.mark.parametrize(("die", "found"), [(2, False), (3, True), (6, True)])
def test_2_2_example_central_atlantic_needs_a_three(die: int, found: bool) -> None:
    """A modifier of +8: a battle on 3, 4, 5 or 6."""
    stacks = "germany 3 submarine-3 central-atlantic, great-britain 4 light-surface-3 central-atlantic"
    play = combat(stacks, [die] + [1] * 22)
    (rolled,) = [one for one in told(play, ev.DiceRolled) if one.purpose == "engagement"]
    assert (rolled.battle, rolled.area, rolled.dice) == (0, "central-atlantic", (die,))
    assert (play.state.marker("phase", "engagement/central-atlantic") == engagement.FOUGHT) is found
    assert len(told(play, ev.BattleEnded)) == found


@pytest.mark.section("2.2")
def test_2_2_all_dice_of_engagement_fall_before_the_first_battle() -> None:
    stacks = (
        "germany 3 submarine-3 {0}, great-britain 4 light-surface-3 {0}, germany 3 light-surface-2 {1}, great-britain 4 light-surface-3 {1}"
    )
    play = combat(stacks.format("central-atlantic", "norwegian-sea"), [3, 4])
    assert [what.split(":")[0] for _, what in play.dice.asked] == [
        "naval engagement in central-atlantic",
        "naval engagement in norwegian-sea",
    ]
    assert engagement.due(play.position) == ["central-atlantic", "norwegian-sea"]


@pytest.mark.section("2.2")
def test_2_2_no_roll_where_the_other_side_is_at_peace_or_absent() -> None:
    stacks = "italy 4 light-surface-2 central-med, great-britain 4 light-surface-2 central-med, germany submarine-3 north-sea"
    assert engagement.meetings(combat(stacks, at_war=("germany", "great-britain")).position) == []


# 2.3 Naval Combat


@pytest.mark.section("2.3")
def test_2_3_the_phasing_side_chooses_the_order_of_battles() -> None:
    stacks = (
        "germany 3 submarine-3 {0}, great-britain 4 light-surface-3 {0}, germany 3 light-surface-2 {1}, great-britain 4 light-surface-3 {1}"
    )
    play = combat(stacks.format("central-atlantic", "norwegian-sea"), [3, 4] + [1] * 100)
    asked = play.pending
    assert (asked.what, asked.power, asked.default) == ("battle", "germany", ResolveCombat("central-atlantic"))
    with pytest.raises(IllegalOrder, match="no naval battle is due"):
        play.submit(ResolveCombat("the-channel"))
    play.submit(ResolveCombat("norwegian-sea"))
    assert [event.area for event in told(play, ev.BattleStarted)] == ["norwegian-sea", "central-atlantic"]
    assert play.pending is None, "the last battle needs no order"
    play.submit(EndPhase())


@pytest.mark.section("2.3")
def test_2_3_example_battle_in_the_central_med() -> None:
    """The whole battle of the book, with its dice and its choices; the zone remains contested."""
    play = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    assert stacks_of(play, "central-med")["italy heavy-surface-4@3"] == 1, "the strongest takes the hit of Malta's disc"
    asked = play.pending
    assert (asked.what, asked.power, asked.side) == ("casualties", "great-britain", "defender")
    assert asked.default == Lose("light-surface-3@3 (great-britain)"), "the cheapest and the last to fire"
    assert [problem.found for problem in play.check(Lose("light-surface-3", which="light-surface-3 empty"))] == ["light-surface-3 empty"], (
        "blocks are told apart by their steps alone"
    )
    play.submit(Lose("light-surface-3"))
    asked = play.pending
    assert (asked.what, asked.power, asked.default) == ("targets", "great-britain", Aim("heavy-surface-4@3 (italy)"))
    play.submit(Aim("heavy-surface-4"))
    assert "italy heavy-surface-4@3" not in stacks_of(play, "central-med")
    assert stacks_of(play, "italy-pool") == {"italy heavy-surface-4@4": 1}
    asked = play.pending
    assert (asked.what, asked.power, asked.default) == ("casualties", "italy", Lose("submarine-3@3 (italy)"))
    play.submit(Lose("submarine-3"))
    asked = play.pending
    assert (asked.what, asked.power, asked.default) == ("targets", "italy", Aim("carrier-3@3 (great-britain)"))
    play.submit(Aim("carrier-3"))
    assert rolls(play) == [
        ("opposition", "attacker", 2, (5, 1, 2), 1),
        ("opposition", "defender", 2, (6,), 1),
        ("carrier", "defender", 3, (4, 4, 5), 3),
        ("heavy-surface", "defender", 3, (1, 1, 5), 1),
        ("light-surface", "attacker", 2, (5, 1, 1), 1),
        ("light-surface", "defender", 2, (6, 1), 1),
        ("submarine", "attacker", 2, (5, 6), 2),
    ]
    assert stacks_of(play, "central-med") == {
        "italy light-surface-3@2": 1,
        "italy submarine-3@2": 1,
        "great-britain carrier-3@1": 1,
        "great-britain heavy-surface-3@3": 1,
        "great-britain light-surface-3@1": 1,
    }
    (over,) = told(play, ev.BattleEnded)
    assert (over.kind, over.winner, over.how, over.rounds) == ("sea", "none", "parted", 5)
    assert (over.attackers, over.defenders) == (
        "light-surface-3, submarine-3",
        "carrier-3, heavy-surface-3, light-surface-3",
    )
    assert (over.attacker_lost, over.defender_lost) == (4 * 3 + 2 + 1, 2 * 4 + 2 * 2)
    assert play.dice.left == []
    play.submit(EndPhase())
    assert sea_control.strength(play.position, "central-med") == {"axis": 5, "western-allies": 4}
    assert "central-med" not in play.state.control


@pytest.mark.section("2.3")
def test_2_3_the_defaults_fight_the_example_just_so() -> None:
    chosen = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    for order in (Lose("light-surface-3"), Aim("heavy-surface-4"), Lose("submarine-3"), Aim("carrier-3")):
        chosen.submit(order)
    left_out = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    while asked := left_out.pending:
        left_out.submit(asked.default)
    assert left_out.events == chosen.events
    ended = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    ended.phase.close(ended)
    assert ended.events[: len(chosen.events)] == chosen.events


@pytest.mark.section("2.3")
def test_2_3_a_battle_cut_at_any_decision_goes_on_the_same() -> None:
    whole = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    cut = combat(CENTRAL_MED, flat(*EXAMPLE), control=AXIS_HOLDS)
    while asked := whole.pending:
        cut = again(cut)
        assert cut.pending == asked
        whole.submit(asked.default)
        cut.submit(asked.default)
    assert cut.events == whole.events and cut.state == whole.state


@pytest.mark.section("2.4")
def test_2_4_control_is_updated_after_the_battles_even_without_one() -> None:
    play = combat("germany submarine-3 north-sea, great-britain light-surface-3 the-channel")
    assert "north-sea" not in play.state.control
    play.submit(EndPhase())
    assert play.state.control["the-channel"] == "great-britain"
    assert "north-sea" not in play.state.control, "a ship to a disc"


@pytest.mark.section("2.3")
def test_a_phase_that_is_skipped_is_fought_in_the_usual_way() -> None:
    play = play_from(CENTRAL_MED, "naval", dice=flat(*EXAMPLE), control=AXIS_HOLDS)
    play.submit(EndPhase("naval-combat"))
    assert len(told(play, ev.BattleEnded)) == 1 and play.dice.left == []


@pytest.mark.section("2.3")
@pytest.mark.parametrize("seed", range(30))
def test_any_battle_ends_keeps_its_blocks_and_goes_on_the_same_from_its_events(seed: int) -> None:
    draw = random.Random(f"naval battle {seed}")
    fleets = [_ship(draw, power) for power in ("italy", "great-britain") for _ in range(draw.randint(1, 4))]
    play = _seeded(fleets, seed)
    before = _blocks(play.position)
    while asked := play.pending:
        order = asked.default
        if isinstance(order, Aim) and draw.random() < 0.5:
            order = Aim(order.units, 1)
        other = again(play)
        other.dice, play.dice = SeededDice(f"{seed} {len(play.events)}"), SeededDice(f"{seed} {len(play.events)}")
        assert other.pending == asked
        other.submit(order)
        play.submit(order)
        assert other.events == play.events and other.state == play.state
    assert not play.state.battle and engagement.due(play.position) == []
    assert _blocks(play.position) == before
    _check_losses(play)
    play.submit(EndPhase())
    found = {zone: play.state.control[zone] for zone in ("central-med",) if zone in play.state.control}
    assert found == {zone: power for zone, power in sea_control.recount(play.position).items() if zone == "central-med"}


def _ship(draw: random.Random, power: str) -> str:
    cube = draw.choice(("", " [unsupplied]")) if power == "italy" else ""
    return f"{power} {draw.choice(SEA)}@{draw.randint(1, 2)} central-med{cube}"


def _seeded(fleets: list[str], seed: int) -> Play:
    play = play_from(", ".join(fleets), "naval", control=AXIS_HOLDS)
    play.dice = SeededDice(seed)
    play.submit(EndPhase())
    return play


def _check_losses(play: Play) -> None:
    """A side loses as many steps as the other hits; fewer only when nothing is left that may be hit."""
    hits, lost = {"italy": 0, "great-britain": 0}, {"italy": 0, "great-britain": 0}
    for event in play.events:
        if isinstance(event, ev.DiceRolled) and event.battle:
            assert event.hits == sum(die > 6 - event.target for die in event.dice)
            hits["great-britain" if event.power == "italy" else "italy"] += event.hits
        elif isinstance(event, (ev.UnitsRemoved, ev.UnitsChanged)) and event.battle:
            lost[event.power] += event.strength - getattr(event, "to_strength", 0)
    for power, steps in lost.items():
        on_top = [key for key, _ in play.position.stacks("central-med") if key[1] == power and not TITLE.units[key[2]].has("undersea")]
        assert steps <= hits[power]
        assert steps == hits[power] or not on_top, power


def _blocks(position: Position) -> dict[tuple[str, str], int]:
    """Return (power, unit) to how many there are, on the map and in the pools."""
    found: dict[tuple[str, str], int] = {}
    for (_, power, unit, _, _), count in position.state.stacks.items():
        found[power, unit] = found.get((power, unit), 0) + count
    return found
