"""`make mutants`: changes some lines of rules by chance, runs the title's tests over each, and lists what no test noticed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.run import ROOT, SURVIVED, TOO_LONG, chosen, copy_of, modules, tried

RULES = "engine/families/blocks/**/*.py"
TESTS = "tests/black_swan"


def options(words: Sequence[str]) -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=...", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="which lines are chosen (default 1)")
    parser.add_argument("--count", type=int, default=10, help="how many mutants (default 10)")
    parser.add_argument("--modules", nargs="+", default=[RULES], metavar="PATTERN", help=f"rule modules (default {RULES})")
    parser.add_argument("--tests", nargs="+", default=[TESTS], metavar="PATH", help=f"tests run over them (default {TESTS})")
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="for one run of the tests (default 300)")
    return parser.parse_args(words)


def main(words: Sequence[str] = ()) -> int:
    """Try the mutants and print a line for each that survives; return 0 whatever survives, 2 when nothing could be tried."""
    asked = options(words)
    try:
        mutants = chosen(ROOT, modules(ROOT, asked.modules), asked.seed, asked.count)
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            tree = copy_of(ROOT, Path(folder))
            counts = {SURVIVED: 0, TOO_LONG: 0}
            for mutant, verdict in tried(tree, mutants, asked.tests, asked.limit, ROOT.parent / "shared"):
                counts[verdict] = counts.get(verdict, 0) + 1
                if verdict == SURVIVED:
                    print(f"{mutant.module}:{mutant.mutation.line}: survived ({mutant.mutation.kind})")
                    print(f"  - {mutant.before(tree)}\n  + {mutant.after(tree)}", flush=True)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    late = f", {counts[TOO_LONG]} ran past the limit" if counts[TOO_LONG] else ""
    print(f"{len(mutants)} mutants of seed {asked.seed}: {counts[SURVIVED]} survived{late}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
