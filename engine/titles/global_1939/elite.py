"""Special army groups: pairs of armoured units that fire before all others (global-1939, Special Army Groups).

Their condition has the lasting word `elite!`, which alone decides their fire in battle (`combat/bonuses.py`).
"""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.families.axis_allies.board import condition_of, is_cargo, own_stacks
from engine.families.axis_allies.orders import Form
from engine.families.axis_allies.vocabulary import ELITE
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting
from engine.titles.global_1939.vocabulary import ELITE_FORMED, ELITE_GROUPS

SECTION = "Special Army Groups"

POWER = Rule("elite/power", SECTION, FATAL)
UNITS = Rule("elite/units", SECTION, FATAL)
PRESENT = Rule("elite/present", SECTION, FATAL)
TOO_EARLY = Rule("elite/too-early", SECTION)
ONE_A_TURN = Rule("elite/one-a-turn", SECTION)
MOST = Rule("elite/most", SECTION)


class Elite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which powers form special army groups of which units: `size` units each, one a turn from round `first_round` on.

    With the option of `twice_when` (its slug, its value), two in that first round. `most` is a power's limit in a game.
    `order` lists whose groups fire first against each other.
    """

    order: tuple[str, ...]
    units: tuple[str, ...]
    size: int
    most: int
    first_round: int
    source: str
    twice_when: tuple[str, ...] = ()


def formed(position: Position, power: str) -> int:
    """Return how many special army groups a power has formed in the game, including lost ones."""
    return ELITE_GROUPS.number(position.state, power)


def check_form(position: Position, order: Form) -> list[Problem]:
    """Return what is wrong with forming a special army group."""
    rules, power = setting(position.title, "elite", Elite), position.power
    if rules is None or power not in rules.order:
        return [
            POWER.broken(
                f"{power} has no special army groups",
                found=power,
                expected=", ".join(rules.order) if rules else "nobody",
            )
        ]
    problems, now = [], position.state.clock.round
    counts = _named(order)
    if sum(counts.values()) != rules.size or any(unit not in rules.units for unit in counts):
        problems.append(
            UNITS.broken(
                f"a group consists of {rules.size} units of certain types",
                found=order.units,
                expected=", ".join(rules.units),
            )
        )
    for unit, count in counts.items():
        have = sum(n for _, n in _free(position, order.area, unit))
        if have < count:
            problems.append(
                PRESENT.broken(
                    f"too few free {unit} of {power} in {order.area}",
                    found=str(have),
                    expected=f"at least {count}",
                )
            )
    if now < rules.first_round:
        problems.append(
            TOO_EARLY.broken(
                "special army groups are not formed yet",
                found=f"round {now}",
                expected=f"round {rules.first_round} or later",
            )
        )
    done, most = _formed_now(position), _most_now(position, rules)
    if done >= most:
        problems.append(ONE_A_TURN.broken("no more new groups this turn", found=str(done + 1), expected=f"at most {most}"))
    if formed(position, power) >= rules.most:
        problems.append(
            MOST.broken(
                "groups are not replaced",
                found=str(formed(position, power) + 1),
                expected=f"at most {rules.most} in a game",
            )
        )
    return problems


def form(play: Play, order: Form) -> None:
    """Make the named units a special army group."""
    power = play.position.power
    for unit, count in _named(order).items():
        for key, n in _free(play.position, order.area, unit):
            taken = min(count, n)
            count -= taken
            if taken:
                becomes = condition_of(key).having(ELITE).text
                play.emit(changed(key, taken, "elite", becomes))
    ELITE_GROUPS.add(play, 1, power)
    ELITE_FORMED.add(play, 1)


def _formed_now(position: Position) -> int:
    return ELITE_FORMED.number(position.state)


def _most_now(position: Position, rules: Elite) -> int:
    """Return how many groups a power may form in this turn."""
    chosen = bool(rules.twice_when) and position.options.get(rules.twice_when[0]) == rules.twice_when[1]
    return 2 if chosen and position.state.clock.round == rules.first_round else 1


def _named(order: Form) -> Counter[str]:
    counts: Counter[str] = Counter()
    for item in order.forces:
        counts[item.unit] += item.count
    return counts


def _free(position: Position, area: str, unit: str) -> list[tuple[Stack, int]]:
    own = own_stacks(position, area, position.power)
    return [(key, n) for key, n in own if key.unit == unit and not is_cargo(key) and ELITE not in condition_of(key).words]
