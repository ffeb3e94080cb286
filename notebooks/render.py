"""`make notebooks`: executes every notebook and writes its rendered copy, a page of Markdown with its pictures "
"beside it.

A copy begins with the checksum of the source it was made from; the tests execute the sources again and hold the copies to them.
`python -m notebooks.render 03 07` renders only some.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import jupytext
from nbclient import NotebookClient

HERE = Path(__file__).parent
COPIES = HERE / "rendered"
TITLE = re.compile(r"role-title-text.*?<text[^>]*>([^<]+)</text>", re.DOTALL)
TIMEOUT = 600
"""Seconds that one cell may take."""


class Page:
    """A notebook as Markdown: `text`, and `pictures` by file name relative to the text."""

    def __init__(self, name: str) -> None:
        self.name, self.pictures = name, dict[str, str]()
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        """The page."""
        return "\n\n".join(self._parts) + "\n"

    def add(self, text: str) -> None:
        """Add a paragraph."""
        self._parts.append(text.strip("\n"))

    def picture(self, svg: str) -> None:
        """Add a picture: a file of its own, numbered in the order of the page."""
        file = f"{self.name}/{len(self.pictures) + 1}.svg"
        self.pictures[file] = svg
        title = TITLE.search(svg)
        if not title:
            raise ValueError(
                f"{self.name}: picture {len(self.pictures)} has no title; who cannot see it would not know what it "
                f"shows"
            )
        self.add(f"![{unescape(title[1])}]({file})")


def sources() -> list[Path]:
    """Return the notebooks in their order."""
    return sorted(HERE.glob("[0-9][0-9]_*.py"))


def mark(source: Path) -> str:
    """Return the first line of a source's copy: where it comes from, with a checksum."""
    return f"<!-- made by `make notebooks` from {source.name}, sha256 {sha256(source.read_bytes()).hexdigest()} -->"


def render(source: Path) -> Page:
    """Execute a notebook and return it as a page.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails. ValueError: a cell has an output that a page cannot show.
    """
    notebook = jupytext.read(source)
    where = {"metadata": {"path": str(HERE)}}
    NotebookClient(
        notebook, timeout=TIMEOUT, kernel_name="python3", resources=where, extra_arguments=["--log-level=ERROR"]
    ).execute()
    page = Page(source.stem)
    page.add(mark(source))
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            page.add(cell.source)
        elif cell.source.strip():
            page.add(f"```python\n{cell.source.strip()}\n```")
            for output in cell.outputs:
                _show(output, page)
    return page


def _show(output: Any, page: Page) -> None:
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/svg+xml" in data:
        page.picture(data["image/svg+xml"])
    elif "text/markdown" in data:
        page.add(data["text/markdown"])
    elif output.get("name") == "stderr" or "text/plain" not in data:
        raise ValueError(f"{page.name}: found an output that no page can show: {str(output)[:300]}")
    else:
        page.add("\n".join(_plain(data["text/plain"])))


def _plain(text: str) -> Iterator[str]:
    """Yield the lines of an output: a frame is printed as a Markdown table and stays one, all else is shown as it "
    "is."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    if all(line.startswith("|") for line in lines):
        yield from (re.sub(r" {2,}", " ", line) for line in lines)
    else:
        yield from ("```text", *lines, "```")


def write(page: Page, folder: Path = COPIES) -> None:
    """Write a page and its pictures; pictures of an older copy go."""
    pictures = folder / page.name
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.svg"):
        old.unlink()
    for file, svg in page.pictures.items():
        (folder / file).write_text(svg, encoding="utf-8")
    (folder / f"{page.name}.md").write_text(page.text, encoding="utf-8")


def main(chosen: list[str]) -> None:
    """Render the notebooks whose names begin with one of these; all when there are none."""
    for source in sources():
        if not chosen or source.name.startswith(tuple(chosen)):
            write(render(source))
            print(f"notebooks/rendered/{source.stem}.md", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
