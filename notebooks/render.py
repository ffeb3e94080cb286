"""`make notebooks`: executes every notebook `NN_name.py` and writes it, with its results, as `NN_name.ipynb` beside.

All run in one kernel, which forgets everything between two of them. A copy carries the checksum of the source it was made from; the tests
execute the sources again and hold the copies to them. `python -m notebooks.render 03 07` renders only some.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

HERE = Path(__file__).parent
TITLE = re.compile(r"role-title-text.*?<text[^>]*>[^<]+</text>|<title>[^<]+</title>", re.DOTALL)
SHOWN = ("text/markdown", "image/svg+xml", "text/html", "text/plain")
"""What an output may hold; a picture and a sentence stand alone."""
TIMEOUT = 600
"""Seconds that one cell may take."""
SETUP = """
import sys; sys.path[:0] = [""]
from dashboard.notebook import widget
widget.pictures()
import polars as pl
pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=40, tbl_cols=20, fmt_str_lengths=100, float_precision=2)
del pl
"""
"""What every notebook begins with here: pictures that need no network and no kernel, and whole tables."""


def sources() -> list[Path]:
    """Return the notebooks in their order."""
    return sorted(HERE.glob("[0-9][0-9]_*.py"))


def copy_of(source: Path) -> Path:
    """Return where a source's executed copy is."""
    return source.with_suffix(".ipynb")


def mark(source: Path) -> str:
    """Return what a copy says of the source it was made from."""
    return f"{source.name}, sha256 {sha256(source.read_bytes()).hexdigest()}"


@contextmanager
def kernel(folder: Path = HERE) -> Iterator[KernelManager]:
    """Run a kernel for one notebook after the other, in a folder with what the notebooks read."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(folder), extra_arguments=["--log-level=ERROR"])
    try:
        yield manager
    finally:
        manager.shutdown_kernel(now=True)


def render(source: Path, manager: KernelManager) -> NotebookNode:
    """Execute a notebook and return it with its results.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails. ValueError: a cell has an output that not every viewer shows.
    """
    notebook = jupytext.read(source)
    setup = nbformat.v4.new_code_cell("%reset -f\n" + SETUP)
    notebook.cells.insert(0, setup)
    NotebookClient(notebook, km=manager, timeout=TIMEOUT, store_widget_state=False).execute()
    notebook.cells.pop(0)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "jupytext": {"formats": "ipynb,py:percent"},
        "sitrep": mark(source),
    }
    count = 0
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{number}", {}
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            cell.outputs = [_kept(output, source.stem, count) for output in cell.outputs]
    nbformat.validate(notebook)
    return notebook


def _kept(output: Any, name: str, count: int) -> NotebookNode:
    """Return an output with what every viewer shows, and nothing else."""
    data = output.get("data", {})
    found = {kind: data[kind] for kind in SHOWN if kind in data}
    if not found:
        raise ValueError(f"{name}: found an output that not every viewer shows: {str(output)[:300]}")
    if (picture := found.get("image/svg+xml")) and not TITLE.search(picture):
        raise ValueError(
            f"{name}: the picture of cell {count} has no title; who cannot see it would not know what it shows"
        )
    if "text/markdown" in found:
        found = {"text/markdown": found["text/markdown"]}
    elif picture:
        found = {"image/svg+xml": picture, "text/plain": found["text/plain"]}
    return nbformat.v4.new_output("execute_result", found, execution_count=count)


def told(notebook: NotebookNode) -> list[tuple[str, list[dict[str, str]]]]:
    """Return the source of each cell with what its outputs say in words; of a picture only that it is there."""
    return [(cell.source, [_words(output.data) for output in cell.get("outputs", [])]) for cell in notebook.cells]


def _words(data: dict[str, Any]) -> dict[str, str]:
    pictures = {kind: "" for kind in data if kind == "image/svg+xml"}
    return {kind: re.sub(r"base64,[^\"]*", "", "".join(text)) for kind, text in data.items()} | pictures


def main(chosen: list[str]) -> None:
    """Render the notebooks whose names begin with one of these; all when there are none."""
    with kernel() as manager:
        for source in sources():
            if not chosen or source.name.startswith(tuple(chosen)):
                copy = copy_of(source)
                nbformat.write(render(source, manager), copy)
                print(f"notebooks/{copy.name}: {copy.stat().st_size >> 10} KiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
