"""Section Phase 6: Collect Income, and National Production Chart."""

from __future__ import annotations

import pytest

from engine.events import PhaseStarted, ResourceChanged
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.economy.income import production
from engine.play import Play
from engine.rules import EndPhase
from tests.aa1942.positions import TITLE, events_after, play_from

pytestmark = pytest.mark.section("Phase 6: Collect Income")


def income_of(play: Play, power: str) -> list[ResourceChanged]:
    """What a power is paid from now to the end of its mobilize phase and what follows by itself."""
    start = len(play.events)
    play.submit(EndPhase())
    return [event for event in events_after(play, start, ResourceChanged) if event.power == power]


@pytest.mark.section("National Production Chart")
def test_income_is_the_national_production_level() -> None:
    play = play_from({}, "germany", "mobilize-units", money={"germany": 5})
    assert income_of(play, "germany") == [ResourceChanged("germany", "ipc", 40, 45, "income")]


@pytest.mark.section("National Production Chart")
def test_areas_taken_this_turn_are_paid_for() -> None:
    """Caucasus (4) and Karelia (2) on top of Germany's 40; the loser's production falls by as much."""
    play = play_from({}, "germany", "conduct-combat")
    for area in ("caucasus", "karelia-ssr"):
        take_area(play, area, "germany")
    assert production(play.position, "soviet-union") == 24 - 6
    play.submit(EndPhase("noncombat-move"))
    assert income_of(play, "germany") == [ResourceChanged("germany", "ipc", 46, 86, "income")]


def test_only_the_controlling_power_is_paid_never_its_ally() -> None:
    play = play_from({}, "japan", "mobilize-units", control={"india": "germany"})
    assert income_of(play, "japan") == [ResourceChanged("japan", "ipc", 30, 60, "income")]


@pytest.mark.section("Capturing and Liberating Capitals")
def test_no_income_while_the_capital_is_in_enemy_hands_whatever_else_is_held() -> None:
    play = play_from({}, "united-kingdom", "noncombat-move", control={"united-kingdom": "germany"})
    assert production(play.position, "united-kingdom") == 22
    start = len(play.events)
    play.submit(EndPhase())
    assert events_after(play, start) == [PhaseStarted("japan", "purchase-units", 4)]


def test_a_power_that_holds_only_its_capital_is_paid_for_that() -> None:
    others = [row.area for row in TITLE.holdings if row.power == "soviet-union" and row.area != "russia"]
    control = dict.fromkeys(others, "germany")
    play = play_from({}, "soviet-union", "mobilize-units", control=control)
    assert income_of(play, "soviet-union") == [ResourceChanged("soviet-union", "ipc", 8, 32, "income")]
