"""What `sitrep title show` prints: what a title has, by the names that logs, overlays and commands know it by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import polars as pl

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.rows import frame_table, print_rows
from engine.errors import SitrepError
from engine.orders import Order, named_fields
from engine.play import tag
from engine.rules import load_rules
from engine.title.loader import load_title, read_tables
from engine.title.model import Title
from engine.written_names import names_printed, slug_meant, title_meant

Rows = list[dict[str, Any]]


class Shown(NamedTuple):
    """A part of a title: its rows, and for one of a single kind of thing that kind and the file that it stands in."""

    rows: Callable[[Title], Rows]
    kind: str = ""
    table: str = ""


def show_title(slug: str, part: str, name: str, *, as_json: bool = False) -> None:
    """Print a part of a title (a key of PARTS) as a table, or one row of it as it stands in the title's file.

    Raises:
        SitrepError: no such title or name, or a name that may mean several.
    """
    title, shown = load_title(title_meant(slug)), PARTS[part]
    if name:
        _print_row(title, shown, name, as_json=as_json)
        return
    rows = shown.rows(title)
    if as_json:
        print_json(rows)
        return
    print_table(f"{title.name}: {part}", frame_table(pl.DataFrame(rows, infer_schema_length=None)))
    if shown.table:
        say(f"`sitrep title show {title.slug} {part} NAME` prints the line of {shown.table}.csv that an overlay changes.")


def _print_row(title: Title, shown: Shown, name: str, *, as_json: bool) -> None:
    if not shown.table:
        raise SitrepError(f"{name!r}: only areas, units and powers are shown one by one; leave the name out")
    slug = slug_meant(title, shown.kind, name)
    found = [row for row in read_tables(title.slug).rows[shown.table] if row.cells[shown.kind] == slug]
    if not found:
        raise SitrepError(f"title {title.slug} has no {shown.kind} {name!r}; `sitrep title show {title.slug} {shown.table}` lists them")
    if as_json:
        print_json(found[0].cells)
        return
    print_rows(pl.DataFrame([found[0].cells]), "csv", raw=True)


def _areas(title: Title) -> Rows:
    return [
        {"slug": row.area, "name": row.name, "kind": row.kind, "value": row.value, "terrain": row.terrain, "victory city": row.victory_city}
        for row in title.areas.values()
    ]


def _units(title: Title) -> Rows:
    return [
        {
            "slug": row.unit,
            "name": row.name,
            "class": row.cls,
            "cost": row.cost,
            "attack": row.attack,
            "defense": row.defense,
            "move": row.move,
            "hits": row.strength,
            "abilities": " ".join(f"{ability}={value}" if value else ability for ability, value in row.abilities.items()),
        }
        for row in title.units.values()
    ]


def _powers(title: Title) -> Rows:
    rows = (title.powers[power] for power in title.order)
    return [
        {
            "slug": row.power,
            "name": row.name,
            "side": row.side,
            "capital": row.capital,
            "takes turns": "yes" if row.power in title.turns else "no",
        }
        for row in rows
    ]


def _phases(title: Title) -> Rows:
    by_slug = load_rules(title).by_slug
    return [
        {"slug": slug, "orders": " ".join(tag(order) for order in by_slug[slug].takes) if slug in by_slug else ""} for slug in title.phases
    ]


def _orders(title: Title) -> Rows:
    rules = load_rules(title)
    return [
        {
            "order": tag(order),
            "fields": " ".join(_field(order, field) for field in msgspec.structs.fields(order)),
            "phases": " ".join(phase.slug for phase in rules.phases if order in phase.takes) or "any",
            "meaning": (order.__doc__ or "").partition("\n")[0],
        }
        for order in rules.orders
    ]


def _field(order: type[Order], field: msgspec.structs.FieldInfo) -> str:
    """Return a field with what it names, in brackets where it may be left out: `units`, `[cargo: load]`."""
    kind = named_fields(order).get(field.name, "")
    told = f"{field.encode_name}: {kind}" if kind and kind != field.encode_name else field.encode_name
    return told if field.required else f"[{told}]"


def _named(kind: str) -> Callable[[Title], Rows]:
    return lambda title: [{"slug": slug, "name": name} for slug, name in names_printed(title, kind).items()]


PARTS = {
    "areas": Shown(_areas, "area", "areas"),
    "units": Shown(_units, "unit", "units"),
    "powers": Shown(_powers, "power", "powers"),
    "phases": Shown(_phases),
    "orders": Shown(_orders),
    "technologies": Shown(_named("technology")),
    "resources": Shown(_named("resource")),
}
"""Part of a title to how it is shown."""
