"""Whether the exact odds follow the battles of a title: by what each of its steps says of itself (`Step.odds`), and their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, REMOVED_AS
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY, ON, ROUGHLY, UNKNOWN, Remove, Step
from engine.families.axis_allies.vocabulary import STRUCK
from engine.rules import Rules, load_rules
from engine.title.model import Title

BATTLES = ("land", "amphibious", "sea")
"""Kinds of battles that have odds."""
ORDER = (
    ("bombardment", ATTACKER), ("anti-air", DEFENDER), ("shot-down",), ("check",), ("round",), ("dive-attacker", ATTACKER),
    ("dive-defender", DEFENDER), ("dived",), ("strike", ATTACKER), ("counter-strike", DEFENDER), ("strike-removal", (STRUCK,), ON),
    ("attack", ATTACKER), ("defence", DEFENDER), ("removal", tuple(REMOVED_AS), ON), ("press",), ("stay",),
)  # fmt: skip
"""The steps of a battle that the exact odds fight, by name, each with whose it is, or with what it removes and where it leads."""


def unfollowed(title: Title, roughly: bool = False) -> str:
    """Return why the exact odds do not follow the battles of a title; empty if they do, and for titles that consist of tables.

    Args:
        roughly: whether odds will do that leave some steps out, of which the title says that they may be.
    """
    try:
        rules = load_rules(title)
    except LookupError:
        return ""
    phase = next((one for one in rules.phases if isinstance(one, ConductCombat)), None)
    if phase is None:
        return "its rules do not conduct combat by the steps that the exact odds know"
    found = _strange("combat phase", _said(type(phase), ConductCombat), roughly)
    found = found or _strange("consequence of orders", _after_orders(type(rules)), roughly)
    try:
        for kind in BATTLES:
            found = found or _of_sequence(sequence_of(phase.sequences, kind), roughly)
    except LookupError as error:
        return str(error)
    return found


def _said(kind: type, base: type) -> Iterator[str]:
    """Yield what a class, and each that it is made of up to a base, says of itself."""
    return (vars(one).get("odds", UNKNOWN) for one in kind.__mro__ if issubclass(one, base))


def _after_orders(kind: type) -> Iterator[str]:
    """Yield what each class of rules that adds consequences of orders (`order_over`) says of them: answers in battles are orders."""
    own = (one for one in kind.__mro__ if "order_over" in vars(one) and one is not Rules)
    return (vars(one).get("odds", UNKNOWN) for one in own)


def _of_sequence(sequence: CombatSequence, roughly: bool) -> str:
    said = {step.slug: vars(type(step)).get("odds", UNKNOWN) for step in sequence.steps}
    for slug, word in said.items():
        if why := _strange(f"step {slug!r}", [word], roughly):
            return why
    if roughly and ROUGHLY in said.values():
        return ""
    aside = {step.word for step in sequence.steps if isinstance(step, FireStep) and said[step.slug] == ASIDE}
    order = tuple(_told(step) for step in sequence.steps if said[step.slug] == EXACTLY and not _removes(step, aside))
    if order != ORDER:
        return "the steps of its battles come in another order than the exact odds know"
    return ""


def _strange(what: str, said: Iterable[str], roughly: bool) -> str:
    known = (EXACTLY, ASIDE, ROUGHLY) if roughly else (EXACTLY, ASIDE)
    return "" if all(word in known for word in said) else f"its rules have a {what} of battles that the exact odds do not know"


def _told(step: Step) -> tuple[object, ...]:
    if isinstance(step, Remove):
        return step.slug, tuple(step.words), step.to
    side = getattr(step, "side", "")
    return (step.slug, side) if side else (step.slug,)


def _removes(step: Step, words: set[str]) -> bool:
    """Return whether a step removes only what steps of these words have hit."""
    return isinstance(step, Remove) and set(step.words) <= words
