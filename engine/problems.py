"""Problems of an order: the broken rule, how badly it is broken, and both values."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from engine.display import Bundle, bundle


class Severity(Enum):
    """Whether a forgiving reader can still carry out an order that breaks a rule.

    ILLEGAL: it can, because the table let it happen. FATAL: it cannot, because there is nothing to move.
    """

    ILLEGAL = "illegal"
    FATAL = "fatal"


ILLEGAL, FATAL = Severity.ILLEGAL, Severity.FATAL


class Problem(msgspec.Struct, frozen=True):
    """A problem of an order: the rule (slug), its section in the rule book, and both values."""

    rule: str
    section: str
    message: str
    found: str = ""
    expected: str = ""
    severity: Severity = ILLEGAL

    @property
    def fatal(self) -> bool:
        """Whether even a forgiving reader cannot carry the order out."""
        return self.severity is FATAL

    def _repr_mimebundle_(self, **_: Any) -> Bundle | None:
        """Return how a notebook shows it (`engine.display`)."""
        return bundle(self)

    def __str__(self) -> str:
        values = f" (found {self.found}, expected {self.expected})" if self.found or self.expected else ""
        return f"{self.message}{values} [{self.rule}; {self.section}]"


class Rule(msgspec.Struct, frozen=True):
    """A rule that orders can break.

    Attributes:
        name: its slug, as in `purchase/funds`; for a rule of several phases, the part after the phase.
        section: its section in the rule book; empty if each row of a table has its own section.
        severity: the default severity; `broken` can override it.
    """

    name: str
    section: str = ""
    severity: Severity = ILLEGAL

    def in_phase(self, phase: str) -> Rule:
        """Return the rule under the name of a phase (slug): `range` in the combat move is `combat-move/range`."""
        return Rule(f"{phase}/{self.name}", self.section, self.severity)

    def broken(self, message: str, found: str = "", expected: str = "", *, section: str = "", severity: Severity | None = None) -> Problem:
        """Return the problem of an order that breaks this rule.

        Args:
            message: the problem, as a clause. found, expected: both values.
            section, severity: if they differ from the rule's own.
        """
        return Problem(self.name, section or self.section, message, found, expected, severity or self.severity)
