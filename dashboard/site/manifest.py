"""What a site consists of: each file with its checksum and with the key of what it was made from. It stands in site.json.

A page whose key is the same is not made again. The key of a game's page follows from the game's row, that of a title's or player's page
from the rows of their games, and that of all others from the whole copy of the lake; all of them hold the digest of
Sitrep's own files, so that another Sitrep makes all pages again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from dashboard.site.settings import Settings
from engine.decoding import Undecodable, from_json
from engine.machine import LOCK
from warehouse.errors import LakeError, writing
from warehouse.whole_files import put_whole

NAME = "site.json"
FORMAT = 1
_ROOMS = ("dashboard", "engine", "warehouse")
_KINDS = {".py", ".css", ".js", ".toml", ".csv", ".sql", ".geojson", ".md"}
_LIBRARIES = ("altair", "vl-convert-python", "scikit-learn")


class Page(msgspec.Struct, frozen=True):
    """A file of the site: the key of what it was made from, its bytes, and their SHA-256."""

    key: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct):
    """All of a site.

    Attributes:
        sitrep: version that made it. version, at: of the lake it is of, and its time. commit: SHA-256 of that commit.
        settings: of the site. people: digest of players.csv, sealed with the lake's secret. refused: the files that ingests had refused:
        name, reason, when.
        pages: files by their place.
    """

    sitrep: str = ""
    version: int = 0
    at: str = ""
    commit: str = ""
    settings: Settings = Settings()
    people: str = ""
    refused: list[tuple[str, str, str]] = []
    pages: dict[str, Page] = {}
    format: int = FORMAT


def load(out: Path) -> Manifest:
    """Return the manifest of a site; an empty one where there is no site yet.

    Raises:
        LakeError: the folder holds something that is no site, or a site of a newer Sitrep.
    """
    path = out / NAME
    if not path.exists():
        if out.is_dir() and any(path.name != LOCK for path in out.iterdir()):
            raise LakeError(f"{out}: not a site, and not empty; expected a site that `sitrep site` made, or an empty folder")
        return Manifest()
    try:
        found = from_json(path.read_bytes(), Manifest)
    except (OSError, Undecodable) as error:
        raise LakeError(f"{path}: cannot be read: {error}; delete the folder and make the site again") from error
    if found.format != FORMAT:
        raise LakeError(f"{path}: format {found.format}, but this Sitrep writes {FORMAT}; delete the folder and make the site again")
    return found


def save(out: Path, manifest: Manifest) -> None:
    """Write the manifest."""
    manifest.pages = dict(sorted(manifest.pages.items()))
    put(out, NAME, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def put(out: Path, place: str, content: bytes) -> Page:
    """Write a file of a site, whole or not at all; return it without a key."""
    path = out / place
    with writing(path, "run the same command again to go on from here"):
        path.parent.mkdir(parents=True, exist_ok=True)
        put_whole(path, content)
    return Page("", len(content), sha256(content).hexdigest())


def key_of(*told: Any) -> str:
    """Return the key of what a page is made from: values that can be written as JSON."""
    return sha256(json.dumps([code(), *told], default=str, sort_keys=True).encode()).hexdigest()


def sitrep_version() -> str:
    """Return the version of Sitrep."""
    try:
        return version("sitrep-games")
    except PackageNotFoundError:
        return ""


@lru_cache
def code() -> str:
    """Return the digest of all that pages are made with: Sitrep's own files, and the versions of what draws."""
    made = sha256()
    top = Path(__file__).parents[2]
    for room in _ROOMS:
        for path in sorted((top / room).rglob("*")):
            if path.suffix in _KINDS:
                made.update(str(path.relative_to(top)).encode() + path.read_bytes())
    for library in _LIBRARIES:
        made.update(version(library).encode())
    return made.hexdigest()
