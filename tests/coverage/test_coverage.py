"""Every section of every title has tests, every mark names a section, and the pages made of both are fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.title.coverage import DONE, load_coverage, read_coverage
from engine.title.loader import HOME, folder_name, load_title, titles
from tests.coverage.marks import folder_of, marked
from tests.coverage.page import END, ENGINE, START, pages, section_page, with_readings

SECTIONS = [(slug, section) for slug in titles() for section in load_coverage(slug).sections]
each_title = pytest.mark.parametrize("slug", titles())
each_section = pytest.mark.parametrize("slug, section", SECTIONS, ids=[f"{slug}: {row.heading}" for slug, row in SECTIONS])


@each_title
def test_a_title_says_what_it_covers(slug: str) -> None:
    assert load_coverage(slug).sections, f"write engine/titles/{folder_name(slug)}/coverage/sections.csv"


@each_section
def test_a_section_that_is_done_has_tests(slug, section) -> None:
    tests = [test.name for test in marked(folder_of(slug)) if section.name in test.sections]
    assert bool(tests) == (section.state == DONE), f'mark its tests with @pytest.mark.section("{section.name}")'


@each_section
def test_a_section_names_files_that_exist(slug, section) -> None:
    assert [path for path in section.code if not (ENGINE / path).is_file() and not (ENGINE / path).is_dir()] == []


@each_title
def test_marks_name_sections_of_the_title(slug: str) -> None:
    known = {section.name for section in load_coverage(slug).sections}
    unknown = [(test.path.name, test.name, set(test.sections) - known) for test in marked(folder_of(slug))]
    assert [test for test in unknown if test[2]] == [], "not in sections.csv"


@each_title
def test_every_file_of_a_titles_tests_proves_a_section(slug: str) -> None:
    files: dict[str, bool] = {}
    for test in marked(folder_of(slug)):
        files[test.path.name] = files.get(test.path.name, False) or bool(test.sections)
    for name in ("test_agenda.py", "test_coverage.py", "test_names_in_code.py", "test_rooms.py"):
        files.pop(name, None)  # they hold the table of sections to the book, and the title's code to its shape
    assert [name for name, has in files.items() if not has] == [], "mark the sections that these prove"


@each_title
def test_the_pages_are_fresh(slug: str) -> None:
    for path, text in pages(slug).items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `make coverage`"


@each_title
def test_every_option_is_listed_in_the_readme_with_its_values(slug: str) -> None:
    readme = (HOME / folder_name(slug) / "README.md").read_text(encoding="utf-8")
    table = readme.split("\n## Options\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if line.startswith("| `")]
    listed = {row[0].strip("`"): row[1].split(", ") for row in rows}
    options = load_title(slug).options
    assert listed == {
        slug: [option.default, *(value for value in option.values if value != option.default)] for slug, option in options.items()
    }


@each_title
def test_options_that_a_reading_names_exist(slug: str) -> None:
    options = load_title(slug).options
    assert [row.option for row in load_coverage(slug).readings if row.option and row.option not in options] == []


def tables(folder: Path, sections: str, readings: str = "") -> Path:
    (folder / "sections.csv").write_text("part,section,state,code,note\n" + sections, encoding="utf-8")
    (folder / "readings.csv").write_text("sections,passage,question,reading,option\n" + readings, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("sections", "readings", "said"),
    [
        (",Canals,done,,\n", "", "'Canals' is done, but names no file"),
        (",Canals,finished,board.py,\n", "", "state 'finished'; expected one of done, presentation, not yet"),
        (",Canals,not yet,,\n", "", "'Canals' is 'not yet'; say why in note"),
        (",3.6 Retreat,done,a.py,\n,3.6 Flight,done,a.py,\n", "", "section '3.6' stands twice"),
        (",Canals,done,board.py,\n", "Rivers,,which?,all,\n", "no section 'Rivers'"),
    ],
)
def test_a_wrong_cell_is_told_with_its_line(tmp_path: Path, sections: str, readings: str, said: str) -> None:
    with pytest.raises(TitleError, match=said) as raised:
        read_coverage(tables(tmp_path, sections, readings))
    assert raised.value.line


def test_marks_of_a_file_and_of_a_test_are_added_up(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        'pytestmark = [pytest.mark.section("1.1"), pytest.mark.shared]\n'
        '@pytest.mark.section("2.3", "1.1")\n@given(x)\ndef test_both(): ...\ndef test_one(): ...\ndef helper(): ...\n',
        encoding="utf-8",
    )
    (tmp_path / "test_b.py").write_text("def test_none(): ...\n", encoding="utf-8")
    assert [(test.name, test.sections) for test in marked(tmp_path)] == [
        ("test_both", ("1.1", "2.3")),
        ("test_one", ("1.1",)),
        ("test_none", ()),
    ]


def test_a_page_tells_state_readings_and_tests_of_a_section(tmp_path: Path) -> None:
    sections = "Sea,1.1 Canals,done,title/model.py,\nSea,1.2 The box,presentation,,its lid\n"
    coverage = read_coverage(tables(tmp_path, sections, "1.1; 1.2,locks,which?,all,victory\n"))
    (tmp_path / "test_a.py").write_text('@pytest.mark.section("1.1")\ndef test_one(): ...\n', encoding="utf-8")
    title = load_title("aa1942")
    page = section_page(title, coverage, marked(tmp_path))
    assert "Sections: 2 (1 done, 1 presentation). Readings: 1. Tests of rules: 1." in page
    assert "| 1.1 Canals | done | [model.py](../../../title/model.py) | 1 | 1: [test_a](" in page
    assert "| 1.2 The box | presentation | its lid | 1 | – |" in page
    readme = with_readings(f"before\n{START}\nold\n{END}\nafter\n", coverage, title)
    assert "| 1.1 Canals, 1.2 The box (locks) | which? | all | `victory` = minor, " in readme
    assert "old" not in readme and readme.startswith("before\n") and readme.endswith("after\n")
    with pytest.raises(ValueError, match="no place for the readings"):
        with_readings("before", coverage, title)
