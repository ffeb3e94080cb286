"""3.3, 3.4, 5.2 and the scenarios: what decides to the letter, each with the case beside it that decides otherwise."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.agenda import after, run
from engine.titles.blitz.orders import Yes
from engine.titles.blitz.politics import aligning
from engine.titles.blitz.position import board
from engine.titles.blitz.scenarios import specials
from tests.blitz.table import at, keys, settle, table

AT_WAR = ["germany usa", "japan usa"]


def politics(play: Play) -> Play:
    """Let happen what is due, and settle what it asks."""
    after(play, "politics")
    run(play)
    return settle(play)


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("country", "capital", "other", "axis", "allies"),
    [("italy", "rome", "milan", "germany", "afa"), ("france", "paris", "vichy-france", "germany", "afa")],
)
@pytest.mark.parametrize("again", [False, True])
def test_3_4_the_capital_alone_frees_italy_and_france_the_first_time(
    country: str, capital: str, other: str, axis: str, allies: str, again: bool
) -> None:
    own, foe, side = (axis, allies, "axis") if country == "italy" else (allies, axis, "allies")
    told = {f"fallen/{country}": "yes", f"conquered/{country}": side} | ({f"freed/{country}": "yes"} if again else {})
    play = table(take={capital: own, other: foe}, markers=told)
    politics(play)
    assert board.is_conquered(play.position, country) is again, "the standard rules ask for every area"
    play = table(take={capital: own, other: own}, markers=told)
    politics(play)
    assert not board.is_conquered(play.position, country)


@pytest.mark.section("3.4")
def test_3_4_what_the_liberator_gets_are_units_of_that_side_on_the_map_in_the_pool_and_set_aside() -> None:
    """Not those in Groups, which their first power goes on to add."""
    units = "polish-army germany-set-aside@2"
    play = table(
        units, take={"poland": "ussr"}, markers={"conquered/poland": "allies"}, at_war=["germany ussr"], owners={"polish-army": "germany"}
    )
    groups = {key.unit: key.area for key in play.state.stacks if "-group-" in key.area}
    politics(play)
    assert at(play, "polish-army") in ("afa-pool", "ussr-pool")
    assert {key.unit: key.area for key in play.state.stacks if "-group-" in key.area} == groups


@pytest.mark.section("3.3")
@pytest.mark.parametrize(
    ("axis", "allies", "suitor"),
    [(True, False, "germany"), (False, True, "afa"), (True, True, "")],
)
def test_3_3_the_balkans_go_to_who_keeps_the_other_side_off_the_mediterranean(axis: bool, allies: bool, suitor: str) -> None:
    shores = [area for area, link in table().title.neighbours["mediterranean-sea"].items() if link.kind == "coast"]
    lands = dict.fromkeys(shores, "")
    lands |= ({"rome": "germany"} if axis else {}) | ({"egypt": "afa"} if allies else {})
    play = table(take=lands)
    assert aligning.suitor(play.position, "balkans") == suitor


@pytest.mark.section("5.2")
@pytest.mark.parametrize(
    ("lands", "open_to"),
    [
        ({}, set()),
        ({"harbin": "ussr"}, set()),
        ({"harbin": "ussr", "port-arthur": "ussr"}, {"ussr"}),
        ({"harbin": "usa", "port-arthur": "usa"}, set()),
        ({"formosa": "usa"}, {"usa", "afa"}),
        ({"manila": "japan", "formosa": "usa"}, set()),
        ({"manila": "japan", "formosa": "usa", "south-east-asia": "afa"}, {"usa", "afa"}),
        ({"formosa": "ussr"}, set()),
    ],
)
def test_5_2_who_may_enter_china_before_it_is_conquered(lands: dict[str, str], open_to: set[str]) -> None:
    """The USSR with Harbin and Port Arthur its own; the AFA and the USA with two of Formosa, Manila, South-East Asia."""
    units = "western-front moscow@2, 2nd-army hyderabad@2, 1st-army west-coast@2, nationalist-army chungking@1"
    play = table(units, take=lands, at_war=[*AT_WAR, "japan afa", "japan ussr"])
    found = {key.power for key in keys(play, "western-front", "2nd-army", "1st-army") if board.may_be_in_china(play.position, key)}
    assert found == open_to and board.may_be_in_china(play.position, keys(play, "nationalist-army")[0])


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(("turn", "asked"), [(6, False), (7, True), (8, False)])
def test_d_armour_leaves_in_the_builds_of_turn_nine_alone(turn: int, asked: bool) -> None:
    """The scenario begins with turn 3: its seventh is turn 9."""
    units = "army-group-b berlin@2, army-group-north berlin@2, army-group-center berlin@2"
    play = table(units, scenario="barbarossa", phase="turn-end", turn=turn)
    assert board.game_turn(play.position) == turn + 2
    specials.before_builds(play)
    run(play)
    assert bool(play.pending and play.pending.what == "shed") is asked


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("has", "afa", "japan"), [(0, 0, 1), (1, 0, 0), (2, 1, 0)])
def test_e_who_has_one_point_to_lose_loses_it(has: int, afa: int, japan: int) -> None:
    play = table(scenario="rising-sun", phase="turn-end", power="japan", turn=2, points={"afa": has})
    specials.before_builds(play)
    run(play)
    play.submit(Yes())
    assert [play.state.points.get((power, "vp"), 0) for power in ("afa", "japan")] == [afa, japan]
