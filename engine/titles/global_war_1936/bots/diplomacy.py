"""When greedy bots go to war, sign pacts and annex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.derived import derived_from
from engine.families.axis_allies.board import is_cargo, own_stacks
from engine.families.axis_allies.bots.distances import spread
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Declare, Transfer
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936 import calendar, tables
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.moves import may_annex
from engine.titles.global_war_1936.nations import home, is_apart, is_at_war, is_player, members, zones_held
from engine.titles.global_war_1936.orders import Annex, Partition, Sign
from engine.titles.global_war_1936.politics import objectives
from engine.titles.global_war_1936.sea import crossings
from engine.titles.global_war_1936.tables import BotPlan
from engine.titles.global_war_1936.treaties.pacts import JAPANESE, is_signed, parties

AHEAD = 2
"""Calendar turns before a war from which troops are drawn up for it."""
EASILY = 1.2
"""How much stronger than the defenders Japan must be in the north."""
FORFEIT = 2
"""Home areas of the Allies in the hands of the Comintern beyond which they keep the peace: each costs them a point in a war."""
CLOSE = 2
"""Points by which the Axis may be ahead of a Comintern that the Western powers turn on."""


def dealings(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans: pacts, declarations of war, annexations."""
    yield [order for order in _pacts(play) if may(play, order)]
    yield [order for order in (Partition(),) if may(play, order)]
    for order in _wars(play, view):
        breach = Sign(JAPANESE, end=True)
        if may(play, order):
            yield [order]
        elif {play.position.power, order.on} == set(parties(play.position, JAPANESE)) and may(play, breach):
            yield [breach, order]
    yield [order for order in _annexations(play) if may(play, order)]


def _pacts(play: Play) -> list[Order]:
    power, rows = play.position.power, tables.pacts(play.title).values()
    return [Sign(row.pact) for row in rows if row.bots_from and power in row.parties and calendar.is_from(play.position, row.bots_from)]


def _wars(play: Play, view: View) -> list[Declare]:
    position, found = play.position, list[Declare]()
    for row in tables.bot_wars(play.title):
        if row.by != position.power or not calendar.is_from(position, row.month) or not _is_there(play, row.on):
            continue
        if (row.provoked and not _has_begun(play, row.on)) or (row.pact and not is_signed(position, row.pact)):
            continue
        found.append(Declare(row.on))
    reds, north = tables.bot_plan(play.title, "reds"), tables.bot_plan(play.title, "north")
    if position.power in reds.by and _leads(play, reds):
        found.append(Declare(reds.on[0]))
    if position.power in north.by and _is_weak(play, north):
        found.append(Declare(north.on[0]))
    return found


def _leads(play: Play, plan: BotPlan) -> bool:
    """Whether the Comintern is ahead of the Allies and near the Axis, or beyond it, and Germany is not the stronger of the two."""
    position, red = play.position, plan.on[0]
    if not calendar.is_from(position, plan.month) or position.relation(position.power, red) != "peace":
        return False
    if calendar.is_from(position, plan.until) or _forfeited(position, red) > FORFEIT:
        return False
    found, side = objectives.totals(position), play.title.side_of
    strong = income.land_value(position, plan.foe) > income.land_value(position, red)
    return not strong and found[side[red]] >= max(found[side[position.power]], found[side[plan.foe]] - CLOSE)


def _forfeited(position: Position, red: str) -> int:
    """Return how many home areas of value of one's side another holds: each costs a point once they are at war (section 3.3)."""
    title = position.title
    reds, ours = members(title, title.side_of[red]), members(title, title.side_of[position.power])
    homes = {area for nation in ours for area in home(title, nation)}
    return sum(title.areas[area].value > 0 and position.state.control.get(area) in reds for area in homes)


def _is_weak(play: Play, plan: BotPlan) -> bool:
    """Whether the Soviet Union, at war with Germany, defends its Far East with less than Japan can attack it with."""
    position, units, foe = play.position, play.title.units, plan.on[0]
    if position.relation(plan.foe, foe) != "war" or not calendar.is_from(position, plan.month):
        return False
    shores = {near for area in plan.areas for near in play.title.neighbours[area]}
    theirs = sum(units[key.unit].defense * n for area in plan.areas for key, n in own_stacks(position, area, foe))
    mine = sum(
        units[key.unit].attack * n
        for area in shores
        for key, n in own_stacks(position, area, position.power)
        if units[key.unit].cls == "land"
    )
    return mine > EASILY * theirs


def _is_there(play: Play, power: str) -> bool:
    return power in play.state.control.values()


def looming(view: View, area: str) -> bool:
    """Return whether troops are drawn up in an area: before a war with a nation beside it, or opposite an enemy over a narrow crossing."""
    if _is_beside_rival(view, area):
        return True
    held = view.position.state.control
    over = held.get(area) == view.power and any(view.hostile(other) for other in crossings.opposite(view.title, area))
    return over and not _has_front(view, area)


def _is_beside_rival(view: View, area: str) -> bool:
    held, rivals = view.position.state.control, _rivals(view.position, view.position.power)
    return bool(rivals) and any(held.get(near) in rivals for near in view.title.neighbours[area])


def drawn_up(view: View, area: str) -> Counter[str]:
    """Return the units beside an area of nations with which there will be war: they threaten it as soon as it begins."""
    rivals = _rivals(view.position, view.position.power)
    there = (item for near in view.title.neighbours[area] if rivals for item in view.position.stacks(near))
    found: Counter[str] = Counter()
    for key, n in there:
        if key.power in rivals and not is_cargo(key):
            found[key.unit] += n
    return found


def _has_front(view: View, area: str) -> bool:
    """Whether troops of an area reach a hostile one over land, or soon will: who fights there does not wait by the water."""
    land = spread(view.title, [area], lambda _, other: view.friendly(other))
    return any(view.at_front(other) or _is_beside_rival(view, other) for other in land)


@derived_from("relations", "round")
def _rivals(position: Position, power: str) -> frozenset[str]:
    """Return the nations at peace with which a nation will be at war within so many turns."""
    soon = calendar.month_of(position, max(1, position.state.clock.round) + AHEAD)
    rows = (row for row in tables.bot_wars(position.title) if row.month <= soon and power in (row.by, row.on))
    others = {other for row in rows for other in (row.by, row.on) if other != power and other in position.title.turns}
    return frozenset(other for other in others if position.relation(power, other) == "peace")


def _has_begun(play: Play, power: str) -> bool:
    """Whether a nation is at war with anybody but its first enemies."""
    foes = play.position.enemies_of(power)
    return (
        is_at_war(play.position, power)
        or any(foe in play.title.nations and zones_held(play.position, foe) for foe in foes)
        or any(
            ALIGNED.read(play.state, minor)
            and play.title.areas[area].original_owner == minor
            and play.state.control.get(area) == power
            and not is_player(play.title, minor)
            for minor in tables.bot_plan(play.title, "victims").on
            for area in zones_held(play.position, power)
        )
    )


def _annexations(play: Play) -> list[Order]:
    position, found = play.position, list[Order]()
    for area in tables.annexations(play.title):
        if not may_annex(position, area):
            continue
        for near in position.title.neighbours[area]:
            units = [
                key.unit
                for key, _ in own_stacks(position, near, position.power)
                if position.title.units[key.unit].cls == "land" and not position.title.units[key.unit].has("keeps-home")
            ]
            able = next((unit for unit in units if may(play, Annex(unit, join_path([near, area])))), "")
            if able:
                found.append(Annex(able, join_path([near, area])))
                break
    return found


def marches(play: Play) -> Iterator[list[Order]]:
    """Send an infantry by rail beside each area that is to be annexed next turn: what stands there goes to the front otherwise."""
    position, power = play.position, play.position.power
    for area, row in tables.annexations(play.title).items():
        soon = calendar.month_of(position, position.state.clock.round + 1) >= row.month
        if row.by != power or row.pact or not soon or not is_apart(position, position.state.control.get(area, "")):
            continue
        near = [other for other in position.title.neighbours[area] if position.state.control.get(other) == power]
        starts = sorted(zones_held(position, power), key=lambda one: (-_marchers(play, one), one))
        ways = (
            Transfer(unit, start, other)
            for unit in tables.bot_units(play.title, "marching")
            for other in near
            for start in starts[:6]
            if start != other
        )
        if order := next((order for order in ways if may(play, order)), None):
            yield [order]


def _marchers(play: Play, area: str) -> int:
    units = tables.bot_units(play.title, "marching")
    return sum(n for key, n in own_stacks(play.position, area, play.position.power) if key.unit in units)
