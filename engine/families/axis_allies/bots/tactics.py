"""A title's additions to the family's bots: `bots/__init__.py` of its folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.bots.bot import Sampler
from engine.families.axis_allies.bots.distances import FAR
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order
from engine.play import Play
from engine.title.model import Title
from engine.title.title_modules import hook

Plans = Callable[[Play, View], Iterator[list[Order]]]
"""The plans of a phase, one after the other, each a list of orders."""


class Tactics(NamedTuple):
    """The additions of a title.

    Attributes:
        samplers: order type to the function that draws one. plans: order type to the plans of a phase that takes it,
            after the family's own. instead: order types for which they replace the family's own.
        first: order type to the plans of a phase that takes it, before all others.
        strikes: plans made before the battles of a turn.
        air_goals: the hostile areas towards which aircraft move up; None for all that have a value.
        beyond: what a hostile area that is worth nothing itself is worth as the way to others; None for nothing.
        prize: what taking a hostile area is worth beside its value and what stands there; None for nothing.
        looming: whether troops go to an area as if to the front, for a war that is to come; None for nowhere.
        declines: whether a battle that need not be fought is left alone; None for never.
        nerve: share of its style's fear of counterattacks that counts for the power on turn.
        depth: steps over land from which an enemy's army counts against a capital, beside those that can be there in a turn;
            for bots that gather forces over several turns.
        guard: land units that stay in the capital of the power on turn at least, whether or not anybody can reach it in a turn.
        hunters: ability of the warships that attack submarines alone; nothing if all do.
        landlocked: sea zones that ships from the ocean do not sail.
        fetched: sea zones that an empty transport goes at most for troops that wait.
        moored: which of the idle warships of a sea zone stay there though others leave it, or attack a zone; None for none.
        toll: what is expected to be lost of a transport of a type that ends a landing in a sea zone; None for nothing.
    """

    samplers: Mapping[type[Order], Sampler] = {}
    plans: Mapping[type[Order], Plans] = {}
    instead: frozenset[type[Order]] = frozenset()
    first: Mapping[type[Order], Plans] = {}
    strikes: Plans = lambda play, view: iter(())
    air_goals: Callable[[View], list[str]] | None = None
    beyond: Callable[[View, str], float] | None = None
    prize: Callable[[View, str], float] | None = None
    looming: Callable[[View, str], bool] | None = None
    declines: Callable[[View, str], bool] | None = None
    nerve: Callable[[View], float] = lambda view: 1.0
    depth: int = 0
    guard: Callable[[View], int] = lambda view: 0
    hunters: str = ""
    landlocked: Callable[[Title], frozenset[str]] = lambda title: frozenset()
    fetched: int = FAR
    moored: Callable[[View, str, Counter[str], str], Counter[str]] | None = None
    toll: Callable[[View, str, str], float] | None = None


def tactics(title: Title) -> Tactics:
    """Return the additions of a title, none if its folder has no bots."""
    return hook(title, "bots", "TACTICS") or Tactics()
