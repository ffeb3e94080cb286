"""Declarations of war (section 1.1; 9.0 Campaigns: Western Minors, Italy, Soviet Union, France and Great Britain)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalOrder
from engine.families.blocks.land.entry import may_be
from engine.families.blocks.politics import war
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.sea.waters import is_active
from engine.rules import EndPhase
from tests.black_swan.board import at, play_from, stacks_of
from tests.black_swan.politics import fallen, idle, rules_broken, warring

pytestmark = pytest.mark.section("1.1")

GERMANS = "germany infantry-4 hamburg, germany light-surface-4 norwegian-sea"


def declaring(stacks: str = GERMANS, power: str = "germany", **more):
    return play_from(stacks, "declarations", power, **({"season": ("fall", 1939), "at_war": ("germany",)} | more))


def test_1_1_an_attacked_neutral_is_at_war_surprised_and_deployed() -> None:
    play = declaring()
    play.submit(DeclareWar("belgium"))
    assert {"belgium", "netherlands"} <= warring(play)
    assert stacks_of(play, "brussels") == {"belgium infantry-4@4": 1, "belgium artillery-2@2": 1, "belgium air-1@1": 1}
    assert at(play, "the-hague") == "netherlands infantry-3@3"
    for power in ("belgium", "netherlands"):
        assert play.state.marker("game", f"surprised/{power}")
        assert play.position.relation("germany", power) == "war"


def test_1_1_surprise_lasts_to_the_end_of_the_next_land_combat() -> None:
    """Not longer: the Blitz Phase of the same turn finds nobody surprised."""
    play = declaring(markers={"blitz-disc/axis/west-front": "yes"})
    play.submit(DeclareWar("denmark"))
    play.submit(EndPhase("land"))
    assert play.state.clock.phase == "land-combat" and play.state.marker("game", "surprised/norway")
    play.submit(EndPhase())
    assert play.state.clock.phase == "blitz"
    assert not [key for _, key in play.state.markers if key.startswith("surprised/")]


def test_1_1_option_surprise_lasts_for_the_turn() -> None:
    play = declaring(options={"surprise": "turn"}, markers={"blitz-disc/axis/west-front": "yes"})
    play.submit(DeclareWar("denmark"))
    play.submit(EndPhase("land-combat"))
    assert play.state.clock.phase == "blitz" and play.state.marker("game", "surprised/norway")
    play.submit(EndPhase("blitz-combat"))
    assert play.state.clock.power == "great-britain" and not play.state.marker("game", "surprised/norway")


def test_1_1_only_in_ones_own_turn() -> None:
    assert rules_broken(declaring(), DeclareWar("germany", by="soviet-union")) == {"war/turn"}


def test_1_1_a_name_that_is_none_is_told() -> None:
    assert rules_broken(declaring(), DeclareWar("norge")) == {"war/unknown"}
    assert rules_broken(declaring(), DeclareWar("norway", by="germani")) == {"war/unknown"}


@pytest.mark.section("9.0")
@pytest.mark.parametrize("on", ["italy", "united-states", "hungary", "vichy-france"])
def test_9_0_nobody_declares_war_on_who_comes_in_by_other_ways(on: str) -> None:
    assert rules_broken(declaring(power="germany"), DeclareWar(on, "germany")) == {"war/nobody"}
    play = declaring("great-britain infantry-4 london", "great-britain", at_war=("germany", "great-britain"))
    assert rules_broken(play, DeclareWar(on, "great-britain")) == {"war/nobody"}


def test_1_1_the_baltic_states_can_be_attacked_where_the_war_in_the_east_is_early() -> None:
    """They have no blocks; without a war nobody could ever enter them once the timetable has ended."""
    play = declaring(at_war=("germany", "soviet-union"), season=("winter", 1940))
    assert not may_be(play.position, "germany", "riga")
    play.submit(DeclareWar("baltic-states"))
    assert may_be(play.position, "germany", "riga") and may_be(play.position, "soviet-union", "riga")
    play.submit(EndPhase("final"))
    assert play.state.control["riga"] == "baltic-states"


@pytest.mark.parametrize(("option", "allowed"), [("told", False), ("axis-minors", True)])
def test_1_1_9_0_the_western_allies_attack_axis_minors_by_option_only(option: str, allowed: bool) -> None:
    play = declaring(
        f"{GERMANS}, great-britain infantry-4 london",
        "great-britain",
        at_war=("germany", "great-britain"),
        options={"declarations": option},
        season=("fall", 1940),
    )
    assert (DeclareWar("finland", "great-britain") in war.choices(play.position)) == allowed
    assert rules_broken(play, DeclareWar("finland")) == (set() if allowed else {"war/nobody"})
    if allowed:
        play.submit(DeclareWar("finland"))
        assert "finland" in warring(play) and play.state.marker("game", "surprised/finland")
        assert "finland sniper-infantry-4@4" in at(play, "helsinki") and "soviet-union" not in warring(play)


def test_1_1_no_war_on_who_is_at_war_with_one_or_out_of_it() -> None:
    play = fallen(declaring(at_war=("germany", "norway")), "denmark")
    assert rules_broken(play, DeclareWar("norway")) == {"war/relation"}
    assert rules_broken(play, DeclareWar("denmark")) == {"war/surrendered"}
    with pytest.raises(IllegalOrder, match="is not at peace with norway"):
        play.submit(DeclareWar("norway"))


@pytest.mark.section("9.0")
def test_9_0_greece_and_yugoslavia_only_after_the_others_and_bulgaria() -> None:
    """The Axis can declare war on them only if four nations have fallen in a previous season and Bulgaria has joined."""
    north = ("denmark", "norway", "belgium", "netherlands")
    play = declaring(season=("spring", 1941))
    assert rules_broken(play, DeclareWar("greece")) == {"war/too-early", "war/alone"}
    play = fallen(declaring(season=("spring", 1941), at_war=("germany", "bulgaria")), *north, when=("spring", 1941))
    assert rules_broken(play, DeclareWar("greece")) == {"war/too-early"}  # they have only just fallen
    play = fallen(declaring(season=("spring", 1941), at_war=("germany", "bulgaria")), *north, when=("winter", 1941))
    assert rules_broken(play, DeclareWar("yugoslavia")) == set()


@pytest.mark.section("9.0")
def test_9_0_bulgaria_has_joined_also_where_it_has_been_beaten_since() -> None:
    """It "has joined the Axis in this or in any previous Season": that it is still in the war is not asked."""
    north = ("denmark", "norway", "belgium", "netherlands")
    play = fallen(declaring(season=("spring", 1941)), *north, "bulgaria", when=("winter", 1941))
    assert rules_broken(play, DeclareWar("greece")) == set()


def test_1_1_of_several_that_could_whoever_may_declares_war() -> None:
    """Great Britain where France has done so, the Soviet Union where both have."""
    for at_war, by in (
        (("germany",), "france"),
        (("germany", "france"), "great-britain"),
        (("germany", "france", "great-britain"), "soviet-union"),
    ):
        play = declaring("soviet-union infantry-4 moscow", "great-britain", at_war=at_war, season=("winter", 1940))
        play.submit(DeclareWar("germany"))
        assert warring(play) >= {*at_war, by}


@pytest.mark.section("9.0")
@pytest.mark.parametrize(("face", "strengths"), [(1, (1, 3, 4)), (2, (1, 4, 3)), (6, (4, 3, 1))])
def test_9_0_greek_blocks_are_randomly_drawn(face: int, strengths: tuple[int, ...]) -> None:
    play = declaring(season=("spring", 1941), at_war=("germany", "bulgaria"), dice=[face])
    fallen(play, "denmark", "norway", "belgium", "netherlands", when=("winter", 1941))
    play.submit(DeclareWar("greece"))
    found = [next(iter(play.position.stacks(area)))[0] for area in ("athens", "trikala", "thessaloniki")]
    assert tuple(key[3] for key in found) == strengths
    assert all(key[2] == f"infantry-{key[3]}" for key in found)
    assert stacks_of(play, "belgrade") == {"yugoslavia infantry-2@2": 1, "yugoslavia artillery-2@2": 1}


@pytest.mark.section("9.0")
def test_9_0_italy_declares_war_only_once_belgium_and_the_netherlands_have_fallen() -> None:
    play = declaring(at_war=("germany", "france", "great-britain"))
    assert rules_broken(play, DeclareWar("france", "italy")) == {"war/too-early"}
    fallen(play, "belgium", "netherlands", when=("fall", 1939))
    assert rules_broken(play, DeclareWar("france", "italy")) == set()
    play.submit(DeclareWar("france", "italy"))
    assert "italy" in warring(play) and play.position.relation("italy", "great-britain") == "war"
    assert not play.state.marker("game", "surprised/france")  # only neutrals are surprised
    assert not play.state.marker("game", "surprised/italy")


def test_1_1_italy_at_war_opens_the_mediterranean() -> None:
    play = declaring(at_war=("germany", "france", "great-britain"))
    fallen(play, "belgium", "netherlands", when=("summer", 1939))
    assert not is_active(play.position, "central-med")
    play.submit(DeclareWar("great-britain", "italy"))
    assert is_active(play.position, "central-med") and not is_active(play.position, "northern-baltic")


@pytest.mark.section("9.0")
def test_9_0_france_and_great_britain_must_declare_war_in_their_next_production_phase() -> None:
    play = idle("campaign-1939", until=2)
    assert warring(play) == {"germany", "poland"}
    assert {(order.by, order.on) for order in war.choices(play.position)} == {("france", "germany"), ("great-britain", "germany")}
    play.submit(DeclareWar("germany", "france"))
    assert warring(play) == {"germany", "poland", "france"}
    play.submit(EndPhase())
    assert warring(play) == {"germany", "poland", "france", "great-britain"}
    assert is_active(play.position, "the-channel") and play.state.control["the-channel"] == "great-britain"


@pytest.mark.section("9.0")
def test_9_0_only_the_americans_and_only_at_war_declare_war_on_vichy_france() -> None:
    vichy = {"control": {"toulouse": "vichy-france"}, "at_war": ("germany", "great-britain")}
    play = declaring("great-britain infantry-4 london", "great-britain", **vichy)
    assert rules_broken(play, DeclareWar("vichy-france")) == {"war/neutral"}
    war = {"season": ("winter", 1942), "at_war": ("germany", "great-britain", "united-states")}
    play = declaring("united-states infantry-4 usa", "great-britain", control={"toulouse": "vichy-france"}, **war)
    play.submit(DeclareWar("vichy-france"))
    assert "vichy-france" in warring(play) and play.state.marker("game", "surprised/vichy-france")


def test_1_1_who_is_surprised_at_the_start() -> None:
    assert idle("1939", until=1).state.marker("game", "surprised/poland")
    assert idle("1941", until=1).state.marker("game", "surprised/soviet-union")


@pytest.mark.section("3.3")
def test_3_3_nobody_declares_war_on_a_vichy_france_that_has_not_been_formed() -> None:
    war = {"season": ("winter", 1942), "at_war": ("germany", "great-britain", "united-states")}
    play = declaring("united-states infantry-4 usa", "great-britain", **war)
    assert rules_broken(play, DeclareWar("vichy-france")) == {"war/nowhere"}
