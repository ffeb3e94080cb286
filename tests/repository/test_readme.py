"""The README is true: what it shows is what happens."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

import sitrep
from ingest.samples import samples
from tests.demo import Demo, demo_of
from tests.demo import sitrep as run
from tests.ingest.example import example

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def shown_after(command: str, keep: str = "") -> list[str]:
    """The lines that the README shows after a command, `...` left out unless it is to be kept."""
    (block,) = (block for block in blocks("console") if block.startswith(f"$ {command}\n") and block.count("\n") > 2)
    return [line for line in block.splitlines()[1:] if (line != "..." or line == keep) and not line.startswith("$")]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Demo]:
    """The demo as `make demo SERVE=0` runs it."""
    made = demo_of(tmp_path_factory)
    return made.lake, made


@pytest.mark.demo
def test_the_demo_prints_what_the_readme_shows(demo):
    _, result = demo
    assert result.returncode == 0, result.stderr
    rest = result.stdout
    for part in filter(None, "\n".join(shown_after("make demo SERVE=0", keep="...")).split("\n...")):
        _, found, rest = rest.partition(part.strip("\n"))
        assert found, f"the README shows this; the demo does not print it there, as it stands:\n{part}"
    assert result.stderr == "" and "\x1b" not in result.stdout


@pytest.mark.demo
def test_the_demo_runs_twice_and_doubles_nothing(demo):
    lake, first = demo
    again = run("demo", "--lake", str(lake), cwd=ROOT, SERVE="0")
    assert again.returncode == 0 and "0 new, 0 replaced, 16 unchanged" in again.stdout
    told = [result.stdout.partition("Income collected")[2] for result in (first, again)]
    assert told[0] == told[1] and told[0]


@pytest.mark.demo
def test_the_python_lines_run_on_the_demo_lake(demo):
    lake, _ = demo
    (block,) = blocks("python")
    assert "ingest/samples" not in block, "a wheel has no such folder: sitrep.samples()"
    code = block.replace('"lake"', repr(str(lake)))
    values = [eval(line, scope) for scope in [{}] for line in expressions(code, scope)]
    game = values[0].filter(values[0]["game_id"] == "axis-takes-moscow").row(0, named=True)
    battles = sitrep.open_lake(lake).sql("select count(*)::int as n from battle_ended where game_id = ?", [game["game_id"]])
    games, ended, plot, collected, holder, seen = values
    assert [games.height, ended.height] == [len(samples()), battles["n"][0]]
    assert {"germany", "soviet-union", "united-states"} <= set(collected["power"]) and collected["collected"].min() >= 0
    assert battles["n"][0] > 0
    assert 5 * game["rounds"] in [len(rows) for rows in plot.to_dict()["datasets"].values()]
    assert holder in sitrep.load_title("aa1942").powers and seen.control["west-russia"] == holder


def expressions(code: str, scope: dict) -> list[str]:
    """Run the statements of some lines and return the expressions among them, to be evaluated in their order."""
    found = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.Expr):
            found.append(ast.unparse(node.value))
        else:
            exec(ast.unparse(node), scope)
    return found


def test_the_log_of_the_readme_is_the_one_of_its_description():
    (block,) = blocks("jsonl")
    assert block.splitlines() == example()


def test_the_wrong_log_is_told_as_the_readme_shows(tmp_path):
    (tmp_path / "wrong.jsonl").write_text(
        '{"sitrep":1,"title":"aa1942"}\n{"do":"buy","units":"9 infantry"}\n{"do":"end"}\n'
        '{"do":"move","units":"tank","path":"russia > belorussia"}\n'
    )
    result = run("validate", "wrong.jsonl", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert result.stdout.splitlines() == shown_after("sitrep validate wrong.jsonl") and result.returncode == 1


def test_the_log_of_the_readme_is_read_as_it_shows(tmp_path):
    (block,) = blocks("jsonl")
    (tmp_path / "game.jsonl").write_text(block, encoding="utf-8")
    result = run("validate", "game.jsonl", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert result.stdout.splitlines() == shown_after("sitrep validate game.jsonl") and result.returncode == 0


def test_no_printed_output_stands_in_the_readme_that_no_test_compares():
    source = Path(__file__).read_text(encoding="utf-8")
    lines = [line for block in blocks("console") for line in block.splitlines()]
    printing = [line[2:] for line, after in pairwise(lines) if line.startswith("$ ") and not after.startswith("$ ")]
    assert len(printing) >= 3 and [command for command in printing if f'shown_after("{command}"' not in source] == []


def test_how_to_install_stands_before_the_first_command_of_an_installation():
    assert README.index("\n## Installing\n") < README.index("$ sitrep ") and README[: README.index("\n## Installing\n")].count("\n") < 30


def test_every_verb_stands_in_the_readme():
    assert [verb for verb in sitrep.main.commands if f"| `sitrep {verb}" not in README] == []


def test_what_the_readme_links_to_is_there():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / link).exists()] == [] and len(links) >= 5
