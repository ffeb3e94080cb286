"""`make docs`: gathers the pages of the guide in out/guide, and builds the site in out/site.

Pages are the repository's own (README, docs, titles), the articles as they were executed, and a reference from the command's help and
the docstrings. A link to a file of the repository that is no page becomes plain text, or goes to a copy of the file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import nbformat

import sitrep
from dashboard.terminal.later import LaterGroup

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "out" / "guide"
CONFIG = Path(__file__).with_name("mkdocs.yml")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/guide/*.md",
    "notebooks/README.md",
    "dashboard/maps/README.md",
    "engine/titles/*/README.md",
    "engine/titles/*/coverage/README.md",
)
ASSETS = {".png", ".svg", ".json"}
"""Kinds of files that a page may link to, and that are copied."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
SOURCE = re.compile(r'(<img src=")([^"]+)(")')
PYTHON = """# Python

::: sitrep
    options:
      members: [open_lake, sample_lake, replay]

::: dashboard.notebook.lake.Lake
    options:
      inherited_members: true

::: dashboard.notebook.game.LakeGame

::: dashboard.notebook.game.Game

::: dashboard.notebook.widget.GameMap

::: warehouse.metrics
    options:
      members: [metrics, fitting, bands, spread]

::: warehouse.ratings

::: engine.state.GameState

::: engine.fog.seen_by
"""
CHARTS = "# Charts\n\n::: dashboard.notebook.charts\n    options:\n      filters: public\n"


def pages() -> dict[Path, str]:
    """Return every page by its path in the guide, as Markdown whose links lead to pages or to copies of files."""
    found = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for pattern in PAGES for path in sorted(ROOT.glob(pattern))}
    for article in sorted((ROOT / "notebooks").glob("*.ipynb")):
        found[article.with_suffix(".md").relative_to(ROOT)] = article_page(article)
    linked = {path: LINK.sub(lambda link, path=path: _link(link, path, found), text) for path, text in found.items()}
    written = {"command": command_page(), "python": PYTHON, "charts": CHARTS}
    return linked | {Path("reference", f"{name}.md"): text for name, text in written.items()}


def _link(link: re.Match[str], page: Path, known: dict[Path, str]) -> str:
    """Return a link as the guide has it: to a page, to a file beside it, or its words alone."""
    picture, words, target, part = link.groups()
    if "://" in target or target.startswith("mailto:"):
        return link[0]
    place = Path((ROOT / page.parent / target).resolve())
    at = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place
    if at in known or (place.suffix in ASSETS and place.is_file()):
        return link[0]
    if at.suffix == ".ipynb" and at.with_suffix(".md") in known:
        return f"[{words}]({target.removesuffix('.ipynb')}.md{part or ''})"
    if at / "README.md" in known:
        return f"[{words}]({target.rstrip('/')}/README.md)"
    return words if not picture else ""


def article_page(path: Path) -> str:
    """Return an executed notebook as Markdown, its pictures inside as files beside the page (see `pictures`)."""
    parts = []
    for number, cell in enumerate(nbformat.read(path, 4).cells):
        parts.append(cell.source if cell.cell_type == "markdown" else f"```py\n{cell.source}\n```")
        for at, output in enumerate(cell.get("outputs", [])):
            parts.append(_output(output.data, f"{path.stem}/{number}-{at}.svg"))
    return "\n\n".join(parts) + "\n"


def _output(data: dict[str, str], picture: str) -> str:
    if "image/svg+xml" in data:
        return f"![A picture]({picture})"
    if "text/markdown" in data:
        return data["text/markdown"]
    return re.sub(r"\s*\n\s*", " ", data.get("text/html") or f"<pre>{data['text/plain']}</pre>")


def pictures() -> Iterator[tuple[Path, str]]:
    """Yield the pictures of the articles, each with its path in the guide."""
    for article in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for number, cell in enumerate(nbformat.read(article, 4).cells):
            for at, output in enumerate(cell.get("outputs", [])):
                if "image/svg+xml" in output.data:
                    yield Path("notebooks", article.stem, f"{number}-{at}.svg"), output.data["image/svg+xml"]


def command_page() -> str:
    """Return the help of every command."""
    parts = ["# The command", "```text\n" + _help(sitrep.main, "sitrep") + "\n```"]
    for words, command in _commands(sitrep.main, "sitrep"):
        parts += [f"## {words}", "```text\n" + _help(command, words) + "\n```"]
    return "\n\n".join(parts) + "\n"


def _commands(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    for name, command in (group.loaded() if isinstance(group, LaterGroup) else group.commands).items():
        yield f"{words} {name}", command
        if isinstance(command, click.Group):
            yield from _commands(command, f"{words} {name}")


def _help(command: click.Command, words: str) -> str:
    settings = {"help_option_names": sitrep.main.context_settings["help_option_names"]}  # click keeps the names it is asked with first
    with click.Context(command, info_name=words, max_content_width=110, terminal_width=110, **settings) as context:
        return command.get_help(context)


def gather(folder: Path = GUIDE) -> None:
    """Write all pages, and what they show and link to, into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    made = pages()
    for path, text in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
        for target in [*(link[2] for link in LINK.findall(text)), *(shown[1] for shown in SOURCE.findall(text))]:
            source = (ROOT / path.parent / target).resolve()
            if source.suffix in ASSETS and source.is_file() and source.is_relative_to(ROOT):
                copy = folder / source.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
    for path, picture in pictures():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(picture, encoding="utf-8")


def config() -> str:
    """Return the configuration with the articles and the titles in its navigation."""
    made = pages()
    articles = [
        Path("notebooks/README.md"),
        *(path for path in made if re.fullmatch(r"notebooks/\d\d_\w+\.md", path.as_posix())),
    ]
    titles = [path for path in made if re.fullmatch(r"engine/titles/\w+/(coverage/)?README\.md", path.as_posix())]
    text = CONFIG.read_text(encoding="utf-8")
    return text.replace(" ARTICLES", _listed(articles)).replace(" TITLES", _listed(titles))


def _listed(paths: list[Path]) -> str:
    return "".join(f"\n          - {path.as_posix()}" for path in paths)


def main() -> int:
    """Gather the pages and build the site; return the exit code of mkdocs."""
    gather()
    settings = CONFIG.with_name("mkdocs.built.yml")
    settings.write_text(config(), encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(settings)],
            check=False,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},  # Material advertises its successor
        )
    finally:
        settings.unlink()
    if not done.returncode:
        print(f"{ROOT / 'out' / 'site' / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
