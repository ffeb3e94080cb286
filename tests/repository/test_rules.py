"""Problems are made by the rule that is broken, and every rule is declared once and used."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from importlib import import_module

import pytest

from engine.problems import FATAL, ILLEGAL, Problem, Rule
from tests.repository.test_engine import MODULES


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the engine. Read when a test asks: every process that collects the tests would pay for it."""
    return {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}


def declared(module: str) -> dict[str, Rule]:
    """Name to rule, of those that a module declares itself."""
    made = import_module(module)
    names = (
        target.id
        for node in trees()[module].body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
    )
    return {name: rule for name in names if isinstance(rule := getattr(made, name, None), Rule)}


@cache
def all_declared() -> dict[tuple[str, str], Rule]:
    """Module and name to rule, of all that the engine declares."""
    return {(module, name): rule for module in MODULES for name, rule in declared(module).items()}


def uses(module: str) -> set[tuple[str, str]]:
    """Module and name of every rule that a module reads: its own, and those that it imports by name."""
    tree = trees()[module]
    home = {alias.name: node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return {(home.get(name, module), name) for name in read}


def test_only_a_rule_makes_problems() -> None:
    makers = [
        f"{module}:{node.lineno}"
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem"
        if module != "engine.problems"
    ]
    assert makers == [], "write RULE.broken(message, found=..., expected=...)"


def test_rules_are_declared_at_the_head_of_a_module_alone() -> None:
    calls = {
        module: sum(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rule" for node in ast.walk(tree))
        for module, tree in trees().items()
        if module != "engine.problems"
    }
    assert len(all_declared()) > 200
    assert {module: n for module, n in calls.items() if n} == dict(Counter(module for module, _ in all_declared()))


def test_no_rule_is_declared_twice() -> None:
    counted = Counter((rule.name, rule.section) for rule in all_declared().values())
    assert [rule for rule, n in counted.items() if n > 1] == []


def test_every_declared_rule_is_used() -> None:
    used = {one for module in MODULES for one in uses(module)}
    assert sorted(set(all_declared()) - used) == []


RANGE = Rule("range", "Unit Profiles")


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (RANGE.broken("too far", "5", "4"), Problem("range", "Unit Profiles", "too far", "5", "4", ILLEGAL)),
        (RANGE.in_phase("combat-move").broken("x"), Problem("combat-move/range", "Unit Profiles", "x")),
        (RANGE.broken("x", section="China", severity=FATAL), Problem("range", "China", "x", severity=FATAL)),
        (Rule("range", "China", FATAL).in_phase("p").broken("x"), Problem("p/range", "China", "x", severity=FATAL)),
        (Rule("range", "China", FATAL).broken("x", severity=ILLEGAL), Problem("range", "China", "x")),
    ],
)
def test_a_problem_has_the_name_section_and_severity_of_its_rule_unless_told_others(problem: Problem, expected: Problem) -> None:
    assert problem == expected
    assert problem.fatal == (expected.severity is FATAL)
