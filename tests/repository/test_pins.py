"""Every declared dependency is pinned once per Python, and no pin says where it is fetched from."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OURS = PROJECT["project"]["name"]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
BUILDING = (ROOT / "build-constraints.txt").read_text(encoding="utf-8").splitlines()
LAB = (ROOT / "lab-constraints.txt").read_text(encoding="utf-8").splitlines()
IN_LAB = ("lab", "docs")
"""Extras that lab-constraints.txt pins: large, and no test needs them."""


def pins_of(lines: list[str]) -> list[Requirement]:
    return [Requirement(line.rstrip(" \\")) for line in lines if line and not line.startswith(("#", " "))]


PINS = pins_of(LINES)


def declared(lab: bool = False) -> list[Requirement]:
    """All dependencies of pyproject.toml: run time, extras, build; or those of the extras of lab-constraints.txt."""
    project = PROJECT["project"]
    extras = [needs for name, needs in project["optional-dependencies"].items() if (name in IN_LAB) == lab]
    groups = [] if lab else PROJECT["dependency-groups"].values()
    lists = [*extras] if lab else [project["dependencies"], *extras, *groups, PROJECT["build-system"]["requires"]]
    needs = [Requirement(text) for texts in lists for text in texts]
    return [need for need in needs if need.name != project["name"]]  # an extra made of other extras


@pytest.mark.parametrize("lab", [False, True], ids=["constraints.txt", "lab-constraints.txt"])
def test_every_declared_dependency_is_pinned_within_its_bounds(lab: bool) -> None:
    pinned = {canonicalize_name(pin.name): pin for pin in pins_of(LAB if lab else LINES)}
    missing = [str(need) for need in declared(lab) if canonicalize_name(need.name) not in pinned]
    assert missing == [] and declared(lab), "not pinned; run `make lock`"
    for need in declared(lab):
        version = str(pinned[canonicalize_name(need.name)].specifier).removeprefix("==")
        assert need.specifier.contains(version), f"pyproject.toml says {need}, but pinned is {version}; run `make lock`"


def test_what_the_lab_shares_with_the_tests_has_the_same_pin() -> None:
    tests = {(canonicalize_name(pin.name), str(pin.marker)): str(pin.specifier) for pin in PINS}
    lab = {(canonicalize_name(pin.name), str(pin.marker)): str(pin.specifier) for pin in pins_of(LAB)}
    assert {key: tests[key] for key in lab if key in tests} == {key: lab[key] for key in lab if key in tests}
    names = {name for name, _ in tests}
    assert {name for name, _ in lab} - names and {name for name, _ in lab} & names, "run `make lock`"


def test_every_pin_is_one_exact_version() -> None:
    assert [str(pin) for pin in PINS if not re.fullmatch(r"==[^*,=]+", str(pin.specifier))] == []


def test_every_pin_has_its_hashes_and_what_builds_has_the_same() -> None:
    for lines in (LINES, BUILDING, LAB):
        bare = [line for line, below in pairwise([*lines, ""]) if line[:1].isalnum() and "--hash=sha256:" not in below]
        assert bare == [], "run `make lock`"
    assert set(BUILDING) <= set(LINES), "run `make lock`"


def test_no_pin_names_a_registry() -> None:
    assert [line for line in LINES + BUILDING + LAB if "://" in line or line.startswith("-")] == []


def test_pins_of_one_package_differ_by_marker() -> None:
    keys = [(canonicalize_name(pin.name), str(pin.marker)) for pin in PINS]
    assert len(keys) == len(set(keys))


def installed_closure() -> dict[str, str]:
    """Name to version of everything that `sitrep-games[dev]` pulls into this environment."""
    extras = {OURS: {"", "dev"}}
    found: dict[str, str] = {}
    queue = [OURS]
    while queue:
        name = queue.pop()
        for text in metadata.requires(name) or []:
            need = Requirement(text)
            wanted = canonicalize_name(need.name)
            asked = extras.get(name, {""})
            if need.marker and not any(need.marker.evaluate({"extra": extra}) for extra in asked):
                continue
            if wanted not in found or need.extras - extras.get(wanted, set()):
                extras[wanted] = extras.get(wanted, {""}) | need.extras
                found[wanted] = metadata.version(wanted)
                queue.append(wanted)
    return found


def test_this_environment_has_the_pinned_versions() -> None:
    pinned = {
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in PINS if pin.marker is None or pin.marker.evaluate()
    }
    installed = installed_closure()
    assert len(installed) > len(PROJECT["project"]["dependencies"])
    assert {name: pinned.get(name) for name in installed} == installed, "run `make clean env`"
