"""What tables, views and measures mean, and what columns they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dashboard.assistant.answers import Rows, answer, of_frame
from dashboard.assistant.arguments import Dictionary
from dashboard.sql.dictionary_panel import entry, names
from warehouse import dictionary, views
from warehouse.measures import view_columns


def explained(asked: Dictionary) -> str:
    """Return what one table, view or measure is; a list of those that have a word; or a list of all."""
    if asked.name in names():
        return _one(asked.name)
    found = [row for row in listed() if asked.name.casefold() in " ".join(row).casefold()]
    head = f"There is no {asked.name!r}; these have the word." if asked.name else "Tables, views and measures; name one to see its columns."
    if not found:
        head = f"Nothing is called {asked.name!r} or has the word in its meaning; ask without a name for the list."
    rows = Rows(("name", "kind", "meaning"), found[asked.skip :], skipped=min(asked.skip, len(found)), cure="ask with a word, or with skip")
    return answer(head, rows)


def _one(name: str) -> str:
    about = entry(name)
    parameters = _parameters(name) if about.kind == "measure" else ""
    return answer(f"{name}: a {about.kind}. {about.meaning}{parameters}", of_frame(about.columns))


def _parameters(name: str) -> str:
    told = [f"{one.name}{'' if one.required else ' (optional)'}" for one in dictionary.measure(name).parameters]
    return f" Parameters: {', '.join(told) or 'none'}."


def listed() -> list[tuple[str, str, str]]:
    """Return every measure, table and view with its kind and its meaning in short."""
    measures = [(name, "measure", about.question) for name, about in dictionary.measures().items()]
    tables = [(name, "table", about.meaning) for name, about in dictionary.tables().items()]
    return [*measures, *tables, *((name, "view", "") for name in views.DERIVED)]


def index() -> str:
    """Return the list of all, each with the first sentence of its meaning."""
    rows = [(name, kind, meaning.partition(". ")[0]) for name, kind, meaning in listed()]
    return answer("Tables, views and measures; the tool `dictionary` has the columns of one.", Rows(("name", "kind", "meaning"), rows))


def schema() -> str:
    """Return every table and view with its columns, and the types of a table's."""
    return answer(*_columns())


def _columns() -> Iterator[str]:
    yield "Every table but those of titles has game_id. A name in SQL that is a word of SQL stands in double quotes."
    for name, table in dictionary.tables().items():
        yield f"{name}({_joined([f'{column.name} {column.type}' for column in table.columns])})"
    for name in views.DERIVED:
        yield f"{name}({_joined(list(view_columns(name)))})"


def _joined(columns: Sequence[str]) -> str:
    return ", ".join(columns)
