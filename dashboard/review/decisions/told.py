"""What a lake keeps of a game's decisions, in words: in the page, in a file and on a site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from dashboard.review.moment_links import Link
from dashboard.review.reader import Reader, once
from dashboard.review.story.wording import sentence, whose
from dashboard.ui.templates import Template
from dashboard.ui.text import counted, points
from engine.errors import SitrepError
from warehouse.decisions import Decision, Kept

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
QUESTION = "Which decisions cost or won most?"
SCORE = "Score of the side: 100 for a win, 0 for another's; where nobody has won by then, its share of all unit values and production."
BLIND = (
    "What this cannot know: the plans that the players had, hidden units, and what people would have done next. A bot's way is no best "
    "way, and bots play every position on as well, and as badly, as bots do; a decision that pays later than the rounds played "
    "on looks dear."
)
CHANCE = 0.05
"""Of 95 % intervals around decisions that cost nothing, so many are clear of 0 all the same."""
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Line(NamedTuple):
    """A decision in words. `turn`: the turn of the map that shows the board before it."""

    when: str
    turn: int
    what: str
    played: str
    instead: str


def kept_of(of: Reader) -> Kept | None:
    """Return what the lake keeps of a game's decisions; None where it keeps nothing, or what it keeps cannot be read (verify tells)."""
    try:
        return of.decisions()
    except SitrepError:
        return None


def decisions_html(of: Reader, link: Link) -> Markup | None:
    """Return what was found in a game under its question; None where nobody has looked."""
    kept = kept_of(of)
    return None if kept is None else HTML.section(QUESTION, answer(kept), told(of, kept, link), f"{SCORE} {BLIND}")


def told(of: Reader, kept: Kept, link: Link) -> Markup:
    """Return the decisions that are listed, each with a link to the board before it."""
    return HTML.decisions([(link(line.turn), line) for line in lines(of, kept)])


def answer(kept: Kept) -> str:
    """Return in a sentence or two what was looked at, and how much of it is clear of 0."""
    looked, clear = len(kept.decisions), sum(one.is_clear for one in kept.decisions)
    if not kept.differing:
        return f"No purchase, attack or retreat was found in which the bot {kept.bot} would have done otherwise."
    which = "Both ways" if looked == kept.differing else f"Both ways of the largest {looked}"
    begin = (
        f"The bot {kept.bot} would have done otherwise in {counted(kept.differing, 'decision')}. {which} were played on "
        f"{counted(kept.games, 'time')}, {counted(kept.rounds, 'round')} at most"
    )
    if not clear:
        return f"{begin}: of none the 95% range is clear of 0, so that what they cost or won is not known."
    return f"{begin}: of {clear} the 95% range is clear of 0, where chance alone makes {CHANCE * looked:.1f} of {looked} so."


def lines(of: Reader, kept: Kept) -> list[Line]:
    """Return the decisions that are listed, in words."""
    return [_line(of, one) for one in kept.listed]


def _line(of: Reader, one: Decision) -> Line:
    worth = f"{'cost' if one.cost > 0 else 'won'} {abs(100 * one.cost):.1f} points of the score"
    # a cost below 0 was won: its range is told from the winner's side
    low, high = (one.low, one.high) if one.cost > 0 else (-one.high, -one.low)
    scores = f"{100 * one.score_played:.1f} as it was played, {100 * one.score_instead:.1f} the bot's way"
    what = f"{whose(of.names.get(one.power, one.power))} {one.kind} {worth} ({points(low)} to {points(high)}): {scores}."
    own, other = (_named(of, text) for text in (one.played, one.instead))
    return Line(of.dates.get(one.round, f"Round {one.round}"), _board_before(of, one), sentence(what), own, other)


def _board_before(of: Reader, one: Decision) -> int:
    """Return the turn of the map after which a decision was made; a save may count turns otherwise than its orders do."""
    if of.game["fidelity"] == "orders" and one.turn in of.moments:
        return max(0, of.moments[one.turn] - 1)
    turns = of.turns_told.filter(pl.col("round") == one.round, pl.col("turn_power") == one.power)["turn"].to_list()
    turn = min((of.moments[at] for at in turns if at in of.moments), default=of.moments.get(of.end_of(one.round), of.last_turn))
    return max(0, turn - 1)


def _named(of: Reader, text: str) -> str:
    """Return orders with the printed names of areas and units."""
    names = _names(of)
    return _SLUG.sub(lambda found: names.get(found[0], found[0]), text)


@once
def _names(of: Reader) -> dict[str, str]:
    areas = of.frame("title_areas").select("area", "name").iter_rows()
    units = of.frame("title_units").select("unit", "name").iter_rows()
    return dict([*areas, *units])
