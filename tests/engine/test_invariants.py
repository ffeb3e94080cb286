"""The checker of invariants: silent on a legal game, and each thing that must hold is missed when it does not."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.heirs import OUT
from engine.invariants import invariants, violations
from engine.rules import EndPhase
from tests.aa1942.positions import TITLE, play_from

CARRIER = "germany: aircraft-carrier, fighter, transport [cargo=germany/infantry], infantry [aboard]"
STACKS = {"germany": "germany: industrial-complex, infantry", "sea-zone-5": CARRIER}


def begun() -> list[ev.Event]:
    """The events of a small legal position up to Germany's mobilize phase, with an infantry bought."""
    return list(play_from(STACKS, "germany", "mobilize-units", pool={"germany": "infantry"}).events)


def test_a_legal_position_played_to_the_end_of_the_round_has_no_violations() -> None:
    play = play_from(STACKS, "germany", "mobilize-units", pool={"germany": "infantry"})
    while play.state.clock.round == 1:
        play.submit(EndPhase())
    assert violations(TITLE, play.events) == []


NEXT = ev.PhaseStarted("united-kingdom", "purchase-units", 3)
TOO_MANY = ev.UnitsPlaced("germany", "fighter", 2, "sea-zone-5")
BREAKS: list[tuple[list[ev.Event], str]] = [
    ([ev.UnitsPlaced("germany", "infantry", 0, "norway")], "no stack"),
    ([ev.UnitsPlaced("germany", "tank", 1, "sea-zone-5")], "tank at sea without a ship"),
    ([ev.UnitsPlaced("germany", "destroyer", 1, "norway")], "destroyer () on land"),
    ([ev.UnitsPlaced("germany", "infantry", 1, "norway", condition="aboard")], "infantry (aboard) on land"),
    ([ev.UnitsPlaced("germany", "fighter", 1, "turkey")], "fighter in turkey, which nothing may enter"),
    ([ev.UnitsPlaced("germany", "zeppelin", 1, "norway")], "unknown area, power or unit"),
    ([ev.UnitsPlaced("germany", "infantry", 1, "norway", 2)], "strength 2; expected 1 to 1"),
    ([ev.UnitsPlaced("germany", "industrial-complex", 1, "germany")], "2 industrial-complex in germany; expected at most 1"),
    ([ev.UnitsMoved("germany", "infantry", 1, "germany", "norway", path=("germany", "libya"))], "a path from germany to libya"),
    ([ev.UnitsPurchased("germany", "tank", 1, 4, 4, "ipc")], "expected 5 ipc each, 5 in all"),
    ([ev.ControlChanged("norway", "japan", "united-kingdom", "captured")], "norway was held by germany"),
    ([ev.ControlChanged("turkey", "", "germany", "captured")], "turkey is an area that nobody can control"),
    ([ev.ControlChanged("sea-zone-5", "", "germany", "captured")], "sea-zone-5 is an area that nobody can control"),
    ([ev.ControlChanged("norway", "germany", "germany", "captured")], "controller 'germany'; expected a power other than 'germany'"),
    ([ev.ResourceChanged("germany", "ipc", -41, -1, "purchase")], "a negative balance"),
    ([ev.VictoryPointsScored("axis", "medals", 1, 5, "bravery")], "the points scored add up to 1, the state holds 5"),
    ([ev.FacilityChanged("germany", "industrial-complex", "germany", "damaged", 21, 21)], "damage 21; expected 0 to 20"),
    ([ev.FacilityChanged("norway", "industrial-complex", "germany", "damaged", 1, 1)], "no industrial-complex stands in norway"),
    ([ev.BattleStarted(1, "sea", "sea-zone-5", "germany", "japan", "", ""), NEXT], "battle 1 is still open"),
    ([ev.PhaseStarted("japan", "purchase-units", 5)], "turn 5 follows turn 2"),
    ([ev.GameEnded(("axis",), "moderate"), NEXT], "an event after the end of the game"),
    ([TOO_MANY, NEXT], "sea-zone-5: 1 aircraft of the axis without a deck"),
    ([ev.UnitsPlaced("germany", "bomber", 1, "sea-zone-6"), NEXT], "bomber of germany rests over sea-zone-6"),
    ([ev.UnitsPlaced("germany", "tank", 1, "russia"), NEXT], "tank of germany rests in russia, held by soviet-union"),
    # what must hold once an order is complete
    ([ev.UnitsRemoved("germany", "infantry", 1, "sea-zone-5", condition="aboard")], "ships there list 1"),
    (
        [
            ev.UnitsMoved(
                "germany", "transport", 1, "sea-zone-5", "sea-zone-6", condition="cargo=germany/infantry", becomes="cargo=germany/infantry"
            )
        ],
        "1 infantry of germany aboard; ships there list 0",
    ),
    (
        [
            ev.UnitsChanged(
                "germany", "transport", 1, "sea-zone-5", condition="cargo=germany/infantry", becomes="cargo=germany/tank+germany/tank"
            ),
            ev.UnitsPlaced("germany", "tank", 2, "sea-zone-5", condition="aboard"),
        ],
        "cannot hold",
    ),
    (
        [
            ev.UnitsPlaced("germany", "transport", 1, "sea-zone-6", condition="cargo=united-kingdom/infantry"),
            ev.UnitsPlaced("united-kingdom", "infantry", 1, "sea-zone-6", condition="aboard"),
        ],
        "carries an enemy",
    ),
    ([ev.ControlChanged("karelia-ssr", "soviet-union", "germany", "captured")], "victory points"),
    ([ev.PowerChanged("germany", "active", "capital-lost")], "germany: capital held, but its standing is capital-lost"),
    ([ev.ControlChanged("germany", "germany", "soviet-union", "captured")], "germany: capital lost, but its standing is None"),
]


@pytest.mark.parametrize(("broken", "text"), BREAKS)
def test_a_break_is_found_and_named(broken: list[ev.Event], text: str) -> None:
    found = violations(TITLE, [*begun(), *broken])
    assert any(text in one for one in found), found


@pytest.mark.parametrize("standing", sorted(OUT))
def test_a_power_that_is_out_of_the_war_may_have_lost_its_capital(standing: str) -> None:
    lost = [ev.ControlChanged("germany", "germany", "soviet-union", "captured")]
    out = [*lost, ev.PowerChanged("germany", "active", standing)]
    assert any("capital lost" in one for one in violations(TITLE, [*begun(), *lost]))
    assert not any("capital lost" in one for one in violations(TITLE, [*begun(), *out]))


def test_a_state_that_departs_from_its_events_is_found() -> None:
    """The checker keeps counts of its own: a fold that loses a unit, or money, or an area, is noticed."""
    play = play_from(STACKS, "germany", "mobilize-units", pool={"germany": "infantry"})
    checker = invariants(TITLE)
    fresh = type(play.state)()
    for event in play.events:
        fresh.apply(event)
        assert checker.after(event, fresh) == []
    assert checker.settled(fresh) == []
    fresh.stacks["germany", "germany", "infantry", 1, ""] = 3
    fresh.control["norway"] = "japan"
    found = checker.settled(fresh)
    assert [text.partition(": ")[2] for text in found] == [
        "('germany', 'infantry'): 4 on the board; placed minus removed is 2",
        "control differs from the sum of its changes",
    ]


def test_cities_that_are_counted_wrong_everywhere_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The points of all contenders are those of all cities, however they were counted."""
    play = play_from(STACKS, "germany", "mobilize-units")
    found = dict.fromkeys(TITLE.sides, 0)
    measure = TITLE.settings["victory"]["measure"]
    monkeypatch.setattr("engine.families.axis_allies.invariants.cities", lambda title, control: found)
    play.state.points.clear()
    play.state.points.update({(side, measure): 0 for side in found})
    checker = invariants(TITLE)
    checker.control = play.state.control
    assert any("expected 12 in all, less 0" in text for text in checker.settled(play.state))
