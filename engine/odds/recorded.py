"""The odds of a battle of a recorded game, from its events and, where its rules can fight it again, from the game as it stood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.condition import has_word
from engine.errors import RecordError
from engine.events import BattleEnded, BattleStarted, DiceRolled, Event
from engine.families import family_of
from engine.odds.answers import Answer, battle_odds, forces_in, hurt_in, profile_with, unmodelled
from engine.odds.battle import FIGHT_ON, Forces, Retreat
from engine.odds.diving import STAY, Dive, Shown
from engine.odds.habits import Habits, in_battle
from engine.odds.played_ledger import fought_again
from engine.odds.recorded_battle import dives
from engine.replay import Game
from engine.state import GameState
from engine.title.model import Title

Techs = Mapping[tuple[str, str], int]


class Recorded(NamedTuple):
    """A battle as a record has it: its forces, its area, the technologies at its start, the options.

    Attributes:
        riders: whether units are there that fall with aircraft, and guns that may shoot these down.
        dive: whose submarines submerge as soon as they may, as far as the record shows (see `habits.in_battle`).
    """

    forces: Forces
    area: str
    techs: Techs
    dive: Shown = STAY
    options: Mapping[str, str] = MappingProxyType({})
    riders: bool = False


def battle_of(title: Title, events: Iterable[Event], number: int, before: Iterable[Event] = ()) -> Recorded:
    """Return the battle of this number among events.

    Args:
        before: earlier events, of battles at sea alone: what they show of submarines counts as well.

    Raises:
        RecordError: there is none. OddsError: it names units that the title does not have.
    """
    told, last, found = GameState(), 0, None
    habits, dived = Habits(title).take(before), STAY
    for event in events:
        if found and isinstance(event, DiceRolled | BattleEnded):
            return found._replace(dive=in_battle(title, found.forces, dived, habits))
        if found and dives(event):
            mine = any((event.unit, event.power) == kind for kind in found.forces.attackers)
            dived = Dive(dived.attack or mine, dived.defend or not mine)
        if isinstance(event, BattleStarted) and not found:
            last += 1
            if event.battle == number:
                figures = profile_with(title, told.techs, told.options)
                forces = forces_in(title, event, hurt_in(title, told, event.area), figures)
                riders = bool(forces.guns) and _has_riders(title, told, event.area)
                found = Recorded(forces, event.area, dict(told.techs), options=dict(told.options), riders=riders)
        if not found:
            habits.take((event,))
            told.apply(event)
    if found:
        # Nothing has been rolled: whoever stays may still submerge.
        known = habits.shown(found.forces.attackers, found.forces.defenders)
        return found._replace(dive=(dived.attack or known[0], dived.defend or known[1]))
    if not last:
        raise RecordError(f"no battle {number}: the record tells of no battle; expected one in which a battle was fought")
    raise RecordError(f"no battle {number}: the battles are numbered 1 to {last}")


def why_sampled(title: Title, battle: Recorded) -> str:
    """Return why the exact odds do not fit a recorded battle; empty if they do."""
    why = unmodelled(title, battle.forces, profile_with(title, battle.techs, battle.options))
    return why or ("infantry falls with the aircraft that are shot down" if battle.riders else "")


def _has_riders(title: Title, state: GameState, area: str) -> bool:
    family = family_of(title)
    return family is not None and any(has_word(key.condition, *family.riders) for key, _ in state.units_in(area))


def recorded_odds(game: Game, number: int, *, games: int, retreat: Retreat = FIGHT_ON, low_luck: bool = False) -> tuple[Recorded, Answer]:
    """Return a battle of a game and its odds: exact ones; else so many battles played on from the game as it stood; else composed anew.

    Args:
        retreat, low_luck: other than by default, a battle that is not exact is composed anew.

    Raises:
        RecordError: the game has no battle of this number. OddsError: nothing of that can be done.
    """
    title = game.title
    try:
        battle = battle_of(title, game.events, number)
    except RecordError as error:
        raise RecordError(f"{game.name} has {error}") from None
    why = why_sampled(title, battle)
    if why and retreat.never and not low_luck and (found := fought_again(game, number, games)):
        return battle, Answer(found, why)
    answer = battle_odds(
        title,
        battle.forces,
        area=battle.area,
        retreat=retreat,
        low_luck=low_luck,
        games=games,
        techs=battle.techs,
        dive=battle.dive,
        options=battle.options,
    )
    return battle, answer
