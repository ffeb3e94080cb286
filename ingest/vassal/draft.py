"""A first draft of a module's tables, from its build file: what a person then finishes by hand.

Maps, boards, zones, grids and regions are taken as they are. Every place becomes an area, every piece with a marker that says
whose it is a unit of that power, every other piece none; the report of each dice button becomes a pattern.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from engine.errors import SitrepError
from ingest.triplea.title.names import distinct, place, slug
from ingest.turn_summaries.title import is_sea
from ingest.vassal.adapter import ANY, NO_UNIT, UNIT, AreaRow, PieceRow, PowerRow, UnitRow, table_of
from ingest.vassal.kinds import properties
from ingest.vassal.limits import DEFAULT
from ingest.vassal.module import Module, Slot
from ingest.vassal.pieces import type_of
from ingest.vassal.sequence import split, traits
from ingest.vassal.table import Piece

SOURCE = "module: build file"
_MOST_DEEP = 20
_FIELD = re.compile(r"\$([A-Za-z0-9_]+)\$")
_SAID = {
    "result": r"(?P<dice>-?\d+(?: *, *-?\d+)*)",
    "result1": r"(?P<dice>-?\d+)",
    "name": r"(?P<name>.+?)",
    "PlayerName": r"(?P<player>.+?)",
    "playerName": r"(?P<player>.+?)",
}


def write_draft(module: Module, folder: Path) -> list[Path]:
    """Write the tables of a module into a folder, and return them.

    Raises:
        SitrepError: something is in it already, or it cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SitrepError(f"{folder}: something is there already; name a folder that is new or empty (--out)")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SitrepError(f"{folder}: the folder cannot be made ({error.strerror}); name another one (--out)") from None
    pieces = list(_pieces(module))
    tables: dict[str, Sequence[msgspec.Struct]] = {
        "maps": module.maps, "boards": module.boards, "zones": module.zones, "grids": module.grids, "regions": module.regions,
        "areas": list(_areas(module)), "pieces": pieces, "units": list(_units(pieces)), "powers": list(_powers(pieces, module)),
    }  # fmt: skip
    (folder / "module.toml").write_text(_head(module), encoding="utf-8", newline="\n")
    written = [folder / "module.toml"]
    for name, rows in tables.items():
        if rows:
            written.append(_write(folder / f"{name}.csv", rows))
    return written


def _write(path: Path, rows: Sequence[msgspec.Struct]) -> Path:
    """Write a table, without columns in which nothing stands."""
    fields = msgspec.structs.fields(rows[0])
    columns = [field.name for field in fields]
    cells = [[_cell(getattr(row, column)) for column in columns] for row in rows]
    used = [at for at, field in enumerate(fields) if field.required or any(row[at] for row in cells)]
    with path.open("w", encoding="utf-8", newline="") as table:
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow([columns[at] for at in used])
        writer.writerows([row[at] for at in used] for row in cells)
    return path


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _head(module: Module) -> str:
    """The text of module.toml."""
    board = next((row.map for row in module.maps if row.kind == "board"), "")
    boards = [row.board for row in module.boards if row.map == board]
    lines = [
        f"# {module.name}, version {module.version}: a draft from its build file; finish it by hand.",
        f"modules = [{_text(module.name)}]", f"boards = [{', '.join(map(_text, boards))}]", "",
        "[title]", f"name = {_text(module.name)}", f"slug = {_text(slug(module.name) or 'vassal-game')}", "",
        "[pieces]", "# pieces.csv lists every piece of the module: what it does not list is no unit.", "strangers = false", "",
    ]  # fmt: skip
    for tracker in module.trackers:
        named = "; ".join(f"{name or 'no name'}{f' ({len(entries)} entries)' if entries else ''}" for name, entries in tracker.levels)
        lines += [f"# Turn tracker {tracker.name or 'without a name'}, levels: {named}. Which counts rounds?"]
    if module.trackers:
        lines += ["[turn]", 'tracker = "TurnTracker0"', "round_level = 0", "round_first = 1", ""]
    for name, form in module.dice.items():
        pattern = dice_pattern(name, form)
        if pattern:
            lines += ["[[dice]]", f"pattern = {_text(pattern)}", f"source = {_text(SOURCE)}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _text(value: str) -> str:
    """A string of TOML."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def dice_pattern(name: str, form: str) -> str:
    """Return the pattern of what a dice button reports, empty when the report does not tell the dice."""
    form = re.sub(r"</?[a-zA-Z][^<>]*>", "", form.replace("&lt;", "<").replace("&gt;", ">"))
    if "$result$" not in form and "$result1$" not in form:
        return ""
    used: set[str] = set()
    found = ""
    for at, part in enumerate(_FIELD.split(form)):
        if at % 2 == 0:
            found += re.escape(part).replace("\\ ", " ")
        elif part == "name" and name:
            found += f"(?P<name>{re.escape(name)})" if "name" not in used else re.escape(name)
        else:
            said = _SAID.get(part, ".*?")
            group = said.partition("<")[2].partition(">")[0]
            found += ".*?" if group in used else said
            used.add(group)
    return f"^{found.strip()}"


def _areas(module: Module) -> Iterator[AreaRow]:
    """Each named place: the regions of zones and boards, and zones that are named by themselves."""
    kinds = {row.map: row.kind for row in module.maps}
    found: dict[tuple[str, str], str] = {}
    for region in module.regions:
        found.setdefault((region.map, region.region), kinds[region.map])
    for zone in module.zones:
        if "$gridLocation$" not in zone.format and zone.zone:
            found.setdefault((zone.map, zone.format.replace("$name$", zone.zone)), kinds[zone.map])
    wished = (((map_, name), place(name) if kind == "board" else place(f"{map_} {name}")) for (map_, name), kind in found.items())
    slugs = distinct(wished, "place")
    for (map_, name), kind in found.items():
        area = slugs[map_, name]
        shown = "box" if kind != "board" else "sea" if is_sea(name) else "land"
        yield AreaRow(map_, name, area, name, shown, source=SOURCE)


def _pieces(module: Module) -> Iterator[PieceRow]:
    """Each slot: a unit where a marker says whose it is.

    Slots of modules before VASSAL 3.1 have no number: a picture tells them, and their name.
    """
    owners = [key.lower() for key in table_of(ANY)["pieces"]["owner"]]
    seen: set[tuple[str, str, str]] = set()
    for one in module.slots:
        piece = piece_of(one, module.prototypes)
        image = _image(piece) if piece is not None and not one.gpid else ""
        if piece is None or not (one.gpid or image or piece.type.name) or (known := (one.gpid, image, piece.type.name)) in seen:
            continue
        seen.add(known)
        said = properties(piece)
        owner = next((said[key] for key in owners if said.get(key)), "")
        name = piece.type.name if not one.gpid else piece.type.name or one.name
        layer = next((layer for layer in piece.type.layers if len(layer.images) == 2 and layer.images[0]), None)
        told = (layer.follows or layer.name) if layer else ""
        unit = slug(name or one.name) if owner else ""
        yield PieceRow(
            one.gpid,
            image,
            name,
            "",
            "",
            UNIT if owner else NO_UNIT,
            unit,
            slug(owner) if owner else "",
            1,
            told if owner else "",
            f"palette: {one.palette}" if one.palette else SOURCE,
        )


def _image(piece: Piece) -> str:
    """The picture by which a piece without a number is known: its own, else the first of its layers."""
    layers = (image for layer in piece.type.layers for image in layer.images if image)
    return piece.type.image or next(layers, "")


def piece_of(slot: Slot, prototypes: dict[str, str]) -> Piece | None:
    """Return the piece that a slot defines, with the traits of its prototypes; None where it is none."""
    parts = split(slot.definition, "/")
    if len(parts) < 4:
        return None
    try:
        levels = list(_filled(traits(parts[2], DEFAULT.max_traits), traits(parts[3], DEFAULT.max_traits), prototypes, _MOST_DEEP))
    except ValueError:
        return None
    piece = Piece(slot.gpid, type_of([type_ for type_, _ in levels]))
    piece.states, piece.gpid = [state for _, state in levels], slot.gpid
    return piece if piece.type.kind == "piece" else None


def _filled(types: list[str], states: list[str], prototypes: dict[str, str], deep: int) -> Iterator[tuple[str, str]]:
    """Traits with their states; those of a prototype instead of its name."""
    states += [""] * (len(types) - len(states))
    for type_, state in zip(types, states, strict=False):
        name = type_.partition(";")[2] if type_.startswith("prototype;") else ""
        parts = split(prototypes.get(name, ""), "/") if name else []
        if len(parts) < 4 or not deep:
            yield type_, state
            continue
        inside = list(_filled(traits(parts[2], DEFAULT.max_traits), traits(parts[3], DEFAULT.max_traits), prototypes, deep - 1))
        yield from inside[:-1]


def _units(pieces: Iterable[PieceRow]) -> Iterator[UnitRow]:
    names: dict[str, str] = {}
    for row in pieces:
        if row.role == UNIT and row.unit:
            names.setdefault(row.unit, row.name)
    for unit, name in names.items():
        yield UnitRow(unit, name, "land", source=SOURCE)


def _powers(pieces: Iterable[PieceRow], module: Module) -> Iterator[PowerRow]:
    """The powers that pieces name; a seat of the same name plays it."""
    seats = {slug(side): side for side in module.sides}
    for power in dict.fromkeys(row.power for row in pieces if row.power):
        yield PowerRow(power, power.replace("-", " ").title(), seats=seats.get(power, ""), source=SOURCE)
    for power, side in seats.items():
        if not any(row.power == power for row in pieces):
            yield PowerRow(power, side, seats=side, source=SOURCE)
