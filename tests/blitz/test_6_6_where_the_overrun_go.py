"""6.6, 8., 3.4: where units go that are overrun or may no longer stay, and what a captured Factory scores."""

from __future__ import annotations

import pytest

from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoTo
from engine.titles.blitz.politics import control, moving_out
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import PRIZE, SPOILS
from tests.blitz.table import TITLE, agenda_of, at, broken, do, keys, settle, table

AT_WAR = ["germany usa", "japan usa"]


@pytest.mark.section("6.6")
@pytest.mark.parametrize("task", ["overrun me-109s afa", "make-way me-109s afa"])
def test_6_6_who_is_in_the_force_pool_by_then_stays_there(task: str) -> None:
    play = table("me-109s germany-pool@1")
    agenda.before(play, task)
    before = len(play.events)
    agenda.run(play)
    assert play.pending is None and at(play, "me-109s") == "germany-pool"
    assert len(play.events) == before + 1, "the task is off the agenda, and no more has happened"


@pytest.mark.section("6.6")
def test_6_6_who_is_out_of_the_game_by_then_goes_nowhere() -> None:
    play = table("me-109s germany-pool@1")
    agenda.before(play, "overrun no-such-unit afa", "make-way no-such-unit afa")
    agenda.run(play)
    assert play.pending is None and agenda_of(play) == []


@pytest.mark.section("6.6")
def test_6_6_the_taker_s_choice_is_where_the_unit_goes() -> None:
    """The second of two areas that are equally close."""
    for area in ("berlin", "austria-czechoslovakia"):
        play = table("me-109s western-germany@1", power="afa", take={"belgium-netherlands": "afa"})
        control.take_control(play, "western-germany", "afa")
        agenda.run(play)
        (wrong,) = play.check(GoTo("me-109s", "rome"))
        assert (wrong.message, wrong.expected) == ("me-109s goes to one of the closest areas", "austria-czechoslovakia, berlin")
        do(play, GoTo("me-109s", area))
        assert at(play, "me-109s") == f"{area}@1"


@pytest.mark.section("6.6", "1.7")
@pytest.mark.parametrize(("unit", "from_"), [("12th-fleet", "vichy-france"), ("bomber-command", "vichy-france")])
def test_6_6_no_overrun_unit_goes_where_no_line_leads(monkeypatch: pytest.MonkeyPatch, unit: str, from_: str) -> None:
    """Spain is one land area away and by sea as close as any other port; London is farther, and the only one in supply."""
    play = table(f"{unit} {from_}@1", power="germany", take={"spain": "afa", "portugal": "afa"}, at_war=AT_WAR)
    (key,) = keys(play, unit)
    assert ("spain" in {area for area, _ in control.refuges(play.position, key)}) is True
    monkeypatch.setattr(control, "supplied", lambda position, power, home: {"london"})
    assert {area for area, _ in control.refuges(play.position, key)} <= {"london"}


@pytest.mark.section("1.3", "6.6")
def test_1_3_a_ship_is_in_the_port_that_it_has_come_to() -> None:
    """Spain has a port on each of two seas."""
    for sea in ("western-approaches", "mediterranean-sea"):
        play = table("high-seas-fleet western-germany@1", take={"spain": "germany", "portugal": "germany"})
        (key,) = keys(play, "high-seas-fleet")
        after = control.settle_in(play, key, "spain", sea)
        port = board.port_at(play.position, after)
        assert port is not None and port.seas == (sea,)


@pytest.mark.section("3.2")
@pytest.mark.parametrize(("war", "told"), [([], "china"), (["japan usa"], "")])
def test_3_2_whose_units_have_taken_an_area_of_a_power_at_peace_is_kept(war: list[str], told: str) -> None:
    """The Chinese take Harbin from Japan, with whom the USA is at peace."""
    play = table("nationalist-army peking@1, 1st-army canton@1", power="usa", at_war=war)
    control.take_control(play, "harbin", "usa", takers=("1st-army", "nationalist-army"))
    assert SPOILS.read(play.state, "harbin") == told


@pytest.mark.section("8. Victory and Game End")
def test_8_a_factory_that_changes_hands_again_and_again_scores_for_who_has_it() -> None:
    """Paris has one Factor."""
    play = table(at_war=AT_WAR)
    for taker, scored in (("germany", 1), ("afa", 0), ("germany", 1), ("afa", 0)):
        control.take_control(play, "paris", taker)
        assert [play.state.points.get((power, "vp"), 0) for power in ("germany", "afa")] == [scored, 0]
        assert PRIZE.read(play.state, "paris") == ("germany" if scored else "")


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "8. Victory and Game End")
def test_a_a_power_without_the_card_scores_no_factory() -> None:
    play = table("18th-army paris@2", scenario="western-europe")
    control.take_control(play, "paris", "germany")
    assert play.state.points.get(("germany", "vp"), 0) == 0 and PRIZE.read(play.state, "paris") == ""


@pytest.mark.section("8. Victory and Game End")
def test_8_a_power_has_the_cards_of_its_name() -> None:
    cards = control._cards(table(), "japan")
    assert {"tenno-zan", "control-industrial-might"} <= cards and not cards & {"lebensraum", "free-oceans"}


@pytest.mark.section("8. Victory and Game End", "Scenario B. The Longest Day")
def test_8_whose_an_area_was_at_first_is_what_the_scenario_says() -> None:
    scenarios = ("campaign", "longest-day", "rising-sun")
    assert [control._first_owner(table(scenario=one), "paris") for one in scenarios] == ["afa", "germany", ""]


@pytest.mark.section("9.9")
def test_9_9_who_has_taken_the_factory_is_asked_about_loot() -> None:
    play = table("2nd-army western-germany@2", options={"looting": "yes"}, take={"western-germany": "afa"})
    control.take_control(play, "berlin", "afa")
    agenda.run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("loot", "afa")


@pytest.mark.section("6.6")
@pytest.mark.parametrize(("die", "has"), [(3, "afa"), (4, "usa")])
def test_6_6_a_coin_is_tossed_between_the_equals(die: int, has: str) -> None:
    play = table("2nd-army western-germany@2, 1st-army western-germany@2", at_war=AT_WAR, dice=[die])
    pair = keys(play, "2nd-army", "1st-army")
    strength = {board.printed(TITLE, key, "land") for key in pair}
    assert len(strength) == 1 and control.disputed(play, "berlin", pair) == has
    (toss,) = (event for event in play.events if getattr(event, "purpose", "") == "coin")
    assert toss.power == "afa"


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "6.6")
def test_a_land_beside_is_land_in_play() -> None:
    """Sea areas are not in play; Spain and Italy are not either."""
    position = table(scenario="western-europe").position
    assert set(control.adjacent_land(position, "vichy-france")) == {"paris"}
    assert set(control.adjacent_land(table().position, "vichy-france")) == {"paris", "milan", "spain"}


@pytest.mark.section("3.4")
def test_3_4_a_ship_goes_to_the_ports_of_its_home() -> None:
    """Japan's: Tokyo, on two seas of one port, and Formosa."""
    play = table("2nd-fleet harbin@1")
    (key,) = keys(play, "2nd-fleet")
    tokyo = next(port for port in board.ports(TITLE)["tokyo"])
    assert moving_out.refuges(play.position, key, moving_out.HOME) == [("tokyo", tokyo.seas[0]), ("formosa", "east-china-sea")]


@pytest.mark.section("3.4", "2.1")
def test_3_4_who_moves_out_has_done_what_it_had_done_and_is_in_no_combat() -> None:
    play = table("luftwaffe paris@2 [target=london factory moved]")
    (key,) = keys(play, "luftwaffe")
    moving_out.send_home(play, key)
    (key,) = keys(play, "luftwaffe")
    assert board.words(key) == ("moved",) and "target" not in key.condition
    assert key.area in TITLE.regions["germany"]


@pytest.mark.section("3.4")
def test_3_4_who_must_move_out_is_told_where_to() -> None:
    """The Luftwaffe may not stay in Tokyo; Rome is not in its home country."""
    play = table("luftwaffe tokyo@2", power="japan", phase="move")
    agenda.before(play, "move-out luftwaffe home")
    agenda.run(play)
    assert play.pending is not None and play.pending.what == "move-out"
    (wrong,) = play.check(GoTo("luftwaffe", "rome"))
    assert (wrong.rule, wrong.expected) == ("move-out", "berlin, western-germany")
    settle(play)
    assert at(play, "luftwaffe") in ("berlin@2", "western-germany@2") and broken(play, GoTo("luftwaffe", "berlin")) != []


@pytest.mark.section("3.4")
def test_3_4_who_has_nowhere_to_go_is_destroyed() -> None:
    lost = {row.area: "afa" for row in TITLE.holdings if row.scenario == "campaign" and TITLE.side_of[row.power] == "axis"}
    play = table("1st-para paris@1", take=lost)
    (key,) = keys(play, "1st-para")
    assert moving_out.refuges(play.position, key, moving_out.CLOSEST) == []
    moving_out.send_home(play, key)
    assert at(play, "1st-para") == "germany-pool"
