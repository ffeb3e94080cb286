"""The programs that the page Ask runs in browsers, from their npm packages: DuckDB, and a reader of Parquet files.

`npm.csv` pins each file by its package's version and its SHA-256. A file comes from the site itself if an earlier run put it there,
from a folder of packages if one is named, and otherwise from the package registry, by the machine's own npm. Nothing of a package is run.
"""

from __future__ import annotations

import csv
import json
import subprocess
import tarfile
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dashboard.site.manifest import put
from dashboard.site.settings import SQL
from warehouse.errors import LakeError

PINS = Path(__file__).with_name("npm.csv")
PATIENCE = 600
"""Seconds that npm may take for the packages (36 MB)."""


class Pin(NamedTuple):
    """A file of a package: its name in the site, its package with version, its path there, and its SHA-256."""

    name: str
    package: str
    version: str
    path: str
    sha256: str

    @property
    def spec(self) -> str:
        """The package as npm is asked for it."""
        return f"{self.package}@{self.version}"


@lru_cache
def pins() -> tuple[Pin, ...]:
    """Return the files that are needed."""
    with PINS.open(encoding="utf-8", newline="") as file:
        return tuple(Pin(**row) for row in csv.DictReader(file))


def specs() -> list[str]:
    """Return the packages that are needed, with their versions."""
    return list(dict.fromkeys(pin.spec for pin in pins()))


def programs(out: Path, folder: Path | None = None) -> dict[str, bytes]:
    """Return the content of each file that is needed, checked against its pin.

    Args:
        out: the site, which may have them. folder: of npm packages, such as node_modules; None: the registry.

    Raises:
        LakeError: a file cannot be had, or is not the one that is pinned.
    """
    there = {pin.name: out / SQL / pin.name for pin in pins()}
    held = {name: path.read_bytes() for name, path in there.items() if path.is_file()}
    found = {pin.name: held[pin.name] for pin in pins() if _is_pinned(pin, held.get(pin.name))}
    lacking = [pin for pin in pins() if pin.name not in found]
    if lacking:
        found |= _of_folder(folder, lacking) if folder else _of_registry(lacking)
    return found


def changed(site: Path) -> list[str]:
    """Return what is wrong with a site's own files of packages; nothing where each is there and is the one that is pinned."""
    found = []
    for pin in pins():
        path = site / SQL / pin.name
        if not path.is_file():
            found.append(f"{path}: missing; make the site again")
        elif not _is_pinned(pin, path.read_bytes()):
            found.append(f"{path}: is not {pin.path} of {pin.spec}; delete it and make the site again")
    return found


def put_programs(out: Path, contents: dict[str, bytes]) -> None:
    """Write the files into a site; those that are there already stay as they are."""
    for name, content in contents.items():
        path = out / SQL / name
        if not path.is_file() or path.read_bytes() != content:
            put(out, f"{SQL}/{name}", content)


def _is_pinned(pin: Pin, content: bytes | None) -> bool:
    return content is not None and sha256(content).hexdigest() == pin.sha256


def _checked(pin: Pin, content: bytes, where: str) -> bytes:
    if not _is_pinned(pin, content):
        raise LakeError(
            f"{where}: SHA-256 {sha256(content).hexdigest()}, but {pin.path} of {pin.spec} has {pin.sha256}; "
            f"expected that version: npm install {pin.spec}"
        )
    return content


def _of_folder(folder: Path, wanted: list[Pin]) -> dict[str, bytes]:
    """Return files of a folder of packages, or of one in which they lie side by side, as in a site."""
    return {pin.name: _checked(pin, path.read_bytes(), str(path)) for pin, path in _located(folder, wanted)}


def _located(folder: Path, wanted: list[Pin]) -> Iterator[tuple[Pin, Path]]:
    for pin in wanted:
        path = next((path for path in (folder / pin.name, folder / pin.package / pin.path) if path.is_file()), None)
        if path is None:
            raise LakeError(
                f"{folder}: no {pin.package}/{pin.path} in it; expected the folder node_modules after: npm install {' '.join(specs())}"
            )
        yield pin, path


def _of_registry(wanted: list[Pin]) -> dict[str, bytes]:
    """Return files of packages that npm fetches."""
    asked = list(dict.fromkeys(pin.spec for pin in wanted))
    with TemporaryDirectory(prefix="sitrep-npm-") as folder:
        packed = dict(zip(asked, _fetched(asked, Path(folder)), strict=True))
        return {pin.name: _checked(pin, _unpacked(packed[pin.spec], pin), pin.spec) for pin in wanted}


def _fetched(asked: list[str], folder: Path) -> list[Path]:
    """Let npm fetch packages into a folder, and return their archives."""
    command = ["npm", "pack", "--json", "--silent", "--ignore-scripts", "--fetch-retries=1", *asked]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return [folder / str(one["filename"]) for one in json.loads(done.stdout)]
    except FileNotFoundError as error:
        raise LakeError(_cure("there is no npm on this machine")) from error
    except subprocess.TimeoutExpired as error:
        raise LakeError(_cure(f"npm did not get {' '.join(asked)} in {PATIENCE} seconds")) from error
    except (subprocess.CalledProcessError, json.JSONDecodeError, KeyError, TypeError) as error:
        said = getattr(error, "stderr", "") or getattr(error, "stdout", "") or str(error)
        raise LakeError(_cure(f"npm could not get {' '.join(asked)}: {' '.join(said.split())[:500]}")) from error


def _cure(wrong: str) -> str:
    return (
        f"{wrong}; install Node.js with npm and connect to the package registry, or run `npm install {' '.join(specs())}` "
        "on another machine, copy its folder node_modules here, and name it with --npm-packages"
    )


def _unpacked(archive: Path, pin: Pin) -> bytes:
    """Return one file of a package's archive."""
    with tarfile.open(archive) as packed:
        try:
            file = packed.extractfile(f"package/{pin.path}")
        except KeyError:
            file = None
        if file is None:
            raise LakeError(f"{pin.spec}: no {pin.path} in this package; expected {pin.name}, which the page Ask runs")
        return file.read()
