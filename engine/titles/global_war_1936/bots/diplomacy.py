"""When greedy bots go to war, sign pacts and annex."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.bots.distances import spread
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Declare, Transfer
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936 import calendar, crossings, objectives
from engine.titles.global_war_1936.moves import ANNEXED, may_annex
from engine.titles.global_war_1936.nations import home, is_apart, is_at_war, is_player, members, zones_held
from engine.titles.global_war_1936.orders import Annex, Partition, Sign
from engine.titles.global_war_1936.politics import income
from engine.titles.global_war_1936.politics.pacts import JAPANESE, MOLOTOV, PARTIES, is_signed

WARS = (
    ("japan", "kmt", "1937-07"), ("germany", "poland", "1939-07"), ("germany", "denmark", "1940-01"), ("germany", "norway", "1940-01"),
    ("germany", "netherlands", "1940-01"), ("germany", "belgium", "1940-01"), ("germany", "france", "1939-07"),
    ("germany", "great-britain", "1940-01"), ("italy", "france", "1940-01"), ("italy", "great-britain", "1940-01"),
    ("italy", "greece", "1940-07"), ("germany", "yugoslavia", "1941-01"), ("germany", "soviet-union", "1941-01"),
    ("italy", "soviet-union", "1941-07"), ("japan", "france", "1941-07"), ("japan", "netherlands", "1941-07"),
    ("japan", "great-britain", "1941-07"), ("japan", "united-states", "1941-07"), ("great-britain", "germany", "1939-01"),
    ("france", "germany", "1939-01"), ("great-britain", "italy", "1940-07"), ("united-states", "japan", "1941-07"),
    ("united-states", "germany", "1941-07"), ("united-states", "italy", "1942-01"), ("great-britain", "japan", "1941-07"),
    ("soviet-union", "germany", "1942-07"), ("soviet-union", "finland", "1940-01"), ("soviet-union", "japan", "1945-01"),
    ("soviet-union", "romania", "1942-07"), ("soviet-union", "italy", "1943-01"),
)  # fmt: skip
"""Who goes to war with whom, and from which month, when its sheet lets it."""
PROVOKED = frozenset({("great-britain", "germany"), ("france", "germany"), ("great-britain", "italy"), ("great-britain", "japan"),
                      ("soviet-union", "germany"), ("soviet-union", "italy")})  # fmt: skip
"""Wars that wait until the other side has begun one against a player or a neighbour."""
AHEAD = 1
"""Calendar turns before a war from which troops are drawn up for it."""
SOVIET, NORTH_FROM, EASILY = "soviet-union", "1941-07", 1.2
"""Whom Japan attacks in the north, from which month, and how much stronger it must be there."""
FAR_EAST = ("primorsky-krai", "khabarovsk", "chita", "sakhalin")
WESTERN, REDS_FROM, REDS_UNTIL = ("united-states", "great-britain", "france"), "1943-07", "1944-07"
"""Who turns on the Soviet Union when it would win, and in which months: later a war costs points and wins nothing any more."""
FORFEIT = 2
"""Home areas of the Allies in the hands of the Comintern beyond which they keep the peace: each costs them a point in a war."""
CLOSE = 2
"""Points by which the Axis may be ahead of a Comintern that the Western powers turn on."""
SIGNERS = {MOLOTOV: "1939-07", JAPANESE: "1939-07"}
ANNEXABLE = ("austria", "bohemia", "slovakia", "albania", "lithuania", "latvia", "estonia")


def dealings(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans: pacts, declarations of war, annexations."""
    yield [order for order in _pacts(play) if may(play, order)]
    yield [order for order in (Partition(),) if may(play, order)]
    for order in _wars(play, view):
        breach = Sign(JAPANESE, end=True)
        if may(play, order):
            yield [order]
        elif {play.position.power, order.on} == set(PARTIES[JAPANESE]) and may(play, breach):
            yield [breach, order]
    yield [order for order in _annexations(play) if may(play, order)]


def _pacts(play: Play) -> list[Order]:
    power = play.position.power
    return [Sign(pact) for pact, month in SIGNERS.items()
            if power in PARTIES[pact] and calendar.is_from(play.position, month)]  # fmt: skip


def _wars(play: Play, view: View) -> list[Declare]:
    position, found = play.position, list[Declare]()
    for by, on, month in WARS:
        if by != position.power or not calendar.is_from(position, month) or not _is_there(play, on):
            continue
        if (by, on) in PROVOKED and not _has_begun(play, on):
            continue
        if by == "soviet-union" and on == "finland" and not is_signed(position, MOLOTOV):
            continue
        found.append(Declare(on))
    if position.power in WESTERN and _leads(play):
        found.append(Declare(SOVIET))
    if position.power == "japan" and _is_weak_in_the_east(play):
        found.append(Declare(SOVIET))
    return found


def _leads(play: Play) -> bool:
    """Whether the Comintern is ahead of the Allies and near the Axis, or beyond it, and Germany is not the stronger of the two."""
    position = play.position
    if not calendar.is_from(position, REDS_FROM) or position.relation(position.power, SOVIET) != "peace":
        return False
    if calendar.is_from(position, REDS_UNTIL) or _forfeited(position) > FORFEIT:
        return False
    found = objectives.totals(position)
    strong = income.land_value(position, "germany") > income.land_value(position, SOVIET)
    return not strong and found["comintern"] >= max(found["allies"], found["axis"] - CLOSE)


def _forfeited(position: Position) -> int:
    """Return how many home areas of value of the Allies the Comintern holds: each costs a point once they are at war (section 3.3)."""
    reds = members(position.title, "comintern")
    homes = {area for nation in members(position.title, "allies") for area in home(position.title, nation)}
    return sum(position.title.areas[area].value > 0 and position.state.control.get(area) in reds for area in homes)


def _is_weak_in_the_east(play: Play) -> bool:
    """Whether the Soviet Union, at war with Germany, defends its Far East with less than Japan can attack it with."""
    position, units = play.position, play.title.units
    if position.relation("germany", SOVIET) != "war" or not calendar.is_from(position, NORTH_FROM):
        return False
    shores = {near for area in FAR_EAST for near in play.title.neighbours[area]}
    theirs = sum(units[key.unit].defense * n for area in FAR_EAST for key, n in own_stacks(position, area, SOVIET))
    mine = sum(units[key.unit].attack * n for area in shores for key, n in own_stacks(position, area, "japan")
               if units[key.unit].cls == "land")  # fmt: skip
    return mine > EASILY * theirs


def _is_there(play: Play, power: str) -> bool:
    return power in play.state.control.values()


def looming(view: View, area: str) -> bool:
    """Return whether troops are drawn up in an area: before a war with a nation beside it, or opposite an enemy over a narrow crossing."""
    held = view.position.state.control
    rivals = _rivals(view.position)
    if rivals and any(held.get(near) in rivals for near in view.title.neighbours[area]):
        return True
    over = held.get(area) == view.power and any(view.hostile(other) for other in crossings.opposite(view.title, area))
    return over and not _has_front(view, area)


def _has_front(view: View, area: str) -> bool:
    """Whether troops of an area reach a hostile one over land: who fights there does not wait by the water."""
    land = spread(view.title, [area], lambda _, other: view.friendly(other))
    return any(view.at_front(other) for other in land)


def _rivals(position: Position) -> set[str]:
    """Return the nations at peace with which the nation on turn will be at war within a year."""
    power, round = position.power, max(1, position.state.clock.round)
    known = position.accords.setdefault("rivals", {})
    if (power, round) not in known:
        soon = calendar.month_of(position, round + AHEAD)
        pairs = [{by, on} for by, on, month in WARS if month <= soon and power in (by, on)]
        others = {other for pair in pairs for other in pair - {power} if other in position.title.turns}
        known[power, round] = {other for other in others if position.relation(power, other) == "peace"}
    return known[power, round]


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
            for minor in ("poland", "belgium", "netherlands", "denmark", "norway")
            for area in zones_held(play.position, power)
        )
    )


def _annexations(play: Play) -> list[Order]:
    position, found = play.position, []
    for area in ANNEXABLE:
        if not may_annex(position, area):
            continue
        for near in position.title.neighbours[area]:
            units = [key.unit for key, _ in own_stacks(position, near, position.power)
                     if position.title.units[key.unit].cls == "land" and key.unit != "militia"]  # fmt: skip
            able = next((unit for unit in units if may(play, Annex(unit, join_path([near, area])))), "")
            if able:
                found.append(Annex(able, join_path([near, area])))
                break
    return found


def marches(play: Play) -> Iterator[list[Order]]:
    """Send an infantry by rail beside each area that is to be annexed next turn: what stands there goes to the front otherwise."""
    position, power = play.position, play.position.power
    for area, (by, month) in ANNEXED.items():
        soon = calendar.month_of(position, position.state.clock.round + 1) >= month
        if by != power or not soon or not is_apart(position, position.state.control.get(area, "")):
            continue
        near = [other for other in position.title.neighbours[area] if position.state.control.get(other) == power]
        starts = sorted(zones_held(position, power), key=lambda one: (-_infantry(play, one), one))
        ways = ((Transfer("infantry", start, other)) for other in near for start in starts[:6] if start != other)
        if order := next((order for order in ways if may(play, order)), None):
            yield [order]


def _infantry(play: Play, area: str) -> int:
    return sum(n for key, n in own_stacks(play.position, area, play.position.power) if key.unit == "infantry")
