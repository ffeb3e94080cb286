"""Areas that are asked for and returned between alliances (section 9.21)."""

from __future__ import annotations

from engine.families.axis_allies.board import enemy_stacks, is_friendly
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.orders import Cede, Claim
from engine.titles.global_war_1936.politics import fall
from engine.titles.global_war_1936.treaties import refuge
from engine.titles.global_war_1936.treaties.claims import owner_abroad
from engine.titles.global_war_1936.vocabulary import CLAIMED

SECTION = "9.21 Voluntary Return"

CLAIM_AREA = Rule("claim/area", SECTION, FATAL)
AGAIN = Rule("claim/again", SECTION, FATAL)
CEDE_AREA = Rule("cede/area", SECTION, FATAL)
CEDE_INVADED = Rule("cede/invaded", "9.21, 0.5", FATAL)


def check_claim(position: Position, order: Claim) -> list[Problem]:
    """Return what is wrong with asking for an area."""
    if not owner_abroad(position, order.area):
        return [
            CLAIM_AREA.broken(
                "its owner at first is not at peace with a holder of another alliance",
                found=order.area,
                expected="an area that one of another alliance holds",
            )
        ]
    if CLAIMED.read(position.state, order.area):
        return [AGAIN.broken("it has been asked for", found=order.area, expected="another area")]
    return []


def claim(play: Play, order: Claim) -> None:
    """Ask; until the area is returned its owner may declare war on who holds it."""
    owner = owner_abroad(play.position, order.area)
    CLAIMED.emit(play, owner, order.area)


def check_cede(position: Position, order: Cede) -> list[Problem]:
    """Return what is wrong with returning an area."""
    if owner := owner_abroad(position, order.area):
        return _check_invaders(position, order.area, owner)
    return [
        CEDE_AREA.broken(
            "it belonged at first to no player nation of another alliance at peace with its holder",
            found=order.area,
            expected="an area taken that was a player nation's",
        )
    ]


def _check_invaders(position: Position, area: str, owner: str) -> list[Problem]:
    """Enemies who have marched in and are at peace with the owner could not stay in its land: their battle comes first (section 0.5)."""
    foes = {key.power for key, _ in enemy_stacks(position, area, position.state.control[area])}
    peaceful = sorted(foe for foe in foes if position.relation(foe, owner) != "war")
    if not peaceful:
        return []
    message = f"{', '.join(peaceful)} fights for it, and is at peace with {owner}"
    return [CEDE_INVADED.broken(message, found=area, expected="an area without enemies of its holder")]


def cede(play: Play, order: Cede) -> None:
    """Move the holder's units to its nearest friendly area, whatever lies between, and hand the area over."""
    area, holder = order.area, play.state.control[order.area]
    owner = owner_abroad(play.position, area)
    to = refuge.nearest(play.title, area, lambda other: is_friendly(play.position, other, holder))
    for key, count in list(play.position.stacks(area)):
        if play.title.units[key.unit].cls == "facility" or key.power not in play.position.friends_of(holder):
            continue
        if to:
            refuge.go(play, key, count, to, "ceded")
    fall.give(play, area, owner, "returned")
    if CLAIMED.read(play.state, area):
        CLAIMED.emit(play, "", area)
