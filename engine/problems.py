"""What can be wrong with an order: the rule that it breaks, how badly, and both values."""

from __future__ import annotations

from enum import Enum

import msgspec


class Severity(Enum):
    """How far an order that breaks a rule can still be carried out, by a reader that forgives.

    ILLEGAL can be carried out all the same: the table let it happen. FATAL cannot: there is nothing to move.
    """

    ILLEGAL = "illegal"
    FATAL = "fatal"


ILLEGAL, FATAL = Severity.ILLEGAL, Severity.FATAL


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with an order: the rule (slug), its section in the rule book, and both values."""

    rule: str
    section: str
    message: str
    found: str = ""
    expected: str = ""
    severity: Severity = ILLEGAL

    @property
    def fatal(self) -> bool:
        """Whether the order cannot be carried out even by a reader that forgives."""
        return self.severity is FATAL

    def __str__(self) -> str:
        values = f" (found {self.found}, expected {self.expected})" if self.found or self.expected else ""
        return f"{self.message}{values} [{self.rule}; {self.section}]"


class Rule(msgspec.Struct, frozen=True):
    """A rule that orders can break.

    Attributes:
        name: its slug, as in `purchase/funds`; of a rule that several phases have, the part behind the phase.
        section: its section in the rule book; empty where each row of a table has a section of its own.
        severity: how badly an order breaks it, unless `broken` is told otherwise.
    """

    name: str
    section: str = ""
    severity: Severity = ILLEGAL

    def in_phase(self, phase: str) -> Rule:
        """Return the rule as one of a phase (slug) that has it: `range` in the combat move is `combat-move/range`."""
        return Rule(f"{phase}/{self.name}", self.section, self.severity)

    def broken(
        self, message: str, found: str = "", expected: str = "", *, section: str = "", severity: Severity | None = None
    ) -> Problem:
        """Return the problem of an order that breaks this rule.

        Args:
            message: what is wrong, as a clause. found, expected: both values.
            section, severity: where they are others than the rule's own.
        """
        return Problem(self.name, section or self.section, message, found, expected, severity or self.severity)
