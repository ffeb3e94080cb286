"""Which ships bombard as troops land: those that can, one for each land unit that comes ashore (Battleship & Cruiser Bombardment)."""

from __future__ import annotations

from engine.odds.fighters import Profile, Units


def bombarding(ships: Units, landing: int, profile: Profile) -> Units:
    """Return the ships that fire, the strongest first; on maps that know no such limit all that can.

    Args:
        landing: how many land units come ashore.
    """
    able = {kind: n for kind, n in ships.items() if n > 0 and profile(kind[1], kind[0]).has("bombards")}
    found, left = {}, landing
    for kind in sorted(able, key=lambda kind: -_number(profile, kind)):
        count = able[kind] if profile(kind[1], kind[0]).has("bombards-freely") else min(able[kind], left)
        if count:
            found[kind] = count
            left -= min(count, left)
    return {kind: found[kind] for kind in able if kind in found}


def _number(profile: Profile, kind: tuple[str, str]) -> int:
    row = profile(kind[1], kind[0])
    return row.number("shore-fire") or row.attack
