"""The published JSON Schema: made from the code, true of good lines, false of bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from engine.rules import load_rules
from engine.titles import load_title
from ingest.log import schema
from tests.ingest.log.test_bad_input import BAD_HEADERS, BAD_LINES

ROOT = Path(__file__).parents[3]
TITLE = load_title("aa1942")
PUBLISHED = json.loads((ROOT / "docs" / "log.schema.json").read_text(encoding="utf-8"))
GENERAL = jsonschema.Draft202012Validator(PUBLISHED)
STRICT = jsonschema.Draft202012Validator(schema.schema(TITLE))

GOOD = (
    '{"sitrep":1,"title":"aa1942","options":{"victory":"major"},"players":{"germany":"Ada"},"played":"2026-05-01"}',
    '{"do":"buy","units":"3 infantry, tank"}',
    '{"do":"move","units":"2 fighter (japan)","path":"russia > west-russia > karelia-ssr","raid":true}',
    '{"do":"load","units":"infantry","path":"united-kingdom > sea-zone-8","ship":"united-states"}',
    '{"do":"retreat"}',
    '{"do":"end","phase":"collect-income"}',
    '{"see":"bank","power":"japan","amount":31}',
    '{"see":"owner","area":"russia"}',
    '{"see":"winner"}',
    '{"dice":[3,1,6]}',
    '{"dice":"316"}',
    '{"dice":"3 1, 6"}',
    '{"undo":1}',
    '{"note":"lunch"}',
)
BEYOND_SCHEMA = {
    "power of a unit",
    "text too long",
    "too many units",
    "key twice",
    "half a character",
    "no units at all",
    "unit",
    "area",
    "number of five thousand digits",
    "not a number",
}
"""Bad lines that a schema cannot tell: names within a text, keys that stand twice, the size of numbers within a text."""
OF_ONE_TITLE = {"power", "side", "die of 7"}
"""Bad lines that only the schema of their title can tell: another title may have such a name, or dice with more faces."""


def test_the_published_schema_is_what_the_code_makes() -> None:
    made = schema.text()
    published = (ROOT / "docs" / "log.schema.json").read_text(encoding="utf-8")
    assert published == made, "docs/log.schema.json is out of date: python -m ingest.log.schema > docs/log.schema.json"


def test_both_schemas_are_schemas() -> None:
    jsonschema.Draft202012Validator.check_schema(PUBLISHED)
    jsonschema.Draft202012Validator.check_schema(schema.schema(TITLE))


def test_every_order_of_the_title_is_in_it() -> None:
    for order in load_rules(TITLE).orders:
        assert PUBLISHED["$defs"][order.__name__]["properties"]["do"] == {"enum": [order.__struct_config__.tag]}


@pytest.mark.parametrize("line", GOOD)
def test_good_lines_fit(line: str) -> None:
    assert [list(each.iter_errors(json.loads(line))) for each in (GENERAL, STRICT)] == [[], []]


def as_json(line: str) -> object:
    """What a JSON reader makes of a line; None when it is not JSON, of which a schema has nothing to say."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


WRONG = {
    case: said
    for case, (line, *_) in BAD_LINES.items()
    if case not in {*BEYOND_SCHEMA, "a second header"} and (said := as_json(line)) is not None
}


@pytest.mark.parametrize("said", WRONG.values(), ids=WRONG)
def test_bad_lines_do_not_fit_the_schema_of_their_title(said: object) -> None:
    assert not STRICT.is_valid(said)


@pytest.mark.parametrize("case", [case for case in WRONG if case not in OF_ONE_TITLE])
def test_bad_lines_do_not_fit_the_schema_of_all_titles(case: str) -> None:
    assert not GENERAL.is_valid(WRONG[case])


@pytest.mark.parametrize(
    ("slug", "dice", "fits"),
    [
        ("aa1942", [6], True),
        ("aa1942", [7], False),
        ("aa1942", "12 3", True),
        ("aa1942", "37", False),
        ("aa1942", "7", False),
        ("global-war-1936", [12, 1], True),
        ("global-war-1936", [13], False),
        ("global-war-1936", "12 3, 1", True),
        ("global-war-1936", "316", False),
        ("global-war-1936", "13", False),
    ],
)
def test_the_schema_of_a_title_allows_the_faces_of_its_dice(slug: str, dice: object, fits: bool) -> None:
    assert jsonschema.Draft202012Validator(schema.schema(load_title(slug))).is_valid({"dice": dice}) == fits


@pytest.mark.parametrize(
    "case",
    [
        "of a later version",
        "of no version",
        "of version 0",
        "of no title",
        "of an unknown title",
        "with an unknown field",
        "with no date",
        "with rounds below 0",
    ],
)
def test_bad_headers_do_not_fit(case: str) -> None:
    line = json.loads(BAD_HEADERS[case][0])
    assert not GENERAL.is_valid(line), line


def test_the_module_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main([]) == 0
    assert capsys.readouterr().out == schema.text()
    assert schema.main(["aa1942"]) == 0
    assert json.loads(capsys.readouterr().out)["$defs"]["Bank"]["properties"]["power"]["enum"] == sorted(TITLE.powers)
    assert schema.main(["aa1943"]) == 1
    assert "did you mean 'aa1942'?" in capsys.readouterr().err
