"""Declarations of war: who may, what they cost, what follows (sections 4.7, 4.9, 5.5, 5.6, 8.1)."""

from __future__ import annotations

from engine.events import RelationChanged, ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936 import tables
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import (
    alliance,
    chinese,
    chinese_minors,
    is_apart,
    is_at_war,
    is_bounded,
    is_in_play,
    is_minor,
    is_player,
    is_war,
)
from engine.titles.global_war_1936.politics import alignment
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.treaties import bounds, claims, pacts, truce
from engine.titles.global_war_1936.vocabulary import INVADERS_AWAITED, TRUCE

SECTION = "8.1 Declarations of War"

WHO = Rule("war/who", SECTION, FATAL)
RELATION = Rule("war/relation", SECTION, FATAL)
ALLIANCE = Rule("war/alliance", "4.2, table 4-2", FATAL)
GONE = Rule("war/gone", "4.4", FATAL)
BEATEN = Rule("war/gone", "9.22", FATAL)
DEFENCE = Rule("war/defence", "5.5")
INCOME = Rule("war/income", "5.2, 5.5")
SPAIN = Rule("war/spain", "13.1")
FEE = Rule("war/fee", "5.6")
TREATY = Rule("war/pact", pacts.SECTIONS[pacts.JAPANESE])
SPHERE = Rule("war/pact", pacts.SECTIONS[pacts.MOLOTOV])
PUPPET = Rule("war/vichy", "14.4.3")


def check_war(position: Position, power: str, other: str) -> list[Problem]:
    """Return what forbids a nation to declare war on another."""
    title = position.title
    if not is_player(title, power) or not is_in_play(position, power):
        return [WHO.broken(f"{power} declares no war", found=power, expected="a player nation in play")]
    at_peace = position.relation(power, other) == "peace" or is_bounded(position, power, other)
    if power == other or not (at_peace or truce.is_kept(position, power, other)):
        return [
            RELATION.broken(
                f"war is declared on nations at peace, not on {other}",
                found=position.relation(power, other),
                expected="peace",
            )
        ]
    if is_player(title, other) and alliance(title, power) == alliance(title, other):
        return [ALLIANCE.broken(f"{other} is a member of one's own alliance", found=other, expected="a nation outside it")]
    if not is_player(title, other) and (not is_apart(position, other) or other not in position.state.control.values()):
        return [GONE.broken(f"{other} is no nation any more", found=other, expected="a nation that holds an area")]
    if not is_in_play(position, other):
        return [BEATEN.broken(f"{other} has surrendered", found=other, expected="a nation in play")]
    inner = power in chinese(position.title) and (other in chinese(position.title) or other in chinese_minors(title))
    free = inner or claims.is_refused(position, power, other)
    able = [] if free else _check_able(position, power)
    return [
        *able,
        *_check_spain(position, power, other),
        *_check_pacts(position, power, other),
        *_check_fee(position, power, other),
    ]


def _check_able(position: Position, power: str) -> list[Problem]:
    sheet = sheets(position.title)[power]
    if sheet.wars == "free" or is_at_war(position, power):
        return []
    if sheet.wars == "income" and income.is_ready(position, power):
        return []
    if sheet.wars == "income":
        return [
            INCOME.broken(
                f"{power} has not reached its income of wartime",
                found=str(income.reached(position, power)),
                expected=f"at least {income.full_value(position, power)}",
            )
        ]
    return [DEFENCE.broken(f"{power} does not begin a war", found=power, expected="a war that others begin")]


def _check_spain(position: Position, power: str, other: str) -> list[Problem]:
    rows = tables.factions(position.title)
    if other in rows and power in {row.ruler for row in rows.values()} and at_civil_war(position):
        return [SPAIN.broken(f"{power} stays out of the Spanish Civil War", found=other, expected="another nation")]
    return []


def _check_pacts(position: Position, power: str, other: str) -> list[Problem]:
    """The treaty with Japan is broken before a war; under the other pact two neighbours are left alone; the Axis spares Vichy."""
    if {power, other} == set(pacts.parties(position, pacts.JAPANESE)) and pacts.is_signed(position, pacts.JAPANESE):
        return [TREATY.broken(f"a treaty binds {power} and {other}", found="signed", expected="its end, which costs 5")]
    row = tables.pacts(position.title)[pacts.MOLOTOV]
    if power == row.binds and other in row.shields and pacts.is_signed(position, row.pact):
        return [SPHERE.broken(f"the pact with Germany shields {other}", found="signed", expected="the end of the pact")]
    france = tables.vichy(position.title)
    if other == france.puppet and alliance(position.title, power) == alliance(position.title, france.victor):
        return [PUPPET.broken("the Axis does not attack Vichy", found=power, expected="a nation of another alliance")]
    return []


def at_civil_war(position: Position) -> bool:
    """Return whether the Spanish Civil War goes on."""
    held = position.state.control.values()
    return all(faction in held for faction in tables.factions(position.title))


def _payers(title: Title) -> tuple[str, ...]:
    """Return who pays, and may share; the United States too, once they are at their income of wartime."""
    return (*role(title, "payers").powers, *role(title, "american").powers)


def is_fined(position: Position, power: str, other: str) -> bool:
    """Return whether a declaration of war costs the Allies: on a neutral minor power (section 5.6)."""
    return power in _payers(position.title) and not is_player(position.title, other)


def payers(position: Position, power: str) -> list[str]:
    """Return who may pay for a declaration of war: who declares it first, then those that could declare one."""
    able = [one for one in _payers(position.title) if is_in_play(position, one) and not _check_able(position, one)]
    return list(dict.fromkeys(([power] if power in able else []) + able))


def _check_fee(position: Position, power: str, other: str) -> list[Problem]:
    if not is_fined(position, power, other):
        return []
    have = sum(purse(position, one) for one in payers(position, power))
    fee = figure(position.title, "war-fee")
    if have >= fee:
        return []
    return [
        FEE.broken(
            "a declaration of war on a neutral minor power costs the Allies",
            found=f"{have} ipp",
            expected=f"{figure(position.title, 'war-fee')} ipp among {', '.join(payers(position, power))}",
        )
    ]


def declare(play: Play, power: str, other: str) -> None:
    """Put a nation at war with another, with all that follows at once (table 8-1)."""
    if is_fined(play.position, power, other):
        _fine(play, power)
    if truce.is_kept(play.position, power, other):
        end_truce(play)
    if is_player(play.title, other):
        _against_player(play, power, other)
    else:
        _against_minor(play, power, other)
    alignment.settle(play)


def _fine(play: Play, power: str) -> None:
    able, left = payers(play.position, power), figure(play.title, "war-fee")
    for american in role(play.title, "american").powers:
        if not is_at_war(play.position, american):
            income.change(play, american, -figure(play.title, "american-dismay"))
    for one in able:
        have = purse(play.position, one)
        paid = min(left, have)
        if paid:
            play.emit(ResourceChanged(one, play.title.resource, -paid, have - paid, "declaration"))
        left -= paid


def set_relation(play: Play, one: str, other: str, after: str) -> None:
    """Change how two nations stand to each other, when it is not so already; a real war ends one within bounds first."""
    if is_bounded(play.position, one, other):
        bounds.end(play, one, other)
    before = play.position.relation(one, other)
    if before != after:
        play.emit(RelationChanged(one, other, before, after))


def _against_player(play: Play, power: str, other: str) -> None:
    attacked = other in chinese(play.title) and power not in chinese(play.title)
    income.alarm(play, power, {other, "china"} if attacked else {other})
    for foe in chinese(play.title) if attacked else (other,):
        if alliance(play.title, foe) != alliance(play.title, power) and is_in_play(play.position, foe):
            set_relation(play, power, foe, "war")
    if attacked:
        unite_china(play)
    for one in (power, *(chinese(play.title) if attacked else (other,))):
        join_hands(play, one)


def unite_china(play: Play) -> None:
    """All warlords go to the KMT, and the two factions agree to a truce (sections 4.9, 13.3)."""
    (unifier,) = role(play.title, "unifier").powers
    for warlord in chinese_minors(play.title):
        if is_apart(play.position, warlord) and is_in_play(play.position, unifier):
            alignment.align(play, warlord, unifier)
    if play.position.relation(*chinese(play.title)) == "war" and not TRUCE.read(play.state):
        TRUCE.emit(play, "yes")
        INVADERS_AWAITED.emit(play, "yes")
        one, other = chinese(play.title)
        set_relation(play, one, other, "allied")


def end_truce(play: Play) -> None:
    """The factions are at war again, for good, and their troops part (section 13.3)."""
    TRUCE.emit(play, "over")
    INVADERS_AWAITED.set(play, "")
    one, other = chinese(play.title)
    set_relation(play, one, other, "war")
    truce.part(play)


def join_hands(play: Play, power: str) -> None:
    """Members of an alliance are aligned when they are at war with the same major power (section 4.4)."""
    if not is_player(play.title, power):
        return
    foes = _major_foes(play.position, power)
    for friend in play.title.turns:
        if friend == power or alliance(play.title, friend) != alliance(play.title, power):
            continue
        if foes & _major_foes(play.position, friend) and play.position.relation(power, friend) == "peace":
            set_relation(play, power, friend, "allied")


def _major_foes(position: Position, power: str) -> set[str]:
    """Return the major powers that a nation is at war with, beyond the bounds of a doctrine or pact (sections 5.7, 14.2)."""
    enemies = position.enemies_of(power)
    return {foe for foe in enemies if is_player(position.title, foe) and not is_minor(position, foe) and is_war(position, power, foe)}


def _against_minor(play: Play, power: str, minor: str) -> None:
    if minor in chinese_minors(play.title):
        _against_warlord(play, power, minor)
        return
    income.alarm(play, power, {minor, "minor"})
    attack_minor(play, power, minor)


def attack_minor(play: Play, power: str, minor: str) -> None:
    """Put a nation at war with a minor power, which goes to its protector or under its control (table 4-3)."""
    set_relation(play, power, minor, "war")
    to = alignment.protector(play.position, minor, power)
    if not to:
        return
    if alignment.faces(play.position, minor, to) or alignment.joins_at_once(play.position, minor, to):
        alignment.align(play, minor, to)
    else:
        alignment.take_control(play, minor, to)


def _against_warlord(play: Play, power: str, minor: str) -> None:
    if power in chinese(play.title):
        set_relation(play, power, minor, "war")
        return
    foes = [foe for foe in chinese(play.title) if alliance(play.title, foe) != alliance(play.title, power)]
    target = next((foe for foe in foes if is_in_play(play.position, foe) and not is_war(play.position, power, foe)), "")
    if target:
        _against_player(play, power, target)
    unite_china(play)
    if is_apart(play.position, minor):
        set_relation(play, power, minor, "war")
