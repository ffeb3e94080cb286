"""The decisions of a battle, as the history tells them: casualties, submerging, pressing on, retreats."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting, kept_forces, open_fight
from engine.families.axis_allies.combat.steps.firing import toll_due
from engine.families.axis_allies.combat.steps.late_diving import LATE
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire
from engine.families.axis_allies.combat.steps.raid import DOGFIGHT
from engine.families.axis_allies.orders import Evade, Intercept, Lose, Press, Submerge
from engine.families.axis_allies.vocabulary import LOSSES, SHELLED, STEP, STRIKES
from engine.forces import show_units
from engine.orders import Order
from engine.rules import Pending, Position
from ingest.triplea.orders.dice import Misroll
from ingest.triplea.orders.fights import FightRound, Kind, TripleaFight


def answer(position: Position, pending: Pending, told: TripleaFight) -> Order:
    """Return the order that answers a decision of the open battle.

    Raises:
        Misroll: the history knows nothing of such a decision.
    """
    fight = open_fight(position)
    assert fight is not None
    now = told.rounds[fight.round - 1] if 0 < fight.round <= len(told.rounds) else FightRound()
    if pending.what == "casualties":
        if STEP.read(position.state) == AntiAircraftFire.slug:
            return Lose(show_units((unit, n, power) for (unit, power), n in sorted(told.shot.items())))
        if told.air and STEP.read(position.state).startswith(DOGFIGHT):
            return _losses(position, pending.side, told.air.fire)
        return _losses(position, pending.side, now if fight.round or not told.rounds else told.rounds[0])
    if not now.retreat and (after := _aftermath(told, fight.round)) and after.retreat:
        now = after
    if pending.what == "intercept":
        up = told.air.interceptors if told.air else Counter[Kind]()
        return Intercept(show_units((unit, n, power) for (unit, power), n in sorted(up.items())))
    if pending.what == "submerge":
        if STEP.read(position.state).startswith(LATE):
            now = _aftermath(told, fight.round) or FightRound()
        mine = (power == position.power for _, power in now.submerged)
        wanted = pending.side == ATTACKER
        count = sum(n for (n, is_mine) in zip(now.submerged.values(), mine, strict=True) if is_mine == wanted)
        return Submerge.of(pending.side, count)
    if pending.what == "evade":
        return Evade(now.withdrew.get(pending.side, ""))
    if now.retreat:
        return now.retreat
    if pending.what == "stay":
        return Press()
    if fight.round < len(told.rounds):
        return Press()
    raise Misroll(f"press or retreat after round {fight.round} in {fight.area}", "the battle is over")


def _aftermath(told: TripleaFight, number: int) -> FightRound | None:
    """Return what came after the dice of a round, which the history tells as the beginning of the next: who submerged, who left then."""
    return told.rounds[number] if 0 < number < len(told.rounds) and told.rounds[number].submerged else None


def _losses(position: Position, side: str, now: FightRound) -> Order:
    """Return the casualties of a step of fire; a unit that took a hit and a unit that was lost are both named."""
    fight = open_fight(position)
    assert fight is not None
    step = STEP.read(position.state)
    toll = toll_due(position, fight, side)
    lost = _of_step(position, now, step)
    chosen = Counter({kind: n for kind, n in lost.items() if (kind[1] == position.power) == (side == ATTACKER)})
    owed = toll.warships + toll.transports
    if step == "bombardment":
        chosen = _first(position, chosen, toll.room, owed)
    elif step == "attack":
        chosen -= _shelled(position, fight)
    _fill(position, chosen, toll.room, owed)
    return Lose(show_units((unit, n, power) for (unit, power), n in sorted(chosen.items())))


def _of_step(position: Position, now: FightRound, step: str) -> Counter[Kind]:
    if step in ("strike", "counter-strike"):
        return now.early
    fires = DEFENDER if step == "defence" else ATTACKER
    return +now.late if fires in STRIKES.words(position.state) else now.early + now.late


def _first(position: Position, lost: Counter[Kind], room: Counter[Kind], owed: int) -> Counter[Kind]:
    """Return the units lost to bombardment: the cheapest, since the history does not tell them from those lost to the attackers."""
    ranked = sorted(lost, key=lambda kind: (position.title.units[kind[0]].cost, kind))
    each = [kind for kind in ranked for _ in range(min(lost[kind], room[kind]))]
    return Counter(each[:owed])


def _shelled(position: Position, fight: OpenBattle) -> Counter[Kind]:
    """Return what bombardment has hit: units that still fire in this round, or what is gone before the first one."""
    found: Counter[Kind] = Counter()
    for key, count in fighting(position, fight.area, DEFENDER):
        if SHELLED in condition_of(key):
            found[key[2], key[1]] += count
    if fight.round == 1 and "silences" in position.title.able:
        for item in kept_forces(position, LOSSES, DEFENDER):
            found[item.unit, item.power] += item.count
    return found


def _fill(position: Position, chosen: Counter[Kind], room: Counter[Kind], owed: int) -> None:
    """A unit lost by two hits at once is named once in the history, and twice in the order."""
    for kind in sorted(chosen):
        while chosen.total() < owed and position.title.units[kind[0]].strength > 1 and chosen[kind] < room[kind]:
            chosen[kind] += 1
