"""Games that were played through the rules: what the tables say is what the states say."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from engine.families.axis_allies import victory
from engine.replay import replay
from engine.simulation import simulate
from engine.state import GameState, state_at
from tests.warehouse.games import TITLE
from warehouse import Lake

LIMIT = 3


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory):
    """A lake with one game that a bot played, and the game."""
    recording, game = simulate(TITLE, 5, "random", round_limit=LIMIT)
    lake = Lake.create(tmp_path_factory.mktemp("played") / "lake")
    lake.write([game])
    return lake, recording, game


def test_its_events_come_back(played) -> None:
    lake, _, game = played
    assert lake.events(game.header.game) == game.events


def test_a_replay_of_its_record_gives_the_same_bytes(played, tmp_path: Path) -> None:
    _, recording, game = played
    contents = []
    for name, one in (("played", game), ("replayed", replay(recording, TITLE))):
        lake = Lake.create(tmp_path / name)
        lake.write([one], at="2026-01-01T00:00:00Z")
        contents.append({path.parent.name: path.read_bytes() for path in (lake.path / "data").rglob("*.parquet")})
    assert contents[0] == contents[1]


def test_rounds_and_turns_are_those_that_were_played(played) -> None:
    lake, _, _ = played
    row = lake.games().row(0, named=True)
    assert (row["rounds"], row["turns"], row["how"]) == (LIMIT, 5 * LIMIT, "round-limit")
    assert lake.frame("powers").height == 5 * (1 + 5 * LIMIT)


def test_victory_cities_are_what_the_rules_count_and_what_was_scored(played) -> None:
    lake, _, game = played
    for seq, contender, total in lake.frame("races").select("seq", "contender", "total").iter_rows():
        state = state_at(game.events, seq)
        assert total == victory.cities(TITLE, state.control)[contender] == state.points[contender, "victory-cities"]


def test_income_collected_is_production_at_the_time(played) -> None:
    lake, _, _ = played
    own = lake.frame("powers").filter((pl.col("power") == pl.col("turn_power")) & (pl.col("income") > 0))
    assert own.height > 2 * LIMIT
    assert own["income"].to_list() == own["production"].to_list()


def test_tuv_changes_by_what_is_placed_lost_and_taken(played) -> None:
    lake, _, game = played
    gained = lake.sql("""
        SELECT power, sum(tuv) AS tuv FROM (
            SELECT power, unit, count AS n FROM units_placed
            UNION ALL SELECT power, unit, -count FROM units_removed
            UNION ALL SELECT power, unit, -count FROM units_changed WHERE to_power NOT IN ('', power)
            UNION ALL SELECT to_power, unit, count FROM units_changed WHERE to_power NOT IN ('', power)
        ) JOIN (SELECT unit, cost FROM title_units) USING (unit), LATERAL (SELECT n * cost AS tuv) GROUP BY power""")
    last = lake.frame("powers").filter(pl.col("seq") == pl.col("seq").max())
    assert dict(gained.rows()) == dict(last.select("power", pl.col("tuv").cast(pl.Int64)).rows())
    units = sum(count for key, count in GameState().apply_all(game.events).stacks.items() if key[1] in TITLE.powers)
    assert last["units"].sum() == units
