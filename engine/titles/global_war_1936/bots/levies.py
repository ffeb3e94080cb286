"""What greedy bots raise without a factory: militia where they hold, colonial infantry in colonies (section 11.1)."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.economy.accounts import account_of
from engine.families.axis_allies.facilities.factories import ready_factories
from engine.mechanics.profile import profile
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.bots import fronts
from engine.titles.global_war_1936.economy.paying import builds
from engine.titles.global_war_1936.nations import chinese, zones_held
from engine.titles.global_war_1936.tables import bot_units

SHARE = 0.25
"""What part of its money a nation with a factory pays for colonial infantry at most: infantry from a factory costs less."""
RICH = 20
"""Money from which others than the Chinese raise militia, who cannot leave home."""
MOST, NEAR = 4, 2
"""Militia that are raised in a turn at most, and steps from the front within which they stand."""


def colonial(view: View, account: str, bank: int) -> Counter[str]:
    """Return the colonial infantry that a nation buys: for colonies in need; all it can pay where it has no factory."""
    (unit,) = bot_units(view.title, "colonial")[:1] or ("",)
    able = colonies(view, account) if unit and builds(view.position, account, unit) else []
    if not able:
        return Counter()
    price = profile(view.position, view.power, unit).cost
    if not _has_factory(view, account):
        return +Counter({unit: bank // price})
    needy = [area for area in able if view.front.get(area) == 0 and fronts.ease(view, area) < fronts.NEEDY]
    return +Counter({unit: min(len(needy), int(SHARE * bank) // price)})


def _has_factory(view: View, account: str) -> bool:
    made = ready_factories(view.position, view.power)
    return any(account_of(view.title, area, view.power) == account for area in made)


def colonies(view: View, account: str) -> list[str]:
    """Return the areas of an account that take colonial infantry."""
    return [
        area
        for area in zones_held(view.position, view.power)
        if placing.is_colony(view.position, area) and account_of(view.title, area, view.power) == account
    ]


def raised(view: View, account: str, bank: int) -> Counter[str]:
    """Return the militia that a nation buys with what is left: the Chinese and who has no factory always, others who are rich."""
    wants = account in chinese(view.title) or bank > RICH or not _has_factory(view, account)
    (unit,) = bot_units(view.title, "raised")[:1] or ("",)
    if not wants or not unit or not builds(view.position, account, unit):
        return Counter()
    able = [area for area in zones_held(view.position, view.power) if placing.militia_room(view.position, area)]
    near = sum(view.front.get(area, NEAR + 1) <= NEAR for area in able)
    return +Counter({unit: min(near, bank // profile(view.position, view.power, unit).cost, MOST)})
