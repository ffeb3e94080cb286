"""What comes of refereeing a game: differences, numbers, the entries of the recording."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.recording import RecordEntry


@dataclass(frozen=True)
class Difference:
    """What the engine allowed or made, and the rules do not.

    `rule` and `section` are those of the rules' own Problem; `outcome/...` is what came out otherwise, `dice/...` what was
    rolled otherwise, and their section is empty. `found` is the engine's value, `expected` that of the rules.
    """

    round: int
    power: str
    phase: str
    rule: str
    section: str
    what: str
    found: str = ""
    expected: str = ""


@dataclass
class Tally:
    """What has been refereed.

    `orders` counts those that the rules were asked about; `steps` the phases whose state was compared with the save's, `even` those
    in which they were the same without a correction; `equal` turns that ended so; `clean` those in which nothing at all differed.
    """

    orders: int = 0
    battles: int = 0
    dice: int = 0
    steps: int = 0
    even: int = 0
    turns: int = 0
    equal: int = 0
    clean: int = 0
    corrections: int = 0


@dataclass
class Refereed:
    """What came of a game: the entries of its recording, the differences, the numbers, the options played with."""

    entries: list[RecordEntry] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    options: dict[str, str] = field(default_factory=dict)
