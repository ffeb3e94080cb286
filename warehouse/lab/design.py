"""The design of an experiment, as every one of its games carries it in its header: enough for a verdict from a lake alone."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec

from engine.decoding import Undecodable, from_json

SOURCE = "sitrep simulate (lab)"
"""The `source` of a lab's games."""

FIXED: Final = "fixed"
SEQUENTIAL: Final = "sequential"
STOPS = (FIXED, SEQUENTIAL)

ALPHA = 0.05
"""The chance of a false alarm that all comparisons of an experiment have together."""


class Arm(msgspec.Struct, frozen=True):
    """One way to play: a rule set, perhaps with a restricted player.

    Attributes:
        name: unique in its experiment. rules: the rule set's name. restriction: of the side's bots; empty if none.
        against: the arm it is compared with; empty for the first rule set. bid: money that the other sides have more at the
        beginning, less what the side that is asked about has more. alike: whether all else but the bid is as in the first rule set.
    """

    name: str
    rules: str
    restriction: str = ""
    against: str = ""
    bid: int = 0
    alike: bool = True


class Design(msgspec.Struct, frozen=True):
    """What is asked, and how it is decided.

    Attributes:
        lab: the experiment's name. question: in words. title: slug. side: whose wins are counted. arms: the first rule set first.
        pairs: games of each arm, at most. stop: `fixed`, or `sequential`: as soon as every rule set's difference is clear of 0, or
        known to `within` (a share of games, to either side). settings: digest of all that a game depends on beside its seed.
    """

    lab: str
    question: str
    title: str
    side: str
    arms: tuple[Arm, ...]
    pairs: int
    stop: str = FIXED
    within: float = 0.05
    settings: str = ""

    @property
    def compared(self) -> tuple[Arm, ...]:
        """The arms that are compared with another."""
        return tuple(arm for arm in self.arms if arm.against)

    @property
    def alpha(self) -> float:
        """The chance of a false alarm of each comparison (Bonferroni)."""
        return ALPHA / max(1, len(self.compared))

    @property
    def key(self) -> str:
        """The identity of the experiment: its name, and a digest of what is asked, how it stops, and all its games depend on.

        More pairs go on with the same; so does another wording of the question.
        """
        asked = (self.title, self.settings, self.side, self.stop, self.within if self.stop == SEQUENTIAL else 0)
        return f"{self.lab}-{sha256(repr(asked).encode()).hexdigest()[:8]}"


class Seat(msgspec.Struct, frozen=True):
    """A game's place in an experiment, as its header's `about` has it."""

    design: Design
    arm: str
    pair: int


def about(seat: Seat) -> str:
    """Return a seat as the text of a header."""
    return msgspec.json.encode(seat).decode()


def seat(text: str) -> Seat | None:
    """Return the seat that a header's text holds; None if a lab has not written it."""
    try:
        return from_json(text, Seat)
    except Undecodable:
        return None
