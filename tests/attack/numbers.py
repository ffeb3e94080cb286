"""Numbers of any length in questions: each comes back with all its digits, or is refused; none is rounded or turned into bytes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from tests.attack.part import Row, Tally
from warehouse import Lake, LakeError
from warehouse.sandbox import ask_apart

BOUNDS = {
    "hugeint": (-(2**127) + 1, 2**127 - 1),
    "uhugeint": (0, 2**128 - 1),
    "bignum": (-(10**90), 10**90),
    "decimal(38, 0)": (-(10**38) + 1, 10**38 - 1),
    "ubigint": (0, 2**64 - 1),
    "bigint": (-(2**63) + 1, 2**63 - 1),
}
"""Type to its least and its largest number."""
ROWS = 50


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Ask for rows of numbers of one type a round, in the lake's process and apart."""
    kinds = list(BOUNDS)
    tally = Tally("numbers", seed, kinds)
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        lake = Lake.create(Path(folder, "lake"))
        for number in rounds:
            kind, dice = kinds[number % len(kinds)], random.Random(f"{seed} {number}")
            numbers = [_number(kind, dice) for _ in range(ROWS)]
            values = ", ".join(f"({at}, '{one}'::{kind})" for at, one in enumerate(numbers))
            found = _asked(lake, f"SELECT n FROM (VALUES {values}) t(i, n) ORDER BY i", numbers)
            tally.note(
                kind,
                number,
                found + _asked(lake, f"SELECT sum(n::bignum) AS n FROM (VALUES {values}) t(i, n)", []),
                tried=ROWS,
            )
    return tally.rows()


def _number(kind: str, dice: random.Random) -> int:
    """Return a number of a random length, the bounds often."""
    low, high = BOUNDS[kind]
    near = dice.choice((low, high, 2**63, -(2**63) - 1, 10**38, 10 ** dice.randrange(90)))
    return max(low, min(high, near + dice.randrange(-3, 4)))


def _asked(lake: Lake, query: str, expected: list[int]) -> list[str]:
    """Return what is wrong in the answers to a query; refused it may be where nothing is expected."""
    wrong = []
    for how, ask in (("here", lambda: lake.sql(query)), ("apart", lambda: ask_apart(str(lake.path), query).frame)):
        try:
            told = _whole(ask())
        except LakeError as error:
            told = None
            wrong += [f"{how}: {error}"] * bool(expected)
        if expected and told is not None and told != expected:
            wrong.append(f"{how}: {told} instead of {expected}")
    return wrong


def _whole(frame: pl.DataFrame) -> list[int]:
    return [int(one) for one in frame["n"].to_list()]
