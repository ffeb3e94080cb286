"""Several attacks on one area one after the other: each meets what the one before has left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.forces import parse_units
from engine.odds.answers import Answer, battle_odds
from engine.odds.battle import FIGHT_ON, Forces
from engine.odds.fighters import Units
from engine.odds.mixture import added, weighted
from engine.odds.names import OddsError
from engine.odds.result import DIGITS, Result
from engine.title.model import Title

RARE = 1e-7
"""What is left of a defender with less chance than this is not followed."""


class Wave(NamedTuple):
    """One of the attacks.

    Attributes:
        forces: as it attacks; the defenders are those at the start. needed: the chance that there is still something to attack.
        answer: its odds where it is needed; None where it never is.
    """

    forces: Forces
    needed: float
    answer: Answer | None


class Waves(NamedTuple):
    """Attacks one after the other.

    Attributes:
        take: the chance that one of them takes the area (at sea: destroys all who can fight). lost: what all attackers lose on average,
        defender_lost: what the defender does. samples: as how good a share `take` is, one of so many battles played; 0 if it is exact.
        errors: the standard errors of `lost` and `defender_lost`, at most.
    """

    each: tuple[Wave, ...]
    take: float
    lost: float
    defender_lost: float
    samples: int = 0
    errors: tuple[float, float] = (0.0, 0.0)


def one_after_the_other(title: Title, forces: Sequence[Forces], first: Mapping[str, Any], **how: Any) -> Waves:
    """Return the odds of attacks on the same defenders; who is not needed any more does not attack. Damaged ships are mended between them.

    Args:
        forces: of each attack; the defenders of the first one stand there. first: what is asked of the first attack alone, such as its
            retreat; the others are fought to the end. how: what is asked of all (see `battle_odds`).

    Raises:
        OddsError: see `battle_odds`.
    """
    if forces[0].defend_load:
        raise OddsError("what the defender's transports carry is not followed from one attack to the next: leave it out")
    left: dict[str, float] = {"": 1.0}
    units = {"": (forces[0].defenders, forces[0].defend_damaged)}
    waves, take, lost, gained = [], 0.0, 0.0, 0.0
    for number, attack in enumerate(forces):
        parts, after, needed = list[tuple[float, Answer]](), dict[str, float](), sum(left.values())
        for text, chance in left.items():
            defenders, damaged = units[text]
            here = attack._replace(defenders=defenders, defend_damaged=damaged, guns=forces[0].guns)
            found = battle_odds(title, here, **{"retreat": FIGHT_ON, **how, **(first if number == 0 else {})})
            parts.append((chance, found))
            for name, part in _still_there(found.result, attack.at_sea):
                if chance * part >= RARE:
                    after[name] = after.get(name, 0.0) + chance * part
                    units.setdefault(name, (_units(name, attack, forces[0]), {}))
        answer = _together(parts) if parts else None
        waves.append(Wave(attack._replace(defenders=forces[0].defenders), round(needed, DIGITS), answer))
        if answer:
            take += needed * (answer.result.win if attack.at_sea else answer.result.take)
            lost += needed * answer.result.attacker_lost
            gained += needed * answer.result.defender_lost
        left = after
    met = [(wave.needed, wave.answer.result) for wave in waves if wave.answer]
    played = [result.samples for _, result in met if result.samples]
    off = [sum(chance * result.errors[side] for chance, result in met) for side in (0, 1)]
    take, lost, gained = (round(one, DIGITS) for one in (min(take, 1.0), lost, gained))
    return Waves(tuple(waves), take, lost, gained, samples=min(played, default=0), errors=(off[0], off[1]))


def _still_there(found: Result, at_sea: bool) -> list[tuple[str, float]]:
    """Return what is left to be attacked, `nobody` for an area that nobody defends and nobody has taken, and the chance of each."""
    some = [(one.units, one.chance) for one in found.defenders if one.units]
    open_ = sum(one.chance for one in found.defenders if not one.units) - found.take
    return some if at_sea or open_ <= 0 else [*some, ("nobody", open_)]


def _units(text: str, attack: Forces, first: Forces) -> Units:
    if text == "nobody":
        return {}
    powers = {power for _, power in first.defenders}
    only = next(iter(powers)) if len(powers) == 1 else ""
    return {(item.unit, item.power or only): item.count for item in parse_units(text)}


def _together(parts: Sequence[tuple[float, Answer]]) -> Answer:
    """Return the odds of an attack that meets each of several forces with a chance."""
    total = sum(chance for chance, _ in parts)
    found = added([weighted(answer.result, chance / total) for chance, answer in parts])
    samples = max(answer.result.samples for _, answer in parts)
    error = sum(chance / total * answer.result.error for chance, answer in parts)
    mine, theirs, rounds = (sum(chance / total * answer.result.errors[at] for chance, answer in parts) for at in range(3))
    played = max(answer.result.played for _, answer in parts)
    why = next((answer.sampled for _, answer in parts if answer.sampled), "")
    return Answer(
        found._replace(samples=samples, error=error, played=played, errors=(mine, theirs, rounds)),
        why,
        parts[0][1].dive,
    )
