"""Templates: what a record holds is shown as text, HTML is escaped once, and line breaks are for those who read a template."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from dashboard.ui import templates
from dashboard.ui.templates import DASHBOARD, PARTS, Template, environment, joined, trusted

FILES = sorted(path.relative_to(DASHBOARD).as_posix() for path in DASHBOARD.rglob("*.html"))


def shown(source: str, **values: object) -> str:
    return environment().from_string(source).render(**values)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onclick='x", "&#34; onclick=&#39;x"),
        ("a & b", "a &amp; b"),
        ("&lt;", "&amp;lt;"),
        (" two\n\t words ", "two words"),
    ],
)
def test_text_is_shown_as_text(text: str, html: str) -> None:
    assert PARTS.answer(text) == f'<p class="sitrep-answer">{html}</p>'
    assert PARTS.linked("x", text) == f'<a href="{html}">x</a>'


def test_html_of_a_template_is_escaped_once_however_deep_it_stands() -> None:
    inner = PARTS.answer("a < b")
    assert isinstance(inner, Markup) and "a &lt; b" in inner
    page = PARTS.page("t", trusted("default-src 'none'"), [trusted("a > b {}")], joined([inner, "c < d"]))
    assert f"<body>{inner}c &lt; d</body>" in page
    assert "content=\"default-src 'none'\"" in page and "<style>a > b {}</style>" in page


def test_a_color_of_a_record_cannot_be_more_than_a_color() -> None:
    assert PARTS.dot("#12aB34") == '<span class="sitrep-dot" style="background:#12aB34"></span>'
    assert 'style="background:#8a8f98"' in PARTS.dot("red;background:url(//elsewhere)")


def test_what_a_chart_rests_on_stands_before_what_it_means() -> None:
    assert PARTS.meaning("It means.", "five powers") == '<p class="sitrep-meaning"><b>Five powers.</b> It means.</p>'
    assert PARTS.meaning("It means.") == '<p class="sitrep-meaning">It means.</p>'


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("<p>\n  <b>a</b>\n  b\n</p>\n", "<p><b>a</b>b</p>"),
        ("<p>\n  two\n  words\n</p>", "<p>two words</p>"),
        ("<p>a\nb\nc</p>", "<p>a b c</p>"),
        ('<p class="a"\n   id="b">', '<p class="a" id="b">'),
        ("{% if true %}\n  <b>{{ 1 }}</b> {{ 2 }}\n{% endif %}\n  <i>", "<b>1</b> 2<i>"),
        ("{{ 1 }} {% if true %} {% endif %}x", "1  x"),
    ],
)
def test_a_line_break_of_a_template_is_a_blank_only_between_words(source: str, html: str) -> None:
    assert shown(source) == html


def test_text_that_keeps_its_lines_is_escaped_too() -> None:
    assert shown("{{ text | e }}", text="a\n  <b>") == "a\n  &lt;b&gt;"


def test_a_name_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'missing' is undefined"):
        shown("{{ missing }}")
    with pytest.raises(AttributeError, match="no_such_macro"):
        PARTS.no_such_macro("x")


@pytest.mark.parametrize("name", FILES)
def test_every_template_can_be_read_and_stands_beside_the_module_that_it_serves(name: str) -> None:
    module = environment().get_template(name).module
    assert [macro for macro in dir(module) if not macro.startswith("_")]
    path = DASHBOARD / name
    owner = path.with_suffix(".py")
    assert path == templates.Path(templates.__file__).with_name("parts.html") or "Template.of(__file__)" in owner.read_text()


def test_a_line_in_which_a_template_is_wrong_is_known_to_its_error() -> None:
    with pytest.raises(Exception, match="unexpected") as error:
        environment().from_string("<p>\n\n</p>\n{{ ( }}")
    assert error.value.lineno == 4  # type: ignore[attr-defined]


def test_modules_of_pages_are_imported_without_what_reads_templates() -> None:
    code = "import sys, dashboard.turn_report.markup, dashboard.ui.templates; print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(DASHBOARD).parent, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_template_offers_its_macros_by_the_name_of_its_module() -> None:
    assert Template.of(str(DASHBOARD / "ui" / "parts.py")).answer("x") == PARTS.answer("x")
