"""The questions of a review, in their order: five charts headed by what they found, and more.

A game is not asked what its record cannot answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from dashboard.charts.named_rounds import name_rounds
from dashboard.review.battles import biggest
from dashboard.review.control import ground
from dashboard.review.economy import economy, flows, stores
from dashboard.review.fair_play import fair_play
from dashboard.review.forces import balance, units_value
from dashboard.review.main_charts import MAIN
from dashboard.review.occasional import bombing, convoys, lend_lease, luck, objectives
from dashboard.review.power_tables import powers
from dashboard.review.purchases import purchases
from dashboard.review.races import races
from dashboard.review.reader import Reader
from dashboard.review.section import Section

MORE: tuple[Callable[[Reader], Section | None], ...] = (
    powers,
    balance,
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
    fair_play,
)


def main(of: Reader) -> list[Section]:
    """Return the five charts, or as many of them as a game has the data for."""
    return [section for section in (asked(ask, of) for ask in MAIN) if section is not None]


def asked(ask: Callable[[Reader], Section | None], of: Reader) -> Section | None:
    """Return what a question of a review found, its charts with rounds as the title calls them; None where the record cannot answer it."""
    section = ask(of)
    for drawing in section.drawings if section else ():
        name_rounds(drawing.chart, of.dates)
    return section


def more(of: Reader, shown: Collection[str]) -> Iterator[Section]:
    """Yield the other questions that a game can answer, without the charts that are shown already.

    Args:
        shown: names of these charts.
    """
    for ask in MORE:
        section = asked(ask, of)
        rest = without(section, shown) if section is not None else None
        if rest is not None:
            yield rest


def without(section: Section, shown: Collection[str]) -> Section | None:
    """Return a section without the charts that are shown already; None where it had no other."""
    if section.choice[0] or not any(drawing.name in shown for drawing in section.drawings):
        return section
    left = tuple(drawing for drawing in section.drawings if drawing.name not in shown)
    return section._replace(drawings=left) if left else None


def sections(of: Reader) -> Iterator[Section]:
    """Yield all that a review draws: the five charts, then the rest."""
    first = main(of)
    yield from first
    yield from more(of, {drawing.name for section in first for drawing in section.drawings})
