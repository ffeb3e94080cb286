"""The page about assistants names what there is, with the limits that hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

import sitrep
from dashboard.assistant.battles import PLAYED
from dashboard.assistant.server import RESOURCES
from dashboard.assistant.tools import TOOLS
from ingest.files import MAX_BYTES
from ingest.sandbox import SECONDS as OF_A_RECORD
from warehouse.sandbox import MEMORY, ROWS, SECONDS

PAGE = (Path(__file__).parents[2] / "docs" / "assistants.md").read_text(encoding="utf-8")


def test_every_tool_and_resource_stands_in_the_page_and_no_other():
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(TOOLS)
    assert re.findall(r"`(sitrep://\w+)`", PAGE) == list(RESOURCES)


def test_the_limits_are_those_of_the_code():
    text = " ".join(PAGE.split())
    assert f"{SECONDS} seconds, {MEMORY >> 20:,} MiB and {ROWS:,} rows" in text
    assert f"{OF_A_RECORD} seconds and {MAX_BYTES >> 20} MiB of text" in text
    assert f"played {PLAYED} times" in text


def test_what_a_client_is_to_start_is_the_command():
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (entry,) = json.loads(block)["mcpServers"].values()
    name, *words = entry["args"]
    assert name in sitrep.main.commands and Path(entry["command"]).name == "sitrep"
    assert "--lake" in CliRunner().invoke(sitrep.main, [name, "-h"]).output and words[0] == "--lake"
