"""The records that games were read from, beside the pages of a site that offers them: each in a zip archive under its own name.

An archive, because a record is a stranger's file: a host serves it by its ending, and a page or a picture with a program in it would
be the site's own to a browser. A record is there only while its content is that of which the game has the digest.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from dashboard.review.original import Original, original_in, original_of
from dashboard.review.reader import Reader
from dashboard.site.manifest import put as put_file
from dashboard.site.settings import RECORDS, Settings, record_file
from warehouse import Lake, LakeError
from warehouse.people import People

_UNFIT = re.compile(r"[^\w.()\[\] +-]")
"""Signs that the name of a file has on no system, or that lead elsewhere on one."""


def check(settings: Settings, people: People) -> None:
    """Raise LakeError when a site may not show records: they hold chat and notes, and the names of all players."""
    if not settings.records:
        return
    if not settings.notes:
        raise LakeError("--records: a record holds its chat and notes, and this site shows none; add --notes, or leave --records out")
    if people.anonymous or people.hiding:
        raise LakeError("--records: a record names its players, and players.csv hides some; leave --records out, or hide nobody")


def put(lake: Lake, out: Path, settings: Settings, earlier: Path | None = None) -> dict[str, str]:
    """Put the records of all games into a site that offers them; others, and those of games that are gone, are deleted.

    Args:
        lake: whose games they are. out: the site. settings: of the site. earlier: folder of records that an earlier copy of the site has,
            which are taken where the lake finds none; the site's own when None.

    Returns:
        Game id to the place of its record in the site, of games whose record was found.

    Raises:
        LakeError: the disk refuses.
    """
    found = {}
    for row in lake.games().iter_rows(named=True) if settings.records else ():
        place = record_file(row["game_id"], row["digest"])
        record = _earlier((earlier or out / RECORDS) / Path(place).name, row["digest"]) or original_of(Reader.of_lake(lake, row["game_id"]))
        if record is None:
            continue
        content = _packed(record)
        found[row["game_id"]] = place
        if not (out / place).is_file() or (out / place).read_bytes() != content:
            put_file(out, place, content)
    kept = set(found.values())
    for path in (out / RECORDS).glob("*"):
        if f"{RECORDS}/{path.name}" not in kept:
            path.unlink()
    return found


def _earlier(archive: Path, digest: str) -> Original | None:
    """Return the record in an archive that an earlier run made; None if it is another one."""
    try:
        with ZipFile(archive) as made:
            [name] = made.namelist()
    except (OSError, BadZipFile, ValueError):
        return None
    found = original_in(archive, digest)
    return found._replace(name=name) if found else None


def _packed(record: Original) -> bytes:
    """Return a zip archive with a record, the same bytes for the same record: without a time, and as large as it is."""
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr(ZipInfo(_UNFIT.sub("_", record.name).lstrip(". ") or "record"), record.content)
    return made.getvalue()
