"""The questions of a review, in their order; a game is not asked what its record cannot answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dashboard.review.battles import biggest, swings
from dashboard.review.control import ground
from dashboard.review.economy import economy, flows, stores
from dashboard.review.forces import balance, units_value
from dashboard.review.occasional import bombing, convoys, lend_lease, luck, objectives
from dashboard.review.purchases import purchases
from dashboard.review.races import races
from dashboard.review.reader import Reader
from dashboard.review.section import Section

QUESTIONS: tuple[Callable[[Reader], Section | None], ...] = (
    balance,
    swings,
    biggest,
    luck,
    races,
    ground,
    economy,
    flows,
    stores,
    purchases,
    units_value,
    convoys,
    lend_lease,
    objectives,
    bombing,
)


def sections(of: Reader) -> Iterator[Section]:
    """Yield the questions that a game can answer."""
    for ask in QUESTIONS:
        found = ask(of)
        if found is not None:
            yield found
