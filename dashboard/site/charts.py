"""The charts of a site: specifications in its pages, which one script of the site draws in the reader's browser.

The script is Vega's own (from vl-convert, which holds it) with a few lines of ours. Drawing all charts of 2,000 games beforehand takes
half an hour; the specifications are those of the dashboard. Vega interprets its expressions here, so that pages need no `eval`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.review.export import THEME
from dashboard.review.section import Drawing
from dashboard.ui.downloads import spec_of
from dashboard.ui.templates import Template, trusted

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)

NAME = "charts.js"
"""Where the script is in the site."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' file: 'unsafe-inline'; img-src data:"
"""What a browser may load for a page with charts: scripts of the site itself, also from a file, and nothing else."""
LICENCE = "/* Vega, Vega-Lite and Vega-Embed: BSD 3-Clause, (c) University of Washington Interactive Data Lab and contributors. */"
MARK = 'class="chart"'
"""What a page holds that has a chart; in text its quotes are escaped."""
SCRIPT = Path(__file__).with_name("charts.js")


def chart(drawing: Drawing, _prefix: str = "", _width: int = 0) -> Markup:
    """Return a chart as its specification, for a place as wide as its page has."""
    spec = spec_of(drawing.chart, "container") | {"background": None}
    spec.pop("$schema", None)  # an address elsewhere, though nobody asks it
    held = json.dumps(spec, default=str, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return HTML.chart(drawing.name, trusted(held))


def script(_of: object) -> str:
    """Return the script that draws the charts of all pages."""
    return _bundle()


@lru_cache(maxsize=1)
def _bundle() -> str:
    import vl_convert  # only here: what it bundles takes seconds and memory

    ours = SCRIPT.read_text(encoding="utf-8").replace("CONFIG", json.dumps(THEME))
    return f"{LICENCE}\n(() => {{ {vl_convert.javascript_bundle(ours)} }})();\n"
