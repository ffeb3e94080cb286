"""HTML, from templates: every value in them is escaped, unless it is HTML that a template made, so that nothing is escaped twice or never.

The HTML of `cards.py` stands in `cards.html` beside it, as macros, which `Template.of(__file__)` offers by their names. A line break of a
template, with the blanks around it, is no part of the page where it touches a tag, an expression or a statement; between two words it is a
blank. So a template may be laid out to be read. Text is shown with one blank between its words, however a record spaces them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dashboard.ui.text import color

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.ext import Extension
    from markupsafe import Markup

DASHBOARD = Path(__file__).parents[1]
_BREAK = re.compile(r"(\S?)\s*\n\s*(?=(\S?))")


class Template:
    """A file of macros. Each is a method, which takes the macro's arguments and returns HTML (`Markup`)."""

    def __init__(self, name: str) -> None:
        """Take a file by its path below `dashboard`; it is read when the first macro is asked for."""
        self._name = name

    @classmethod
    def of(cls, module: str) -> Template:
        """Return the template of a module, which has its name: `cards.html` of `cards.py`. `module` is its `__file__`."""
        return cls(Path(module).with_suffix(".html").relative_to(DASHBOARD).as_posix())

    def __getattr__(self, macro: str) -> Callable[..., Markup]:
        """Return a macro.

        Raises:
            AttributeError: the template has none of that name.
        """
        if macro.startswith("_"):
            raise AttributeError(macro)
        found: Callable[..., Markup] = getattr(environment().get_template(self._name).module, macro)
        setattr(self, macro, found)
        return found


PARTS = Template("ui/parts.html")
"""What many pages consist of."""


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return what reads templates; a name that a template uses and nobody gave it is an error."""
    import jinja2  # only here: commands that make no page need not wait for it

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(DASHBOARD),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_spaced,
        auto_reload=False,
    )
    made.filters |= {"color": color, "percent": percent}
    made.extensions["lines"] = _lines(made)
    return made


def trusted(text: str) -> Markup:
    """Return HTML, a style or a program of Sitrep's own, or of a library that escapes by itself, for a place in a template."""
    from markupsafe import Markup

    return Markup(text)


def joined(parts: Iterable[Markup | str]) -> Markup:
    """Return HTML one after another; text among it is escaped."""
    return trusted("").join(parts)


def percent(value: float, digits: int = 0) -> str:
    """Return a share as a percentage: 0.25 is `25%`."""
    return f"{value:.{digits}%}"


def _spaced(value: object) -> object:
    """Return a value as text with one blank between its words; HTML of a template as it is."""
    return value if hasattr(value, "__html__") else " ".join(str(value).split())


def _unbroken(text: str) -> str:
    """Return text of a template without its line breaks."""
    return _BREAK.sub(lambda at: at[1] + (" " if at[1] not in ("", ">") and at[2] not in ("", "<") else ""), text)


def _lines(environment: Environment) -> Extension:
    """Return an extension of jinja2 that drops the line breaks of templates; where a line stands is still known to its errors."""
    from jinja2.ext import Extension
    from jinja2.lexer import Token, TokenStream

    class Lines(Extension):
        def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
            for token in stream:
                yield Token(token.lineno, token.type, _unbroken(token.value)) if token.type == "data" else token

    return Lines(environment)


def literal(value: object) -> str:
    """Return a value for a script. Names come from records: `<` could end it, and the two separators end lines in old browsers."""
    data = msgspec.json.encode(value).decode()
    for mark, code in (("<", "\\u003c"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029")):
        data = data.replace(mark, code)
    return data
