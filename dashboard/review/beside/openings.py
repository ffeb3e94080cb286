"""How two games opened: what each power bought and attacked in the first round in which it had a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from dashboard.review.battle_rows import BEATEN, SUNK, WON, fought, how_it_ended
from dashboard.review.reader import Reader
from dashboard.review.story.wording import small
from dashboard.turn_report.names import Names
from dashboard.ui.templates import Template
from dashboard.ui.text import counted, listed

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
RESULTS = {WON: "won", BEATEN: "lost", SUNK: "lost"}


class Opening(NamedTuple):
    """A power's first round: units bought, and attacks with their results; each empty when it did none."""

    bought: str
    attacks: tuple[str, ...]

    @property
    def told(self) -> str:
        """The attacks as a person lists them."""
        return listed(self.attacks)


NOTHING = Opening("", ())
"""The opening of a power that did neither."""


def openings(of: Reader) -> dict[str, Opening]:
    """Return power to its opening, for the powers with turns of their own."""
    names = Names.of(of.frame, of.money, of.words)
    first = of.frame("phase_started").group_by("power").agg(pl.col("round").min())
    bought = of.frame("units_purchased").join(first, on=["power", "round"])
    attacked = fought(of).rename({"attacker": "power"}).join(first, on=["power", "round"]).sort("battle")
    found = {}
    for power in of.seated:
        mine = bought.filter(power=power).group_by("unit", maintain_order=True).agg(pl.col("count").sum()).filter(pl.col("count") > 0)
        units = listed([names.count(unit, count) for unit, count in mine.select("unit", "count").sort("unit").iter_rows()])
        battles = [(row["where"], how_it_ended(row)) for row in attacked.filter(power=power).iter_rows(named=True)]
        found[power] = Opening(units, tuple(f"{where} ({RESULTS.get(ended, 'undecided')})" for where, ended in battles))
    return found


def openings_answer(one: Reader, two: Reader) -> str:
    """Return in how many openings of powers two games differ, in a sentence."""
    mine, theirs = openings(one), openings(two)
    both = [power for power in mine if power in theirs]
    other = [power for power in both if _plain(mine[power]) != _plain(theirs[power])]
    if not other:
        return f"All {counted(len(both), 'power')} opened alike."
    named = listed([one.names[power] for power in other])
    return f"{small(len(other)).capitalize()} of {counted(len(both), 'power')} opened otherwise: {named}."


def openings_html(one: Reader, two: Reader, titles: tuple[str, str]) -> Markup:
    """Return the openings of two games as a table, a power a row; `titles` are what the games are called."""
    mine, theirs = openings(one), openings(two)
    colors = dict(one.all_powers.select("power", "color").iter_rows())
    rows = [
        (colors[power], one.names[power], [mine[power], theirs.get(power)])
        for power in mine
        if any(told and told != NOTHING for told in (mine[power], theirs.get(power)))
    ]
    return HTML.openings(titles, rows)


def _plain(opening: Opening) -> tuple[str, frozenset[str]]:
    """Return what was decided: purchases and targets; the results are the dice's."""
    return opening.bought, frozenset(attack.rpartition(" (")[0] for attack in opening.attacks)
