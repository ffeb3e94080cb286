"""GameState is the fold of the events: each event's effect, arithmetic that cannot be, time travel."""

import msgspec
import pytest

from engine import events as ev
from engine.errors import FoldError
from engine.state import FOLD, GameState, state_at
from tests.events import decode_event

START = [
    ev.GameStarted("aa1942", "standard", {"victory": "total"}, {"germany": "Ann"}),
    ev.RoundStarted(1),
    ev.PhaseStarted("germany", "purchase-units", 1),
    ev.UnitsPlaced("germany", "infantry", 3, "libya"),
    ev.ResourceChanged("germany", "ipc", 40, 40, "setup"),
]


def folded(*events):
    return GameState().apply_all([*START, *events])


def test_every_event_of_the_vocabulary_has_a_fold():
    assert set(FOLD) == set(ev.EVENTS)


def test_every_event_survives_its_json():
    for event in START:
        assert decode_event(ev.encode_event(event)) == event


def test_units_move_and_keep_their_sum():
    state = folded(ev.UnitsMoved("germany", "infantry", 2, "libya", "algeria", becomes="used=1"))
    assert state.stacks == {
        ("libya", "germany", "infantry", 1, ""): 1,
        ("algeria", "germany", "infantry", 1, "used=1"): 2,
    }


def test_taking_away_what_is_not_there_names_both_values():
    with pytest.raises(FoldError, match=r"libya: 4 infantry of germany .* but 3 are there"):
        folded(ev.UnitsRemoved("germany", "infantry", 4, "libya"))


def test_a_balance_that_does_not_follow_is_refused():
    with pytest.raises(FoldError, match="changes by -3 to 36, but the store was 40, which makes 37"):
        folded(ev.ResourceChanged("germany", "ipc", -3, 36, "purchase"))


def test_bought_units_wait_until_they_are_mobilized():
    bought = folded(ev.UnitsPurchased("germany", "tank", 2, 5, 10, "ipc"))
    assert bought.pool == {("germany", "tank"): 2}
    bought.apply(ev.UnitsPlaced("germany", "tank", 1, "germany", cause="mobilize"))
    bought.apply(ev.UnitsPurchased("germany", "tank", -1, 5, -5, "ipc"))
    assert bought.pool == {}
    with pytest.raises(FoldError, match="places 1 tank but has 0 bought"):
        bought.apply(ev.UnitsPlaced("germany", "tank", 1, "germany", cause="mobilize"))


def test_a_hit_changes_strength_and_a_capture_changes_owner():
    state = folded(
        ev.UnitsPlaced("germany", "battleship", 1, "sea-zone-14", strength=2),
        ev.UnitsChanged("germany", "battleship", 1, "sea-zone-14", strength=2, to_strength=1),
        ev.UnitsChanged("germany", "infantry", 1, "libya", to_power="japan", becomes="captured"),
    )
    assert state.stacks["sea-zone-14", "germany", "battleship", 1, ""] == 1
    assert state.stacks["libya", "japan", "infantry", 1, "captured"] == 1


def test_a_new_turn_refreshes_conditions_and_remembers_where_it_began():
    state = folded(
        ev.ControlChanged("libya", "", "germany", "setup"),
        ev.UnitsMoved("germany", "infantry", 3, "libya", "algeria", becomes="used=1 moved"),
        ev.MarkerSet("turn", "sea-combat|sea-zone-14", "yes"),
        ev.MarkerSet("game", "kept", "yes"),
        ev.PhaseStarted("germany", "combat-move", 1),
    )
    assert state.marker("turn", "sea-combat|sea-zone-14") == "yes"
    state.apply(ev.PhaseStarted("united-kingdom", "purchase-units", 2))
    assert state.stacks == {("algeria", "germany", "infantry", 1, ""): 3}
    assert state.turn_stacks == state.stacks and state.turn_control == {"libya": "germany"}
    assert state.markers == {("game", "kept"): "yes"}


def test_time_travel_and_prefix_plus_rest_equal_the_whole():
    events = [*START, ev.UnitsRemoved("germany", "infantry", 1, "libya"), ev.GameEnded(("axis",), "total")]
    for n in range(len(events) + 1):
        early = state_at(events, n)
        assert early.seq == n
        assert msgspec.structs.asdict(early.copy().apply_all(events[n:])) == msgspec.structs.asdict(state_at(events, len(events)))


def test_a_copy_is_independent():
    state = folded()
    other = state.copy()
    other.apply(ev.UnitsRemoved("germany", "infantry", 3, "libya"))
    assert state.stacks and not other.stacks
