"""What a careless or hostile question comes to: an error that names the cure, and never a file, a write or a long answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.assistant.asking import COMMAND, Asker
from tests.assistant.conftest import FILES, MOSCOW, WARSAW
from tests.slow import slow_after
from warehouse import Lake

SECRET = "sesame-open-4711"
TOOLS = ("games", "summary", "measure", "sql", "board", "odds", "chances", "validate", "dictionary")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "query",
    slow_after(
        6,
        [
            "select * from read_text('{secret}')",
            "select * from '{secret}'",
            "copy (select 1) to '{folder}/out.parquet'",
            "attach '{folder}/out.db' as other",
            "select 1; copy games to '{folder}/out.csv'",
            "select getenv('HOME')",
            "select * from read_csv('{secret}', header = false)",
            "from glob('{folder}/*')",
            "copy games to '{folder}/out.csv'",
            "create table other as select 1",
            "delete from games",
            "export database '{folder}/out'",
            "set enable_external_access = true",
            "install httpfs",
            "pragma database_list",
        ],
    ),
)
def test_a_query_reads_no_file_and_writes_none(ask: Asker, lake_path: Path, tmp_path: Path, query: str):
    (tmp_path / "secret.csv").write_text(SECRET)
    before = Lake.open(lake_path).state().version, sorted(path.name for path in lake_path.rglob("*"))
    told = ask.refused("sql", query=query.format(secret=tmp_path / "secret.csv", folder=tmp_path))
    assert SECRET not in told and len(told) > 20
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]
    assert before == (Lake.open(lake_path).state().version, sorted(path.name for path in lake_path.rglob("*")))


def test_a_misspelt_query_is_told_what_there_is(ask: Asker):
    assert "attacker" in ask.refused("sql", query="select atacker from battle_ended")


@pytest.mark.slow
def test_a_query_that_never_ends_is_ended(ask: Asker):
    assert "20 seconds" in ask.refused("sql", query="select count(*) from range(10000000000) a, range(1000) b")


@pytest.mark.parametrize(
    "game",
    ["'; drop table games; --", "../../../etc/passwd", "/etc/passwd", "no-such-game", "%", "*", "\x1b[2Jaxis", "Ａxis", "x" * 1_000_000],
    ids=lambda game: game[:20],
)
def test_an_id_of_somebody_else_finds_nothing_and_the_error_lists_the_games(ask: Asker, game: str):
    for tool, more in (("summary", {}), ("board", {}), ("chances", {}), ("odds", {"battle": 1}), ("measure", {"name": "biggest_battles"})):
        told = ask.refused(tool, game=game, **more)
        assert (MOSCOW in told or len(game) > 1000) and "root:" not in told and "\x1b" not in told


def test_the_start_of_an_id_is_enough_and_an_unclear_one_is_not(ask: Asker):
    assert ask("chances", game="axis") == ask("chances", game=MOSCOW)
    told = ask.refused("summary", game="")
    assert all(name in told for name in FILES)


@pytest.mark.parametrize(
    ("tool", "arguments", "cure"),
    [
        ("sql", {}, "query"),
        ("sql", {"query": 7}, "expected query"),
        ("sql", {"query": "select 1", "limit": 5}, "unknown field `limit`"),
        ("measure", {"name": "nothing"}, "biggest_battles"),
        ("measure", {"name": "biggest_battles"}, "name it by game"),
        ("measure", {"name": "game_lengths", "game": MOSCOW}, "leave out game"),
        ("measure", {"name": "biggest_battles", "game": MOSCOW, "title": "aa1942"}, "expected game_id"),
        ("measure", {"name": "biggest_battles", "game": MOSCOW, "only": {"who": "x"}}, "expected one of rank"),
        ("measure", {"name": "biggest_battles", "game": MOSCOW, "only": "x"}, "only"),
        ("measure", {"name": "biggest_battles", "game": MOSCOW, "only": {"round": "x"}}, "round holds numbers"),
        ("board", {"game": MOSCOW, "round": 99}, "expected 0 to 7"),
        ("board", {"game": MOSCOW, "round": -1}, ">= 0"),
        ("board", {"game": MOSCOW, "round": 1, "event": 3}, "name one of"),
        ("board", {"game": MOSCOW, "event": 10**9}, "3027"),
        ("board", {"game": MOSCOW, "area": "Ukraine"}, "ukraine-ssr"),
        ("board", {"game": MOSCOW, "power": "Prussia"}, "germany"),
        ("odds", {}, "title, attackers and defenders"),
        ("odds", {"title": "chess", "attackers": "tank", "defenders": "tank"}, "aa1942"),
        ("odds", {"title": "../../etc", "attackers": "tank", "defenders": "tank"}, "aa1942"),
        ("odds", {"title": "aa1942", "attackers": "3 infantery", "defenders": "tank"}, "did you mean infantry"),
        ("odds", {"title": "aa1942", "attackers": "9999 tank", "defenders": "tank"}, "at most"),
        ("odds", {"title": "aa1942", "attackers": "tank", "defenders": "tank", "area": "Atlantis"}, "Atlantis"),
        ("odds", {"game": MOSCOW, "battle": 999}, "numbered 1 to 59"),
        ("odds", {"game": MOSCOW}, "numbered 1 to 59"),
        ("validate", {"log": ""}, "empty"),
        ("validate", {"log": "hello"}, '{"sitrep":1'),
        ("no-such-tool", {}, "expected one of games"),
    ],
)
def test_wrong_arguments_are_told_what_is_expected(ask: Asker, tool: str, arguments: dict, cure: str):
    told = ask.refused(tool, **arguments)
    assert cure in told and "Traceback" not in told and "fault of Sitrep" not in told


def test_rows_are_chosen_by_names_and_numbers_as_people_write_them(ask: Asker):
    by_name, by_slug = (
        ask("measure", name="income_and_treasury", game=MOSCOW, only={"power": power, "round": round_})
        for power, round_ in (("Soviet Union", "3"), ("soviet-union", 3))
    )
    assert by_name == by_slug and "1 row." in by_name


def test_numbers_may_be_text_and_null_is_nothing(ask: Asker):
    assert ask("board", game=MOSCOW, round="2", turn=None) == ask("board", game=MOSCOW, round=2)


def test_a_log_reads_no_file_of_the_machine(ask: Asker):
    for overlay in ("/etc", "../..", "house-rules"):
        told = ask.refused("validate", log=json.dumps({"sitrep": 1, "title": "aa1942", "overlays": [overlay]}) + "\n")
        assert "overlay" in told and "sitrep-validate-" not in told


def test_a_log_of_a_megabyte_is_checked_or_refused_in_short(ask: Asker):
    head, line = '{"sitrep":1,"title":"aa1942"}\n{"do":"end"}\n', '{"do":"move","units":"tank","path":"russia > belorussia"}\n'
    assert "more than 10,000 things do not fit" in ask.refused("validate", log=head + line * (2**20 // len(line)))
    told = ask("validate", log=head + line * 2000 + "# nothing\n" * 90_000)
    assert re.search(r"\d,\d{3} defects in ", told) and re.search(r"\(cut: rows 1 to \d+ of \d,\d{3}; mend the first ones", told)


def test_a_right_log_has_no_defects_and_says_where_it_stands(ask: Asker):
    lines = FILES[WARSAW].read_text(encoding="utf-8").splitlines(keepends=True)
    assert re.search(r"no defects in 988 events\. The game has ended\.", ask("validate", log="".join(lines)))
    assert "It stands in round 1, Soviet Union, purchase" in ask("validate", log='{"sitrep":1,"title":"aa1942"}\n')


def test_calls_at_once_are_answered_as_one_by_one(ask: Asker):
    calls = [
        ("games", {}),
        ("sql", {"query": "select count(*) as n from stacks"}),
        ("summary", {"game": MOSCOW}),
        ("board", {"game": WARSAW, "round": 1}),
        ("measure", {"name": "victory_cities", "game": MOSCOW}),
        ("nothing", {}),
    ]
    assert ask.together(*calls) == [ask.together(call)[0] for call in calls]


def test_what_is_cut_is_said_and_can_be_asked_for(ask: Asker):
    first = ask("measure", name="biggest_battles", game=MOSCOW)
    shown = int(re.search(r"\(cut: rows 1 to (\d+) of 59; ask again with skip", first)[1])
    rest = ask("measure", name="biggest_battles", game=MOSCOW, skip=shown)
    assert f"\n{shown + 1}," in rest and "no rows after" in ask("measure", name="biggest_battles", game=MOSCOW, skip=59)


def test_a_client_is_told_what_the_tools_are_and_that_they_only_read(ask: Asker):
    tools = ask.of("list_tools").tools
    assert tuple(tool.name for tool in tools) == TOOLS
    for tool in tools:
        assert tool.annotations.read_only_hint and tool.description and tool.input_schema["additionalProperties"] is False
        assert all(about["description"] for about in tool.input_schema["properties"].values())


def test_the_resources_name_every_table_and_measure(ask: Asker):
    assert [str(one.uri) for one in ask.of("list_resources").resources] == ["sitrep://dictionary", "sitrep://schema"]
    index, schema = ask.resource("sitrep://dictionary"), ask.resource("sitrep://schema")
    assert "biggest_battles,measure," in index and "(cut" not in index + schema
    assert re.search(r"^battle_ended\(game_id text, .*attacker_lost int", schema, re.MULTILINE)
    with pytest.raises(Exception, match=r"expected one of sitrep://dictionary"):
        ask.resource("sitrep://../../etc/passwd")


def test_without_the_package_one_line_names_the_extra():
    code = "import sys; sys.modules['mcp'] = None; sys.argv = ['sitrep', 'mcp']; import sitrep; sitrep.main()"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 1 and found.stdout == "" and found.stderr.count("\n") == 1 and "sitrep-games[mcp]" in found.stderr


def test_help_imports_nothing_of_it():
    code = "import sys, sitrep, click.testing as t; t.CliRunner().invoke(sitrep.main, ['-h']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "dashboard.terminal.main" in told and not {"mcp", "pydantic", "dashboard.assistant"} & set(told)


def test_lines_that_are_no_messages_do_not_end_the_server(lake_path: Path):
    lines = b'hello\n{"jsonrpc":"2.0"}\n\xff\xfe\n[]\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    first = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin}).encode() + b"\n"
    command, pipe = [COMMAND, "mcp", "--lake", lake_path], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as it:
        it.stdin.write(first + lines)
        it.stdin.flush()
        told = []
        while not any(one.get("id") == 1 for one in told):
            told.append(json.loads(it.stdout.readline()))
        it.stdin.close()
        assert told[-1]["result"] == {} and it.wait(60) == 0


def test_nothing_is_left_of_a_log_that_was_checked(ask: Asker):
    ask("validate", log='{"sitrep":1,"title":"aa1942"}\n')
    places = [Path(os.environ.get("TMPDIR", "/tmp"))]
    assert [path for place in places for path in place.glob("sitrep-validate-*/log") if path.stat().st_size == 30] == []
