"""The data dictionary as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warehouse import dictionary
from warehouse.measures import columns, view_columns, view_meaning
from warehouse.schema import KEY, Table
from warehouse.views import DERIVED

HEAD = """# Data dictionary

Written by `python -m warehouse.dictionary > docs/dictionary.md`; do not edit. Amounts in `main resource` are whole units of
the title's main resource (`games.resource`). Text that does not apply is empty.
"""
KINDS = {
    "game": "Games",
    "event": "Events",
    "snapshot": "Ends of turns",
    "round": "Rounds",
    "title": "Titles as they were",
}


def page() -> str:
    """Return the whole page: tables by kind, views, then measures by family."""
    return "\n".join([HEAD, *_tables(), *_views(), *_measures(), ""]).rstrip("\n") + "\n"


def _tables() -> Iterator[str]:
    yield "## Key of events and ends of turns\n"
    yield from _grid(("column", "type", "unit", "meaning", "source"), ((c.name, c.type, c.unit, c.meaning, c.source) for c in KEY))
    for kind, heading in KINDS.items():
        yield f"## {heading}\n"
        for table in dictionary.tables().values():
            if table.kind == kind:
                yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield f"### `{table.name}`\n\n{table.meaning}. Source: {table.source}.\n"
    own = [column for column in table.columns if column not in KEY]
    if own:
        yield from _grid(
            ("column", "type", "unit", "meaning", "formula", "source"),
            ((c.name, c.type, c.unit, c.meaning, c.formula, c.source) for c in own),
        )


def _views() -> Iterator[str]:
    yield "## Views\n\nQuestions that several measures ask; they can be asked in SQL as tables can.\n"
    for name, source in sorted(DERIVED.items()):
        told = ", ".join(f"`{column}`" for column in view_columns(name))
        yield f"### `{name}`\n\n{view_meaning(name)}\n\nAsks: {', '.join(source)}. Columns: {told}.\n"


def _measures() -> Iterator[str]:
    yield "## Measures\n"
    for family, meaning in dictionary.families().items():
        yield f"## Measures: {family}\n\n{meaning}.\n"
        for measure in dictionary.measures().values():
            if measure.family == family:
                yield _about(measure)
                told = [measure.column(name) for name in columns(measure.name)]
                yield from _grid(("column", "unit", "meaning", "formula"), ((c.name, c.unit, c.meaning, c.formula) for c in told))


def _about(measure: dictionary.Measure) -> str:
    given = ", ".join(f"`{p.name}`" + ("" if p.required else " (optional)") for p in measure.parameters) or "none"
    formula = f" Formula: `{measure.formula}`." if measure.formula else ""
    key = ", ".join(f"`{column}`" for column in measure.key)
    return (
        f"### `{measure.name}`\n\n**{measure.question}** {measure.meaning}.{formula}\n\n"
        f"Asks: {measure.source}. Parameters: {given}. {f'Key of a row: {key}' if key else 'One row'}.\n"
    )


def _grid(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""
