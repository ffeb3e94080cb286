"""The guide: every link of every page leads somewhere, every page is in the navigation once, and every command is described."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import sitrep
from docs.site import build

ROOT = Path(__file__).parents[2]


@cache
def pages() -> dict[Path, str]:
    """The pages of the guide, made when a test asks: whoever collects the tests need not."""
    return build.pages()


@cache
def pictures() -> set[Path]:
    """The pictures of the guide."""
    return {path for path, _ in build.pictures()}


def slugs(text: str) -> set[str]:
    """The places in a page that a link can name."""
    headings = re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.replace("`", "")).strip().lower()) for heading in headings}


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for _, _, target, part in build.LINK.findall(text):
        if "://" in target:
            continue
        place = (ROOT / page.parent / target).resolve().relative_to(ROOT)
        if place in pages():
            found += [f"{target}{part}"] if part and part[1:] not in slugs(pages()[place]) else []
        elif place not in pictures() and not ((ROOT / place).is_file() and place.suffix in build.ASSETS):
            found.append(target)
    return found


def test_every_link_of_every_page_leads_somewhere():
    assert {str(page): links for page, text in pages().items() if (links := broken(page, text))} == {}
    links = sum(len(build.LINK.findall(text)) for text in pages().values())
    assert links > 40 and len(pages()) > 30


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("[a](nowhere.md)", ["nowhere.md"]),
        ("[a](docs/log.md#no-such-place)", ["docs/log.md#no-such-place"]),
        ("[a](docs/log.md)", []),
    ],
)
def test_a_link_that_leads_nowhere_is_found(link: str, found: list[str]):
    assert broken(Path("README.md"), link) == found


def test_links_to_code_become_words_and_links_to_articles_lead_to_their_pages():
    readme = pages()[Path("README.md")]
    assert "(notebooks/README.md)" in readme and ".ipynb)" not in "".join(pages().values())
    assert "](notebooks/02_after_action.md)" in pages()[Path("docs/guide/player.md")].replace("../../", "")


def test_every_page_is_in_the_navigation_once():
    listed = re.findall(r"\S+\.md\b", build.config().partition("nav:")[2])
    assert sorted(listed) == sorted(page.as_posix() for page in pages())


def test_every_command_is_described():
    page = pages()[Path("reference/command.md")]
    assert [name for name in sitrep.main.commands if f"## sitrep {name}\n" not in page] == []


def test_the_tutorials_name_only_commands_and_functions_that_there_are():
    code = re.compile(r"sitrep\.(\w+)(?:\.(\w+))?")
    for page, text in pages().items():
        if page.parts[:2] not in (("docs", "guide"), ("docs", "notebooks.md")):
            continue
        for name, inner in code.findall(text):
            assert hasattr(sitrep, name), f"{page}: sitrep.{name}"
            assert not inner or name != "charts" or hasattr(sitrep.charts, inner), f"{page}: sitrep.charts.{inner}"
        for command in re.findall(r"`sitrep ([\w-]+)|^\s*\$ sitrep ([\w-]+)", text, re.MULTILINE):
            assert "".join(command) in sitrep.main.commands, f"{page}: {command}"
