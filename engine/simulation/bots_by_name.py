"""The bots by name: random, the greedy ones of engine/bots/styles.toml, the one that searches, and each of them with restrictions."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.bots.bot import Bot, Player
from engine.bots.restriction import RESTRICTED, leaving, restrictions
from engine.bots.style import Style, styles
from engine.errors import SitrepError
from engine.families import family_of
from engine.orders import Order
from engine.parts import parts
from engine.play import Play
from engine.simulation.foreign_bots import foreign, split
from engine.simulation.random_bot import RandomBot
from engine.simulation.restricted_bot import RestrictedBot
from engine.simulation.rollout import Plan, plans
from engine.simulation.search_bot import USUAL, SearchBot

BOTS = ("random", *styles(), "search")
"""Our bots; `make_bot` also accepts those of other people's packages and files (`foreign_bots.py`)."""


def check_bot(name: str) -> None:
    """Raise LookupError if there is no bot of this name; PartError if it is foreign and cannot be used."""
    base, removed = split(name, RESTRICTED)
    if base not in BOTS and foreign(base, BOTS) is None:
        known = (*BOTS, *parts("bot", BOTS), "FILE.py:CLASS")
        raise LookupError(f"no bot {base!r}; expected one of {', '.join(known)}")
    if unknown := [one for one in removed if one not in restrictions()]:
        raise LookupError(f"no restriction {unknown[0]!r} of a bot; expected one of {', '.join(restrictions())}, as in {base}:no-fleet")


def make_bot(name: str, seed: int | str, figures: Mapping[str, float] | None = None, alone: str = "") -> Bot:
    """Return a bot by name; `greedy:no-fleet` is the greedy one restricted (engine/bots/restrictions.toml).

    Args:
        seed: any integer or text. figures: of its style, with which it plays instead. alone: area or power that it does not attack.

    Raises:
        LookupError: there is no such bot or restriction; the message lists the known ones. PartError: a foreign bot cannot be used.
    """
    check_bot(name)
    base, removed = split(name, RESTRICTED)
    rows = [restrictions()[one] for one in removed]
    if alone:
        rows.append(leaving(plans().leave, alone))
    bot: Bot
    if base not in BOTS:
        made = foreign(base, BOTS)
        assert made is not None  # check_bot found it
        bot = made(seed)
    elif base == "random":
        bot = RandomBot(seed)
    else:
        style = styles()[USUAL if base == "search" else base]
        for row in rows:
            style = msgspec.structs.replace(style, **row.style)
        style = msgspec.structs.replace(style, **(figures or {}))
        bot = GreedyBot(base, style, seed) if base != "search" else SearchBot(style, seed, plan_bot)
    return RestrictedBot(name, bot, rows) if rows else bot


def plan_bot(plan: Plan, seed: int | str) -> Bot:
    """Return the bot that plays a plan of the search bot."""
    return make_bot(plan.bot, seed, plan.style, plan.alone)


class GreedyBot:
    """Sensible play for a demonstration, not for a championship.

    Args:
        name, style: which of styles.toml's bots this is.
        seed: any integer or text; the same seed and game give the same orders.
    """

    def __init__(self, name: str, style: Style, seed: int | str) -> None:
        self.name, self._style, self._seed = name, style, seed
        self._helper = RandomBot(seed)
        self._players: dict[str, Player] = {}

    def decide(self, play: Play) -> Order:
        """Return a legal order."""
        return self._player(play).decide(play) or self._helper.decide(play)

    def _player(self, play: Play) -> Player:
        name = play.title.family
        if name not in self._players:
            family = family_of(play.title)
            if family is None:
                raise SitrepError(f"no bot can play {play.title.slug!r}: its family {name!r} has no rules")
            self._players[name] = family.player(self.name, self._style, self._seed)
        return self._players[name]
