"""A state as the plain dict that TripleA's own engine was made to print (the oracle's lines)."""

from __future__ import annotations

from typing import Any

from ingest.triplea.plain import NEUTRAL
from ingest.triplea.state import TripleaState

Counts = dict[str, dict[str, dict[str, int]]]


def summary(state: TripleaState) -> dict[str, Any]:
    """Return resources, owners, units, hits, damage, technology, production, relationships.

    Units and hits are counted by territory, owner and type; hits, damage and hands that are
    empty are left out.
    """
    units, hits, damage, total = _units(state)
    return {
        "resources": {player: dict(held) for player, held in state.resources.items()},
        "owners": dict(state.owners),
        "units": units,
        "hits": hits,
        "factory_damage": damage,
        "units_held": _held(state),
        "unit_total": total,
        "tech": technologies(state),
        "production": production(state),
        "production_frontier": dict(state.frontiers),
        "who_am_i": dict(state.control),
        "relationships": _relationships(state),
    }


def _units(state: TripleaState) -> tuple[Counts, Counts, dict[str, int], int]:
    units: Counts = {}
    hits: Counts = {}
    damage: dict[str, int] = {}
    total = 0
    for (kind, name), held in state.held_at.items():
        if kind != "territory" or not held:
            continue
        total += len(held)
        here = units[name] = {}
        for unit in held.values():
            types = here.setdefault(unit.owner or NEUTRAL, {})
            types[unit.type] = types.get(unit.type, 0) + 1
            if unit.hits:
                hurt = hits.setdefault(name, {}).setdefault(unit.owner, {})
                hurt[unit.type] = hurt.get(unit.type, 0) + unit.hits
            if unit.damage:
                damage[name] = damage.get(name, 0) + unit.damage
    return units, hits, damage, total


def _held(state: TripleaState) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for (kind, name), held in state.held_at.items():
        if kind == "player":
            for unit in held.values():
                types = out.setdefault(name, {})
                types[unit.type] = types.get(unit.type, 0) + 1
    return out


def technologies(state: TripleaState) -> dict[str, list[str]]:
    """Return player -> names of the technologies it has, sorted; players without any are left out."""
    out = {}
    for player in state.resources:
        found = {tech.name for tech in state.save.technologies if _has(state, player, tech.name, tech.flag)}
        if found:
            out[player] = sorted(found)
    return out


def _has(state: TripleaState, player: str, name: str, flag: str | None) -> bool:
    where = ("player", player, "techAttachment")
    if flag is not None:
        return bool(state.field(*where, flag, False))
    own = state.field(*where, "genericTech")
    return type(own) is dict and bool(own.get(name))


def production(state: TripleaState) -> dict[str, int]:
    """Return player -> worth of the territories it owns, in the main resource; not its income."""
    out = dict.fromkeys(state.resources, 0)
    for territory, owner in state.owners.items():
        worth = state.field("territory", territory, "territoryAttachment", "production", 0)
        holder = NEUTRAL if owner is None else owner  # a player with the name of nobody is nobody to the program
        if holder in out and type(worth) is int:
            out[holder] += worth
    return out


def _relationships(state: TripleaState) -> dict[str, str]:
    players = state.resources.keys()
    return {f"{one}|{two}": kind for (one, two), kind in state.relationships.items() if one != two and one in players and two in players}
