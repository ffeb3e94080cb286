"""War and neutrality: who may declare war on whom, who is drawn in, and the fate of attacked nations.

global-1939, sections Order of Play, Soviet Union, United States, Non-Aggression Pact, Minor Axis Allies, Neutrals.

A power at peace with all has the standing `neutral`. A great power that enters the war is `active`; a nation that is
attacked joins the side that its attacker is against, and its standing is then that side.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.events import ControlChanged, PowerChanged, RelationChanged
from engine.families.axis_allies import victory
from engine.families.axis_allies.board import neighbours
from engine.families.axis_allies.combat.capture import ACTIVE
from engine.families.axis_allies.facilities.sites import upgrade_factory
from engine.families.axis_allies.heirs import Adoption
from engine.families.axis_allies.vocabulary import HAS_FALLEN
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import NEUTRAL, Position
from engine.title.model import Title
from engine.title.settings import setting_rows

RELATION = Rule("politics/relation", severity=FATAL)
OWN_SIDE = Rule("politics/own-side", severity=FATAL)
NO_AREAS = Rule("politics/no-areas", severity=FATAL)
PACT = Rule("politics/pact")
TOO_EARLY = Rule("politics/too-early")
STAYS_NEUTRAL = Rule("politics/neutral")
ADJACENT = Rule("politics/adjacent")


class Neutrality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power that takes turns and begins neutral: `slug` is the power, `until` the round that brings it into the war.

    While neutral it may declare war on nobody (`attacks` none) or on neutral nations that it borders (adjacent); each of
    its battles lasts at most `combat_rounds` (0: no limit); without `moves` its units stay where they are; `income` is
    what it collects each turn in place of its production (-1: its production). Once at war its factories in the areas
    `upgrades` become the better ones (title.toml, `facility.upgrade`).
    """

    slug: str
    until: int
    source: str
    attacks: str = "none"
    combat_rounds: int = 0
    moves: bool = True
    income: int = -1
    upgrades: tuple[str, ...] = ()


class Truce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers `by` may not declare war on powers `on` before round `until_round`, or until area `until_fallen` is lost.

    Until that has fallen they attack no area of `on` either when it is `on` that has begun the war, but those that were theirs.
    """

    slug: str
    by: tuple[str, ...]
    on: tuple[str, ...]
    source: str
    until_round: int = 0
    until_fallen: str = ""


def neutrality(title: Title, power: str) -> Neutrality | None:
    """Return how a power that takes turns is neutral at first, None when it is not."""
    return setting_rows(title, "neutrality", Neutrality).get(power)


def is_neutral(position: Position, power: str) -> bool:
    """Return whether a power is neutral now."""
    return position.state.standing.get(power) == NEUTRAL


def curbs(position: Position, power: str) -> Neutrality | None:
    """Return the limits on a power while it is neutral, None if there are none."""
    return neutrality(position.title, power) if is_neutral(position, power) else None


def begin_neutral(play: Play) -> None:
    """Emit which of the powers that take turns are neutral at the start."""
    for power in setting_rows(play.title, "neutrality", Neutrality):
        play.emit(PowerChanged(power, "", NEUTRAL, "setup"))


def check_war(position: Position, other: str) -> list[Problem]:
    """Return the problems of a declaration of war by the power on turn."""
    power, title = position.power, position.title
    section = "Neutrals" if other in title.nations else "Order of Play"
    row = title.nations.get(other)
    if position.relation(power, other) != "peace" or (row and row.kind != NEUTRAL):
        return [
            RELATION.broken(
                f"war is declared on powers one is at peace with, not on {other}",
                found=position.relation(power, other) if not row or row.kind == NEUTRAL else row.kind,
                expected="peace",
                section=section,
            )
        ]
    stands_apart = other in title.nations and is_neutral(position, other)
    if not stands_apart and position.side_of(other) == position.side_of(power):
        return [
            OWN_SIDE.broken(
                f"{other} is on {power}'s own side",
                found=position.side_of(other),
                expected="a power of another side",
                section=section,
            )
        ]
    if other in title.nations and other not in position.state.control.values():
        return [NO_AREAS.broken(f"{other} holds no area", found=other, expected="a nation that does", section=section)]
    return _check_truces(position, power, other) + _check_curbs(position, power, other)


def _check_truces(position: Position, power: str, other: str) -> list[Problem]:
    state, problems = position.state, []
    for row in setting_rows(position.title, "truce", Truce).values():
        if power not in row.by or other not in row.on:
            continue
        if row.until_fallen and not _has_fallen(position, row.until_fallen):
            problems.append(
                PACT.broken(
                    f"{power} may not attack {other} yet",
                    found=f"{row.until_fallen} has not fallen",
                    expected=f"war after {row.until_fallen} has fallen",
                    section=row.source.partition(": ")[2],
                )
            )
        elif state.clock.round < row.until_round:
            problems.append(
                TOO_EARLY.broken(
                    f"{power} may not attack {other} yet",
                    found=f"round {state.clock.round}",
                    expected=f"round {row.until_round} or later",
                    section=row.source.partition(": ")[2],
                )
            )
    return problems


def _has_fallen(position: Position, area: str) -> bool:
    """Return whether enemies of its first owner hold an area, or have held it: a truce that has ended does not come back."""
    known = bool(HAS_FALLEN.read(position.state, area))
    return known or position.state.control.get(area) in position.enemies_of(position.title.areas[area].original_owner)


def note_falls(play: Play) -> None:
    """Note, as a turn ends, that an area has fallen that a truce waits for."""
    for row in setting_rows(play.title, "truce", Truce).values():
        if row.until_fallen and _has_fallen(play.position, row.until_fallen):
            HAS_FALLEN.set(play, "yes", row.until_fallen)


def pact_on(position: Position, power: str, area: str) -> Truce | None:
    """Return the truce that forbids a power to attack another's areas even at war, None if it may (Non-Aggression Pact)."""
    holder = position.state.control.get(area, "")
    if not holder or position.title.areas[area].original_owner == power:
        return None
    rows = (row for row in setting_rows(position.title, "truce", Truce).values() if row.until_fallen)
    bound = (row for row in rows if power in row.by and holder in row.on)
    return next((row for row in bound if not _has_fallen(position, row.until_fallen)), None)


def _check_curbs(position: Position, power: str, other: str) -> list[Problem]:
    curb = curbs(position, power)
    if curb is None:
        return []
    section = curb.source.partition(": ")[2]
    if curb.attacks == "none" or other not in position.title.nations or not is_neutral(position, other):
        return [STAYS_NEUTRAL.broken(f"{power} is neutral", found=f"war on {other}", expected="no declaration of war", section=section)]
    if not borders(position, power, other):
        return [
            ADJACENT.broken(
                f"{power} may only attack neutrals that are adjacent while neutral itself",
                found=other,
                expected="a nation with an area beside one of its own",
                section=section,
            )
        ]
    return []


def borders(position: Position, power: str, other: str) -> bool:
    """Return whether an area of one power touches, by land, an area of the other."""
    control = position.state.control
    return any(
        control.get(near) == other for area, holder in control.items() if holder == power for near in neighbours(position, area, "land")
    )


def declare_war(play: Play, power: str, other: str) -> None:
    """Put a power at war with another; a neutral that is attacked joins the other side, a neutral great power the war.

    Who attacks a nation whose forces another power takes over is at war with that power, too.
    """
    title = play.title
    if other in title.nations and is_neutral(play.position, other):
        foe = next(side for side in _sides(title) if side != play.position.side_of(power))
        _challenge_protectors(play, power, other)
        play.emit(PowerChanged(other, NEUTRAL, foe, f"attacked by {power}"))
        play.emit(RelationChanged(power, other, "peace", "war"))
        _stand_apart(play, power, other)
        for row in _adoptions(play, other):
            if not row.round and play.position.side_of(row.to) == foe:
                adopt(play, row, other)
                _share_peace(play, row.to, other)
        return
    _challenge_protectors(play, power, other)
    if is_neutral(play.position, other):
        enter_war(play, other, f"attacked by {power}")
    if play.position.relation(power, other) != "war":
        play.emit(RelationChanged(power, other, "peace", "war"))
    for one, foe in ((power, other), (other, power)):
        _join_hands(play, one, foe)
        _join_nations(play, one)
        _share_war(play, one, foe)


def _challenge_protectors(play: Play, power: str, nation: str) -> None:
    """Bring a power to war with those who take over the forces of a nation that it attacks."""
    for row in _adoptions(play, nation):
        if not row.round and play.position.relation(power, row.to) == "peace":
            declare_war(play, power, row.to)


def _share_peace(play: Play, protector: str, nation: str) -> None:
    """Powers that are at peace with who has taken over a nation's forces are at peace with that nation, whoever has attacked it."""
    position = play.position
    for power in play.title.turns:
        if position.relation(power, protector) == "peace" and position.relation(power, nation) == "war":
            play.emit(RelationChanged(power, nation, "", "peace"))


def _share_war(play: Play, protector: str, foe: str) -> None:
    """Who is at war with a power is at war with the nations whose forces that one has taken over."""
    position = play.position
    for row in setting_rows(play.title, "adoption", Adoption).values():
        for nation in row.nations if row.to == protector and not row.round else ():
            joined = not is_neutral(position, nation) and position.side_of(nation) == position.side_of(protector)
            if joined and position.relation(foe, nation) == "peace":
                play.emit(RelationChanged(foe, nation, "peace", "war"))


def _join_hands(play: Play, power: str, foe: str) -> None:
    """Powers of a side that stood apart are allied once they have an enemy in common."""
    position = play.position
    for friend in play.title.turns:
        apart = friend != power and position.side_of(friend) == position.side_of(power)
        if apart and position.relation(power, friend) == "peace" and position.relation(friend, foe) == "war":
            play.emit(RelationChanged(power, friend, "peace", "allied"))


def _stand_apart(play: Play, attacker: str, nation: str) -> None:
    """Powers of the nation's new side that are at peace with its attacker are at peace with it, too."""
    position = play.position
    for power in play.title.turns:
        if position.relation(power, attacker) == "peace" and position.side_of(power) == position.side_of(nation):
            before = position.relation(power, nation)
            play.emit(RelationChanged(power, nation, "" if before == "peace" else before, "peace"))


def _join_nations(play: Play, power: str) -> None:
    """Nations that a power stood apart from are its allies once it is at war with all who attacked them."""
    position, told = play.position, play.state.relations
    for nation in play.title.nations:
        pair = (power, nation) if power < nation else (nation, power)
        if told.get(pair) != "peace" or position.side_of(power) != position.side_of(nation):
            continue
        foes = [one for one in play.title.turns if told.get((one, nation) if one < nation else (nation, one)) == "war"]
        if foes and all(position.relation(power, foe) == "war" for foe in foes):
            play.emit(RelationChanged(power, nation, "peace", "allied"))


def _sides(title: Title) -> list[str]:
    """Return the sides of the powers that take turns."""
    return list(dict.fromkeys(title.side_of[power] for power in title.turns))


def enter_war(play: Play, power: str, cause: str) -> None:
    """Bring a neutral great power into the war beside its side."""
    if is_neutral(play.position, power):
        row = neutrality(play.title, power)
        play.emit(PowerChanged(power, NEUTRAL, ACTIVE, cause))
        for area in row.upgrades if row else ():
            upgrade_factory(play, area, power)
        _join_nations(play, power)


def round_begun(play: Play) -> None:
    """Bring powers into the war and hand over nations in their set round, unless they have joined the other side."""
    now = play.state.clock.round
    for power, row in setting_rows(play.title, "neutrality", Neutrality).items():
        if row.until == now:
            enter_war(play, power, f"round {now}")
    for adoption in setting_rows(play.title, "adoption", Adoption).values():
        for nation in adoption.nations if adoption.round == now else ():
            if is_neutral(play.position, nation) or play.position.side_of(nation) == play.position.side_of(adoption.to):
                adopt(play, adoption, nation)


def _adoptions(play: Play, nation: str) -> Iterator[Adoption]:
    for row in setting_rows(play.title, "adoption", Adoption).values():
        if nation in row.nations:
            yield row


def adopt(play: Play, row: Adoption, nation: str) -> None:
    """Give a nation's units, and with `areas` its areas, to the power that it fights for."""
    side = play.position.side_of(row.to)
    before = play.state.standing.get(nation, "")
    if before != side:
        play.emit(PowerChanged(nation, before, side, f"joins {row.to}"))
    for key, count in sorted(play.state.stacks.items()):
        if key.power == nation:
            play.emit(changed(key, count, "aligned", to_power=row.to))
    for area, holder in sorted(play.state.control.items()) if row.areas else ():
        if holder == nation:
            play.emit(ControlChanged(area, nation, row.to, "aligned"))
            victory.score_change(play, area, nation, row.to)
