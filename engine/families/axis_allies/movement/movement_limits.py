"""Limits on where units may go, apart from enemies (global-1939: Xenophobia, Straights, Neutrals, China).

bans.csv lists the areas a power does not enter, the powers its units do not mix with, and the regions they do not
leave; `[[airspace]]` of title.toml which sea zones are closed to aircraft while a passage is. Neutral areas may be
flown over by the side that they lean to, and by the powers that `[[overflight]]` names.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.derived import derived_from
from engine.families.axis_allies.board import is_hostile, is_open, is_sea, stacks_in
from engine.families.axis_allies.movement.neutral_land import neutral_areas, rules
from engine.families.axis_allies.movement.routes import NOWHERE
from engine.families.axis_allies.movement.rules import XENOPHOBIA
from engine.families.axis_allies.politics.guests import is_guest
from engine.families.axis_allies.politics.relations import pact_on
from engine.orders import PowerName
from engine.problems import Problem, Rule
from engine.rules import NEUTRAL, Position
from engine.title.model import Ban
from engine.title.settings import setting_rows
from engine.title.title_modules import hook

SECTION = "Xenophobia"
RANGE = "China"

CHINESE_RANGE = Rule("range", RANGE)
PACT_KEPT = Rule("pact")
BYSTANDERS = Rule("bystanders", "Neutrals")

PACT, CONFINED = "pact", "confined"
"""The `ban` of a truce, and of who is not at war yet; bans.csv has no such rows."""


class Airspace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row `[[airspace]]`: region `slug` is closed to aircraft of `powers` unless `passage` is open for them."""

    slug: str
    passage: str
    powers: tuple[str, ...]
    source: str


class Confined(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row `[[confined]]`: units of power `slug` do not enter region `out_of` until it is at war with one of `foes`."""

    slug: PowerName
    out_of: str
    foes: tuple[PowerName, ...]
    source: str


class Overflight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row `[[overflight]]`: while neutral, nation `slug` lets aircraft of `powers` over although it leans to no side."""

    slug: str
    powers: tuple[str, ...]
    source: str


def ban_on(position: Position, power: str, cls: str, area: str, *, passing: bool = False) -> Ban | None:
    """Return why units of a class may not enter an area, or None; `passing` at sea, where only who stays mixes with others."""
    banned = outside(position, power, cls, area) or _enter_ban(position, power, cls, area) or _confined(position, power, cls, area)
    mixes = None if passing and is_sea(position.title, area) else _mix_ban(position, power, cls, area)
    return banned or mixes or _pact_ban(position, power, cls, area)


def outside(position: Position, power: str, cls: str, area: str) -> Ban | None:
    """Return why units of a class may not enter an area outside their power's regions, or None."""
    title = position.title
    kept = [row for row in _rows(position, power, "within", cls) if title.areas[area].kind in row.kinds]
    return kept[0] if kept and not any(title.in_region(area, row.of) for row in kept) else None


def _confined(position: Position, power: str, cls: str, area: str) -> Ban | None:
    row = setting_rows(position.title, "confined", Confined).get(power) if "confined" in position.title.settings else None
    if row is None or not position.title.in_region(area, row.out_of) or not position.enemies_of(power).isdisjoint(row.foes):
        return None
    return Ban(power, row.out_of, CONFINED, (cls,), (position.title.areas[area].kind,), "", row.source)


def check_ban(position: Position, cls: str, area: str, phase: str) -> Problem | None:
    """Return the problem of units of the power on turn that enter an area where they may not be, or None."""
    power = position.power
    row = ban_on(position, power, cls, area)
    if row is None:
        return _check_bystanders(position, area, phase)
    if row.ban == "within":
        kept = [row.of for row in _rows(position, power, "within", cls)]
        return CHINESE_RANGE.in_phase(phase).broken(f"units of {power} stay in their regions", found=area, expected=" or ".join(kept))
    if row.ban == CONFINED:
        return CHINESE_RANGE.in_phase(phase).broken(f"units of {power} keep away from there before the war", found=area, expected="war")
    if row.ban == PACT:
        return PACT_KEPT.in_phase(phase).broken(
            f"{power} may not attack areas of {row.of} yet",
            found=area,
            expected="another area",
            section=row.source.partition(": ")[2],
        )
    if row.ban == "mix":
        return XENOPHOBIA.in_phase(phase).broken(
            f"units of {power} do not mix with those of {row.of}",
            found=f"units of {row.of} in {area}",
            expected="an area without them",
        )
    return XENOPHOBIA.in_phase(phase).broken(f"{power} does not enter areas of {row.of}", found=area, expected="another way")


def bystanders(position: Position, power: str, area: str) -> set[str]:
    """Return the powers at peace with `power` whose units stand in a hostile land area: it cannot be attacked without war on them."""
    if not position.title.nations or not is_hostile(position, area, power):
        return set()
    known = position.enemies_of(power) | position.friends_of(power)
    return {key.power for key, _ in stacks_in(position, area)} - known


def _check_bystanders(position: Position, area: str, phase: str) -> Problem | None:
    others = bystanders(position, position.power, area)
    if not others:
        return None
    return BYSTANDERS.in_phase(phase).broken(
        f"units of powers at peace with {position.power} stand in {area}",
        found=", ".join(sorted(others)),
        expected="war on them, or another area",
    )


def strangers(position: Position, power: str) -> frozenset[str]:
    """Return the powers whose units do not mix with a power's own at sea: its aircraft cannot use their carriers."""
    return frozenset(row.of for row in _rows(position, power, "mix", "air") if "sea" in row.kinds)


def closed_sky(position: Position, power: str) -> frozenset[str]:
    """Return the areas that aircraft of a power may not enter: neutral ones, banned ones, closed airspace; and closed links."""
    title = position.title
    if not (title.nations or title.bans or "airspace" in title.settings):
        return _neutral_sky(position) if rules(position) else NOWHERE
    return _closed_sky(position, power)


@derived_from("control")
def _neutral_sky(position: Position) -> frozenset[str]:
    return neutral_areas(position)


@derived_from("control", "relations", "turn")
def _closed_sky(position: Position, power: str) -> frozenset[str]:
    title, closed = position.title, set()
    known = position.enemies_of(power) | position.friends_of(power)
    for area, holder in position.state.control.items():
        if holder not in known and not _lets_over(position, holder, power) and not is_guest(position, area, power):
            closed.add(area)
    if any(_rows(position, power, "enter", "air")):
        closed.update(area for area in position.state.control if _enter_ban(position, power, "air", area))
    if "confined" in title.settings:
        closed.update(area for area in title.areas if _confined(position, power, "air", area))
    if any(_rows(position, power, "within", "air")):
        closed.update(area for area in title.areas if outside(position, power, "air", area))
    if links := hook(title, "skies", "closed_links"):
        closed.update(links(position, power))
    return frozenset(closed | closed_zones(position, power))


def _lets_over(position: Position, holder: str, power: str) -> bool:
    nation = position.title.nations.get(holder)
    if nation is None:
        return False
    row = setting_rows(position.title, "overflight", Overflight).get(holder)
    invited = row is not None and power in row.powers and position.state.standing.get(holder) == NEUTRAL
    return invited or nation.leans == position.side_of(power)


def closed_zones(position: Position, power: str) -> set[str]:
    """Return the zones of airspace that is closed to a power's aircraft, wherever they come from (section Straights)."""
    closed: set[str] = set()
    for row in setting_rows(position.title, "airspace", Airspace).values():
        if power in row.powers and not _is_passable(position, row.passage, power):
            closed.update(position.title.regions.get(row.slug, ()))
    return closed


def _is_passable(position: Position, passage: str, power: str) -> bool:
    link = next((link for link in position.title.links if link.passage == passage), None)
    return link is None or is_open(position, link, power)


def _enter_ban(position: Position, power: str, cls: str, area: str) -> Ban | None:
    title = position.title
    if not title.bans or is_sea(title, area):
        return None
    holder, owner = position.state.control.get(area, ""), title.areas[area].original_owner
    for row in _rows(position, power, "enter", cls):
        if row.of in (holder, owner) and holder not in (power, row.unless):
            return row
    return None


def _mix_ban(position: Position, power: str, cls: str, area: str) -> Ban | None:
    if is_sea(position.title, area) and _attacks(position, power, cls, area):
        return None
    return mixes(position, power, cls, area)


def mixes(position: Position, power: str, cls: str, area: str) -> Ban | None:
    """Return the row that forbids units of a class to be with those in an area, whatever they come for; None without one."""
    kind = position.title.areas[area].kind
    for row in _rows(position, power, "mix", cls):
        if kind in row.kinds and any(_is_met(position, power, key.power, row) for key, _ in stacks_in(position, area)):
            return row
    return None


def _attacks(position: Position, power: str, cls: str, zone: str) -> bool:
    """Whether units come to fight enemies: aircraft do not stay, ships do (option `shared-seas`)."""
    if position.state.clock.phase != "combat-move" or not (cls == "air" or position.options.get("shared-seas") == "attack"):
        return False
    enemies = position.enemies_of(power)
    return any(key.power in enemies for key, _ in stacks_in(position, zone))


def _is_met(position: Position, power: str, other: str, row: Ban) -> bool:
    """Whether a row forbids a power's units to mix with those of another power; enemies do not count."""
    if other == power or row.of not in (other, position.side_of(other)):
        return False
    return other not in position.enemies_of(power)


def _pact_ban(position: Position, power: str, cls: str, area: str) -> Ban | None:
    row = pact_on(position, power, area)
    return Ban(power, position.state.control[area], PACT, (cls,), ("land",), "", row.source) if row else None


def _rows(position: Position, power: str, ban: str, cls: str) -> Iterator[Ban]:
    return (row for row in position.title.bans_of.get((power, ban), ()) if cls in row.classes)
