"""When greedy bots go to war, sign pacts and annex."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Declare, Transfer
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.orders import Order, join_path
from engine.play import Play
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.moves import ANNEXED, may_annex
from engine.titles.global_war_1936.nations import is_apart, is_at_war, is_player, zones_held
from engine.titles.global_war_1936.orders import Annex, Sign
from engine.titles.global_war_1936.politics.pacts import JAPANESE, MOLOTOV, PARTIES, is_signed

WARS = (
    ("japan", "kmt", "1937-07"), ("germany", "poland", "1939-07"), ("germany", "denmark", "1940-01"), ("germany", "norway", "1940-01"),
    ("germany", "netherlands", "1940-01"), ("germany", "belgium", "1940-01"), ("germany", "france", "1939-07"),
    ("germany", "great-britain", "1940-01"), ("italy", "france", "1940-01"), ("italy", "great-britain", "1940-01"),
    ("italy", "greece", "1940-07"), ("germany", "yugoslavia", "1941-01"), ("germany", "soviet-union", "1941-01"),
    ("italy", "soviet-union", "1941-07"), ("japan", "france", "1941-07"), ("japan", "netherlands", "1941-07"),
    ("japan", "great-britain", "1941-07"), ("japan", "united-states", "1941-07"), ("great-britain", "germany", "1939-01"),
    ("france", "germany", "1939-01"), ("great-britain", "italy", "1940-07"), ("united-states", "japan", "1941-01"),
    ("united-states", "germany", "1941-07"), ("united-states", "italy", "1942-01"), ("great-britain", "japan", "1941-07"),
    ("soviet-union", "germany", "1942-07"), ("soviet-union", "finland", "1940-01"), ("soviet-union", "japan", "1945-01"),
    ("soviet-union", "romania", "1942-07"), ("soviet-union", "italy", "1943-01"),
)  # fmt: skip
"""Who goes to war with whom, and from which month, when its sheet lets it."""
PROVOKED = frozenset({("great-britain", "germany"), ("france", "germany"), ("great-britain", "italy"), ("great-britain", "japan"),
                      ("soviet-union", "germany"), ("soviet-union", "italy")})  # fmt: skip
"""Wars that wait until the other side has begun one against a player or a neighbour."""
SIGNERS = {MOLOTOV: "1939-07", JAPANESE: "1939-07"}
ANNEXABLE = ("austria", "bohemia", "slovakia", "albania", "lithuania", "latvia", "estonia")


def dealings(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans: pacts, declarations of war, annexations."""
    yield [order for order in _pacts(play) if may(play, order)]
    for order in _wars(play, view):
        if may(play, order):
            yield [order]
    yield [order for order in _annexations(play) if may(play, order)]


def _pacts(play: Play) -> list[Order]:
    power = play.position.power
    return [Sign(pact) for pact, month in SIGNERS.items()
            if power in PARTIES[pact] and calendar.is_from(play.position, month)]  # fmt: skip


def _wars(play: Play, view: View) -> list[Order]:
    position, found = play.position, []
    for by, on, month in WARS:
        if by != position.power or not calendar.is_from(position, month) or not _is_there(play, on):
            continue
        if (by, on) in PROVOKED and not _has_begun(play, on):
            continue
        if by == "soviet-union" and on == "finland" and not is_signed(position, MOLOTOV):
            continue
        found.append(Declare(on))
    return found


def _is_there(play: Play, power: str) -> bool:
    return power in play.state.control.values()


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
