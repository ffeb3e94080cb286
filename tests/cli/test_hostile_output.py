"""Whatever a name holds, no command prints what would steer a terminal or turn text around."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import dashboard.terminal
import sitrep
from tests.dashboard.conftest import hand_made
from tests.hostile import FORMATS, TEXTS, UNSEEN
from tests.slow import slow_after
from warehouse import Lake

EVIL = "".join(TEXTS[kind] for kind in TEXTS if "formula" not in kind and "markup" not in kind)
"""All at once."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake as an older program may have left it, with such names in it, and hostile records beside it."""
    folder = tmp_path_factory.mktemp("place")
    game = hand_made("one", player=EVIL, defects=1)
    areas = {slug: msgspec.structs.replace(area, name=EVIL + area.name) for slug, area in game.title.areas.items()}
    powers = {slug: msgspec.structs.replace(one, name=EVIL + one.name) for slug, one in game.title.powers.items()}
    title = msgspec.structs.replace(game.title, name=EVIL, areas=areas, powers=powers)
    header = msgspec.structs.replace(game.header, source=EVIL, about=EVIL)
    Lake.create(folder / "lake").write([dataclasses.replace(game, title=title, header=header, name=EVIL)])
    for kind, make in FORMATS.items():
        (folder / f"\x1b[2J\u202e-{kind}").write_bytes(make(EVIL.replace("\x00", "")))
    (folder / "bad.jsonl").write_text('{"sitrep":1,"title":"\u009b2J\u202e"}\n')
    return folder


COMMANDS = {
    "summary": "summary", "summary of a game": "summary one", "summary for machines": "summary one --json",
    "query": "query|SELECT * FROM games", "query for machines": "query|SELECT * FROM games|--format|json",
    "query as CSV": "query|SELECT * FROM games|--format|csv", "query with a name": 'query|SELECT 1 AS "\x9b2J\u202e"',
    "an error": "query|SELECT * FROM '\x1b[2J\u202e'", "history": "lake history", "verify": "verify",
}  # fmt: skip


@pytest.mark.parametrize("command", slow_after(5, COMMANDS.values()), ids=COMMANDS)
def test_of_a_lake_nothing_steers_a_terminal(place: Path, command: str) -> None:
    words = command.split("|" if "|" in command else " ")
    told = CliRunner().invoke(sitrep.main, [*words, "--lake", str(place / "lake")])
    assert told.output.strip() and not steering(told.output + told.stderr), ascii(told.output[:300])


OF_A_RECORD = ["validate", "audit", "ingest", "ingest --json", "replay", "replay --json", "replay --events", "summary", "summary --json"]


@pytest.mark.parametrize("command", slow_after(5, OF_A_RECORD))
def test_of_a_record_nothing_steers_a_terminal(place: Path, tmp_path: Path, command: str) -> None:
    for path in sorted(place.glob("*.*")):
        words = [*command.split(), str(path), *(["--lake", str(tmp_path / "lake")] if "ingest" in command else [])]
        told = CliRunner().invoke(sitrep.main, words)
        assert told.output.strip() and not steering(told.output + told.stderr), ascii(told.output[:300])
        assert not isinstance(told.exception, Exception) or isinstance(told.exception, SystemExit), told.exception


def steering(text: str) -> set[str]:
    """Characters that must not be printed as they are."""
    return set(text) & (UNSEEN | {"\r"})


def test_json_is_still_json(place: Path) -> None:
    told = CliRunner().invoke(sitrep.main, ["query", "SELECT source FROM games", "--format", "json", "--lake", str(place / "lake")])
    assert msgspec.json.decode(told.output)[0]["source"] == EVIL


def test_raw_is_raw(place: Path) -> None:
    words = ["query", "SELECT source FROM games", "--format", "csv", "--raw", "--lake", str(place / "lake")]
    assert "\x9b2J" in CliRunner().invoke(sitrep.main, words).output


def test_everything_is_printed_through_one_door() -> None:
    """`say`, `say_json` and `print_table` of output.py and printed_tables.py write out what steers a terminal; nothing goes around them."""
    folder = Path(dashboard.terminal.__file__).parent
    for path in (*folder.glob("*.py"), Path(sitrep.__file__)):
        if path.name not in ("output.py", "printed_tables.py"):
            assert not re.search(r"click\.(s?echo|secho)|(?<!\w)print\(|sys\.std(out|err)\.write", path.read_text()), path
