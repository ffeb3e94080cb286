"""The pages that are made of a title's coverage: coverage/README.md, and the table of readings in the title's README.md."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from os.path import relpath
from pathlib import Path

from engine.title.coverage import Coverage, Reading, Section, load_coverage
from engine.title.loader import HOME, folder_name, load_title
from engine.title.model import Title
from tests.coverage.marks import Marked, folder_of, marked

ENGINE = HOME.parent
START, END = "<!-- readings: made by `make coverage` from coverage/readings.csv -->", "<!-- end of readings -->"


def pages(slug: str) -> dict[Path, str]:
    """Return the pages of a title as they should be, by path."""
    folder = HOME / folder_name(slug)
    readme, coverage = folder / "README.md", load_coverage(slug)
    return {
        folder / "coverage" / "README.md": section_page(load_title(slug), coverage, marked(folder_of(slug))),
        readme: with_readings(readme.read_text(encoding="utf-8"), coverage, load_title(slug)),
    }


def section_page(title: Title, coverage: Coverage, tests: tuple[Marked, ...]) -> str:
    """Return the page of a title's sections: state, code, readings and tests of each."""
    states = Counter(section.state for section in coverage.sections)
    told = ", ".join(f"{count} {state}" for state, count in states.items())
    lines = [
        f"# {title.name}: rules covered, section by section",
        "",
        "Made by `make coverage` from [sections.csv](sections.csv), [readings.csv](readings.csv) and the section marks of the tests in",
        f"`tests/{folder_of(title.slug).name}/`; do not edit it. Our readings of unclear passages: [Readings](../README.md#readings).",
        "",
        f"Sections: {len(coverage.sections)} ({told}). Readings: {len(coverage.readings)}. "
        f"Tests of rules: {sum(bool(test.sections) for test in tests)}.",
    ]
    for part, sections in groupby(coverage.sections, key=lambda section: section.part):
        lines += ["", *([f"## {part}", ""] if part else [])]
        lines += ["| section | state | implemented in | readings | tests |", "|---|---|---|---|---|"]
        lines += [_row(section, coverage, tests, title) for section in sections]
    return "\n".join(lines) + "\n"


def with_readings(readme: str, coverage: Coverage, title: Title) -> str:
    """Return a README with the table of readings between its two marks; raise ValueError where the marks are missing."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"README.md of {title.slug}: no place for the readings; write {START} and {END} around it")
    lines = ["| section | question | reading here, and why | option |", "|---|---|---|---|"]
    headings = {section.name: section.heading for section in coverage.sections}
    lines += [_reading(reading, headings, title) for reading in coverage.readings]
    return before + start + "\n\n" + "\n".join(lines) + "\n\n" + end + after


def _reading(reading: Reading, headings: dict[str, str], title: Title) -> str:
    where = ", ".join(headings[name] for name in reading.sections) + (f" ({reading.passage})" if reading.passage else "")
    option = f"`{reading.option}` = {', '.join(title.options[reading.option].values)}" if reading.option else ""
    return f"| {where} | {reading.question} | {reading.reading} | {option} |".replace("|  |", "| |")


def _row(section: Section, coverage: Coverage, tests: tuple[Marked, ...], title: Title) -> str:
    home = HOME / folder_name(title.slug) / "coverage"
    code = ", ".join(f"[{Path(path).name}]({relpath(ENGINE / path, home)})" for path in section.code)
    files = Counter(test.path for test in tests if section.name in test.sections)
    links = ", ".join(f"[{path.stem}]({relpath(path, home)}) {count}" for path, count in sorted(files.items()))
    readings = len(coverage.readings_of(section)) or "–"
    told = "; ".join(part for part in (code, section.note) if part)
    return f"| {section.heading} | {section.state} | {told} | {readings} | {f'{files.total()}: {links}' if files else '–'} |"
