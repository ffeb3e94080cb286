"""Mutants on a tiny example: what is changed, what a weak test lets pass, and that nothing is left changed or running."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants import __main__ as command
from tests.mutants import order
from tests.mutants.__main__ import ROOT, options
from tests.mutants.mutations import mutations
from tests.mutants.run import NOTICED, SURVIVED, TOO_LONG, Mutant, chosen, copy_of, modules, tried, verdict

RULE = '''"""A rule with 1 number in its words."""


def hits(dice: list[int], least: int = 5) -> int:
    """Return how many of 2 dice or more hit."""
    if not dice:
        return 0
    return sum(1 for die in dice if die >= least and die <= 6)
'''
WEAK = "from rule import hits\n\n\ndef test_hits():\n    assert hits([1, 6]) == 1 and hits([]) == 0\n"
STRONG = "from rule import hits\n\n\ndef test_hits():\n    assert hits([1, 4, 5, 6, 7]) == 2 and hits([]) == 0\n"
SLOW = "import time\n\n\ndef test_slow():\n    time.sleep(600)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "rule.py").write_text(RULE)
    (tmp_path / "test_weak.py").write_text(WEAK)
    (tmp_path / "test_strong.py").write_text(STRONG)
    (tmp_path / "test_slow.py").write_text(SLOW)
    return tmp_path


def changed(source: str) -> list[str]:
    """Return the lines that the mutants of a text have in place of its own."""
    own = source.splitlines()
    found = []
    for mutation in mutations(source):
        lines = mutation.apply(source).splitlines()
        found.append(next(new.strip() for old, new in zip(own, lines, strict=True) if old != new))
    return found


def test_each_kind_of_line_has_its_mutants() -> None:
    assert changed(RULE) == [
        "if dice:",
        "return 1",
        "return sum(2 for die in dice if die >= least and die <= 6)",
        "return sum(1 for die in dice if True)",
        "return sum(1 for die in dice if die > least and die <= 6)",
        "return sum(1 for die in dice if die >= least or die <= 6)",
        "return sum(1 for die in dice if die >= least and die < 6)",
        "return sum(1 for die in dice if die >= least and die <= 7)",
    ]


@pytest.mark.parametrize("path", ["engine/families/blocks/land/native.py", "engine/families/blocks/land/engaging.py"])
def test_mutants_of_real_rules_are_modules_with_one_change(path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    found = mutations(source)
    assert len(found) > 20 and len({one.apply(source) for one in found}) == len(found)
    for one in found:
        assert ast.dump(ast.parse(one.apply(source))) != ast.dump(ast.parse(source))


def test_a_seed_chooses_the_same_mutants_again_and_never_more_than_there_are(tree: Path) -> None:
    rule = modules(tree, ["rule.py"])
    assert chosen(tree, rule, 1, 3) == chosen(tree, rule, 1, 3) != chosen(tree, rule, 2, 3)
    assert len(chosen(tree, rule, 1, 99)) == 8
    with pytest.raises(ValueError, match=r"no module matches 'rules/\*.py'; give a pattern"):
        modules(tree, ["rules/*.py"])


@pytest.mark.slow
def test_a_weak_test_lets_mutants_pass_that_a_strong_one_notices(tree: Path) -> None:
    mutants = [one for one in chosen(tree, modules(tree, ["rule.py"]), 1, 99) if "die" in one.after(tree)][-4:]
    weak = {one.after(tree) for one, found in tried(tree, mutants, ["test_weak.py"], 60) if found == SURVIVED}
    assert weak == {
        "return sum(1 for die in dice if die > least and die <= 6)",
        "return sum(1 for die in dice if die >= least and die <= 7)",
    }
    strong = [found for _, found in tried(tree, [one for one in mutants if one.after(tree) in weak], ["test_strong.py"], 60)]
    assert strong == [NOTICED, NOTICED]
    assert (tree / "rule.py").read_text() == RULE


def test_a_run_past_its_limit_is_ended(tree: Path) -> None:
    assert verdict(tree, ["test_slow.py"], 3) == TOO_LONG
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert not [line for line in running.splitlines() if "test_slow.py" in line and str(tree) in line]


def test_the_tests_that_enter_the_changed_function_come_first(tree: Path) -> None:
    written, listed = tree / "reached.json", tree / "first.txt"
    (tree / "test_strong.py").write_text(STRONG + "\n\ndef test_else():\n    assert 1 + 1 == 2\n")
    assert verdict(tree, ["test_strong.py"], 60, MUTANTS_REACHED=written) == SURVIVED
    reached = [order.Reach(*row) for row in json.loads(written.read_text())]
    assert order.first_tests(reached, "rule.py", 8) == ["test_strong.py::test_hits"] and order.first_tests(reached, "rule.py", 2) == []
    listed.write_text("test_strong.py::test_hits")
    (tree / "rule.py").write_text(RULE.replace("least: int = 5", "least: int = 4"))
    assert verdict(tree, ["test_slow.py", "test_strong.py"], 300, MUTANTS_FIRST=listed) == NOTICED


def test_the_innermost_function_around_a_line_comes_first() -> None:
    rows = [order.Reach("a.py", 1, 9, ["whole", "both"]), order.Reach("a.py", 3, 4, ["part", "both"]), order.Reach("b.py", 1, 9, ["other"])]
    assert order.first_tests(rows, "a.py", 3) == ["part", "both", "whole"]


def test_tests_that_fail_as_they_are_can_notice_nothing(tree: Path) -> None:
    (tree / "test_weak.py").write_text("def test_wrong():\n    assert False\n")
    with pytest.raises(ValueError, match=r"the tests fail as they are: test_weak\.py"):
        list(tried(tree, chosen(tree, modules(tree, ["rule.py"]), 1, 1), ["test_weak.py"], 60))


def test_the_copy_has_what_git_knows_and_leaves_the_tree_alone(tmp_path: Path) -> None:
    copy = copy_of(ROOT, tmp_path)
    assert (copy / "engine" / "rules.py").read_bytes() == (ROOT / "engine" / "rules.py").read_bytes()
    assert not (copy / ".venv").exists() and not (copy / ".git").exists()


def test_what_the_command_takes() -> None:
    asked = options(
        [
            "--seed",
            "7",
            "--count",
            "3",
            "--modules",
            "engine/families/axis_allies/combat/*.py",
            "--tests",
            "tests/aa1942",
        ]
    )
    assert (asked.seed, asked.count, asked.limit) == (7, 3, 300)
    assert asked.modules == ["engine/families/axis_allies/combat/*.py"] and asked.tests == ["tests/aa1942"]


def test_a_survivor_is_printed_although_its_file_has_moved_meanwhile(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run takes long: what is edited or moved during it is another tree than the one that is tried."""
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)

    def moved(copy: Path, mutants: list[Mutant], *_: object) -> Iterator[tuple[Mutant, str]]:
        (tree / "rule.py").rename(tree / "moved.py")
        yield mutants[0], SURVIVED

    monkeypatch.setattr(command, "ROOT", tree)
    monkeypatch.setattr(command, "tried", moved)
    assert command.main(["--modules", "rule.py", "--count", "1"]) == 0
    assert "rule.py:" in (printed := capsys.readouterr().out) and "1 survived" in printed
