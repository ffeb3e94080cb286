"""Landings (3.1.2)."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from engine.families.blocks.land.orders import Airborne, Escort, Gunfire, March, Recall, Seaborne
from engine.families.blocks.land.recall import cures
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import at, events_after, outcome, play_from, rules_of
from tests.black_swan.test_3_1_special_operations import ALLIES, AXIS, ISLANDS, NANTES, SUMMER, rules

GIBRALTAR = (
    "italy 2 light-surface-3 alboran-sea, italy 2 light-surface-3 western-med, italy 2 light-surface-3 tyrrhenian-sea,"
    " great-britain light-surface-4 alboran-sea, great-britain light-surface-4 western-med,"
    " great-britain light-surface-4 tyrrhenian-sea, great-britain fort-3 gibraltar, germany infantry-4 berlin,"
    " italy infantry-3 sardinia, italy tank-3 rome, italy artillery-3@2 naples"
)
SEAS = {"western-med": "italy", "tyrrhenian-sea": "italy", "central-med": "great-britain", "corsica": "italy"}
INFANTRY = Seaborne("infantry-3", "sardinia > western-med > alboran-sea > gibraltar")
TANK = Seaborne("tank-3", "rome > tyrrhenian-sea > western-med > alboran-sea > gibraltar")


def gibraltar(dice: tuple[int, ...] = (), blocks: str = GIBRALTAR) -> Play:
    """Return the example's position."""
    return play_from(blocks, control=SEAS, markers=AXIS, season=SUMMER, dice=dice)


@pytest.mark.section("3.1.2")
def test_3_1_2_example_of_gibraltar() -> None:
    """The infantry is fired on by one ship at 6 and by a ship and a disc at 5 and 6; the tank by one more at 6."""
    play = gibraltar((6, 4, 5, 5, 5, 6, 1))
    outcome(play, INFANTRY)
    rolls = events_after(play, 0, DiceRolled)
    assert [(roll.area, roll.unit, roll.target, roll.hits) for roll in rolls] == [
        ("western-med", "light-surface-4", 1, 1),
        ("alboran-sea", "light-surface-4", 2, 0),
        ("alboran-sea", "opposition-disc", 2, 1),
    ]
    assert at(play, "gibraltar") == "great-britain fort-3@3, italy infantry-3@1 [from=sardinia operation seaborne]"
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/two-classes"]
    before = len(play.events)
    outcome(play, TANK)
    rolls = events_after(play, before, DiceRolled)
    assert [(roll.area, roll.target, roll.hits) for roll in rolls] == [
        ("tyrrhenian-sea", 1, 0),
        ("western-med", 1, 0),
        ("alboran-sea", 2, 1),
        ("alboran-sea", 2, 0),
    ]
    assert "italy tank-3@2 [from=rome operation seaborne]" in at(play, "gibraltar")
    assert play.check(EndPhase()) == []


@pytest.mark.section("3.1.2")
def test_3_1_2_example_what_cannot_go_to_gibraltar() -> None:
    """Nothing crosses the British Central Med; the artillery in Naples is not at full strength; each ship carries one block."""
    blocks = GIBRALTAR + ", italy infantry-3 naples, italy light-surface-3 central-med"
    play = gibraltar(blocks=blocks)
    by_enemy = Seaborne("infantry-3", "naples > central-med > western-med > alboran-sea > gibraltar")
    assert rules_of(play, by_enemy) == ["operation/sea"]
    artillery = Seaborne("artillery-3", "naples > tyrrhenian-sea > western-med > alboran-sea > gibraltar")
    assert rules_of(play, artillery) == ["operation/full"]
    play = gibraltar((1, 1, 1, 1, 1, 1, 1), blocks=GIBRALTAR + ", italy infantry-3 rome")
    outcome(play, INFANTRY, TANK)
    third = Seaborne("infantry-3", "rome > tyrrhenian-sea > western-med > alboran-sea > gibraltar")
    assert rules_of(play, third) == ["operation/ships"]


@pytest.mark.section("3.1.2")
def test_3_1_2_a_block_may_be_sunk_on_its_way() -> None:
    play = gibraltar((6, 6, 6))
    outcome(play, INFANTRY)
    assert at(play, "gibraltar") == "great-britain fort-3@3"
    assert at(play, "italy-pool") == "italy infantry-3@3"


@pytest.mark.section("3.1.2")
def test_3_1_2_a_landing_of_one_class_is_recalled_with_its_losses() -> None:
    play = gibraltar((1, 5, 1))
    outcome(play, INFANTRY)
    outcome(play, Recall("infantry-3", "gibraltar"))
    assert at(play, "sardinia") == "italy infantry-3@2 [operation]"
    assert play.check(EndPhase()) == []


@pytest.mark.section("3.1.2")
def test_3_1_2_examples_of_ports() -> None:
    """Not against the Sinai, which has none; against Denmark across the Baltic only."""
    blocks = (
        "germany infantry-4 konigsberg, germany light-surface-4 southern-baltic, germany infantry-4 bergen,"
        " germany light-surface-4 norwegian-sea, denmark infantry-1 copenhagen, great-britain infantry-4 cairo"
    )
    assert rules(blocks, Seaborne("infantry-4", "konigsberg > southern-baltic > copenhagen")) == []
    assert rules(blocks, Seaborne("infantry-4", "bergen > norwegian-sea > copenhagen")) == ["operation/port"]
    desert = (
        "italy infantry-3 tripoli, italy light-surface-3 central-med, italy light-surface-3 eastern-med, great-britain infantry-4 cairo"
    )
    landing = Seaborne("infantry-3", "tripoli > central-med > eastern-med > sinai")
    assert rules(desert, landing) == ["operation/port"]


@pytest.mark.section("3.1.2")
def test_3_1_2_the_way_is_found_when_the_order_leaves_the_zones_out() -> None:
    play = gibraltar((1, 1, 1))
    outcome(play, Seaborne("infantry-3", "sardinia > gibraltar"))
    assert at(play, "gibraltar") == "great-britain fort-3@3, italy infantry-3@3 [from=sardinia operation seaborne]"
    assert rules_of(gibraltar(), Seaborne("infantry-3", "sardinia > malta")) == ["operation/no-way"]


@pytest.mark.section("3.1.2")
def test_3_1_2_an_empty_area_is_taken_by_one_block() -> None:
    """Sardinia itself has a disc, which fires."""
    blocks = "italy infantry-3 rome, italy light-surface-3 tyrrhenian-sea, great-britain infantry-4 cairo"
    play = play_from(blocks, control={"sardinia": "great-britain"}, markers=AXIS, season=SUMMER, dice=(1,))
    outcome(play, Seaborne("infantry-3", "rome > tyrrhenian-sea > sardinia"))
    assert play.state.control["sardinia"] == "italy"
    assert play.check(EndPhase()) == []
    assert rules_of(play, March("infantry-3", "sardinia > corsica")) == ["land/missing"]


@pytest.mark.section("3.1.2")
def test_3_1_2_and_3_6_example_of_the_landing_at_nantes() -> None:
    """Two infantry, two aircraft and the gunfire of three ships at full strength, all of the Channel."""
    play = play_from(NANTES, power="great-britain", control={"the-channel": "great-britain"}, markers=ALLIES, season=SUMMER)
    assert rules_of(play, Escort("2 air-4", "plymouth > the-channel > nantes")) == ["operation/escort-alone"]
    outcome(play, Seaborne("2 infantry-4", "london > the-channel > nantes"))
    outcome(play, Escort("2 air-4", "plymouth > the-channel > nantes"))
    assert rules_of(play, Gunfire("heavy-surface-4", "central-atlantic > nantes")) == ["operation/gunfire"]
    assert rules_of(play, Gunfire("heavy-surface-4@3", "the-channel > nantes")) == ["operation/gunners"]
    outcome(play, Gunfire("3 heavy-surface-4", "the-channel > nantes"))
    assert "3 great-britain heavy-surface-4@4 [target=nantes gunfire]" in at(play, "the-channel")
    assert play.check(EndPhase()) == []
    outcome(play, EndPhase())
    assert "seaborne" in at(play, "nantes")


@pytest.mark.section("3.1.2")
def test_3_1_2_no_gunfire_without_a_landing() -> None:
    """Who attacks over land alone, because the landing was recalled, has no support of ships."""
    blocks = NANTES.replace("2 infantry-4 london", "infantry-4 london") + ", great-britain tank-4 lille, great-britain artillery-4 lille"
    play = play_from(blocks, power="great-britain", control={"the-channel": "great-britain"}, markers=ALLIES, season=SUMMER)
    outcome(
        play,
        Seaborne("infantry-4", "london > the-channel > nantes"),
        Gunfire("3 heavy-surface-4", "the-channel > nantes"),
    )
    outcome(play, March("tank-4, artillery-4", "lille > nantes"))
    assert "gunfire" in at(play, "the-channel")
    outcome(play, Recall("infantry-4", "nantes"), EndPhase())
    assert "gunfire" not in at(play, "the-channel") and "great-britain tank-4" in at(play, "nantes")
    alone = play_from(blocks, power="great-britain", control={"the-channel": "great-britain"}, markers=ALLIES, season=SUMMER)
    outcome(alone, Seaborne("infantry-4", "london > the-channel > nantes"), Recall("infantry-4", "nantes"))
    assert rules_of(alone, Gunfire("3 heavy-surface-4", "the-channel > nantes")) == ["operation/gunfire"]


@pytest.mark.section("3.1.2")
def test_3_1_2_aircraft_go_along_at_full_strength_and_in_range_only() -> None:
    blocks = NANTES.replace("2 air-4 plymouth", "2 air-4@3 plymouth") + ", great-britain air-4 manchester"
    play = play_from(blocks, power="great-britain", control={"the-channel": "great-britain"}, markers=ALLIES, season=SUMMER)
    outcome(play, Seaborne("2 infantry-4", "london > the-channel > nantes"))
    assert rules_of(play, Escort("air-4", "plymouth > the-channel > nantes")) == ["operation/full"]
    assert rules_of(play, Escort("air-4", "manchester > london > the-channel > nantes")) == ["operation/range"]


@pytest.mark.section("3.1.2")
def test_3_1_2_aircraft_that_march_to_a_landing_are_at_full_strength_too() -> None:
    """The limit is not got round by an ordinary flight, nor by the recall of the land attack that allowed it."""
    blocks = NANTES.replace("2 air-4 plymouth", "air-4@1 plymouth, great-britain air-4 plymouth")
    blocks += ", great-britain tank-4 lille, great-britain artillery-4 lille"
    start = {"power": "great-britain", "control": {"the-channel": "great-britain"}, "markers": ALLIES, "season": SUMMER}
    play = play_from(blocks, **start)
    outcome(play, Seaborne("2 infantry-4", "london > the-channel > nantes"))
    weak, whole = (March(units, "plymouth > the-channel > nantes") for units in ("air-4@1", "air-4@4"))
    assert rules_of(play, weak) == ["operation/full"] and rules_of(play, whole) == []
    outcome(play, March("tank-4", "lille > nantes"))
    assert rules_of(play, weak) == []
    outcome(play, weak)
    assert rules_of(play, EndPhase()) == []
    outcome(play, Recall("tank-4", "nantes"))
    assert rules_of(play, EndPhase()) == ["operation/full"]
    assert any(order.area == "nantes" and "@1" in order.units for order in cures(play.position))


@pytest.mark.section("3.1.2")
def test_3_1_2_two_blocks_of_a_class_land_at_most() -> None:
    blocks = NANTES.replace("2 infantry-4", "3 infantry-4")
    landing = Seaborne("3 infantry-4", "london > the-channel > nantes")
    assert rules(blocks, landing, power="great-britain", control={"the-channel": "great-britain"}) == ["land/classes"]
    aircraft = Seaborne("air-4", "plymouth > the-channel > nantes")
    assert rules(blocks, aircraft, power="great-britain", control={"the-channel": "great-britain"}) == ["operation/ground"]


@pytest.mark.section("3.1.2")
def test_3_1_2_two_blocks_of_a_class_land_on_an_empty_area_at_most() -> None:
    """ "A maximum two Units per Class", whether the area is occupied or not; in one order or in several."""
    blocks = NANTES.replace("2 infantry-4", "3 infantry-4").replace("germany fort-4 nantes", "germany fort-4 berlin")
    more = {"power": "great-britain", "season": SUMMER, "markers": ALLIES, "control": {"the-channel": "great-britain", "nantes": "germany"}}
    play = play_from(blocks + ", great-britain tank-4 plymouth", **more)
    assert rules_of(play, Seaborne("3 infantry-4", "london > the-channel > nantes")) == ["operation/classes"]
    outcome(play, Seaborne("2 infantry-4", "london > the-channel > nantes"))
    assert rules_of(play, Seaborne("infantry-4", "london > the-channel > nantes")) == ["operation/classes"]
    outcome(play, Seaborne("tank-4", "plymouth > the-channel > nantes"))
    assert play.state.control["nantes"] == "great-britain" and play.check(EndPhase()) == []


@pytest.mark.section("3.1.1")
def test_3_1_1_a_drop_on_an_occupied_island_needs_aircraft_beside_a_landing_too() -> None:
    blocks = (
        "germany airborne-3 athens, germany tank-4 athens, germany air-4 athens, italy 2 light-surface-3 aegean-sea,"
        " great-britain infantry-4 crete, italy infantry-3 rome"
    )
    play = play_from(blocks, control=ISLANDS, markers=AXIS, season=SUMMER, dice=(1,) * 3)
    outcome(play, Seaborne("tank-4", "athens > aegean-sea > crete"), Airborne("airborne-3", "athens > aegean-sea > crete"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/escort"]
    assert play.phase.owed(play.position)
    outcome(play, Escort("air-4", "athens > aegean-sea > crete"))
    assert play.check(EndPhase()) == []


@pytest.mark.section("3.1.2")
def test_3_1_2_straits_are_passed_by_those_who_hold_them() -> None:
    """2.1: with Gibraltar the Western Allies go from the Atlantic to the Med; the Axis never do."""
    allied = (
        "united-states infantry-4 casablanca, great-britain light-surface-4 central-atlantic, germany infantry-4 berlin,"
        " great-britain light-surface-4 alboran-sea, italy infantry-3 rome"
    )
    landing = Seaborne("infantry-4", "casablanca > central-atlantic > alboran-sea > algiers")
    held = {"casablanca": "great-britain", "algiers": "italy"}
    assert rules(allied, landing, power="great-britain", control=held) == []
    lost = held | {"gibraltar": "italy"}
    assert rules(allied, landing, power="great-britain", control=lost) == ["operation/closed"]
    axis = (
        "germany infantry-4 bordeaux, germany light-surface-4 central-atlantic, italy light-surface-3 alboran-sea,"
        " great-britain infantry-4 london"
    )
    back = Seaborne("infantry-4", "bordeaux > central-atlantic > alboran-sea > algiers")
    control = {"bordeaux": "germany", "algiers": "great-britain", "gibraltar": "italy"}
    assert rules(axis, back, control=control) == ["operation/closed"]


@pytest.mark.section("3.4")
def test_3_4_landings_keep_to_the_waters_of_their_nation() -> None:
    """Italian blocks on German ships do not cross the Baltic."""
    blocks = "italy infantry-3 konigsberg, germany infantry-4 berlin, germany light-surface-4 southern-baltic, soviet-union infantry-4 riga"
    landing = Seaborne("infantry-3", "konigsberg > southern-baltic > riga")
    assert rules(blocks, landing, control={"konigsberg": "germany"}) == ["operation/sea"]
    german = Seaborne("infantry-4", "konigsberg > southern-baltic > riga")
    assert rules(blocks.replace("italy infantry-3", "germany infantry-4"), german, control={"konigsberg": "germany"}) == []
