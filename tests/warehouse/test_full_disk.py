"""A disk that is full, and one that may not be written: one clear line, and the lake is unchanged."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.games import EVENTS, game
from warehouse import Commit, Lake, LakeError
from warehouse.export import FORMS
from warehouse.stores import local
from warehouse.upkeep import compact


def contents(lake: Lake) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in lake.path.rglob("*") if path.is_file()}


def full_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> list[Path]:
    """Let so many files be written, and of the next one half; return a list that fills with what was begun."""
    begun: list[Path] = []
    whole = local.write_whole

    def write(path: Path, content: bytes) -> None:
        begun.append(path)
        if len(begun) <= writes:
            whole(path, content)
            return
        path.write_bytes(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(local, "write_whole", write)
    return begun


def writing(lake: Lake) -> None:
    lake.write([game("a", EVENTS[:12]), game("new", EVENTS[:12])])


@pytest.mark.parametrize("work", [writing, compact])
def test_a_disk_that_is_full_at_any_file_leaves_the_lake_as_it_was(lake: Lake, monkeypatch, work) -> None:
    lake.write([game("a", EVENTS[:12]), game("b", EVENTS[:12])])
    lake.write([game("c", EVENTS[:12])])
    before = contents(lake)
    for writes in range(1000):
        with monkeypatch.context() as patched:
            begun = full_after(patched, writes)
            try:
                work(lake)
                break
            except LakeError as error:
                assert "cannot be written: No space left on device; the lake is unchanged" in str(error)
        assert contents(lake) == before, f"after {writes} files"
    tried = begun[:-1]  # the last is the second record of the commit, which may fail
    assert writes == len(tried) >= len({path.parent for path in tried}) > 10, "each file was tried, the commit's too"
    assert Lake.open(lake.path).state().version == 4


def test_a_lake_that_could_not_be_begun_is_begun_again(tmp_path: Path, monkeypatch) -> None:
    with monkeypatch.context() as patched:
        full_after(patched, 0)
        with pytest.raises(LakeError, match="No space left on device; the lake is unchanged"):
            Lake.create(tmp_path / "lake")
    assert Lake.create(tmp_path / "lake").state().version == 1


def run(code: str, *words: Path, **how: object) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own, which may use the tests' games."""
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], **how)


def test_a_file_that_grows_too_large_is_one_clear_error(tmp_path: Path) -> None:
    """The kernel itself refuses here: the limit on the size of files stands in for a quota."""
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    before = contents(lake)
    code = (
        "import sys; from warehouse import Lake, LakeError; from tests.warehouse.games import game\n"
        "lake = Lake.open(sys.argv[1])\n"
        "try: lake.write([game('a'), game('b')])\n"
        "except LakeError as error: print(error)"
    )
    told = run(code, lake.path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)))
    assert told.stdout.count("\n") == 1, told.stderr
    assert "cannot be written: File too large; the lake is unchanged" in told.stdout
    assert contents(lake) == before


@pytest.mark.parametrize(
    ("form", "limit"), slow_after(3, [*((form, 6_000 if form == "lake" else 9_000) for form in FORMS), ("duckdb", 400_000)])
)
def test_an_export_that_grows_too_large_is_one_clear_error_and_leaves_nothing(tmp_path: Path, form: str, limit: int) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    code = (
        "import sys; from pathlib import Path; from warehouse import Lake, LakeError; from warehouse.export import export\n"
        "try: export(Lake.open(sys.argv[1]), sys.argv[2], Path(sys.argv[1]).with_name('out'))\n"
        "except LakeError as error: print(str(error))"
    )
    told = run(code, lake.path, Path(form), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert told.stdout.count("\n") == 1 and "cannot be written" in told.stdout, told.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["lake"]


def test_a_folder_that_may_not_be_written_is_one_clear_error(lake: Lake, tmp_path: Path) -> None:
    lake.write([game("a")])
    before = contents(lake)
    code = (
        "import os, sys; from warehouse import Lake, LakeError; from tests.warehouse.games import game\n"
        "os.chdir(sys.argv[1])\n"
        "warm = Lake.create('warm'); warm.write([game('a')]); warm.games()\n"  # nobody may not even read some homes' Pythons
        "for folder, _, _ in os.walk('.'): os.chmod(folder, 0o555)\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"  # root may write everywhere
        "lake = Lake.open('lake')\n"
        "print(lake.games().height)\n"
        "try: lake.write([game('b')])\n"
        "except LakeError as error: print(error)"
    )
    try:
        told = run(code, tmp_path)
    finally:
        for folder, _, _ in os.walk(tmp_path):
            os.chmod(folder, 0o755)
    assert not told.stderr
    height, message = told.stdout.splitlines()
    assert height == "1", "what is there is read all the same"
    assert message.endswith("cannot be written: Permission denied; the lake is unchanged"), told
    assert contents(lake) == before


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.ENOSYS])
def test_without_hard_links_a_commit_is_whole_and_made_once(tmp_path: Path, monkeypatch, number: int) -> None:
    def linkless(draft, path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "link", linkless)
    lake = Lake.create(tmp_path / "lake")
    other, asked = Lake.open(lake.path), []

    def change(state, version):
        asked.append(version)
        if len(asked) == 1:
            other.write([game("b")])
        return Commit(version, "2026-01-01T00:00:00Z")

    assert lake._log.commit(change).version == 3
    assert asked == [2, 3]
    assert lake.games()["game_id"].to_list() == ["b"]
    assert sorted(path.name for path in (lake.path / "_log").iterdir()) == [
        ".lock",
        "00000001.json",
        "00000002.json",
        "00000003.json",
    ]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_interrupt_at_the_commit_leaves_a_whole_lake(lake: Lake, monkeypatch, moment: str) -> None:
    """Ctrl-C may come after the commit has its name: then its files must stay."""
    lake.write([game("a", EVENTS[:20])])
    before, link = contents(lake), os.link

    def interrupted(draft, path) -> None:
        if moment == "after":
            link(draft, path)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", interrupted)
        with pytest.raises(KeyboardInterrupt):
            lake.write([game("a"), game("b")])
    if moment == "before":
        assert contents(lake) == before
    else:
        assert {name: lake.events(name) for name in ("a", "b")} == {"a": EVENTS, "b": EVENTS}


def test_a_disk_that_fails_after_the_commit_has_its_name_keeps_its_files(lake: Lake, monkeypatch) -> None:
    sync = local.sync_folder

    def failing(folder: Path) -> None:
        if folder.name == "_log":
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(folder))
        sync(folder)

    with monkeypatch.context() as patched:
        patched.setattr(local, "sync_folder", failing)
        with pytest.raises(LakeError, match="Input/output error; the commit is there, but a power cut may undo it"):
            lake.write([game("a")])
    assert Lake.open(lake.path).events("a") == EVENTS
