"""A greedy bot's politics phase: war on weak neighbours, aid to allies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import neighbours, own_stacks
from engine.families.axis_allies.bots.greedy.campaign import is_overseas
from engine.families.axis_allies.bots.greedy.forces import fighting, judge, value
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Declare, Lend
from engine.families.axis_allies.politics.relations import is_neutral
from engine.odds.quick import Odds
from engine.orders import Order
from engine.play import Play


def dealings(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans of a politics phase, one after the other."""
    yield [order for order in _wars(view) if may(play, order)]
    yield _aid(play, view)


def _wars(view: View) -> list[Order]:
    """War on non-neutral great powers of the other side, and on nations whose land can be taken now.

    Where each war is declared by itself (`[[declaration]]`), it is on great powers only that hold land which can be taken now.
    """
    position, title = view.position, view.title
    rivals = [power for power in title.turns if position.side_of(power) != position.side_of(view.power)]
    great = [power for power in rivals if not is_neutral(position, power) and position.relation(view.power, power) == "peace"]
    if "declaration" in title.settings:
        great = [power for power in great if _is_within_reach(view, power)]
    weak = [nation for nation, row in title.nations.items() if row.leans != title.side_of[view.power] and _is_easy(view, nation)]
    return [Declare(power) for power in (*great, *weak)]


def _is_within_reach(view: View, power: str) -> bool:
    """Return whether an area of a power beside own troops can be taken now at a gain."""
    for area in (area for area, holder in view.position.state.control.items() if holder == power and view.worth(area) > 0):
        odds = _odds(view, area, power)
        if odds.take >= view.style.attack_at and odds.take * view.worth(area) + odds.defender_lost > odds.attacker_lost:
            return True
    return False


def _is_easy(view: View, nation: str) -> bool:
    """Return whether the land of a neutral nation that can be taken now is worth more than the fight: its other troops join the enemy."""
    position = view.position
    if position.relation(view.power, nation) != "peace":
        return False
    gain, any_falls = 0.0, False
    for area in (area for area, holder in position.state.control.items() if holder == nation):
        units, odds = fighting(view.title, own_stacks(position, area, nation)), _odds(view, area, nation)
        if view.worth(area) > 0 and odds.take >= view.style.attack_at:
            any_falls = True
            gain += odds.take * view.worth(area) - odds.attacker_lost
        else:
            gain -= value(view.title, units)
    return any_falls and gain > 0


def _odds(view: View, area: str, nation: str) -> Odds:
    title, position = view.title, view.position
    beside: Counter[str] = Counter()
    for near in neighbours(position, area, "land"):
        beside += fighting(title, own_stacks(position, near, view.power))
    return judge(view.book, beside, fighting(title, own_stacks(position, area, nation)))


def _aid(play: Play, view: View) -> list[Order]:
    """Send the aid in equal parts to all possible receivers: to those whom an enemy can reach over land, if there are any."""
    ways = [way for way in play.phase.owed(play.position) if isinstance(way, Lend)]
    if view.style.campaign:
        ways = [way for way in ways if not is_overseas(view, view.title.powers[way.to].capital)] or ways
    if not ways:
        return []
    each, total = ways[0].amount // len(ways), ways[0].amount
    shares = [each] * (len(ways) - 1) + [total - each * (len(ways) - 1)]
    return [Lend(way.to, share) for way, share in zip(ways, shares, strict=True) if share]
