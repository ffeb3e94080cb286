"""Parts that other people's packages add: bots.

A package names its parts in its metadata, as entry points of the groups of KINDS. What is found is listed without running it; its code
runs when somebody asks for the part by name, and who runs it is told whose it is. A part that cannot be used is left out, with a message
that names its package and the cure, and never stands in the way of another.

A process that serves strangers calls `keep_out` first: there nothing of this is loaded, unless an admin has set SITREP_PARTS to `any`.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import SitrepError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

KINDS = {
    "bot": "sitrep.bots",
}
"""Kind of part to the group of entry points that packages name it in."""

VARIABLE, NOBODY, ANYBODY = "SITREP_PARTS", "none", "any"

_LOG = logging.getLogger("sitrep")
_told: set[str] = set()


class PartError(SitrepError):
    """Something of a package that is not ours cannot be used; the message names the package and the cure."""


class Part(NamedTuple):
    """A part of a package: its kind and name, and the package with its version; `entry` says where its code is."""

    kind: str
    name: str
    package: str
    entry: EntryPoint

    def load(self) -> Any:
        """Import the part, and tell whoever runs this that code of its package runs.

        Raises:
            PartError: its code cannot be imported.
        """
        tell(self.package, f"{self.kind} {self.name!r}")
        try:
            return self.entry.load()
        except Exception as error:  # whatever a stranger's module raises as it is imported
            what = f"{type(error).__name__}: {error}"
            raise PartError(
                f"{self.kind} {self.name!r} of {self.package} cannot be loaded from {self.entry.value}: {what}; "
                f"uninstall or mend {self.package}"
            ) from error


def keep_out() -> None:
    """Let this process and those that it starts load no foreign part, unless an admin has set SITREP_PARTS otherwise."""
    os.environ.setdefault(VARIABLE, NOBODY)


def let_in() -> bool:
    """Return whether this process may load foreign parts.

    Raises:
        PartError: SITREP_PARTS is something else than `any` or `none`.
    """
    word = os.environ.get(VARIABLE, ANYBODY)
    if word not in (ANYBODY, NOBODY):
        raise PartError(f"{VARIABLE} is {word!r}; expected {ANYBODY} or {NOBODY}")
    return word == ANYBODY


def parts(kind: str, ours: Collection[str] = ()) -> dict[str, Part]:
    """Return the foreign parts of a kind (of KINDS) by name; none of them is imported by that.

    Args:
        ours: names that Sitrep has itself. A package that takes one of them, or one that another package has, is told so and left out.
    """
    found: dict[str, Part] = {}
    if not let_in():
        return found
    for part in _installed(kind):
        if part.name in ours or part.name in found:
            owner = "Sitrep" if part.name in ours else found[part.name].package
            _warn(f"{part.kind} {part.name!r} of {part.package} is left out: {owner} has one of that name; its package must rename it")
            continue
        found[part.name] = part
    return found


@lru_cache
def _installed(kind: str) -> tuple[Part, ...]:
    """Return what packages name of a kind, in the order of packages and names."""
    from importlib.metadata import entry_points  # it takes its time, and most commands ask for no parts

    found = [Part(kind, entry.name, _package(entry), entry) for entry in entry_points(group=KINDS[kind])]
    return tuple(sorted(found, key=lambda part: (part.package, part.name)))


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def tell(package: str, what: str) -> None:
    """Tell whoever runs this that code of a package or file runs: once, and not again by each process that helps."""
    if multiprocessing.parent_process() is None:
        _warn(f"runs code of {package}: {what}")


def _warn(message: str) -> None:
    if message not in _told:
        _told.add(message)
        _LOG.warning(message)
