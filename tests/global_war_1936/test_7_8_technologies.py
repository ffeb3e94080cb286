"""Section 7.8: what technologies give, beyond the units that they make available."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.movement.combined_moves import movers
from engine.families.axis_allies.orders import Move
from engine.mechanics.profile import profile
from tests.global_war_1936.positions import combat, play_from

ZONE = "sea-zone-20"


@pytest.mark.section("7.8")
def test_7_8_two_advanced_mechanized_infantry_blitz_with_one_armor() -> None:
    play = play_from({}, "germany", "combat-move")

    def blitzes(unit: str, count: int) -> bool:
        order = Move(f"{count} {unit}, medium-armor", "berlin > west-poland > warsaw")
        return movers(play.position, order)[unit].has("blitz")

    assert blitzes("advanced-mechanized-infantry", 2) and not blitzes("advanced-mechanized-infantry", 3)
    assert blitzes("mechanized-infantry", 1) and not blitzes("mechanized-infantry", 2)


def fire_of(play: object, side: str) -> dict[str, tuple[int, str]]:
    groups = firing_groups(play.position, ZONE, side, rank=None)  # type: ignore[attr-defined]
    return {group.unit: (group.target, group.pool) for group in groups}


@pytest.mark.section("7.8")
def test_7_8_transports_with_advanced_asw_fire_at_submarines_that_attack_them() -> None:
    techs = {"great-britain": "advanced-asw"}
    boats = {ZONE: "germany: submarine [moved]; great-britain: naval-transport, light-cruiser"}
    assert fire_of(combat("germany", boats, techs=techs), "defender")["naval-transport"] == (1, "submarine")
    assert "naval-transport" not in fire_of(combat("germany", boats), "defender")
    ships = {ZONE: "germany: light-cruiser [moved]; great-britain: naval-transport, light-cruiser"}
    assert "naval-transport" not in fire_of(combat("germany", ships, techs=techs), "defender")


@pytest.mark.section("7.8", "8.9")
def test_7_8_destroyers_do_not_hunt_advanced_submarines() -> None:
    def hunters(prey: str) -> set[str]:
        stacks = {ZONE: f"great-britain: destroyer [moved], medium-bomber [patrol:{ZONE}!]; germany: {prey}"}
        return set(fire_of(combat("great-britain", stacks), "attacker"))

    assert hunters("submarine") == {"destroyer", "medium-bomber"} and hunters("advanced-submarine") == {"medium-bomber"}


@pytest.mark.section("7.8", "15.9")
def test_7_8_early_fighters_fly_farther_and_intercept_better_too() -> None:
    play = play_from({}, "germany", "production", techs={"germany": "long-range-aircraft radar"})
    row = profile(play.position, "germany", "early-fighter")
    assert (row.move, row.number("air-combat")) == (4, 4)
