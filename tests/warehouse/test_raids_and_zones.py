"""The sea zone of every convoy loss, and what lines at sea are called: from the events folded again, and by hand."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
import pytest

from engine import events as ev
from engine.replay import Game
from engine.state import GameState
from engine.title.lines import convoy_lines
from engine.title.model import Title
from engine.titles import load_title, titles
from ingest import replay_file
from ingest.samples import samples
from tests.warehouse.games import game
from warehouse import Lake


def _raids(told: Game) -> Iterator[tuple[int, GameState, ev.ConvoyRaided]]:
    """Yield each raid of a game with its number and the state before it, which goes on."""
    state = GameState()
    for seq, event in enumerate(told.events, start=1):
        if type(event) is ev.ConvoyRaided:
            yield seq, state, event
        state.apply_all([event])


def _strippers(title: Title, state: GameState, raider: str) -> list[str]:
    """Return the zones in which a raider has ships that strip aid."""
    waters = {area for water in title.settings["lend_lease"]["waters"] for area in title.regions[water]}
    own = (key for key in state.stacks if key.power == raider and key.area in waters)
    return sorted({key.area for key in own if title.units[key.unit].number("interdicts")})


@pytest.mark.parametrize("name", ["paris-in-the-winter", "arsenal-of-democracy"])
def test_raiders_stand_in_the_zones_that_are_told(sampled: Lake, name: str) -> None:
    told = replay_file(next(path for path in samples() if path.name.startswith(name)))
    lines = {one.line: one for one in convoy_lines(told.title)}
    rows = {row["seq"]: row for row in sampled.sql(f"SELECT * FROM raids_and_zones WHERE game_id = '{name}'").iter_rows(named=True)}
    assert rows
    for seq, state, raid in _raids(told):
        row = rows.pop(seq)
        assert (row["loss"], row["victim"], row["area"]) == (raid.loss, raid.victim, raid.area)
        assert row["zones"] and set(row["zones"]) <= set(lines[raid.area].zones)
        assert row["zone"] == (row["zones"][0] if len(row["zones"]) == 1 else "")
        assert all(any(key.power == raid.raider and key.area == zone for key in state.stacks) for zone in row["zones"])
        if raid.area == "lend-lease":
            assert row["zones"] == _strippers(told.title, state, raid.raider)
    assert not rows


def test_every_loss_of_the_samples_has_a_zone_and_printed_names(sampled: Lake) -> None:
    rows = sampled.sql("SELECT * FROM raids_and_zones")
    whole = sampled.sql("SELECT count(*) AS n, sum(loss) AS loss FROM raids").row(0)
    assert (rows.height, rows["loss"].sum()) == whole and rows.height > 20
    assert rows.filter(pl.col("zones").list.len() == 0).is_empty()
    names = {title: load_title(title) for title in titles()}
    titled = dict(sampled.games().select("game_id", "title").iter_rows())
    for row in rows.iter_rows(named=True):
        title = names[titled[row["game_id"]]]
        called = {one.line: one.name for one in convoy_lines(title)} | {area.area: area.name for area in title.areas.values()}
        assert row["area_name"] == called[row["area"]] != ""
        assert row["zone_name"] == called.get(row["zone"], "")


def test_a_raid_on_a_zone_is_in_it(tmp_path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("small")])
    rows = lake.sql("SELECT area, area_name, zone, zone_name, zones, victim_name, raider_name, loss, cap FROM raids_and_zones").rows()
    assert rows == [("sea-zone-5", "Sea Zone 5", "sea-zone-5", "Sea Zone 5", ["sea-zone-5"], "Soviet Union", "Germany", 2, 4)]


def test_a_loss_without_a_place_has_the_zones_of_its_turns_dice(tmp_path) -> None:
    """As a turn summary tells it: dice of two blockades, one loss."""
    small = game("small").events
    at = next(number for number, event in enumerate(small) if type(event) is ev.ConvoyRaided)
    dice = [ev.DiceRolled(0, f"sea-zone-{zone}", "", "", "convoy", 0, "", 0, (1, 3), 0, 0.0) for zone in (6, 5)]
    placeless = ev.ConvoyRaided("", "", "soviet-union", "ipc", 2, 0)
    lake = Lake.create(tmp_path / "lake")
    lake.write(
        [game("small", [*small[:at], *dice, placeless, ev.ResourceChanged("soviet-union", "ipc", -2, 26, "convoy"), *small[at + 2 :]])]
    )
    rows = lake.sql("SELECT area, zone, zones, loss, cap FROM raids_and_zones").rows()
    assert rows == [("", "", ["sea-zone-5", "sea-zone-6"], 2, None)]


def test_lines_are_those_of_the_titles_tables(sampled: Lake) -> None:
    """The Swedish ore comes over three zones, as title.toml says."""
    asked = "SELECT DISTINCT title, line, l.name, zones FROM title_lines l JOIN games USING (game_id) ORDER BY ALL"
    rows = {row[:2]: row[2:] for row in sampled.sql(asked).rows()}
    assert rows["global-war-1936", "swedish-ore"][0] == "Swedish Ore Line" and len(rows["global-war-1936", "swedish-ore"][1]) == 3
    assert rows["global-1939", "lend-lease"][0] == "Lend-lease"
    assert {title for title, _ in rows} == {"global-war-1936", "global-1939"}
    assert len([1 for title, _ in rows if title == "global-war-1936"]) == len(load_title("global-war-1936").settings["convoy"])


def test_measures_call_lines_by_their_printed_names(sampled: Lake) -> None:
    rows = sampled.measure("convoy_losses_by_line", title="global-war-1936")
    assert rows.height and not rows.filter(pl.col("area_name") == pl.col("area")).height
    lost = sampled.measure("convoy_losses", game_id="arsenal-of-democracy").filter(area="lend-lease")
    assert lost["area_name"].unique().to_list() == ["Lend-lease"]
