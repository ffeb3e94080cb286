"""One bit of a letter flipped in each file that Sitrep decodes: the usual line with the file's name, and no traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from dashboard.site import manifest
from engine.errors import SitrepError
from engine.title.loader import load_title, read_tables
from engine.title.published_figures import slug_of
from ingest.lab import read_experiment
from ingest.ladder import read_ladder, results_of
from ingest.vassal.adapter import read_folder
from tests.warehouse.commits import filled
from warehouse import Lake, checkpoints
from warehouse.checkpoints import EVERY
from warehouse.log import Log, key_of
from warehouse.state import Commit
from warehouse.upkeep.mend import mend_from
from warehouse.winning import model


def flipped(path: Path, word: bytes) -> None:
    """Set the highest bit of the first letter of a word."""
    data = bytearray(path.read_bytes())
    data[data.index(word)] |= 0x80
    path.write_bytes(data)


def empty(place: Path) -> Log:
    """Return the log of a lake of five commits without games."""
    log = Lake.create(place).log_to_write()
    for _ in range(4):
        log.commit(lambda state, version: Commit(version, "2026-01-01T00:00:00Z"))
    return log


@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize("word", [b"kind", b"write", b"added", b"2026"])
def test_a_commit(tmp_path: Path, number: int, word: bytes) -> None:
    log = empty(tmp_path / "lake")
    sound = (tmp_path / "lake" / key_of(number)).read_bytes()
    flipped(tmp_path / "lake" / key_of(number), word)
    for read in (
        lambda: Log(log.store).state(),
        lambda: Lake.open(tmp_path / "lake"),
        lambda: list(Log(log.store).history()),
    ):
        with pytest.raises(SitrepError, match=rf"{key_of(number)}: .*put it back from a copy") as error:
            read()
        assert "\n" not in str(error.value)
    copytree(tmp_path / "lake", tmp_path / "copy")
    (tmp_path / "copy" / key_of(number)).write_bytes(sound)
    mend_from(tmp_path / "lake", tmp_path / "copy")
    assert (tmp_path / "lake" / key_of(number)).read_bytes() == sound


def test_a_checkpoint_without_the_checksum_of_its_packing(tmp_path: Path) -> None:
    import zstandard

    log = filled(tmp_path, EVERY)
    path = tmp_path / checkpoints.key_of(EVERY)
    data = bytearray(zstandard.ZstdDecompressor().decompress(path.read_bytes()))
    data[data.index(b"game-")] |= 0x80
    path.write_bytes(zstandard.ZstdCompressor().compress(bytes(data)))
    assert Log(log.store).state() == log.state()


LAB = 'name = "x"\ntitle = "black-swan"\nside = "axis"\ngames = 2\nrounds = 1\nrules = [{name = "a", overlays = ["over"]}, {name = "b"}]\n'
LADDER = 'bots = ["random", "greedy"]\n[[board]]\ntitle = "black-swan"\nrounds = 1\npairs = 1\n'
RESULTS = "title,scenario,rounds,pair,first,others,winners,how,round,score\n"


def _lab(folder: Path, over: bytes) -> Path:
    (folder / "over").mkdir(exist_ok=True)
    (folder / "over" / "areas.csv").write_bytes(over)
    (folder / "x.toml").write_text(LAB)
    return folder / "x.toml"


def _files(folder: Path) -> dict[str, tuple[str, bytes, Callable[[Path], object]]]:
    """Return what is read: a file's name, its content, and its reader."""
    return {
        "a site's list of pages": ("site.json", b'{"pages": {}, "at": "\xb2026"}', lambda path: manifest.load(path.parent)),
        "a model": ("model.json", b'{"\xe6eatures": []}', model.load),
        "an overlay's title.toml": ("title.toml", b'edition = "\xf3econd"', lambda path: load_title("aa1942", [path.parent])),
        "an overlay's title.toml, its slug": ("title.toml", b'slug = "\xe1a1942"', lambda path: slug_of(path.parent)),
        "an overlay's table": ("areas.csv", b"area,n\xe1me\n", lambda path: load_title("aa1942", [path.parent])),
        "an overlay's table as written": ("areas.csv", b"area,n\xe1me\n", lambda path: read_tables("aa1942", [path.parent])),
        "an experiment": ("x.toml", b'name = "\xf8"', read_experiment),
        "an overlay of an experiment": ("areas.csv", b"area,n\xe1me\n", lambda path: read_experiment(_lab(path.parent, path.read_bytes()))),
        "a ladder": ("x.toml", b'notes = "\xf8"', read_ladder),
        "results of a ladder": ("x.csv", RESULTS.encode() + b"black-swan,\xb9942,1,1,random,greedy,,,1,0.5\n", _results),
        "results that are no numbers": ("x.csv", (RESULTS + "black-swan,{},1,1,random,greedy,axis,,1,half\n").encode(), _results),
        "results with other columns": ("x.csv", b"a,b\n1,2\n", _results),
        "a module's table": ("module.toml", b'id = "\xf8"', lambda path: read_folder(path.parent)),
    }


def _results(path: Path) -> object:
    ladder = path.with_suffix(".toml")
    ladder.write_text(LADDER)
    scenario = next(iter(load_title("black-swan").scenarios))
    path.write_bytes(path.read_bytes().replace(b"{}", scenario.encode()))
    return results_of(read_ladder(ladder), path)


@pytest.mark.parametrize("what", _files(Path()))
def test_a_file(tmp_path: Path, what: str) -> None:
    name, content, read = _files(tmp_path)[what]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SitrepError) as error:
        read(tmp_path / name)
    assert (name in str(error.value) or name == "module.toml") and len(str(error.value)) < 600
