"""A part of a game that is read after the whole changes nothing, in whatever order and from whatever folder its logs come."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from dashboard.terminal.ingest import report_text
from ingest import Report, ingest
from ingest.formats import read_record
from tests.slow import slow_after
from tests.vassal.module import MiniGame
from tests.vassal.test_chains import HERE, ONE, TALK, THERE, THREE, TWO, begun, position
from tests.vassal.writer import container, game, move, step
from warehouse import Lake
from warehouse.people import People, publish

FIRST = begun(ONE)
SECOND = game(position(FIRST), [TALK, TWO])
THIRD = game(position(SECOND), [THREE])
OTHER = game(position(FIRST), [step(move("2", THERE, "1", HERE, "ann"))])
"""Another way to go on from the first log."""
LOGS = {"1": FIRST, "2": SECOND, "3": THIRD}


def folder(root: Path, name: str, **logs: str) -> Path:
    made = root / name
    made.mkdir(exist_ok=True)
    for log, text in logs.items():
        (made / f"{log}.vlog").write_bytes(container(text))
    return made


def of(root: Path, name: str, logs: str) -> Path:
    return folder(root, name, **{f"log-{log}": LOGS[log] for log in logs})


def stored(lake: Lake) -> dict[str, int]:
    return dict(lake.games().select("game_id", "events").iter_rows())


def statuses(report: Report) -> list[str]:
    return [row.status for row in report.rows]


@pytest.mark.parametrize(("part", "again"), [("1", False), ("1", True), ("2", False), ("12", True), ("23", False), ("13", False)])
def test_a_part_of_a_stored_game_changes_nothing_and_is_told(tmp_path: Path, part: str, again: bool) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    before, version = stored(lake), lake.state().version
    assert len(before) == 1
    report = ingest([of(tmp_path, "part", part)], lake, again=again)
    assert stored(lake) == before and lake.state().version == version
    assert set(statuses(report)) == {"unchanged"}
    assert {row.game_id for row in report.rows} == set(before)
    assert {(row.events,) for row in report.rows} == {(events,) for events in before.values()}
    assert f"game {next(iter(before))} already holds all of this" in report_text(report)


@pytest.mark.parametrize("order", slow_after(3, map(list, itertools.permutations(["1", "23", "123"]))))
def test_whatever_comes_first_the_whole_is_the_game_in_the_end(tmp_path: Path, order: tuple[str, ...]) -> None:
    whole = Lake.create(tmp_path / "whole-lake")
    ingest([of(tmp_path, "whole", "123")], whole)
    lake = Lake.create(tmp_path / "lake")
    for logs in order:
        ingest([of(tmp_path, f"of-{logs}", logs)], lake)
    assert stored(lake) == stored(whole)
    at_once = Lake.create(tmp_path / "at-once")
    report = ingest([tmp_path / f"of-{logs}" for logs in order], at_once)
    assert report.ok, report_text(report)
    assert stored(at_once) == stored(whole)


def test_a_log_that_another_repeats_and_goes_on_from_is_a_part_of_it_though_they_never_lay_together(
    tmp_path: Path,
) -> None:
    short, long = folder(tmp_path, "short", a=begun(ONE, TALK)), folder(tmp_path, "long", b=begun(ONE, TALK, TWO))
    one, other = Lake.create(tmp_path / "one"), Lake.create(tmp_path / "other")
    assert statuses(ingest([long], one)) == ["new"]
    assert statuses(ingest([short], one)) == ["unchanged"]
    assert statuses(ingest([short], other)) == ["new"]
    assert statuses(ingest([long], other)) == ["replaced"]
    assert stored(one) == stored(other)


def test_a_save_on_the_way_of_a_stored_game_is_a_part_of_it_and_a_set_up_is_not(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    before = stored(lake)
    save = folder(tmp_path, "save")
    (save / "evening.vsav").write_bytes(container(game(position(FIRST))))
    assert statuses(ingest([save], lake)) == ["unchanged"]
    assert stored(lake) == before
    alone = folder(tmp_path, "alone")
    seats = [row for row in MiniGame.begun().opening if row.startswith("PLAYER")]
    (alone / "set-up.vsav").write_bytes(container(game([row for row in position(FIRST) if row not in seats])))
    assert statuses(ingest([alone], lake)) == ["new"], "nobody sits: any game may have come here"


def test_a_longer_chain_takes_the_place_of_a_shorter_from_another_folder(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "first", "12")], lake)
    before = stored(lake)
    assert statuses(ingest([of(tmp_path, "whole", "123")], lake)) == ["replaced", "unchanged", "unchanged"]
    (events,) = stored(lake).values()
    assert events > next(iter(before.values()))


def test_logs_that_go_another_way_are_told_and_the_game_stays_as_it_was(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    before = stored(lake)
    branch = folder(tmp_path, "branch", first=FIRST, other=OTHER)
    report = ingest([branch], lake)
    assert statuses(report) == ["refused", "refused"]
    assert stored(lake) == before
    assert "put all logs of the game into one folder" in report.refused[0].message
    together = folder(tmp_path, "together", **{f"log-{log}": text for log, text in LOGS.items()}, other=OTHER)
    cured = ingest([together], lake)
    assert cured.ok
    assert set(before) <= set(stored(lake)), "the cure that was told: all logs in one folder"


def test_two_folders_of_one_ingest_that_go_two_ways_are_told_with_a_cure_that_helps(tmp_path: Path) -> None:
    one = folder(tmp_path, "one", first=FIRST, second=SECOND)
    two = folder(tmp_path, "two", first=FIRST, other=OTHER)
    lake = Lake.create(tmp_path / "lake")
    report = ingest([one, two], lake)
    assert statuses(report) == ["new", "unchanged", "refused", "refused"]
    message = report.refused[0].message
    assert str(one / "first.vlog") in message
    assert "put all logs of the game into one folder" in message
    assert "header" not in message, "no log of VASSAL has one"


def test_logs_that_share_some_with_a_game_are_a_game_and_name_it(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "first", "12")], lake)
    (held,) = stored(lake)
    report = ingest([of(tmp_path, "later", "23")], lake)
    assert statuses(report) == ["new", "unchanged"]
    assert held in report.remarks[0].message
    assert len(stored(lake)) == 2
    ingest([of(tmp_path, "whole", "123")], lake)
    assert set(stored(lake)) == {held}, "the whole takes the place of both"


def test_a_log_that_is_of_another_game_once_more_is_known_stays_in_the_lake(tmp_path: Path) -> None:
    """The last log seemed to go on from the first, with pieces tidied up between, until one came that does so exactly."""
    mail, lake = folder(tmp_path, "mail", a=FIRST), Lake.create(tmp_path / "lake")
    ingest([mail / "a.vlog"], lake)
    tidied = game(position(begun(ONE, step(move("3", HERE, "null", THERE, "bob")))), [TWO])
    folder(tmp_path, "mail", d=tidied)
    ingest([mail / "d.vlog"], lake)
    folder(tmp_path, "mail", b=OTHER)
    ingest([mail / "b.vlog"], lake)
    fresh = Lake.create(tmp_path / "fresh")
    ingest([mail], fresh)
    assert set(lake.frame("record_parts")["digest"]) == set(fresh.frame("record_parts")["digest"])
    assert len(set(lake.frame("record_parts")["digest"])) == 3
    assert stored(lake) == stored(fresh)


def test_games_of_one_set_up_stay_games_of_their_own(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    assert statuses(ingest([folder(tmp_path, "a", a=begun(ONE))], lake)) == ["new"]
    assert statuses(ingest([folder(tmp_path, "b", b=begun(TWO))], lake)) == ["new"]
    assert len(stored(lake)) == 2


def test_what_a_lake_knows_of_logs_survives_removing_a_game_and_compacting(tmp_path: Path) -> None:
    from warehouse.upkeep import compact

    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    (game_id,) = stored(lake)
    ingest([folder(tmp_path, "b", b=begun(TWO))], lake)
    compact(lake)
    assert statuses(ingest([of(tmp_path, "part", "1")], lake)) == ["unchanged"]
    lake.remove([game_id])
    assert statuses(ingest([of(tmp_path, "part", "1")], lake)) == ["new"]


def test_an_older_lake_that_knows_nothing_of_its_logs_does_not_shrink(tmp_path: Path) -> None:
    from tests.warehouse.older import make_older
    from warehouse.upkeep import migrate

    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "12")], lake)
    make_older(lake, 13)
    migrate(tmp_path / "lake")
    lake = Lake.open(tmp_path / "lake")
    before = stored(lake)
    assert lake.frame("record_parts").height == 0
    assert statuses(ingest([of(tmp_path, "part", "1")], lake)) == ["unchanged"]
    assert stored(lake) == before
    assert statuses(ingest([of(tmp_path, "longer", "123")], lake)) == ["replaced", "unchanged", "unchanged"]
    assert lake.frame("record_parts").height == 3


def test_a_migrated_lake_keeps_what_it_knows_of_logs(tmp_path: Path) -> None:
    from warehouse.upkeep.restore import game_of

    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    from warehouse.schema import TABLES

    (game_id,) = stored(lake)
    made, _ = game_of({name: lake.frame(name, game_id) for name in TABLES})
    assert len(made.parts) == 3
    recording = read_record(tmp_path / "whole" / "log-1.vlog").recording
    assert made.parts == recording.parts


@pytest.mark.parametrize(("people", "notes"), [(People({"Ann": "Somebody"}, {}, False), True), (People({}, {}, False), False)])
def test_a_public_copy_holds_nothing_by_which_what_a_log_says_could_be_guessed(tmp_path: Path, people: People, notes: bool) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([of(tmp_path, "whole", "123")], lake)
    known = {row for column in ("needs", "tells") for row in lake.frame("record_parts")[column].explode().to_list()}
    publish(lake, tmp_path / "copy", people, notes)
    copy = Lake.open(tmp_path / "copy")
    assert copy.frame("record_parts").height == 0
    assert copy.games().height == 1
    content = b"".join(path.read_bytes() for path in (tmp_path / "copy").rglob("*") if path.is_file())
    assert not [one for one in known if one.encode() in content]
