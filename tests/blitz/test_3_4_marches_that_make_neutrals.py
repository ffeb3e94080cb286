"""1.6, 3., 3.4: a march that takes Paris goes on into nothing that has become neutral by it, and it waits for what a capture asks."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import MoveUnit, No, Yes
from tests.blitz.table import at, broken, do, settle, table

pytestmark = pytest.mark.section("1.6", "3.4")


def test_1_6_a_march_ends_in_paris_when_france_falls_by_it() -> None:
    play = table("army-group-b western-germany@2", phase="move")
    settle(do(play, MoveUnit("army-group-b", "western-germany > paris > vichy-france")))
    assert (at(play, "army-group-b"), play.state.control.get("vichy-france", "")) == ("paris@2", "")
    assert broken(play, MoveUnit("army-group-b", "paris > western-germany")) == ["move/moved"]


def test_5_2_a_march_goes_on_through_what_stays_an_enemys() -> None:
    play = table("army-group-b western-germany@2", phase="move", markers={"fallen/france": "yes"})
    settle(do(play, MoveUnit("army-group-b", "western-germany > paris > vichy-france")))
    assert (at(play, "army-group-b"), play.state.control["vichy-france"]) == ("vichy-france@2", "germany")


@pytest.mark.section("5.2")
@pytest.mark.parametrize(("answer", "holder"), [(Yes(), "afa"), (No(), "usa")])
def test_5_2_a_march_waits_for_what_its_capture_asks(answer: Yes | No, holder: str) -> None:
    """Whether Algeria goes back to the AFA is settled "immediately": the army stands there, and goes on afterwards."""
    taken = {"algeria": "germany", "libya": "germany"}
    play = table("1st-army morocco@2", phase="move", power="usa", at_war=["germany usa"], take=taken, owners={"1st-army": "usa"})
    do(play, MoveUnit("1st-army", "morocco > algeria > libya"))
    assert play.pending is not None and play.pending.what == "return-area"
    assert (at(play, "1st-army"), play.state.control["libya"]) == ("algeria@2", "germany")
    do(play, answer)
    assert (at(play, "1st-army"), play.state.control["algeria"], play.state.control["libya"]) == ("libya@2", holder, "usa")
    assert broken(play, MoveUnit("1st-army", "libya > algeria")) == ["move/moved"]


@pytest.mark.section("5.2")
def test_5_2_who_has_to_leave_what_its_march_took_moves_no_more() -> None:
    """Paris goes back to the AFA, at whose home no Soviet army may be: it leaves for Western Germany, and its march is over."""
    told = {"conquered/france": "allies", "fallen/france": "yes", "ally/france": "afa"}
    taken = {"western-germany": "ussr", "berlin": "ussr", "vichy-france": "ussr", "paris": "germany", "belgium-netherlands": "germany"}
    play = table("western-front western-germany@2", phase="move", power="ussr", at_war=["germany ussr"], take=taken, markers=told)
    settle(do(play, MoveUnit("western-front", "western-germany > paris > belgium-netherlands")))
    assert (at(play, "western-front"), play.state.control["paris"]) == ("western-germany@2", "afa")
    assert broken(play, MoveUnit("western-front", "western-germany > belgium-netherlands")) == ["move/moved"]
