"""What others may have written is decoded in one place, where nothing that is wrong with it comes out as a traceback."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "warehouse", "ingest", "dashboard")

OWN = {
    "engine/bots/restriction.py": "a table of Sitrep",
    "engine/bots/style.py": "a table of Sitrep",
    "engine/simulation/rollout.py": "a table of Sitrep",
    "ingest/triplea/title/tables.py": "a table of Sitrep",
    "ingest/triplea/events/lines.py": "a table of Sitrep",
    "ingest/turn_summaries/tables.py": "a table of Sitrep",
    "ingest/vassal/adapter.py": "a table of Sitrep; a user's own goes through engine.decoding",
    "dashboard/sql/presets.py": "a table of Sitrep",
    "dashboard/turn_report/sentences.py": "a table of Sitrep",
    "dashboard/review/occasional.py": "a table of Sitrep",
    "dashboard/review/story/wording.py": "a table of Sitrep",
    "dashboard/ui/geography.py": "a map of Sitrep",
    "dashboard/maps/coastline.py": "a coastline of a pinned package, for those who draw maps",
    "dashboard/serve.py": "the names that whoever runs the server gives",
    "dashboard/site/npm.py": "what npm says",
    "dashboard/ui/pictures.py": "what it has just written",
    "dashboard/ui/sent.py": "what it has written itself",
    "warehouse/statements.py": "what DuckDB's parser says",
    "ingest/log/messages.py": "every line of a log, with errors that name the place in it",
    "ingest/log/header.py": "a line that messages.py has decoded",
    "ingest/log/grammar.py": "lines that messages.py has decoded",
    "engine/decoding.py": "the place",
}
"""Modules that decode JSON, MessagePack or TOML themselves, and what."""


DECODERS = {f"{name}.{how}" for name in ("json", "tomllib") for how in ("load", "loads")} | {
    f"msgspec.{name}.{how}" for name in ("json", "msgpack", "toml", "yaml") for how in ("decode", "Decoder")
}
NAMES = {name.rpartition(".")[2] for name in DECODERS}
"""Only these are written out: to parse and write every name of the code again takes ten seconds."""


def decodes(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in NAMES and ast.unparse(node) in DECODERS for node in ast.walk(tree))


def test_only_modules_that_say_why_decode_anything_themselves() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if any(name in (text := path.read_text(encoding="utf-8")) for name in NAMES) and decodes(ast.parse(text))
    }
    assert found == set(OWN), "read what others may have written with engine.decoding"
