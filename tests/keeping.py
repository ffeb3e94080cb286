"""The command `sitrep`, with readers that keep the rows they make, and take those that are kept: those of all samples take minutes."""

from __future__ import annotations

import sitrep
from ingest import workers
from ingest.limits import Limits
from tests.kept import keep_rows

_settle_in = workers._settle_in


def settle_in(limits: Limits | None) -> None:
    """Begin a process that reads."""
    _settle_in(limits)
    keep_rows()


if __name__ == "__main__":
    workers._settle_in = settle_in
    sitrep.main()
