"""The agenda's tasks are declared in tasks.csv; no module has to be imported first, and a row that leads nowhere is an error."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from engine.agenda import TaskRow, tasks_of
from engine.errors import TitleError
from engine.title.own_tables import own_rows
from engine.titles import load_title
from tests.blitz.table import TITLE


def test_the_table_declares_every_task_that_modules_know() -> None:
    told = {(row.task, row.module) for row in own_rows(TITLE, "tasks", TaskRow)}
    paths = (path.relative_to(TITLE.folder).with_suffix("") for path in TITLE.folder.glob("*/*.py"))
    modules = [".".join(("engine.titles.blitz", *path.parts)) for path in paths]
    known = {(task, module) for module in modules for task in getattr(import_module(module), "TASKS", ())}
    assert told == known and len(known) > 30


def test_a_task_is_found_though_nothing_has_imported_its_module() -> None:
    code = (
        "import sys; from engine.titles import load_title; from engine.agenda import tasks_of; from engine.titles.blitz import agenda; "
        "title = load_title('blitz'); at = 'engine.titles.blitz.turn_end.sabotage'; "
        "assert at not in sys.modules; assert callable(tasks_of(title)['sabotage'].does); assert at in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("loot,engine.titles.blitz.politics.contrl,house rule", "module"),
        ("loot,engine.titles.blitz.position.board,house rule", "module"),
        ("lute,engine.titles.blitz.politics.control,house rule", "task"),
    ],
)
def test_a_row_that_leads_nowhere_is_an_error_that_names_its_column(tmp_path: Path, row: str, column: str) -> None:
    (tmp_path / "tasks.csv").write_text(f"task,module,source\n{row}\n")
    with pytest.raises(TitleError) as caught:
        tasks_of(load_title("blitz", [tmp_path]))
    assert caught.value.column == column
