"""What a browser fetches and reads while the server still works on a page: Streamlit's scripts for what most pages consist of.

Streamlit's page asks for the script of a kind of element only when the first such element arrives, and then for the scripts that this one
imports, one after another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

ELEMENTS = (
    "Html",
    "Selectbox",
    "Button",
    "DownloadButton",
    "BidiComponent",
    "ArrowVegaLiteChart",
    "loadVegaEmbed",
    "embed",
    "vega-interpreter",
)
"""Scripts of the elements that most pages have, and of what draws charts: files of Streamlit's by their names before the checksum."""

_IMPORTED = re.compile(r"""(?:^|[;}\s])import(?:[\w${},*\s]*?from)?["']\./([\w.-]+\.js)["']""")
_FETCH = """
addEventListener("load", () => {
  for (const name of NAMES)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `./static/js/${name}` }));
});
"""
_HEAD = 8_192
"""Characters of a script in which its imports stand: built scripts begin with them."""


def script(static: Path) -> str:
    """Return the HTML of a script that has a browser fetch the scripts once it has loaded the page, which by then asks the server.

    Named in the page from the start, they would be read before the page asks, and the server would wait for that.

    Args:
        static: the folder of what Streamlit's server gives out; scripts that another version of it lacks are left out.
    """
    names = json.dumps([*scripts(static / "static" / "js")])
    return f"<script>{_FETCH.replace('NAMES', names)}</script>"


def scripts(folder: Path) -> Iterator[str]:
    """Yield the names of the scripts, and of those that they import, each once."""
    left, seen = [path.name for element in ELEMENTS for path in folder.glob(f"{element}.*.js")], set[str]()
    for name in left:
        if name not in seen:
            seen.add(name)
            yield name
            with (folder / name).open(encoding="utf-8") as script:
                left += _IMPORTED.findall(script.read(_HEAD))
