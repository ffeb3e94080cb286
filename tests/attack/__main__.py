"""`make attack`: try to bring Sitrep down or to make it lie, and print what was tried and what was found.

    make attack ARGS='--seed 7 --seconds 3600'      an hour
    make attack ARGS='--only flips'                 one part
    make attack ARGS='--only flips --round 37'      one round of it, as a finding says

Exit code 1 when anything was found.
"""

from __future__ import annotations

import argparse
import sys
import time

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.attack.part import Row, parts, rounds


def main() -> None:
    """Run the parts one after another, each for its share of the time."""
    known = parts()
    options = argparse.ArgumentParser(description="Attack Sitrep on this machine, for a time, from a seed.")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=300, help="time for all parts together, about")
    options.add_argument("--only", nargs="+", choices=sorted(known), default=sorted(known), help="only these parts")
    options.add_argument("--round", type=int, help="try this round alone, instead of as many as there is time for")
    given = options.parse_args()
    end, rows = time.monotonic() + given.seconds, list[tuple[str, Row]]()
    for done, name in enumerate(given.only):
        start = time.monotonic()
        share = (end - start) / (len(given.only) - done)
        tries = rounds(share) if given.round is None else iter([given.round])
        rows += [(name, row) for row in known[name](given.seed, tries)]
        print(f"{name}: {time.monotonic() - start:.0f} s of {share:.0f}", file=sys.stderr, flush=True)
    _print(rows, f"sitrep attack: seed {given.seed}, {given.seconds:g} seconds")
    sys.exit(1 if any(row.found for _, row in rows) else 0)


def _print(rows: list[tuple[str, Row]], title: str) -> None:
    console = Console(width=150)
    table = Table(title=title, title_justify="left")
    for name, side in (("part", "left"), ("tried", "left"), ("times", "right"), ("found", "right"), ("remark", "left")):
        table.add_column(name, justify=side)
    for part, row in rows:
        table.add_row(part, escape(row.what), f"{row.tried:,}", str(len(row.found)), escape(row.remark))
    console.print(table)


if __name__ == "__main__":
    main()
