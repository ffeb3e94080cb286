"""Exact odds of large battles, beside the figures stated for another exact calculator (the reference material's `odds`)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.odds.battle import odds
from engine.odds.written import forces_of
from engine.titles import load_title
from tests.bench.clock import Timing, best

BATTLES = (
    ("23 v 18 on land", "aa1942", "13 infantry, 3 artillery, 4 tank, 3 fighter",
     "12 infantry, 2 artillery, 2 tank, 2 fighter", 15, 10),
    ("68 v 59 on land", "aa1942", "40 infantry, 10 artillery, 10 tank, 5 fighter, 3 bomber",
     "45 infantry, 5 artillery, 6 tank, 3 fighter", 37, 0),
    ("68 v 59 and two guns of three shots", "global-1939", "40 infantry, 10 artillery, 10 tank, 5 fighter, 3 bomber",
     "45 infantry, 5 artillery, 6 tank, 3 fighter, 2 anti-aircraft-gun", 773, 100),
    ("68 v 59 and a gun that fires at each of ten aircraft", "aa1942", "38 infantry, 10 artillery, 10 tank, 7 fighter, 3 bomber",
     "45 infantry, 5 artillery, 6 tank, 3 fighter, anti-aircraft-gun", 0, 100),
    ("13 v 12 at sea with submarines", "aa1942", "3 submarine, 3 destroyer, 2 cruiser, battleship, aircraft-carrier, 3 fighter",
     "3 submarine, 3 destroyer, 2 cruiser, battleship, aircraft-carrier, 2 fighter", 60, 5),
    ("20 v 18 at sea with submarines", "aa1942",
     "5 submarine, 5 destroyer, 3 cruiser, 2 battleship, aircraft-carrier, 4 fighter",
     "5 submarine, 4 destroyer, 3 cruiser, 2 battleship, aircraft-carrier, 3 fighter", 0, 50),
    ("30 v 28 at sea with submarines", "aa1942",
     "8 submarine, 8 destroyer, 4 cruiser, 2 battleship, 2 aircraft-carrier, 6 fighter",
     "8 submarine, 7 destroyer, 4 cruiser, 2 battleship, 2 aircraft-carrier, 5 fighter", 0, 300),
)  # fmt: skip
"""What, title, attackers, defenders, the other calculator's milliseconds (0: none stated), and ours to aim at (0: none)."""


def lines() -> Iterator[Timing]:
    """Yield battles a second."""
    for what, slug, attackers, defenders, theirs, aim in BATTLES:
        title = load_title(slug)
        forces = forces_of(title, attackers, defenders)
        # A processor's time: other work on the machine does not make a battle larger.
        seconds = best(lambda title=title, forces=forces: odds(title, forces), 7, time.process_time)
        told = f"{1000 * seconds:.1f} ms of a processor" + (f" (aim: {aim})" if aim else "")
        beside = f"; {theirs} ms stated for the other calculator" if theirs else ""
        yield Timing(f"odds, {what}", 1 / seconds, "battles/s", told + beside)
