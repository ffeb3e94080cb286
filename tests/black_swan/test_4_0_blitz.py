"""4.0 Blitz Phase: a second Land Phase on the fronts whose disc is in hand; its worked example."""

from __future__ import annotations

import pytest

from engine.events import Event, PhaseStarted
from engine.families.blocks.land.blitz import discs_of, has_discs
from engine.families.blocks.land.orders import Airborne, Escort, March, Seaborne, StrategicMove
from engine.families.blocks.land.strategic_move import destinations
from engine.rules import EndPhase
from engine.state import Stack
from tests.black_swan.board import at, outcome, play_from, rules_of

SUMMER = ("summer", 1942)
DISCS = {"blitz-disc/axis/med-front": "yes", "blitz-disc/axis/west-front": "yes", "first-winter": "1942"}
BLOCKS = (
    "bulgaria infantry-3 sofia, germany infantry-4 thessaloniki, germany airborne-3 athens, germany elite-air-4 athens,"
    " italy air-3 sicily, italy 2 light-surface-3 aegean-sea, great-britain light-surface-4 aegean-sea,"
    " great-britain infantry-4 malta, soviet-union infantry-4 moscow, germany infantry-4 berlin"
)
HELD = {"crete": "great-britain", "malta": "great-britain", "aegean-sea": "italy"}


def blitz(dice: tuple[int, ...] = ()):
    """Return the example's position, in the Blitz Phase."""
    return play_from(BLOCKS, "blitz", season=SUMMER, markers=DISCS, holdings="1942", control=HELD, dice=dice)


@pytest.mark.section("4.0")
@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        (March("infantry-3", "sofia > thessaloniki"), ["blitz/front"]),
        (March("infantry-4", "thessaloniki > sofia"), []),
        (StrategicMove("infantry-4", "thessaloniki > albania"), []),
        (StrategicMove("infantry-4", "thessaloniki > sofia"), ["blitz/front"]),
        (Airborne("airborne-3", "athens > aegean-sea > crete"), []),
        (Airborne("airborne-3", "athens > central-med > malta"), []),
        (Seaborne("infantry-4", "thessaloniki > aegean-sea > crete"), []),
        (Seaborne("airborne-3", "athens > aegean-sea > crete"), []),
    ],
)
def test_4_0_example_what_may_move(order: object, wrong: list[str]) -> None:
    """The Bulgarian, on the East Front, cannot move; who starts in the Med may go to Bulgaria, but not strategically."""
    assert rules_of(blitz(), order) == wrong


@pytest.mark.section("4.0")
def test_4_0_example_malta_takes_one_of_two_aircraft() -> None:
    """Malta is small and occupied: the German or the Italian Air Unit goes along, not both."""
    play = blitz()
    outcome(play, Airborne("airborne-3", "athens > central-med > malta"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/two-classes"]
    assert rules_of(play, Escort("elite-air-4", "athens > central-med > malta")) == []
    outcome(play, Escort("air-3", "sicily > central-med > malta"))
    assert rules_of(play, Escort("elite-air-4", "athens > central-med > malta")) == ["operation/stacking"]
    assert play.check(EndPhase()) == []


@pytest.mark.section("4.0")
def test_4_0_example_of_crete_by_sea_and_by_air() -> None:
    """A block by sea, hit at 6 only, or dropped, with the Elite Air Unit beside it.

    The example has one die, of the ship; the disc of British Crete, which the set-ups lay in the Aegean, rolls one, too.
    """
    by_sea = blitz(dice=(6, 5))
    outcome(by_sea, Seaborne("infantry-4", "thessaloniki > aegean-sea > crete"))
    assert at(by_sea, "crete") == "germany infantry-4@3 [from=thessaloniki operation seaborne took]"
    assert by_sea.state.control["crete"] == "germany"
    assert rules_of(by_sea, Escort("elite-air-4", "athens > aegean-sea > crete")) == []
    assert by_sea.check(EndPhase()) == []
    by_air = blitz()
    outcome(by_air, Airborne("airborne-3", "athens > aegean-sea > crete"))
    outcome(by_air, Escort("elite-air-4", "athens > aegean-sea > crete"))
    assert by_air.state.control["crete"] == "germany"
    assert by_air.check(EndPhase()) == []


@pytest.mark.section("4.0")
def test_4_0_example_of_crete_both_ways_at_once() -> None:
    """Seaborne "or even both" from two areas; combined, with the Elite Air Unit; who comes second finds Crete taken already."""
    both = blitz(dice=(1,) * 4)
    outcome(both, Seaborne("infantry-4", "thessaloniki > aegean-sea > crete"))
    assert rules_of(both, Airborne("airborne-3", "athens > aegean-sea > crete")) == []
    outcome(both, Seaborne("airborne-3", "athens > aegean-sea > crete"))
    assert at(both, "crete").count("seaborne") == 2
    for first, second in ((0, 1), (1, 0)):
        combined = blitz(dice=(1,) * 2)
        orders = (
            Seaborne("infantry-4", "thessaloniki > aegean-sea > crete"),
            Airborne("airborne-3", "athens > aegean-sea > crete"),
        )
        outcome(combined, orders[first], orders[second], Escort("elite-air-4", "athens > aegean-sea > crete"))
        assert at(combined, "crete").count("germany") == 3 and combined.check(EndPhase()) == []


@pytest.mark.section("3.1")
def test_3_1_an_area_that_was_ones_own_before_is_no_target() -> None:
    play = play_from(BLOCKS, "blitz", season=SUMMER, markers=DISCS, holdings="1942", control=HELD | {"crete": "germany"})
    assert rules_of(play, Seaborne("infantry-4", "thessaloniki > aegean-sea > crete")) == ["operation/target"]


@pytest.mark.section("4.0")
def test_4_0_only_areas_on_the_fronts_of_the_discs_are_attacked() -> None:
    blocks = "germany infantry-4 berlin, great-britain infantry-4 breslau, great-britain infantry-4 warsaw"
    west = {"blitz-disc/axis/west-front": "yes", "first-winter": "1942"}
    held = {"breslau": "great-britain", "warsaw": "great-britain"}
    play = play_from(blocks, "blitz", season=SUMMER, markers=west, control=held)
    assert rules_of(play, March("infantry-4", "berlin > warsaw")) == ["blitz/front"]
    assert rules_of(play, March("infantry-4", "berlin > breslau")) == []


@pytest.mark.section("4.0")
def test_4_0_a_tank_goes_on_where_its_front_has_no_disc_in_one_order_or_in_two() -> None:
    """From Thessaloniki (Med) by Sofia to Bucharest (East); not a block that was in Sofia from the beginning."""
    blocks = "germany tank-4 thessaloniki, germany elite-tank-4 sofia, bulgaria infantry-3 sofia, romania infantry-3 ploesti"
    play = play_from(blocks, "blitz", season=SUMMER, markers=DISCS, holdings="1942")
    assert rules_of(play, March("elite-tank-4", "sofia > bucharest")) == ["blitz/front"]
    assert rules_of(play, March("tank-4", "thessaloniki > sofia > bucharest")) == []
    outcome(play, March("tank-4", "thessaloniki > sofia"), March("tank-4", "sofia > bucharest"))
    assert "germany tank-4" in at(play, "bucharest")


@pytest.mark.section("4.0")
def test_4_0_no_strategic_way_leads_over_a_front_without_a_disc() -> None:
    """From Vienna to Belgrade by Zagreb, or by Budapest, which is East: the order leaves out which."""
    blocks = "germany infantry-4 vienna, germany infantry-4 essen, hungary infantry-3 budapest, italy infantry-3 rome"
    move = StrategicMove("infantry-4", "vienna > belgrade")
    for zagreb, wrong in (("germany", []), ("great-britain", ["strategic/no-way"])):
        play = play_from(blocks, "blitz", season=SUMMER, markers=DISCS, holdings="1942", control={"zagreb": zagreb})
        assert rules_of(play, move) == wrong
    east = DISCS | {"blitz-disc/axis/east-front": "yes"}
    play = play_from(blocks, "blitz", season=SUMMER, markers=east, holdings="1942", control={"zagreb": "great-britain"})
    assert rules_of(play, move) == []


@pytest.mark.section("4.0")
def test_4_0_strategic_destinations_keep_to_the_fronts_of_the_discs() -> None:
    """Every destination told is legal, none of them is East, and who is East has none."""
    blocks = "germany infantry-4 vienna, germany infantry-4 warsaw, germany infantry-4 essen, italy infantry-3 rome"
    play = play_from(blocks, "blitz", season=SUMMER, markers=DISCS, holdings="1942")
    found = destinations(play.position, Stack("vienna", "germany", "infantry-4", 4, ""))
    assert {"munich", "berlin", "zagreb"} <= set(found) and not {"bratislava", "warsaw"} & set(found)
    for area in found:
        assert rules_of(play, StrategicMove("infantry-4", f"vienna > {area}")) == [], area
    assert destinations(play.position, Stack("warsaw", "germany", "infantry-4", 4, "")) == {}


@pytest.mark.section("4.0")
def test_4_0_an_operation_starts_and_ends_on_the_fronts_of_the_discs() -> None:
    """The US is on no front: its blocks do not land in a Blitz Phase."""
    ships = ("us-coastal-waters", "northern-atlantic", "central-atlantic")
    blocks = "united-states infantry-4 usa, germany infantry-4 berlin, " + ", ".join(
        f"great-britain light-surface-4 {zone}" for zone in ships
    )
    play = play_from(
        blocks,
        "blitz",
        "great-britain",
        season=("summer", 1943),
        control={"casablanca": "germany"},
        markers={"blitz-disc/western-allies/med-front": "yes", "first-winter": "1942"},
    )
    assert rules_of(play, Seaborne("infantry-4", "usa > casablanca")) == ["blitz/front"]


@pytest.mark.section("4.0")
def test_4_0_blocks_act_again_and_keep_what_lasts_the_turn() -> None:
    blocks = "germany tank-4 berlin [used=2 from=munich], germany infantry-4 munich [unsupplied]"
    play = play_from(
        blocks + ", germany air-4 essen [reinforced strategic], great-britain infantry-4 london", "blitz", season=SUMMER, markers=DISCS
    )
    assert at(play, "berlin") == "germany tank-4@4"
    assert at(play, "munich") == "germany infantry-4@4 [unsupplied]"
    assert at(play, "essen") == "germany air-4@4 [reinforced]"


def _phases(events: list[Event]) -> list[str]:
    return [event.phase for event in events if isinstance(event, PhaseStarted)]


@pytest.mark.section("4.0")
def test_4_0_the_phase_is_left_out_without_a_disc_and_the_discs_go_back() -> None:
    blocks = "germany infantry-4 berlin, great-britain infantry-4 london"
    play = play_from(blocks, "land", season=SUMMER)
    assert _phases(outcome(play, EndPhase("land-combat"))) == ["land-combat", "final", "declarations"]
    play = play_from(blocks, "land", season=SUMMER, markers=DISCS)
    outcome(play, EndPhase("land-combat"))
    assert play.state.clock.phase == "blitz"
    assert discs_of(play.position, "axis") == ("med-front", "west-front")
    assert _phases(outcome(play, EndPhase("blitz-combat"))) == ["blitz-combat", "final", "declarations"]
    assert not has_discs(play.position, "axis")
