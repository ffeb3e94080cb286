"""The orders behind a TripleA save: as a log that a person reads and changes, and for what asks for orders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sitrep
from engine.errors import RecordError
from engine.events import DefectFound
from engine.families.axis_allies.orders import Buy
from engine.recording import CorrectionEntry, OrderEntry
from engine.rules import Position
from ingest import check, replay_file
from ingest.ordered import read_orders, replay_orders
from ingest.samples import samples
from ingest.triplea.orders.compare import gaps, ours, theirs
from ingest.triplea.orders.names import Names
from ingest.triplea.replay import Replay
from ingest.triplea.save import read_save

SAVE = next(path for path in samples() if path.suffix == ".tsvg")


def run(*words: object) -> Result:
    return CliRunner().invoke(sitrep.main, [str(word) for word in words])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("orders") / "game.txt"
    told = run("log", SAVE, "--out", out)
    assert told.exit_code == 0, told.output
    return out


def test_the_log_of_a_save_ends_as_the_save_does(log: Path) -> None:
    game = replay_file(log)
    end, names = Replay(read_save(SAVE)), Names(game.title)
    assert list(gaps(ours(Position(game.title, game.state)), theirs(end.finish(), names))) == []
    assert not [one for one in game.events if isinstance(one, DefectFound) and one.rule == "observation"]
    assert game.state.winners == replay_file(SAVE).state.winners == ("axis",)


def test_a_log_is_not_written_over_the_save_that_it_is_made_of(tmp_path: Path) -> None:
    save = tmp_path / "game.tsvg"
    save.write_bytes(SAVE.read_bytes())
    told = run("log", save, "--out", save)
    assert told.exit_code == 2 and "is the record itself; expected another file" in told.stderr
    assert save.read_bytes() == SAVE.read_bytes()


def test_its_first_purchase_is_the_one_that_the_history_tells(log: Path) -> None:
    entries = read_orders(SAVE).recording.entries
    first = next(entry.order for entry in entries if isinstance(entry, OrderEntry) and isinstance(entry.order, Buy))
    title = next(
        event.title for part in read_save(SAVE).history.rounds for step in part.steps for event in step.events if " buy " in event.title
    )
    counts = dict(part.split()[::-1] for part in first.units.replace("tank", "armour").split(", ") if " " in part)
    assert counts and all(f"{count} {unit}" in title for unit, count in counts.items())
    assert log.read_text().splitlines()[1] == f"buy {first.units}"


def test_what_the_rules_refuse_is_a_defect_of_the_log_and_what_they_make_otherwise_is_set(log: Path) -> None:
    corrections = [entry for entry in read_orders(SAVE).recording.entries if isinstance(entry, CorrectionEntry)]
    assert sum(line.startswith("set ") for line in log.read_text().splitlines()) == len(corrections)
    assert not [one for one in check(log).defects if one.rule in ("dice-missing", "dice-not-asked", "observation")]


def test_regret_and_playing_on_ask_the_orders_of_a_save(log: Path) -> None:
    words = ("--decisions", 1, "--games", 2, "--rounds", 1, "--jobs", 1, "--json")
    told = run("regret", SAVE, *words)
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert found["differing"] > 5 and len(found["decisions"]) == 1
    of_log = json.loads(run("regret", log, *words).stdout)
    assert [one["cost"] for one in of_log["decisions"]] == [one["cost"] for one in found["decisions"]]


def test_a_record_that_says_what_happened_but_not_what_was_ordered_is_refused(tmp_path: Path) -> None:
    summary = tmp_path / "summary.txt"
    summary.write_text(run("turns", SAVE).stdout)
    with pytest.raises(RecordError, match=rf"{summary.name}: a record of observed does not say what was ordered when; expected a log"):
        replay_orders(summary)


@pytest.mark.shared
def test_a_save_of_a_map_without_rules_is_refused(shared: Path) -> None:
    told = run("log", shared / "saves" / "newest" / "h4_v2-nwo_smalls_ai_game_during_combat_resumed.tsvg")
    assert told.exit_code == 1 and "found a save of 'NWO Smalls', whose rules are not known" in told.stderr
    assert "expected one of a map whose orders are: World War II v4, World War II v5 1942 Second Edition, World War II v3" in told.stderr
