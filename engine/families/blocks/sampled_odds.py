"""Odds by playing a battle many times: blocks of full strength that have met in an area, on an ordinary day of the war (3.5, 2.3).

The weather is good, nobody is surprised, and no block has crossed a river to attack. The attacker holds a way from its capital to one
neighbouring area, the defender all else. A block with fewer steps is one of a type that has no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks import board
from engine.families.blocks.combat.orders import ResolveCombat
from engine.families.blocks.sea.engagement import BATTLE
from engine.families.blocks.season import GOOD, season
from engine.families.blocks.vocabulary import ENGAGEMENT
from engine.odds.battle import FIGHT_ON, Forces, Retreat
from engine.odds.composed import NoBattle, fight_to_the_end, played, sides_of
from engine.odds.fighters import Units
from engine.odds.result import Result
from engine.play import Play
from engine.rules import NEUTRAL, load_rules
from engine.strictness import Strictness
from engine.title.model import Title

SEASONS = 12
"""Seasons among which there is one of good weather."""


def sampled(
    title: Title,
    forces: Forces,
    area: str = "",
    *,
    games: int = 1000,
    seed: int | str = 0,
    retreat: Retreat = FIGHT_ON,
    techs: Mapping[tuple[str, str], int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Result:
    """Play a battle so many times; return the shares of its ends.

    Args:
        area: where it is fought; by default the first of its kind that is neither rough nor small.

    Raises:
        NoBattle: the rules begin no battle, or the attacker is to retreat by another rule than theirs.
    """
    fight_to_the_end(retreat)
    mine, theirs = sides_of(forces)
    play = Play(load_rules(title), SeededDice(0), strictness=Strictness.IGNORE)
    place = area or _plain(title, "sea" if forces.at_sea else "land")
    play.emit(ev.GameStarted(title.slug, next(iter(title.scenarios)), title.choices(dict(options or {})), {}))
    _at_war(play, mine, theirs)
    _hold(play, place, mine[0], theirs[0])
    _good_weather(play)
    leader, phases = board.leader_of(play.position, board.camp_of(play.position, mine[0])), title.phases
    play.emit(ev.PhaseStarted(leader, phases[0], 1))
    _place(play, forces.attackers, place)
    _place(play, {**forces.defenders, **forces.guns}, place)
    play.emit(ev.PhaseStarted(leader, "naval-combat" if forces.at_sea else "land-combat", 1))
    if forces.at_sea:
        ENGAGEMENT.set(play, f"{BATTLE} -", place)
    return played(title, play.state, ResolveCombat(place), forces, games, seed)


def _plain(title: Title, kind: str) -> str:
    """Return an area of a kind whose ground favours nobody."""
    return next(
        area
        for area, row in title.areas.items()
        if row.kind == kind and not row.terrain and not any(title.in_region(area, region) for region in ("rough", "small"))
    )


def _at_war(play: Play, mine: list[str], theirs: list[str]) -> None:
    sides = [{board.camp_of_side(play.title, play.title.side_of[power]) for power in powers} for powers in (mine, theirs)]
    if any(len(camps) != 1 or "" in camps for camps in sides) or sides[0] == sides[1]:
        raise NoBattle(f"{', '.join(mine)} and {', '.join(theirs)} do not fight each other: name powers of both camps")
    for power in play.title.powers:
        standing = board.AT_WAR if power in (*mine, *theirs) else NEUTRAL
        play.emit(ev.PowerChanged(power, "", standing, "setup"))
    for one in mine:
        for two in theirs:
            play.emit(ev.RelationChanged(one, two, "", "war"))


def _hold(play: Play, place: str, mine: str, theirs: str) -> None:
    """Give the attacker a way from its capital to the area, over land and sea, and all else to the defender: so both can retreat."""
    title = play.title
    beside = set(board.land_neighbours(title, place))
    way = _way(title, _capital(title, mine), beside, barred={place, _capital(title, theirs)})
    for area, row in title.areas.items():
        if row.kind in ("land", "sea"):
            play.emit(ev.ControlChanged(area, "", mine if area in way else theirs, "setup"))


def _capital(title: Title, power: str) -> str:
    leader = title.nations[power].leader if power in title.nations else power
    return title.powers[power].capital or title.powers[leader].capital


def _way(title: Title, start: str, goals: set[str], barred: set[str]) -> set[str]:
    """Return the areas of a shortest way from one to any of others; that one alone if there is none."""
    before, ahead = {start: ""}, [start]
    for area in ahead:  # grows as it is walked
        if area in goals:
            found = {area}
            while area := before[area]:
                found.add(area)
            return found
        for other in title.neighbours.get(area, {}):
            if other not in before and other not in barred and title.areas[other].terrain != "impassable":
                before[other] = area
                ahead.append(other)
    return {start}


def _good_weather(play: Play) -> None:
    for number in range(1, SEASONS + 1):
        play.emit(ev.RoundStarted(number))
        if season(play.position).weather == GOOD:
            return


def _place(play: Play, units: Units, area: str) -> None:
    for (unit, power), count in units.items():
        if count > 0:
            play.emit(ev.UnitsPlaced(power, unit, count, area, play.title.units[unit].strength, "setup"))
