"""Who is who: major and minor powers, alliances, home countries (sections 2.3, 4.1 to 4.6, 0.9)."""

from __future__ import annotations

from engine.families.axis_allies.heirs import SURRENDERED
from engine.rules import NEUTRAL, Position
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import pacts, role
from engine.titles.global_war_1936.vocabulary import CONTROLLED, EVOLVED, MONROE, PARTITION

CHINA = "china"
AMERICAS = ("rail-north-america", "rail-south-america")
"""The regions of the Monroe doctrine."""


def is_player(title: Title, power: str) -> bool:
    """Return whether a nation takes turns of its own."""
    return power in title.turns


def is_minor(position: Position, power: str) -> bool:
    """Return whether a nation is a minor power: not a player, or a player that has not evolved (sections 4.2, 13.3)."""
    sheet = sheets(position.title).get(power)
    return sheet is None or (sheet.minor and not EVOLVED.read(position.state, power))


def majors(position: Position) -> list[str]:
    """Return the major powers that have not surrendered, in the order of play."""
    return [power for power in position.title.turns if not is_minor(position, power) and is_in_play(position, power)]


def is_in_play(position: Position, power: str) -> bool:
    """Return whether a nation has not surrendered."""
    return position.state.standing.get(power) != SURRENDERED


def is_at_war(position: Position, power: str) -> bool:
    """Return whether a nation is at war with a major power (section 4.6); the Monroe doctrine is no war, nor a partition (5.7, 14.2)."""
    return any(is_war(position, power, other) for other in majors(position))


def is_war(position: Position, one: str, other: str) -> bool:
    """Return whether two nations are at war, and not only in the bounds of a doctrine or pact."""
    return position.relation(one, other) == "war" and not is_bounded(position, one, other)


def is_bounded(position: Position, one: str, other: str) -> bool:
    """Return whether two nations fight by the Monroe doctrine, or for eastern Poland, alone."""
    (american,), marching = role(position.title, "american").powers, _binding(position.title)
    if american in (one, other) and MONROE.read(position.state, other if one == american else one):
        return True
    return any(bool(PARTITION.read(position.state, other if one == who else one)) for who in marching & {one, other})


@per_title
def _binding(title: Title) -> frozenset[str]:
    """Return who marches into its sphere under a pact."""
    return frozenset(row.binds for row in pacts(title).values())


def is_apart(position: Position, power: str) -> bool:
    """Return whether a minor power stands apart: it has not become part of a player nation (section 4.6)."""
    return power in position.title.nations and position.state.standing.get(power) == NEUTRAL


def alliance(title: Title, power: str) -> str:
    """Return the alliance of a player nation."""
    return title.side_of[power]


def members(title: Title, side: str) -> list[str]:
    """Return the player nations of an alliance, in the order of play."""
    return [power for power in title.turns if title.side_of[power] == side]


def controlled_by(position: Position, minor: str) -> str:
    """Return who controls a minor power, nothing when nobody does (section 4.5)."""
    return CONTROLLED.read(position.state, minor)


def controlled(position: Position, power: str) -> list[str]:
    """Return the minor powers that a player nation controls and that still hold or have something, sorted."""
    found = [minor for (minor,), ruler in CONTROLLED.entries(position.state) if ruler == power]
    held = set(position.state.control.values())
    return sorted(minor for minor in found if minor in held and is_apart(position, minor))


def home(title: Title, power: str) -> tuple[str, ...]:
    """Return the areas of a nation's home country."""
    sheet = sheets(title).get(power)
    return title.regions.get(sheet.home if sheet else f"home-{power}", ())


def is_home(title: Title, power: str, area: str) -> bool:
    """Return whether an area is of a nation's home country."""
    return area in home(title, power)


def is_of(title: Title, owner: str, power: str) -> bool:
    """Return whether what was printed as an owner's is a nation's own: it is that nation, or has the same home country (14.4)."""
    rows = sheets(title)
    return owner == power or (owner in rows and power in rows and rows[owner].home == rows[power].home)


def chinese(title: Title) -> tuple[str, ...]:
    """Return the two Chinese factions."""
    return role(title, "chinese").powers


def is_chinese(title: Title, area: str) -> bool:
    """Return whether an area is of China (section 0.9)."""
    return title.in_region(area, CHINA)


def chinese_minors(title: Title) -> list[str]:
    """Return the warlords."""
    return [power for power in title.nations if power.endswith("-warlord")]


def in_americas(title: Title, area: str) -> bool:
    """Return whether an area is in North or South America."""
    return any(title.in_region(area, region) for region in AMERICAS)


def zones_held(position: Position, power: str, region: str = "") -> list[str]:
    """Return the areas that a nation holds, of a region when one is named."""
    inside = position.title.regions.get(region, ()) if region else None
    return sorted(area for area, holder in position.state.control.items() if holder == power and (inside is None or area in inside))
