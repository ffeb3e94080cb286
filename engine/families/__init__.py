"""Families of titles: games that share mechanisms. Each has a folder, with a record of what it brings (`family.py`).

A title says in title.toml which family it is of; nothing else decides it. A title that is alone of its kind has `family.py` in
its own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from engine.title.model import Title
from engine.title.title_modules import part

if TYPE_CHECKING:
    from engine.bots.bot import Player, Sampler
    from engine.bots.style import Style
    from engine.invariants.ledger import LedgerChecks
    from engine.odds.fighters import Units
    from engine.odds.outcome import Chances
    from engine.odds.raids import Raid
    from engine.odds.result import Result
    from engine.orders import Order
    from engine.play import Play
    from engine.rules import Pending, Position, Rules


class Family(NamedTuple):
    """What a family brings.

    Attributes:
        rules: what the rules of its titles are made of.
        checks: what its games keep to, event by event.
        samplers: order type to the function that draws one at random, for a title. answer: draws an answer to a decision.
        player: makes the greedy player, of a bot's name, style and seed.
        unfollowed: why the exact odds do not follow the battles of a title; with True, why not even those that bots expect. None: they
            follow none of the family's.
        sampled: plays a battle many times for its odds (`engine/odds/answers.py`); None if the family's battles cannot be set up alone.
        rounds: markers (scope, key) that count the rounds of a battle, and the number from which rounds are alike.
        singles: whether each unit type is one counter, which the power that its placements name has.
        sampled_raid: plays a strategic bombing raid many times; None if the family has none.
        battles: returns the orders that begin the battles due in the phase of a position, one each; None if the family tells none.
        apart: words of the condition of units that take no part in a battle where they stand: raiders, what has submerged.
        riders: words of the condition of units that fall with aircraft that guns shoot down.
        ends: makes, for one battle, what works out the chances of its ends with the usual answers, from where its rules paused
            (`Play.pause`, with the place); that returns None for what it does not know, which is then followed through the rules.
        usual: returns the answer to a decision that is expected of players in odds and in the ledger of luck, from the position alone; None
            where that is the rules' default.
        not_carried: why ships cannot carry units into a battle, both (unit, power) to how many; empty if they can. None: none carries any.
        raids: kinds of battles whose dice do something else than to fight; they are not in the ledger of luck.
    """

    rules: type[Rules]
    checks: type[LedgerChecks]
    samplers: Callable[[Title], Mapping[type[Order], Sampler]]
    answer: Callable[[Play, Pending, Random], Order]
    player: Callable[[str, Style, int | str], Player]
    sampled: Callable[..., Result] | None = None
    rounds: Mapping[tuple[str, str], int] = MappingProxyType({})
    raids: frozenset[str] = frozenset()
    singles: bool = False
    unfollowed: Callable[[Title, bool], str] | None = None
    apart: frozenset[str] = frozenset()
    riders: frozenset[str] = frozenset()
    sampled_raid: Callable[..., Raid] | None = None
    battles: Callable[[Position], Sequence[Order]] | None = None
    ends: Callable[[Rules], Callable[[Position, Hashable], Chances | None]] | None = None
    usual: Callable[[Play, Pending], Order | None] | None = None
    not_carried: Callable[[Title, Units, Units], str] | None = None


def family_of(title: Title) -> Family | None:
    """Return the family of a title; None for one that is only tables (a map of TripleA)."""
    module = f"engine.families.{title.family.replace('-', '_')}.family"
    try:
        shared: Family = import_module(module).FAMILY
        return shared
    except ModuleNotFoundError as error:
        if error.name not in (module, module.removesuffix(".family")):
            raise
    own = part(title, "family")
    return own.FAMILY if own else None
