"""Proving that a site is that of a lake: it is made again from the lake's version, and held against the site byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from dashboard.site import npm
from dashboard.site.build import Progress, build
from dashboard.site.manifest import load, sitrep_version
from dashboard.site.settings import RECORDS, SQL
from warehouse import Lake, LakeError
from warehouse.log import key_of
from warehouse.people import NOBODY, People
from warehouse.people.publish import secret_for


def verify_site(lake: Lake, site: Path, people: People = NOBODY, jobs: int = 0, on_progress: Progress | None = None) -> list[str]:
    """Return everything in which a site is not what its lake makes it; an empty list proves that it is that of the version it names.

    Args:
        lake: opened without a version. site: the folder. people: as the site was made. jobs, on_progress: see `build`.

    Raises:
        LakeError: the folder is no site, or the lake no longer has the version that it names.
    """
    told = load(site)
    if not told.version:
        raise LakeError(f"{site}: no site is here; expected a folder that `sitrep site` made")
    pinned = lake.at(told.version)
    commit = sha256(lake.store.read(key_of(told.version))).hexdigest()
    if commit != told.commit:
        return [f"{site}: is of a lake whose commit {told.version} is {told.commit}; that of {lake.path} is {commit}"]
    if people.digest(secret_for(lake, people)) != told.people:
        return [f"{site}: was made with another table of players; verify it with the one it was made with (--players)"]
    if sitrep_version() != told.sitrep:
        return [f"{site}: was made by Sitrep {told.sitrep}, and this is {sitrep_version()}; make it again, or verify it with that one"]
    if told.settings.sql and (found := npm.changed(site)):
        return found
    with TemporaryDirectory(prefix="sitrep-") as folder:
        again = Path(folder) / "site"
        build(pinned, again, told.settings, people, jobs, on_progress, told.refused, site / SQL, site / RECORDS)
        return list(_differences(site, again))


def _differences(site: Path, again: Path) -> Iterator[str]:
    """Yield how a site differs from the same made again."""
    ours, theirs = _files(again), _files(site)
    for place in sorted(ours.keys() | theirs.keys()):
        if place not in theirs:
            yield f"{site / place}: missing; make the site again"
        elif place not in ours:
            yield f"{site / place}: is not a file of this site; delete it"
        elif (again / place).read_bytes() != (site / place).read_bytes():
            yield f"{site / place}: differs from what the lake makes it; delete it and make the site again"


def _files(folder: Path) -> dict[str, Path]:
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
