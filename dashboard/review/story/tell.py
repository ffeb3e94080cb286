"""The story of a game: its sentences in the order in which a correspondent would tell them, as text or as links."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dashboard.review.moment_links import Link
from dashboard.review.reader import Reader
from dashboard.review.story.balance import shifted
from dashboard.review.story.battle import broke
from dashboard.review.story.captures import gained, taken
from dashboard.review.story.dice import biggest_swing, lucky, mattered
from dashboard.review.story.ending import ended
from dashboard.review.story.resources import decided
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.standing import cost, stands
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)

PARTS: tuple[Callable[[Reader], Sentence], ...] = (taken, ended, broke, decided, mattered)
FEW = 3
"""Sentences below which the balance of strength, a second battle, ground, how far the game got and what it cost are told too."""
SECOND = (1, 2)
"""Places of the second battle in the order of swings: the first of which the story has not told yet."""


def story(of: Reader) -> tuple[Sentence, ...]:
    """Return the story of a game, at most one sentence of each kind; what does not stand out is left out."""
    told = [sentence for sentence in (part(of) for part in PARTS) if sentence]
    for more in (shifted, second):
        if len(told) < FEW and (sentence := more(of)):
            told.append(sentence)
    if len(told) < FEW and (sentence := gained(of)):
        told.insert(0, sentence)
    if len(told) < FEW and not ended(of) and (sentence := stands(of)):
        told.append(sentence)
    if len(told) < FEW and (sentence := cost(of)):
        told.append(sentence)
    return tuple(told)


def second(of: Reader) -> Sentence:
    """Return the battle with the second largest swing, or the next one where the sentence on luck tells of that."""
    luck = lucky(of) or {}
    place = next(place for place in SECOND if not luck or biggest_swing(of, place) != luck["battle"])
    return broke(of, place)


def story_html(of: Reader, link: Link | None) -> Markup:
    """Return the story as HTML, empty where there is nothing to tell.

    Args:
        link: what the tag of a link to a turn of the map holds, from its number on the map (`href="#map=12"`); None: no links.
    """
    told = [[_clause(of, clause, link) for clause in sentence] for sentence in story(of)]
    return HTML.story(told)


def _clause(of: Reader, clause: Clause, link: Link | None) -> tuple[str, str, Markup | None]:
    """Return the spaces and commas before a clause, which stay outside a link, its words, and its link if the map shows its turn."""
    words = clause.text.lstrip(" ,;")
    lead, shown = clause.text[: len(clause.text) - len(words)], " ".join(words.split())
    there = link(of.moments[clause.turn]) if link and clause.turn is not None and clause.turn in of.moments else None
    return lead, f"{shown} " if words.endswith(" ") else shown, there
