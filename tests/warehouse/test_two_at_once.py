"""Two who write one thing at once: one of them has it whole, or is told plainly; nothing is mixed, and nothing is lost."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dashboard.site import build as building
from dashboard.site.build import build
from dashboard.site.verify import verify_site
from tests.warehouse.games import game
from tests.warehouse.test_people import played
from warehouse import Lake, LakeError
from warehouse.export import FORMS, export
from warehouse.export.whole import whole
from warehouse.people import publish
from warehouse.upkeep import backup
from warehouse.verify import verify


@pytest.fixture
def two(tmp_path: Path) -> Lake:
    lake = Lake.create(tmp_path / "lake")
    lake.write([played("g1", "Daria", "Ada", "allies", "2026-01-01"), game("g2")])
    return lake


def test_exports_that_end_at_once_leave_one_of_them_whole(tmp_path: Path) -> None:
    """Each has put the earlier one aside when the other one has put itself there."""
    target = tmp_path / "out"
    (target).mkdir()
    (target / "games.csv").write_text("before")

    def write(at: int) -> None:
        for _ in range(30):
            with whole(target, "csv", FORMS["csv"].own) as draft:
                draft.mkdir()
                for table in ("games", "areas", "powers"):
                    (draft / f"{table}.csv").write_text(str(at))

    with ThreadPoolExecutor(4) as executor:
        list(executor.map(write, range(4)))
    assert os.listdir(tmp_path) == ["out"]
    assert len(os.listdir(target)) == 3 and len({path.read_text() for path in target.iterdir()}) == 1


def test_an_export_while_another_takes_its_place_ends_whole(two: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, rename, begun = tmp_path / "out", Path.rename, []

    def slow(path: Path, to: Path) -> Path:
        done = rename(path, to)
        if path == target and not begun:
            begun.append(path)
            export(two, "csv", target)  # of another one, between the two steps
        return done

    export(two, "csv", target)
    monkeypatch.setattr(Path, "rename", slow)
    export(two, "csv", target)
    assert begun and "games.csv" in os.listdir(target) and sorted(os.listdir(tmp_path)) == ["lake", "out"]


def test_a_second_backup_to_a_folder_is_told_and_the_first_one_is_whole(two: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, told = __import__("warehouse.upkeep.backup", fromlist=["_copied"]), []
    copied = module._copied

    def while_copying(*what: object) -> int:
        if not told:
            with pytest.raises(LakeError, match="another process writes a backup there at this moment; wait") as error:
                backup(two, tmp_path / "copy")
            told.append(error)
        return copied(*what)

    monkeypatch.setattr(module, "_copied", while_copying)
    backup(two, tmp_path / "copy")
    assert told and list(verify(Lake.open(tmp_path / "copy"))) == []
    backup(two, tmp_path / "copy")


def test_a_second_site_in_a_folder_is_told_and_the_first_one_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = Lake.create(tmp_path / "empty")
    told, make = [], building.make

    def while_making(*what: object) -> str:
        if not told:
            with pytest.raises(LakeError, match="another process writes a site there at this moment; wait") as error:
                build(two, tmp_path / "site", jobs=1)
            told.append(error)
        return make(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "make", while_making)
    build(two, tmp_path / "site", jobs=1)
    monkeypatch.undo()
    assert told and verify_site(two, tmp_path / "site", jobs=1) == []
    build(two, tmp_path / "site", jobs=1)


def test_a_second_public_copy_in_a_folder_is_told(two: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, told = __import__("warehouse.people.publish", fromlist=["_Copier"]), []
    copy = module._Copier.copy

    def while_copying(self: object, *what: object) -> object:
        if not told:
            with pytest.raises(LakeError, match="another process writes a public copy there") as error:
                publish(two, tmp_path / "public")
            told.append(error)
        return copy(self, *what)

    monkeypatch.setattr(module._Copier, "copy", while_copying)
    publish(two, tmp_path / "public")
    assert told and list(verify(Lake.open(tmp_path / "public"))) == []
