"""Every declared dependency is pinned once per Python, and no pin says where it is fetched from."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from itertools import pairwise
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = [Requirement(line.rstrip(" \\")) for line in LINES if line and not line.startswith(("#", " "))]
BUILDING = (ROOT / "build-constraints.txt").read_text(encoding="utf-8").splitlines()


def declared() -> list[Requirement]:
    """All dependencies of pyproject.toml: run time, extras, build."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    groups = PROJECT["dependency-groups"].values()
    lists = [project["dependencies"], *extras, *groups, PROJECT["build-system"]["requires"]]
    needs = [Requirement(text) for texts in lists for text in texts]
    return [need for need in needs if need.name != project["name"]]  # an extra made of other extras


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


def test_every_pin_has_its_hashes_and_what_builds_has_the_same() -> None:
    for lines in (LINES, BUILDING):
        bare = [line for line, below in pairwise([*lines, ""]) if line[:1].isalnum() and "--hash=sha256:" not in below]
        assert bare == [], "run `make lock`"
    assert set(BUILDING) <= set(LINES), "run `make lock`"


def test_no_pin_names_a_registry() -> None:
    assert [line for line in LINES + BUILDING if "://" in line or line.startswith("-")] == []


def test_pins_of_one_package_differ_by_marker() -> None:
    keys = [(canonicalize_name(pin.name), str(pin.marker)) for pin in PINS]
    assert len(keys) == len(set(keys))


def installed_closure() -> dict[str, str]:
    """Name to version of everything that `sitrep[dev]` pulls into this environment."""
    extras = {"sitrep": {"", "dev"}}
    found: dict[str, str] = {}
    queue = ["sitrep"]
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
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
        for pin in PINS
        if pin.marker is None or pin.marker.evaluate()
    }
    installed = installed_closure()
    assert len(installed) > len(PROJECT["project"]["dependencies"])
    assert {name: pinned.get(name) for name in installed} == installed, "run `make clean env`"
