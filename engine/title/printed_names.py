"""Printed names of what events name by a slug that no table of every title has: cards, convoy lines, what points are counted in."""

from __future__ import annotations

from engine.title.model import Title


def own_names(title: Title) -> dict[str, str]:
    """Return slug to printed name: the rows with a `name` of the title's own tables and settings, then `names` of its [victory]."""
    rows = (row for table in title.own.values() for row in table if "name" in row.__struct_fields__)
    named: dict[str, str] = {getattr(row, row.__struct_fields__[0]): getattr(row, "name", "") for row in rows}
    settings = (row for rows in title.settings.values() if isinstance(rows, list) for row in rows)
    named |= {row["slug"]: row["name"] for row in settings if {"slug", "name"} <= row.keys()}
    counted: dict[str, str] = title.settings.get("victory", {}).get("names", {})
    return named | counted
