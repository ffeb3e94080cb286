"""The sequence of a battle: the steps that a title lists for it, run until a decision is due (section General Combat Sequence)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.families.axis_allies.combat.battle import OpenBattle, clear_hit, open_fight
from engine.families.axis_allies.combat.bombing import stand_down
from engine.families.axis_allies.combat.ending import Verdict, conclude, tell
from engine.families.axis_allies.combat.steps.step import ON, OVER, WAIT, Step
from engine.families.axis_allies.vocabulary import STEP

if TYPE_CHECKING:
    from engine.orders import Order
    from engine.play import Play
    from engine.rules import Position


FOR_AREAS = frozenset({"land", "amphibious", "sea"})
"""Kinds of battles that decide who holds an area; others, such as raids, only destroy."""


class CombatSequence(NamedTuple):
    """The steps of battles of some kinds (land, sea, amphibious, raid, partisans), in the order of the book."""

    kinds: tuple[str, ...]
    steps: tuple[Step, ...]

    def step(self, slug: str) -> Step:
        """Return the step of a name.

        Raises:
            LookupError: the sequence has no such step.
        """
        return self.steps[self._place(slug)]

    def before(self, slug: str, *steps: Step) -> CombatSequence:
        """Return the sequence with more steps before one that it has; LookupError when it has not."""
        return self.instead(slug, *steps, self.step(slug))

    def after(self, slug: str, *steps: Step) -> CombatSequence:
        """Return the sequence with more steps after one that it has; LookupError when it has not."""
        return self.instead(slug, self.step(slug), *steps)

    def instead(self, slug: str, *steps: Step) -> CombatSequence:
        """Return the sequence with other steps, or none, in the place of one that it has; LookupError when it has not."""
        place = self._place(slug)
        return self._replace(steps=(*self.steps[:place], *steps, *self.steps[place + 1 :]))

    def waiting(self, position: Position) -> Step | None:
        """Return the step that waits for a decision in the open battle, or None."""
        marker = STEP.read(position.state)
        return next((step for step in self.steps if marker in step.waits), None)

    def begin(self, play: Play) -> None:
        """Fight the open battle from the first step on."""
        self._run(play, 0)

    def go_on(self, play: Play, slug: str, to: str = ON) -> None:
        """Continue from a step's result, until a decision is due or the battle is over."""
        if to not in (WAIT, OVER):
            self._run(play, self._place(to) if to else self._place(slug) + 1)

    def run_from(self, play: Play, place: int) -> None:
        """Continue with the step of a number, as after a pause before it (`Play.pause`)."""
        self._run(play, place)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> None:
        """Carry out a decision and fight on; ignore one that does not fit the step."""
        step = self.waiting(play.position)
        if step and isinstance(order, step.takes):
            self.go_on(play, step.slug, step.answer(play, fight, order))

    def break_off(self, play: Play, fight: OpenBattle) -> None:
        """End the open battle as unfinished; losses already owed are taken in the usual way."""
        if step := self.waiting(play.position):
            step.break_off(play, fight)
        clear_hit(play, fight)
        if fight.kind == "raid":
            stand_down(play, fight)
        if fight.kind in FOR_AREAS:
            conclude(play, "none", "unfinished")
        else:
            tell(play, fight, Verdict("none", "unfinished"))

    def _run(self, play: Play, place: int) -> None:
        while fight := open_fight(play.position):
            play.pause(place, partial(self._run, place=place))
            to = self.steps[place].run(play, fight)
            if to in (WAIT, OVER):
                return
            place = self._place(to) if to else place + 1

    def _place(self, slug: str) -> int:
        for place, step in enumerate(self.steps):
            if step.slug == slug:
                return place
        raise LookupError(f"no step {slug!r} in the sequence of {', '.join(self.kinds)}")


def sequence_of(sequences: tuple[CombatSequence, ...], kind: str) -> CombatSequence:
    """Return the sequence of battles of a kind.

    Raises:
        LookupError: the title lists none for it.
    """
    for sequence in sequences:
        if kind in sequence.kinds:
            return sequence
    raise LookupError(f"the title lists no sequence for battles of kind {kind!r}")
