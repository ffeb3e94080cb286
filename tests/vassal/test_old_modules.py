"""Modules and logs from before VASSAL 3.1: slots without a number, logs that name no module; and extensions of modules."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.events import DefectFound
from ingest import ingest
from ingest.formats import read_record
from ingest.vassal.adapter import read_folder
from ingest.vassal.draft import write_draft
from ingest.vassal.kinds import Kinds
from ingest.vassal.module import read_module
from tests.vassal.module import MiniGame, build_file, whole
from tests.vassal.writer import archive, container
from warehouse import Lake


def old_build_file() -> str:
    """The build file of Mini as VASSAL wrote it once: no slot has a number."""
    return re.sub(r' gpid="\d+"', "", build_file())


def rules(path: Path) -> dict[str, str]:
    found = [one.event for one in read_record(path).recording.entries if isinstance(one.event, DefectFound)]
    return {event.rule: event.message for event in found}


def test_pieces_of_a_module_without_numbers_are_told_by_their_pictures(tmp_path: Path) -> None:
    (tmp_path / "buildFile").write_text(old_build_file())
    out = tmp_path / "mini"
    assert CliRunner().invoke(sitrep.main, ["vassal", "map", str(tmp_path / "buildFile"), "--out", str(out)]).exit_code == 0
    with (out / "pieces.csv").open(newline="") as file:
        rows = {row["image"]: (row["name"], row["role"], row["unit"], row["power"]) for row in csv.DictReader(file)}
    assert rows == {
        "Tank.png": ("Tank", "unit", "tank", "red"),
        "Infantry.png": ("Infantry", "unit", "infantry", "red"),
        "Storm.png": ("Storm", "none", "", ""),
    }


def test_a_game_is_read_with_tables_that_go_by_pictures(tmp_path: Path) -> None:
    (tmp_path / "buildFile").write_text(old_build_file())
    write_draft(read_module(tmp_path / "buildFile"), tmp_path / "mini")
    kinds = Kinds(read_folder(tmp_path / "mini"))
    from ingest.vassal.steps import read_log

    table = read_log(MiniGame.begun().content()).table
    assert {kind.unit for piece in table.on_maps() if (kind := kinds.of(piece)) is not None} == {"tank", "infantry"}


def test_a_log_without_a_modules_name_is_read_with_the_only_module_beside_it(tmp_path: Path) -> None:
    (tmp_path / "old.vlog").write_bytes(container(MiniGame.begun().do().text, module=""))
    assert "observed/places" in rules(tmp_path / "old.vlog")
    (tmp_path / "Mini.vmod").write_bytes(archive({"buildFile": old_build_file().encode()}))
    found = rules(tmp_path / "old.vlog")
    assert "observed/places" not in found
    assert found["observed/module"] == "the record names no module; the only one beside it is taken: Mini.vmod"
    assert "aland" in str([one.event for one in read_record(tmp_path / "old.vlog").recording.entries])


@pytest.mark.parametrize("other", ["another", "other boards"])
def test_which_of_two_modules_or_one_of_another_map_is_not_guessed(tmp_path: Path, other: str) -> None:
    (tmp_path / "old.vlog").write_bytes(container(MiniGame.begun().text, module=""))
    content = build_file()
    if other == "other boards":
        content = content.replace('name="West"', 'name="North"').replace('name="East"', 'name="South"')
    (tmp_path / "Mini.vmod").write_bytes(archive({"buildFile": content.encode()}))
    if other == "another":
        (tmp_path / "Other.vmod").write_bytes(archive({"buildFile": content.encode()}))
    assert "observed/places" in rules(tmp_path / "old.vlog")


def test_a_log_that_names_another_module_is_not_read_with_the_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "old.vlog").write_bytes(container(MiniGame.begun().text, module="Maxi"))
    (tmp_path / "Mini.vmod").write_bytes(archive({"buildFile": build_file().encode()}))
    assert "observed/places" in rules(tmp_path / "old.vlog")


def test_modules_and_their_extensions_beside_a_log_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "game.vlog").write_bytes(whole().content())
    for name in ("Mini.vmod", "Extra.vmdx"):
        (tmp_path / "in" / name).write_bytes(archive({"buildFile": build_file().encode()}))
    done = CliRunner().invoke(sitrep.main, ["ingest", str(tmp_path / "in"), "--lake", str(tmp_path / "lake"), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    report = ingest([tmp_path / "in"], Lake.open(tmp_path / "lake"))
    assert sorted(path.name for path in report.passed_over) == ["Extra.vmdx", "Mini.vmod"]


@pytest.mark.shared
def test_the_shared_case_of_an_old_module(shared: Path) -> None:
    case = shared / "cases" / "10-old-module-without-gpid" / "folder" / "old.vlog"
    assert "observed/places" not in rules(case)
