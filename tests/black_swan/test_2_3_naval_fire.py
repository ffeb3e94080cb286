"""Who hits what in a sub-phase of naval combat (2.3)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.errors import IllegalOrder
from engine.families.blocks.sea.orders import Aim
from engine.rules import EndPhase
from tests.black_swan.board import stacks_of
from tests.black_swan.test_2_3_naval_combat import combat, rolls, told


@pytest.mark.section("2.3")
def test_2_3_capital_ships_opposed_hit_on_five_and_six() -> None:
    stacks = "germany heavy-surface-3 north-sea, great-britain heavy-surface-3 north-sea, germany 4 light-surface-3 southern-baltic"
    play = combat(
        f"{stacks}, great-britain 3 light-surface-3 north-sea, germany 3 light-surface-2 north-sea", [6, 1, 4, 4, 4, 4, 4, 4] + [1] * 15
    )
    assert ("heavy-surface", "attacker", 2, (4, 4, 4), 0) in rolls(play)
    assert ("heavy-surface", "defender", 2, (4, 4, 4), 0) in rolls(play)


@pytest.mark.section("2.3")
def test_2_3_light_surface_and_submarines_have_no_unopposed_bonus() -> None:
    """7.0 Unopposed Bonus: any unit except LS and submarine."""
    fleet = "germany 4 submarine-3 northern-atlantic, great-britain 4 heavy-surface-3 northern-atlantic"
    play = combat(fleet, [6] + [1] * 12 + [4] * 12)
    assert [(purpose, target, hits) for purpose, _, target, _, hits in rolls(play)] == [("heavy-surface", 3, 0), ("submarine", 2, 0)]
    light = "germany 4 light-surface-3 northern-atlantic, great-britain 4 heavy-surface-3 northern-atlantic"
    play = combat(light, [6] + [1] * 12 + [4] * 12)
    assert ("light-surface", "attacker", 2, (4,) * 12, 0) in rolls(play)


@pytest.mark.section("2.3")
@pytest.mark.parametrize(("hunter", "left"), [("heavy-surface-3", 3), ("light-surface-3", 2), ("carrier-3", 2)])
def test_2_3_submarines_are_hit_only_by_a_side_with_carriers_or_light_surface(hunter: str, left: int) -> None:
    fleet = f"great-britain 3 heavy-surface-3 central-atlantic, great-britain {hunter} central-atlantic"
    stacks = f"germany submarine-3 central-atlantic, {fleet}"
    play = combat(stacks, [6, 6] + [1] * 40, power="great-britain")
    assert rolls(play)[0] == ("opposition", "attacker", 2, (6,), 1)
    assert stacks_of(play, "central-atlantic")[f"germany submarine-3@{left}"] == 1


@pytest.mark.section("2.3")
def test_2_3_submarines_cannot_hit_submarines_and_always_choose() -> None:
    stacks = (
        "germany 4 submarine-3 northern-atlantic, great-britain 3 submarine-3 northern-atlantic, "
        "great-britain light-surface-3 northern-atlantic"
    )
    play = combat(stacks, [6, 1, 1, 1] + [6, 6] + [1] * 10 + [1] * 9)
    assert play.pending is None, "only one ship may be struck"
    assert stacks_of(play, "northern-atlantic")["great-britain light-surface-3@1"] == 1
    assert stacks_of(play, "northern-atlantic")["great-britain submarine-3@3"] == 3


@pytest.mark.section("2.3")
def test_2_3_a_submarine_opposed_by_submarines_still_chooses_its_target() -> None:
    stacks = (
        "germany 3 submarine-3 northern-atlantic, great-britain submarine-3 northern-atlantic, "
        "great-britain heavy-surface-3@2 northern-atlantic, great-britain 2 light-surface-3 northern-atlantic"
    )
    play = combat(stacks, [6, *[1] * 2, *[1] * 6, 5, *[1] * 8, *[1] * 3])
    assert play.pending.what == "targets" and play.pending.power == "germany"
    with pytest.raises(IllegalOrder, match="may strike"):
        play.submit(Aim("submarine-3"))
    with pytest.raises(IllegalOrder, match="more hits"):
        play.submit(Aim("heavy-surface-3", 2))
    play.submit(Aim("heavy-surface-3"))
    assert stacks_of(play, "northern-atlantic")["great-britain heavy-surface-3@1"] == 1


@pytest.mark.section("2.3")
def test_2_3_free_fire_may_be_spread_over_ships() -> None:
    stacks = (
        "great-britain carrier-3 central-atlantic, great-britain 3 light-surface-3 central-atlantic, "
        "germany 2 heavy-surface-3 central-atlantic, germany submarine-3 central-atlantic"
    )
    play = combat(stacks, [6, 1, 4, 4, 4] + [1] * 20, power="great-britain")
    play.submit(Aim("submarine-3", 1))
    play.submit(Aim("heavy-surface-3", 1))
    asked = play.pending
    assert asked.default == Aim("heavy-surface-3@3 (germany)")
    play.submit(Aim("heavy-surface-3@2"))
    assert stacks_of(play, "central-atlantic") == {
        "germany heavy-surface-3@1": 1,
        "germany heavy-surface-3@3": 1,
        "germany submarine-3@2": 1,
        "great-britain carrier-3@3": 1,
        "great-britain light-surface-3@3": 3,
    }


@pytest.mark.section("2.3")
def test_2_3_an_opposed_carrier_does_not_choose() -> None:
    stacks = (
        "italy carrier-3 central-med, italy 3 light-surface-3 central-med, great-britain carrier-3 central-med, "
        "great-britain 3 light-surface-3 central-med"
    )
    play = combat(stacks, [1, 1, 1] + [5, 5, 1] + [5, 1, 1] + [1] * 18, control={"athens": "germany"})
    assert ("carrier", "attacker", 2, (5, 5, 1), 2) in rolls(play)
    assert stacks_of(play, "central-med")["great-britain carrier-3@1"] == 1, "hits strike the class that fires"
    assert stacks_of(play, "central-med")["italy carrier-3@2"] == 1


@pytest.mark.section("2.3")
def test_2_3_fire_is_simultaneous_within_a_sub_phase_and_not_beyond_it() -> None:
    """Carriers that sink each other have both fired; what they sink does not fire later."""
    stacks = (
        "italy carrier-3@1 eastern-med, italy 4 light-surface-3@1 central-med, great-britain carrier-3@1 eastern-med, "
        "italy 3 light-surface-3@1 eastern-med, great-britain 3 light-surface-3@1 eastern-med"
    )
    play = combat(stacks, [1] * 3 + [6, 6] + [1] * 6, control={"crete": "great-britain"})
    assert stacks_of(play, "eastern-med") == {"italy light-surface-3@1": 3, "great-britain light-surface-3@1": 3}


@pytest.mark.section("2.3")
@pytest.mark.parametrize(("strength", "dice"), [(4, 2), (3, 1), (2, 1), (1, 1)])
def test_2_3_unsupplied_ships_are_halved_but_never_below_one(strength: int, dice: int) -> None:
    """1.2: they must fight nevertheless; 1.5 Note: rounded down, never below one."""
    stacks = f"germany heavy-surface-4@{strength} central-atlantic [unsupplied], great-britain 4 light-surface-4@1 central-atlantic"
    play = combat(stacks + ", germany 4 submarine-3 central-atlantic", [1] * 60)
    (fired,) = [rolled for purpose, side, _, rolled, _ in rolls(play) if (purpose, side) == ("heavy-surface", "attacker")]
    assert len(fired) == dice


@pytest.mark.section("7.0")
def test_7_0_surprise_gives_attacking_ships_a_hit_bonus() -> None:
    stacks = (
        "germany 4 light-surface-2 northern-baltic, soviet-union 3 light-surface-2 northern-baltic, "
        "soviet-union heavy-surface-2 northern-baltic"
    )
    more = {"control": {"tallinn": "soviet-union"}, "markers": {"surprised/soviet-union": "yes"}}
    play = combat(stacks, [6] + [1] * 40, **more)
    targets = {(purpose, side): target for purpose, side, target, _, _ in rolls(play)}
    assert targets["light-surface", "attacker"] == 3 and targets["light-surface", "defender"] == 2
    assert targets["heavy-surface", "defender"] == 3 and targets["opposition", "defender"] == 2


@pytest.mark.section("2.3")
def test_2_3_option_hits_may_strike_the_strongest_first() -> None:
    """The text says "starting from the strongest", the example lets ships hit their own class first."""
    stacks = (
        "germany 4 light-surface-3 norwegian-sea, great-britain light-surface-3@2 norwegian-sea, "
        "great-britain heavy-surface-3 norwegian-sea, great-britain 2 submarine-3@1 norwegian-sea"
    )
    dice = [6, 1, *[1] * 3, 6, *[1] * 11, *[1] * 2, *[1] * 2]
    for value, struck in (("class", "light-surface-3@1"), ("strongest", "heavy-surface-3@2")):
        play = combat(stacks, dice, options={"naval-hits": value})
        assert stacks_of(play, "norwegian-sea")[f"great-britain {struck}"] == 1, value


@pytest.mark.section("2.3")
def test_2_3_hits_that_nothing_can_take_are_lost_and_sunk_ships_go_to_the_pool() -> None:
    stacks = "germany 4 light-surface-3 norwegian-sea, great-britain 3 light-surface-3@1 norwegian-sea"
    play = combat(stacks, [6, 1, *[6] * 12, *[1] * 3])
    (over,) = told(play, ev.BattleEnded)
    assert (over.winner, over.how, over.defenders) == ("attacker", "sunk", "")
    assert stacks_of(play, "great-britain-pool") == {"great-britain light-surface-3@3": 3}
    play.submit(EndPhase())
    assert play.state.control["norwegian-sea"] == "germany"
