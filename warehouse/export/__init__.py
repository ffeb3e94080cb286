"""A lake, or some of its games and tables, in forms that other programs open.

    export(lake, "duckdb", Path("sitrep.duckdb"))
    export(lake, "csv", Path("for-ann"), Selection(games=("axis-takes-moscow",), tables=("games", "powers")))

Each form is a module with a `FORM`, and a row of FORMS.

An export appears complete or not at all; an existing one is replaced only by a complete one.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import msgspec

from warehouse import cache, checkpoints, heads, places, refusals, secret
from warehouse.errors import LakeError, writing
from warehouse.export import csv_files, dataset, delta, duckdb_file, excel, lake_copy, sqlite_file
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.export.whole import whole
from warehouse.lake import Lake
from warehouse.log import DATA, LOG
from warehouse.people import NOBODY, People, publish

__all__ = ["FORMS", "Form", "Selection", "export", "form_of"]

FORMS: dict[str, Form] = {
    "csv": csv_files.FORM,
    "dataset": dataset.FORM,
    "delta": delta.FORM,
    "duckdb": duckdb_file.FORM,
    "excel": excel.FORM,
    "lake": lake_copy.FORM,
    "sqlite": sqlite_file.FORM,
}
"""Every form by its name."""


_OF_A_LAKE = {DATA, LOG, cache.NAME, checkpoints.FOLDER, heads.FOLDER, places.FOLDER, refusals.FOLDER, secret.FOLDER}
"""What a lake's folder has of its own."""


def form_of(target: Path) -> str:
    """Return the form that a target's suffix implies.

    Raises:
        LakeError: the suffix implies none.
    """
    for name, form in FORMS.items():
        if target.suffix in form.suffixes:
            return name
    raise LakeError(f"{target}: no form has the suffix {target.suffix!r}; name one of {', '.join(FORMS)} with --to")


def export(
    lake: Lake, form: str, target: Path, selection: Selection | None = None, people: People = NOBODY, notes: bool = True
) -> dict[str, int]:
    """Write a lake, or a selection of it, to a file or folder in another form; return table to rows written.

    Args:
        lake: at the version to export. form: one of FORMS. target: file or folder; one of the same form is replaced.
        selection: games and tables; everything when None. people: who is shown how. notes: whether chat, notes and the
            recorders' free text come with it.

    Raises:
        LakeError: no such form, game or table; the target is something else, or part of the lake; the form cannot hold that much; a disk
        error.
    """
    _expect_elsewhere(lake, target)
    if form not in FORMS:
        raise LakeError(f"no export form {form!r}; expected one of {', '.join(FORMS)}")
    chosen = (selection or Selection()).resolved(lake)
    if people is not NOBODY or not notes:
        with TemporaryDirectory(prefix="sitrep-") as folder:
            publish(lake, Path(folder), people, notes, chosen.only)
            everything = msgspec.structs.replace(chosen, games=(), titles=())
            return export(Lake.open(folder), form, target, everything)
    with writing(target, "nothing was left there"), whole(target, form, FORMS[form].own) as place:
        try:
            return FORMS[form].write(lake, chosen, place)
        except duckdb.Error as error:
            reason = " ".join(str(error).split())  # DuckDB lists a chain of causes on separate lines
            raise LakeError(f"{target}: cannot be written: {reason}; nothing was left there") from error


def _expect_elsewhere(lake: Lake, target: Path) -> None:
    """Raise LakeError where an export would take the place of the lake or of a file of it, by whatever links."""
    if not isinstance(lake.path, Path):
        return
    place, to = lake.path.resolve(), target.resolve()
    within = to.relative_to(place).parts if to.is_relative_to(place) else ("elsewhere",)
    if place.is_relative_to(to) or (within[0] if within else "") in _OF_A_LAKE:
        raise LakeError(f"{target}: belongs to the lake itself; choose another place, outside {lake.path}")
