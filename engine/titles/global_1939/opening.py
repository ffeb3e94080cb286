"""Steps of a battle before its first round that this game alone has: guns behind a fortified coast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat.battle import DEFENDER, OpenBattle
from engine.families.axis_allies.combat.bonuses import crossing
from engine.families.axis_allies.combat.fire import FireGroup, Pools, fire, firing_groups
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ASIDE
from engine.families.axis_allies.vocabulary import GUNNED
from engine.mechanics.profile import profile
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play


class CoastalArtillery(FireStep):
    """Artillery behind a fortified coast fires once at landing units (Unit Changes: Fortifications)."""

    slug, side, word = "free-shot", DEFENDER, GUNNED
    odds = ASIDE

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for each of its guns."""
        groups = free_shots(play.position, fight.area) if fight.kind == "amphibious" else []
        return fire(play, fight, DEFENDER, groups, "free-shot") if groups else {}


def free_shots(position: Position, area: str) -> list[FireGroup]:
    """Return the fire groups of a fortified coast's artillery against units landed there; none if there are none."""
    if not crossing(position, area, afloat=True):
        return []
    groups = firing_groups(position, area, DEFENDER, rank=None)
    return [
        group._replace(pool="land", special=0, aim="") for group in groups if profile(position, group.power, group.unit).has("free-shot")
    ]
