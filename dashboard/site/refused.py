"""Why files were refused, as a site says it: in words of its own, for nothing of a refused file may be published.

The reason that the admin sees tells what was found in the file. Whoever drops a wrong file by mistake, or puts something there that is none
of his, would read it on the site. So each reason becomes one of refused.csv, with the line and nothing else.
"""

from __future__ import annotations

import re
from functools import cache

from engine.shipped import csv_rows
from warehouse import Lake
from warehouse.file_names import file_name
from warehouse.people import People

OTHER = "it does not tell a game as records of its format do"
_LINE = re.compile(r":(\d{1,9})(?: \[[^\]]{0,100}\])?: ")


def refused(lake: Lake, people: People) -> list[tuple[str, str, str]]:
    """Return the refused files, why, and when, as the public sees them: without their folders, content and hidden names."""
    return [
        (name := people.scrubbed(file_name(path)), f"{name}{reason(path, message)}", at) for path, message, at in lake.refused().iter_rows()
    ]


def reason(path: str, message: str) -> str:
    """Return what follows a refused file's name: its line, if the message tells one, and why, in the words of refused.csv."""
    said = message.removeprefix(path)
    line = _LINE.match(said)
    said = said[line.end() :] if line else said.removeprefix(": ")
    found = ((why, pattern.search(said)) for pattern, why in _reasons())
    why = next((why.format(*match.groups()) for why, match in found if match), OTHER)
    return f":{line[1]}: {why}" if line else f": {why}"


@cache
def _reasons() -> list[tuple[re.Pattern[str], str]]:
    """Return what messages say to what the public is told, the first that fits counts."""
    return [(re.compile(row["pattern"]), row["why"]) for row in csv_rows("dashboard.site", "refused.csv")]
