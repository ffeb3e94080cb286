"""Nothing is lost: a game's events come back from its tables exactly, and its snapshots are the states they name."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from engine import events as ev
from engine.state import GameState, state_at
from tests.warehouse.games import ENDS, EVENTS, TITLE, game, random_game
from warehouse import Lake, LakeError, events_of
from warehouse.schema import TABLES


def test_the_small_game_has_every_event_type() -> None:
    assert {type(event) for event in EVENTS} == set(ev.EVENTS)


def test_events_come_back_as_they_were(small: Lake) -> None:
    assert events_of(small, "small") == EVENTS


@pytest.mark.parametrize("seed", range(4))
def test_random_events_come_back_to_the_byte(lake: Lake, seed: int) -> None:
    played = random_game(seed)
    lake.write([random_game(seed + 100), played, random_game(seed + 200)])
    back = lake.events(f"random-{seed}")
    assert [ev.encode_event(event) for event in back] == [ev.encode_event(event) for event in played.events]


def test_a_game_that_is_not_there_is_named(small: Lake) -> None:
    with pytest.raises(LakeError, match=r"game 'nil': no game begins so"):
        small.events("nil")


def test_the_clock_of_a_row_is_the_state_after_its_event(small: Lake) -> None:
    for name, table in TABLES.items():
        if table.kind == "event":
            for row in small.frame(name, "small").iter_rows(named=True):
                clock = state_at(EVENTS, row["seq"]).clock
                assert (row["round"], row["turn"], row["turn_power"], row["phase"]) == clock
                assert type(EVENTS[row["seq"] - 1]) is table.event


def test_power_is_the_events_own_or_else_the_power_on_turn(small: Lake) -> None:
    removed = small.frame("units_removed", "small").filter(pl.col("seq") <= ENDS[2])
    assert removed.select("power", "turn_power").rows() == [("germany", "germany"), ("soviet-union", "germany")]
    changed = small.frame("control_changed", "small").filter(pl.col("turn") > 0)
    assert changed.select("power", "turn_power").rows() == [("germany", "germany")] * 2


def test_snapshots_stand_at_the_end_of_every_turn(small: Lake) -> None:
    for name in ("powers", "areas", "stacks", "races"):
        ends = small.frame(name, "small").select("seq", "round", "turn").unique().sort("seq").rows()
        assert ends == list(zip(ENDS, (0, 1, 1, 2, 2), range(5), strict=True))


@pytest.mark.parametrize("played", [game(), random_game(7)], ids=["small", "random"])
def test_snapshots_are_the_states_at_their_seq(lake: Lake, played) -> None:
    lake.write([played])
    tables = {name: lake.frame(name) for name in ("powers", "areas", "stacks", "races")}
    for seq in tables["powers"]["seq"].unique():
        state = state_at(played.events, seq)
        at = {name: frame.filter(pl.col("seq") == seq) for name, frame in tables.items()}
        stacks = at["stacks"].select("area", "power", "unit", "strength", "condition", "count").rows()
        assert {row[:5]: row[5] for row in stacks} == state.stacks
        assert len(stacks) == len(state.stacks)
        held = dict(at["areas"].select("area", "controller").rows())
        assert {area: power for area, power in held.items() if power} == state.control
        assert_powers(at["powers"], state)


def assert_powers(frame: pl.DataFrame, state: GameState) -> None:
    assert frame["power"].to_list() == list(TITLE.powers)
    for row in frame.iter_rows(named=True):
        power = row["power"]
        own = [area for area, holder in state.control.items() if holder == power]
        units = Counter()
        for key, count in state.stacks.items():
            units[key[2]] += count if key[1] == power else 0
        assert row["areas"] == sum(TITLE.areas[area].kind != "sea" for area in own)
        assert row["production"] == sum(TITLE.areas[area].value for area in own)
        assert row["victory_cities"] == sum(bool(TITLE.areas[area].victory_city) for area in own)
        assert row["capital_held"] == (TITLE.powers[power].capital in own)
        assert row["units"] == units.total()
        assert row["tuv"] == sum(TITLE.units[unit].cost * count for unit, count in units.items())
        assert row["treasury"] == state.resources.get((power, "ipc"), 0)


def test_income_of_the_turns_is_the_income_of_the_events(lake: Lake) -> None:
    lake.write([random_game(3)])
    told = lake.sql(
        "SELECT power, sum(delta) AS n FROM resource_changed WHERE cause IN ('income', 'objective', 'convoy') GROUP BY power ORDER BY power"
    )
    kept = lake.sql("SELECT power, sum(income) AS n FROM powers GROUP BY power HAVING n <> 0 ORDER BY power")
    assert kept.rows() == told.rows()


def test_a_last_turn_that_only_began_has_no_snapshot(lake: Lake) -> None:
    begun = [*EVENTS[:-1], ev.RoundStarted(3), ev.PhaseStarted("soviet-union", "purchase-units", 5)]
    lake.write([game("begun", [*begun, ev.GameEnded((), "round-limit")]), game("whole")])
    assert lake.games().select("game_id", "rounds", "turns").rows() == [("begun", 2, 4), ("whole", 2, 4)]
    assert lake.frame("powers", "begun")["turn"].max() == 4


def test_a_game_that_never_began_has_its_set_up(lake: Lake) -> None:
    lake.write([game("setup", EVENTS[:12])])
    assert lake.games().select("rounds", "turns", "ended").rows() == [(0, 0, False)]
    assert lake.frame("powers").height == 5


def test_the_games_row_says_what_was_played(small: Lake) -> None:
    row = small.games().row(1, named=True)
    assert row.pop("ingested_at").startswith("20")
    assert row.pop("deeds_by_round").split()[-1] == row["deeds"], "what was done by the end of the last round was all"
    assert row.pop("dice_by_round") == ". .", "few dice say nothing of a game"
    assert row == {
        "game_id": "small", "title": "aa1942", "title_name": "Axis & Allies 1942", "scenario": "standard",
        "options": '{"victory":"minor"}', "players": '{"germany":"Ann \\"Ä\\" Ox","soviet-union":"Bo"}', "source": "",
        "fidelity": "changes", "played": "", "rounds": 2, "finished_rounds": 2, "turns": 4, "events": len(EVENTS), "defects": 1, "gap": -1,
        "ended": True, "deeds": "08f54b30636c687f",
        "winner": "axis", "how": "minor", "ending": "", "resource": "ipc", "resource_name": "IPC", "name": "small.jsonl", "digest": "",
        "overlays": [], "about": "", "vocabulary": ev.VOCABULARY,
    }  # fmt: skip


def test_title_tables_are_the_title(small: Lake) -> None:
    sizes = {name: small.frame(f"title_{name}", "small").height for name in ("areas", "links", "units", "powers")}
    expected = {name: len(getattr(TITLE, name)) for name in sizes}
    assert sizes == expected
    units = small.frame("title_units", "small")
    assert units.filter(pl.col("unit") == "artillery").select("cost", "class", "abilities").row(0) == (
        4,
        "land",
        '{"supports":"","cargo":"heavy"}',
    )


def test_a_unit_that_the_title_has_not_got_is_named(lake: Lake) -> None:
    events = [*EVENTS[:12], ev.UnitsPlaced("germany", "zeppelin", 1, "germany")]
    with pytest.raises(LakeError, match=r"unit 'zeppelin' of an event is not in title 'aa1942'"):
        lake.write([game("bad", events)])
    assert lake.games().is_empty()


def test_a_number_that_is_too_large_is_named(lake: Lake) -> None:
    events = [*EVENTS[:1], ev.ResourceChanged("germany", "ipc", 2**40, 2**40, "setup")]
    with pytest.raises(LakeError, match=r"game 'rich': resource_changed.delta is 1099511627776; expected .* type int"):
        lake.write([game("fine"), game("rich", events)])
    assert lake.games().is_empty()
