"""What a production and a placing phase take and refuse, at their limits (sections 7.1 to 7.8, 11.1 to 11.3, 12.3 to 12.6, 13.1)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy, Declare, Place
from engine.mechanics.profile import profile
from engine.play import Play
from engine.strictness import Strictness
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.orders import Advance, Build, Dock, Refit
from engine.titles.global_war_1936.vocabulary import SITE_DAMAGE
from tests.global_war_1936.positions import EARLY, play_from, problems, standing

YARD = {"western-germany": "germany: major-factory, major-shipyard"}
HASTE = {"germany": "improved-construction"}


def producing(money: int, stacks: dict[str, str] = YARD, **more: object) -> Play:
    return play_from(stacks, "germany", "production", money={"germany": money}, **more)  # type: ignore[arg-type]


@pytest.mark.section("7.3", "7.8")
@pytest.mark.parametrize(("twice", "price"), [(False, 4), (True, 10)])
def test_7_8_who_begins_a_ship_pays_its_first_part_or_two_whole_ones(twice: bool, price: int) -> None:
    order = Build("battleship", twice=twice)
    assert problems(producing(price, techs=HASTE), order) == []
    assert problems(producing(price - 1, techs=HASTE), order) == ["build/funds"]


@pytest.mark.section("7.3", "7.9")
def test_7_9_one_ship_at_a_time_is_completed_for_another_nation() -> None:
    markers = {("game", "chart/germany/light-cruiser//italy/1"): "2"}
    play = producing(30, markers=markers)
    assert problems(play, Advance("light-cruiser", 1, 2, to="italy")) == ["lend-lease/waiting"]
    assert problems(play, Advance("light-cruiser", 1, 1, to="italy")) == []
    battleships = producing(60, markers={("game", "chart/germany/battleship//italy/1"): "2"})
    assert problems(battleships, Advance("battleship", 1, 2, to="italy")) == []
    waits = markers | {("game", "grant|germany|italy"): "destroyer"}
    assert problems(producing(30, markers=waits), Advance("light-cruiser", 1, 1, to="italy")) == ["lend-lease/waiting"]


@pytest.mark.section("12.3", "12.6")
def test_12_6_what_is_built_at_home_is_not_built_abroad() -> None:
    held = {"picardy": "germany"}
    play = producing(60, YARD | {"picardy": "germany: infantry"}, control=held)
    assert "build/place" in problems(play, Build("major-shipyard", "picardy"))
    assert "build/place" not in problems(play, Build("major-port", "picardy"))


@pytest.mark.section("7.1", "7.4")
def test_7_1_of_a_record_what_can_be_paid_is_bought_and_what_cannot_be_done_is_left_out() -> None:
    play = producing(10)
    play.strictness = Strictness.COLLECT
    play.submit(Buy("30 infantry"))
    assert play.state.pool == {("germany", "infantry"): 3}
    play.submit(Build("battleship", twice=True))
    assert not any(key.startswith("chart/") for _, key in play.state.markers)


@pytest.mark.section("7.4")
@pytest.mark.parametrize(("used", "docked"), [(0, True), (5, False)])
def test_7_4_a_dock_that_has_no_place_left_takes_no_ship_of_a_record(used: int, docked: bool) -> None:
    play = producing(10, YARD | {"sea-zone-9": "germany: battleship~1"})
    if used:
        placing.docks.use(play, "western-germany", used)
    play.strictness = Strictness.COLLECT
    play.submit(Dock("battleship", "sea-zone-9", "western-germany", 2))
    assert ("docked" in standing(play, "sea-zone-9")) is docked


# Placing


@pytest.mark.section("8.1", "5.5")
def test_8_1_war_is_declared_while_units_are_placed_too() -> None:
    play = play_from({}, "germany", "place-units")
    play.submit(Declare("sweden"))
    assert "war" in {play.position.relation("germany", other) for other in ("sweden", "great-britain")}
    assert any(isinstance(event, ev.RelationChanged) and "sweden" in (event.power, event.other) for event in play.events)


@pytest.mark.section("11.1")
def test_11_1_militia_are_placed_on_land_that_was_held_all_turn() -> None:
    play = play_from({}, "germany", "place-units", taken={"picardy": "germany"}, control={"belgium": "germany"})
    assert placing.militia_room(play.position, "picardy") == 0
    assert placing.militia_room(play.position, "belgium") == 1
    assert placing.militia_room(play.position, "sea-zone-9") == 0
    assert placing.militia_room(play.position, "berlin") == play.title.areas["berlin"].value


@pytest.mark.section("12.6", "11.1", "7.8")
def test_12_6_a_capital_ship_needs_a_major_shipyard_and_a_major_factory_at_home_by_rail() -> None:
    def room(stacks: dict[str, str], dock: str = "western-germany", **more: object) -> int:
        play = play_from(stacks, "germany", "place-units", **more)  # type: ignore[arg-type]
        return placing.slips(play.position, dock, profile(play.position, "germany", "battleship"))

    assert room(YARD) == 5
    assert room({"western-germany": "germany: minor-shipyard, major-factory"}) == 0
    assert room({"western-germany": "germany: minor-shipyard, major-factory"}, techs=HASTE) == 0, "two ships a turn, no capital ship"
    assert room(YARD, techs=HASTE) == 8
    assert room({"western-germany": "germany: major-shipyard, minor-factory"}) == 0
    abroad = {"belgium": "germany: major-shipyard, major-factory"}
    assert room(abroad, "belgium", control={"belgium": "germany"}) == 0


@pytest.mark.section("2.3", "11.3")
def test_2_3_a_facility_that_anzac_has_built_stands_there_as_one_of_the_commonwealth() -> None:
    ready = {("game", "ready/anzac/minor-port/sydney/"): "1", ("game", "site-damage/sydney/minor-port/"): "2"}
    play = play_from({}, "great-britain", "noncombat-move", markers=ready, pool={"anzac": "minor-port"})
    play.open_phase(ev.PhaseStarted("great-britain", "place-units", play.state.clock.turn))
    assert standing(play, "sydney") == "great-britain: minor-port"
    assert SITE_DAMAGE.read(play.state, "sydney", "minor-port", "") == ""
    assert play.state.damage["sydney", "minor-port"] == 2
    built = [event for event in play.events if isinstance(event, ev.FacilityChanged) and event.change == "built"]
    assert [(event.delta, event.damage) for event in built] == [(0, 2)]


@pytest.mark.section("11.2")
def test_11_2_a_militia_is_trained_for_two_and_one_stack_after_the_other() -> None:
    stacks = {"berlin": "germany: major-factory, infantry, infantry [moved], militia"}
    play = play_from(stacks, "germany", "place-units", money={"germany": 9}, options={"motorized-upgrade": "on"})
    play.submit(Refit("militia", "berlin"))
    assert play.state.resources["germany", "ipp"] == 7
    play.submit(Refit("infantry", "berlin", 2))
    assert play.state.resources["germany", "ipp"] == 5
    assert sum(n for key, n in play.state.stacks.items() if key.unit == "motorized-infantry") == 2


@pytest.mark.section("15.9")
def test_15_9_early_fighters_are_scrapped_for_four_and_upgraded_for_four() -> None:
    for scrap, money, left in ((True, 14, ""), (False, 6, "fighter")):
        play = play_from(
            {"berlin": "germany: early-fighter"},
            "germany",
            "place-units",
            money={"germany": 10},
            options={"early-fighters": "on"},
            round=3,
        )
        play.submit(Refit("early-fighter", "berlin", scrap=scrap))
        assert play.state.resources["germany", "ipp"] == money
        assert standing(play, "berlin") == (f"germany: {left}" if left else "")
        paid = [event.cause for event in play.events if isinstance(event, ev.ResourceChanged)][-1]
        assert paid == ("scrap" if scrap else "upgrade")


@pytest.mark.section("13.1")
def test_13_1_who_has_helped_the_nationalists_to_win_gets_an_infantry_a_turn() -> None:
    won = {("game", "spain-won"): "nationalist-spain"}
    play = EARLY.play_from({}, "germany", "noncombat-move", markers=won, control={"madrid": "nationalist-spain"})
    play.open_phase(ev.PhaseStarted("germany", "place-units", play.state.clock.turn))
    assert standing(play, "berlin") == "germany: infantry"


@pytest.mark.section("11.1")
def test_11_1_one_order_places_units_of_one_type() -> None:
    play = play_from(YARD, "germany", "place-units", pool={"germany": "2 infantry, artillery"})
    assert problems(play, Place("infantry, artillery", "western-germany")) == ["place/one-type"]
    assert problems(play, Place("2 infantry", "western-germany")) == []
    assert problems(play, Place("3 infantry", "western-germany")) == ["place/not-bought"]
    assert problems(play, Place("infantry", "sea-zone-9")) == ["place/space"]


@pytest.mark.section("4.5", "15.9")
def test_4_5_a_controlled_minor_power_gets_no_money_for_a_fighter_that_it_scraps() -> None:
    play = EARLY.play_from(
        {"argentina": "argentina: early-fighter"},
        "argentina",
        "place-units",
        options={"early-fighters": "on"},
        round=9,
        markers={("game", "controlled|argentina"): "united-states"},
        money={"argentina": 4},
        control={"argentina": "argentina"},
        dice=[12],
    )
    assert problems(play, Refit("early-fighter", "argentina", scrap=True)) == ["refit/scrap"]
    assert problems(play, Refit("early-fighter", "argentina")) == []
