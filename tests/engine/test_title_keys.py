"""Keys of title.toml: one that nobody reads is an error, and whatever may stand there is read somewhere."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from engine.errors import TitleError
from engine.title.keys import record, records
from engine.title.loader import load_title
from engine.title.title_toml import Head

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "warehouse", "ingest", "dashboard")
READERS = ("setting", "setting_rows", "rows", "read")
TOLD = ("slug", "source")
"""What rows are told apart by, and where they come from."""
COMPOSED = ("strategic_only", "production_only")
"""Keys that are read by a name put together from the kind of yield."""


@pytest.mark.parametrize(
    ("title", "text", "column", "cure"),
    [
        ("black-swan", '[reinforce]\nelite = "strategic-power"\n', "reinforce.elite", "one of most, shared, source"),
        ("black-swan", "[land_move]\nclass = 2\n", "land_move.class", "did you mean 'classes'?"),
        ("black-swan", '[[start]]\nslug = "1939"\nyearley = true\n', "start[0].yearley", "did you mean 'yearly'?"),
        ("black-swan", '[[since]]\nslug = "x"\nothers = { step = 1 }\n', "since[0].others.step", "steps_a_season"),
        ("black-swan", '[[victory.condition]]\nslug = "x"\nholds = 1\n', "victory.condition[0].slug", "contender"),
        ("black-swan", "[stackings]\nland = 4\n", "stackings", "did you mean 'stacking'?"),
        ("aa1942", "[facility]\nrepair = 2\n", "facility.repair", "did you mean 'repair_cost'?"),
        ("aa1942", '[[option]]\nslug = "victory"\ndefalt = "minor"\n', "option[0].defalt", "did you mean 'default'?"),
        ("aa1942", "[dice]\nfaces = 8\n", "dice.faces", "one of figures, hit, sides"),
        ("aa1942", 'nmae = "Mine"\n', "nmae", "did you mean 'name'?"),
        ("global-1939", "[oil]\nregoin = 'x'\n", "oil.regoin", "did you mean 'region'?"),
    ],
)
def test_an_unknown_key_is_an_error_with_file_key_and_cure(tmp_path: Path, title: str, text: str, column: str, cure: str) -> None:
    (tmp_path / "title.toml").write_text(text)
    with pytest.raises(TitleError) as caught:
        load_title(title, [tmp_path])
    assert (caught.value.file, caught.value.column) == (str(tmp_path / "title.toml"), column)
    assert "unknown key" in str(caught.value) and cure in str(caught.value)


def test_names_of_powers_options_and_levels_may_be_keys(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text(
        "[victory.levels]\nshort = 7\n[stacking.unlimited]\ngermany = ['berlin']\n[land_combat.combined]\nacross = 1\n"
    )
    changed = load_title("black-swan", [tmp_path])
    assert changed.settings["stacking"]["unlimited"]["germany"] == ["berlin"]


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))}


def reads() -> set[tuple[str, str]]:
    """Return (table, name of the record) of every place in the code that reads a table of title.toml."""
    found = set()
    for text in sources().values():
        if not any(f"{reader}(" in text for reader in READERS):  # to parse every module takes seconds
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id=called), args=[_, ast.Constant(value=str(table)), ast.Name(id=name)]) if (
                    called in READERS and not table.endswith(".csv")
                ):
                    found.add((table, name))
    return found


def test_every_record_that_reads_a_table_is_listed() -> None:
    listed = {(table, path.partition(":")[2]) for table, paths in records().items() for path in paths}
    read = reads()
    assert read - listed == set()
    assert {table for table, _ in listed} - {table for table, _ in read} == set()


def fields(kind: type[msgspec.Struct]) -> set[str]:
    """Return the names of a record's fields, and of those of records in it."""
    found: set[str] = set()
    for field in msgspec.inspect.type_info(kind).fields:
        found |= {field.name} | _inner(field.type)
    return found - {*TOLD, *COMPOSED}


def _inner(kind: msgspec.inspect.Type) -> set[str]:
    if isinstance(kind, msgspec.inspect.StructType):
        return fields(kind.cls)
    parts = [*getattr(kind, "types", ()), *(getattr(kind, name, None) for name in ("item_type", "value_type"))]
    return {name for part in parts if part is not None for name in _inner(part)}


@pytest.mark.parametrize("path", ["engine.title.title_toml:Head", *sorted({one for paths in records().values() for one in paths})])
def test_every_key_that_may_stand_in_title_toml_is_read(path: str) -> None:
    kind = Head if path.endswith(":Head") else record(path)
    code = "\n".join(sources().values())
    unread = {name for name in fields(kind) if not re.search(rf"\.{name}\b(?!\()|\[\"{name}\"\]|get\(\"{name}\"|\"{name}\" in", code)}
    assert unread == set()
