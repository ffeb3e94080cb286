"""Runs of the tests over mutants, one after another, in a copy of the tree that is thrown away."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutants import order
from tests.mutants.mutations import Mutation, mutations

NOTICED, SURVIVED, TOO_LONG = "noticed", "survived", "too long"
ROOT = Path(__file__).parents[2]


class Mutant(NamedTuple):
    """A change of one module of the tree."""

    module: Path
    mutation: Mutation

    def before(self, root: Path) -> str:
        """Return the line as it is."""
        return _line((root / self.module).read_text(encoding="utf-8"), self.mutation.line)

    def after(self, root: Path) -> str:
        """Return the line as it becomes."""
        return _line(self.mutation.apply((root / self.module).read_text(encoding="utf-8")), self.mutation.line)


def _line(text: str, number: int) -> str:
    return text.splitlines()[number - 1].strip()


def modules(root: Path, patterns: Sequence[str]) -> list[Path]:
    """Return the modules that patterns name, relative to the root, sorted.

    Raises:
        ValueError: a pattern names none.
    """
    found: set[Path] = set()
    for pattern in patterns:
        here = {path.relative_to(root) for path in root.glob(pattern) if path.suffix == ".py"}
        if not here:
            raise ValueError(f"no module matches {pattern!r}; give a pattern such as engine/families/blocks/**/*.py")
        found |= here
    return sorted(found)


def chosen(root: Path, found: Sequence[Path], seed: int, count: int) -> list[Mutant]:
    """Return `count` mutants of some modules, the same ones for the same seed and tree; all when there are fewer."""
    every = [Mutant(path, one) for path in found for one in mutations((root / path).read_text(encoding="utf-8"))]
    return sorted(random.Random(seed).sample(every, min(count, len(every))))


def copy_of(root: Path, to: Path) -> Path:
    """Copy what git knows of a tree, as it is now, and nothing else; return where."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, to / name)
    return to


def verdict(tree: Path, tests: Sequence[str], limit: float, shared: Path | None = None, **names: Path) -> str:
    """Run tests in a tree until one fails; return NOTICED when one does, SURVIVED when all pass, TOO_LONG past the limit in seconds.

    `names` are the files that the plugin of `order.py` writes and reads.
    """
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"}
    env |= {name: str(path) for name, path in names.items()}
    if shared is not None and shared.is_dir():
        env |= {"SITREP_SHARED": env.get("SITREP_SHARED", str(shared))}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", order.__name__, *tests]
    run = subprocess.Popen(command, cwd=tree, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        code = run.wait(limit)
    except subprocess.TimeoutExpired:
        return TOO_LONG
    finally:
        _end(run)
    return SURVIVED if code == 0 else NOTICED


def _end(run: subprocess.Popen) -> None:
    """End a run and all that it has started."""
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()


def tried(
    tree: Path, mutants: Sequence[Mutant], tests: Sequence[str], limit: float, shared: Path | None = None
) -> Iterator[tuple[Mutant, str]]:
    """Yield each mutant with its verdict; the tree is as it was by then.

    Raises:
        ValueError: the tests fail, or take too long, without any change, so that they can notice none.
    """
    with tempfile.TemporaryDirectory(prefix="reached-") as folder:
        written, listed = Path(folder) / "reached.json", Path(folder) / "first.txt"
        if (whole := verdict(tree, tests, 2 * limit, shared, **{order.REACHED: written})) != SURVIVED:
            why = "fail" if whole == NOTICED else f"take longer than {2 * limit:g} seconds"
            raise ValueError(f"the tests {why} as they are: {' '.join(tests)}; fix them, choose others, or raise --limit")
        reached = [order.Reach(*row) for row in json.loads(written.read_text(encoding="utf-8"))]
        for mutant in mutants:
            first = order.first_tests(reached, mutant.module.as_posix(), mutant.mutation.line)
            listed.write_text("\n".join(first), encoding="utf-8")
            path = tree / mutant.module
            source = path.read_text(encoding="utf-8")
            path.write_text(mutant.mutation.apply(source), encoding="utf-8")
            try:
                found = verdict(tree, tests, limit, shared, **{order.FIRST: listed})
            finally:
                path.write_text(source, encoding="utf-8")
            yield mutant, found
