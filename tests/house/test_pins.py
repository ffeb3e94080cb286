"""Every declared dependency is pinned once per Python, and no pin says where it is fetched from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = [Requirement(line) for line in LINES if line and not line.startswith("#")]


def declared() -> list[Requirement]:
    """All dependencies of pyproject.toml: run time, extras, build."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    groups = PROJECT["dependency-groups"].values()
    lists = [project["dependencies"], *extras, *groups, PROJECT["build-system"]["requires"]]
    return [Requirement(text) for texts in lists for text in texts]


def test_every_declared_dependency_is_pinned_within_its_bounds() -> None:
    pinned = {canonicalize_name(pin.name): pin for pin in PINS}
    missing = [str(need) for need in declared() if canonicalize_name(need.name) not in pinned]
    assert missing == [], "not in constraints.txt; run `make lock`"
    for need in declared():
        version = str(pinned[canonicalize_name(need.name)].specifier).removeprefix("==")
        assert need.specifier.contains(version), (
            f"pyproject.toml says {need}, constraints.txt {version}; run `make lock`"
        )


def test_every_pin_is_one_exact_version() -> None:
    assert [str(pin) for pin in PINS if not re.fullmatch(r"==[^*,=]+", str(pin.specifier))] == []


def test_no_pin_names_a_registry() -> None:
    assert [line for line in LINES if "://" in line or line.startswith("-")] == []


def test_pins_of_one_package_differ_by_marker() -> None:
    keys = [(canonicalize_name(pin.name), str(pin.marker)) for pin in PINS]
    assert len(keys) == len(set(keys))
