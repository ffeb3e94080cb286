"""The odds of a battle in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.terminal.output import print_json, say
from dashboard.ui.sampled import mean_told, often, share
from engine.forces import show_units
from engine.odds.answers import Answer
from engine.odds.battle import Forces
from engine.odds.diving import told
from engine.odds.fighters import Units
from engine.odds.questions import Question, chance_of, percentiles, plays_of
from engine.odds.result import Result, Survivors
from engine.title.model import Title

MOST = 6
"""Lines of survivors that are printed."""
SMALL = 0.0005
"""Chance below which a line is left out."""


def as_rows(answer: Answer) -> dict[str, object]:
    """Return the odds as JSON values."""
    found = answer.result
    return {
        **{name: round(getattr(found, name), 9) for name in (
            "win", "take", "lose", "draw", "retreat", "attacker_lost", "defender_lost", "swing", "rounds",
            "attacker_aircraft", "defender_aircraft",
        )},
        "by_round": [round(chance, 9) for chance in found.by_round],
        "attackers_left": [_survivors(one) for one in found.attackers],
        "defenders_left": [_survivors(one) for one in found.defenders],
        "swings": [{"swing": swing, "chance": round(chance, 9)} for swing, chance in found.swings],
        "percentiles": {str(part): swing for part, swing in percentiles(found.swings)},
        "exact": not answer.sampled, "sampled_because": answer.sampled, "samples": found.samples, "standard_error": found.error,
        "played": found.played,
        "standard_errors": dict(
            zip(("attacker_lost", "defender_lost", "rounds", "swing"), (*found.errors, found.swing_error), strict=True)
        ),
        "submerge": {"attacker": answer.dive.attack, "defender": answer.dive.defend},
    }  # fmt: skip


def _survivors(one: Survivors) -> dict[str, object]:
    steps = {"steps": one.steps} if one.steps else {}
    return {"units": one.units, **steps, "chance": round(one.chance, 9)}


def print_odds(
    title: Title,
    forces: Forces,
    area: str,
    answer: Answer,
    *,
    as_json: bool,
    asked: Sequence[tuple[str, Question]] = (),
) -> None:
    """Print the odds of a battle.

    Args:
        asked: questions about its end, as they were written and read.
    """
    found = answer.result
    answers = [(text, chance_of(found, one), plays_of(found, one)) for text, one in asked]
    if as_json:
        print_json(
            {
                **as_rows(answer),
                "answers": [{"question": text, "chance": round(chance, 9)} for text, chance, _ in answers],
            }
        )
        return
    say(heading(title, forces, area))
    say(precision(answer))
    say()
    # Aircraft are lost in battles played, even where the chances of the battle are exact.
    played = found.samples or found.played
    rows = [
        ("attacker wins", found.win, found.samples),
        *([("and takes the area", found.take, found.samples)] if not forces.at_sea else []),
        ("defender wins", found.lose, found.samples),
        ("nobody wins", found.draw, found.samples),
        ("attacker retreats", found.retreat, found.samples),
        ("attacker loses any aircraft", found.attacker_aircraft, played),
        ("defender loses any aircraft", found.defender_aircraft, played),
    ]
    kept = {"attacker wins", "and takes the area", "defender wins"}
    _lines([(name, often(chance, samples)) for name, chance, samples in rows if chance >= SMALL or name in kept])
    say()
    unit = title.resources[title.resource].name
    means = (found.attacker_lost, found.defender_lost, found.rounds)
    mine, theirs, rounds = (mean_told(mean, error) for mean, error in zip(means, found.errors, strict=True))
    say(
        f"On average the attacker loses {mine} {unit} and the defender {theirs}: a swing of "
        f"{mean_told(found.swing, found.swing_error, sign=True)} for the attacker, in {rounds} rounds."
    )
    (low, _), (middle, _), (_, high) = (found.swing_at(part) for part in (0.05, 0.5, 0.95))
    say(f"In 9 battles out of 10 the swing is between {low:+.0f} and {high:+.0f} {unit}, in half of them at least {middle:+.0f}.")
    parts = ", ".join(f"{part} % {swing_told(found, part / 100)}" for part, _ in percentiles(found.swings))
    say(f"Percentiles of the swing: {parts}.")
    if answers:
        say()
        _lines([(text, often(chance, samples)) for text, chance, samples in answers])
    for name, left in (("Attackers left", found.attackers), ("Defenders left", found.defenders)):
        say()
        _lines([(name, "chance"), *_left(left, played)])


def precision(answer: Answer) -> str:
    """Return how exact odds are, in a sentence."""
    found = answer.result
    if not answer.sampled:
        return f"Exact odds. {told(answer.dive)}".rstrip()
    if found.played:
        return (
            f"Exact chances and swings, through the rules; losses, survivors and rounds of {found.played:,} battles played, "
            f"because {answer.sampled}."
        )
    low, high = map(share, found.within(found.win))
    played = f"Played {found.samples:,} times through the rules, because {answer.sampled}"
    return f"{played}; the attacker's chance to win is {low} to {high} (95%)."


def _lines(rows: list[tuple[str, str]]) -> None:
    wide = max(len(name) for name, _ in rows)
    for name, chance in rows:
        say(f"{name:<{wide}}  {chance:>6}")


def heading(title: Title, forces: Forces, area: str) -> str:
    """Return who fights whom, and where."""
    where = f" in {title.areas[area].name}" if area in title.areas else " at sea" if forces.at_sea else ""
    ships = f", bombarded by {_shown(forces.bombard)}" if forces.bombard else ""
    guns = f", {_shown(forces.guns)}" if forces.guns else ""
    mine, theirs = _laden(forces.attackers, forces.attack_load), _laden(forces.defenders, forces.defend_load)
    return f"{mine} against {theirs}{guns}{where}{ships}"


def _laden(units: Units, load: Units) -> str:
    return f"{_shown(units) or 'nobody'}{f' (aboard: {_shown(load)})' if load else ''}"


def _shown(units: Units) -> str:
    several = len({power for _, power in units}) > 1
    return show_units((unit, n, power if several else "") for (unit, power), n in units.items())


def swing_told(found: Result, part: float) -> str:
    """Return the swing that a part of all battles do not exceed, as a range where the battles played do not tell one."""
    low, high = (f"{swing:+.0f}" for swing in found.swing_at(part))
    return low if low == high else f"{low} to {high}"


def _left(found: tuple[Survivors, ...], samples: int) -> list[tuple[str, str]]:
    lines = [
        (", ".join(filter(None, (one.units or "nobody", one.steps))), often(one.chance, samples))
        for one in found[:MOST]
        if one.chance >= SMALL
    ]
    rest = 1.0 - sum(one.chance for one in found[: len(lines)])
    return [*lines, ("anything else", often(rest, samples))] if rest >= SMALL else lines
