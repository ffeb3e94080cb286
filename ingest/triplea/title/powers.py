"""The players of a save as a title's powers: side, capital, order of play, colour."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator

from engine.title.model import Power, Side
from ingest.triplea.model import Player, Save
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.title.names import NOBODY, Names, printed, slug
from ingest.triplea.title.tables import Nation, colors, nations, step_kind

SOURCE = "save: players, alliances and sequence"
GRAY = "#b8b8b8"


def powers(save: Save, names: Names) -> dict[str, Power]:
    """Return every player by slug, in the order of play, and `NOBODY` when units of nobody are on the map."""
    used = {nation.color for name, nation in nations().items() if name in save.players}
    fresh = _fresh(used)
    found = {}
    for order, name in enumerate(dict.fromkeys([*in_turn(save), *save.players]), start=1):
        player, nation = save.players[name], nations().get(name)
        color = nation.color if nation else next(fresh)
        row = _power(save, names, player, nation, order, color)
        found[row.power] = row
    if any(unit.owner == NEUTRAL for unit in save.units.values()):
        found[NOBODY] = Power(NOBODY, "Neutral", "neutral", NOBODY, "", len(found) + 1, GRAY, NEUTRAL, "save: units of nobody")
    return found


def sides(save: Save, rows: dict[str, Power]) -> dict[str, Side]:
    """Return the sides that the powers are on, with their printed names."""
    spelled = {side(save, player): printed(_alliance(player)) for player in save.players.values()} | {NOBODY: "Neutral"}
    return {row.side: Side(row.side, spelled[row.side]) for row in rows.values()}


def side(save: Save, player: Player) -> str:
    """Return the side a player is on: its first alliance; those that never have a turn take no side."""
    if player.name not in in_turn(save):
        return NOBODY
    return slug(_alliance(player)) or NOBODY


def _alliance(player: Player) -> str:
    return player.alliances[0] if player.alliances else player.name


def in_turn(save: Save) -> list[str]:
    """Return the players that have turns, in the order of play: that of their first steps that are no bids."""
    players = (step.player for step in save.sequence if step.player in save.players and not _is_bid(step.name))
    return list(dict.fromkeys(player for player in players if player is not None))


def _is_bid(step: str) -> bool:
    kind = step_kind(step)
    return kind is not None and kind.phase.startswith("bid-")


def _power(save: Save, names: Names, player: Player, nation: Nation | None, order: int, color: str) -> Power:
    known = nation.name if nation else printed(player.name)
    adjective = nation.adjective if nation else known
    return Power(
        names.powers[player.name],
        known,
        adjective,
        side(save, player),
        capital(save, names, player.name),
        order,
        color,
        player.name,
        SOURCE,
    )


def capital(save: Save, names: Names, player: str) -> str:
    """Return the first area that is named as a player's capital; empty when none is."""
    for name, territory in save.territories.items():
        held = territory.attachments.get("territoryAttachment")
        if held and held.fields.get("capital") == player:
            return names.areas[name]
    return ""


def _fresh(used: set[str]) -> Iterator[str]:
    """Yield colours that no player has yet: those of the table, then hues around the circle."""
    yield from (color for color in colors() if color not in used)
    number = 0
    while True:
        hue = (number * 0.618034) % 1  # the golden ratio keeps neighbours apart
        red, green, blue = colorsys.hls_to_rgb(hue, 0.35 + 0.2 * (number % 2), 0.5)
        yield f"#{int(red * 255):02x}{int(green * 255):02x}{int(blue * 255):02x}"
        number += 1
