"""docs/log.md is true: its example is a legal turn, its tables name everything there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from engine.events import encode_event
from engine.observations import OBSERVATIONS
from engine.play import tag
from engine.recording import Header
from engine.replay import Game, replay
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.titles import load_title, titles
from ingest.files import MAX_BYTES
from ingest.log import lines, schema
from ingest.log.reader import parse_log
from tests.ingest.example import DOC, example

TITLE = load_title("aa1942")
PLAYED = [slug for slug in titles() if (load_title(slug).folder / "rules.py").is_file()]
EVERY_ORDER = tuple(dict.fromkeys(order for slug in PLAYED for order in load_rules(load_title(slug)).orders))
TEXT = DOC.read_text(encoding="utf-8")


def played(log: list[str], strictness: Strictness = Strictness.RAISE) -> Game:
    return replay(parse_log("\n".join(log).encode(), "doc"), TITLE, strictness)


def test_the_example_is_a_legal_turn() -> None:
    state = played(example()).state
    assert (state.clock.round, state.clock.power, state.clock.phase) == (1, "germany", "purchase-units")
    assert state.resources["soviet-union", "ipc"] == 26
    assert state.control["west-russia"] == "soviet-union"
    assert state.defects == 0


def test_the_example_fits_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema.schema(TITLE))
    said = [json.loads(line) for line in example() if line and not line.startswith("#")]
    assert len(said) == 25
    for line in said:
        validator.validate(line)


@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_what_the_documentation_allows_to_leave_out_may_be_left_out(strictness: Strictness) -> None:
    full = example()
    last = len(full) - 1 - full[::-1].index('{"do":"end"}')
    optional = (
        '{"do":"end"}',
        '{"do":"press"}',
        '{"do":"lose","units":"3 infantry"}',
        '{"do":"lose","units":"infantry"}',
    )
    terse = [line for place, line in enumerate(full) if place == last or line not in optional]
    assert len(full) - len(terse) == 8
    events = [[encode_event(event) for event in played(log, strictness).events] for log in (full, terse)]
    assert events[0] == events[1]


def table(heading: str) -> list[str]:
    """What the first cells of the table under a heading name, sorted."""
    section = TEXT.split(f"\n{heading}\n\n")[1].split("\n\n")[0]
    rows = section.splitlines()[2:]
    return sorted(row.split("`")[1] for row in rows)


def test_every_order_is_in_the_table_of_orders() -> None:
    assert table("### Orders") == sorted({tag(order) for order in EVERY_ORDER})


def test_every_field_of_an_order_is_named_with_it() -> None:
    for order in EVERY_ORDER:
        row = re.search(rf"^\| `{tag(order)}` .*$", TEXT, re.MULTILINE)
        assert row
        for field in order.__struct_fields__:
            assert re.search(rf'[`"]{field}[`"]', row[0]), f"{field} of {tag(order)} is not in docs/log.md"


def test_every_field_of_an_observation_is_named_with_it() -> None:
    for kind in OBSERVATIONS:
        row = re.search(rf"^\| `{kind.__struct_config__.tag}` .*$", TEXT.split("\n### Observations\n")[1], re.MULTILINE)
        assert row
        for field in kind.__struct_fields__:
            assert f"`{field}`" in row[0], f"{field} of {kind.__struct_config__.tag} is not in docs/log.md"


def test_every_observation_and_every_field_of_the_header_is_in_its_table() -> None:
    assert table("### Observations") == sorted(str(kind.__struct_config__.tag) for kind in OBSERVATIONS)
    assert table("### Header") == sorted(Header.__struct_fields__)


def test_the_limits_are_those_of_the_reader() -> None:
    limits = f"Limits: {MAX_BYTES >> 20} MiB unpacked, {lines.MAX_LINE >> 10} KiB a line, {lines.MAX_ENTRIES:,} lines"
    assert limits in " ".join(TEXT.split())


def test_links_lead_to_files() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (Path(DOC).parent / target).is_file(), target
