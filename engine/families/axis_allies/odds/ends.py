"""The chances of the ends of a land battle, from a pause of its rules, where these do only what the chain follows (`known.py`)."""

from __future__ import annotations

from collections.abc import Hashable

from engine.errors import SitrepError
from engine.families.axis_allies.combat.battle import DEFENDER
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.odds.chain import Chain, Unknown
from engine.families.axis_allies.odds.known import DEFENCE, Known, is_plain, known
from engine.families.axis_allies.odds.side import fallen, target_of
from engine.families.axis_allies.orders import Press
from engine.odds.outcome import Chances, outcome_of
from engine.odds.trial import Over, Paused, Stop, Trial
from engine.rules import Position, Rules


class UntilRound(Trial):
    """A trial without dice, up to the beginning of a round."""

    goal: Hashable = None

    def pause(self, place: Hashable, go_on: object) -> None:
        """Stop where a round begins."""
        if place == self.goal:
            raise Paused(place, lambda play: None)


class Ends:
    """The odds of one battle, at any pause of its rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._chain: Chain | None = None
        self._too_large = False

    def __call__(self, position: Position, place: Hashable) -> Chances | None:
        """Return the chances of the ends with the usual answers; None where the chain does not know all that can happen."""
        battle = known(self.rules, position, place)
        if battle is None or self._too_large:
            return None
        try:
            if battle.sequence.steps[int(str(place))].slug == DEFENCE:
                return self._from(position, battle, amid=True)
            there = self._at_round(position, battle, int(str(place)))
            return there if there is None or isinstance(there, dict) else self._from(there, battle, amid=False)
        except Unknown:
            # What is left of it later is played, too: as the rest of the battle.
            self._too_large = True
            return None
        except (SitrepError, LookupError):
            return None

    def _at_round(self, position: Position, battle: Known, place: int) -> Position | Chances | None:
        """Return the position at the beginning of the next round; the end, if that comes first; None if it takes dice to come there."""
        if place == battle.begins:
            return position
        trial = UntilRound(self.rules, position, battle.fight.number, begun=True)
        trial.goal = battle.begins
        try:
            battle.sequence.run_from(trial, place)
            while trial.pending and Press in trial.pending.takes:
                trial.submit(trial.pending.default)
        except Paused:
            return trial.position
        except Over as over:
            return {outcome_of(self.rules.title, over.end): 1.0}
        except Stop:
            return None
        return None

    def _from(self, position: Position, battle: Known, *, amid: bool) -> Chances | None:
        """Return the chances from the beginning of a round, or (`amid`) from where the defender is to fire; None if it is not plain."""
        if not is_plain(position, battle, amid=amid):
            return None
        pair = self._chain.pair(position) if self._chain else None
        if pair is None:
            if amid:
                return None
            self._chain = Chain(self.rules, position, battle)
            pair = self._chain.pair(position)
        if self._chain is None or pair is None:
            return None
        if not amid:
            return None if self._chain.is_over(pair) else self._chain.ends({pair: 1.0}, battle.fight.round + 1)
        groups = firing_groups(position, battle.fight.area, DEFENDER)
        hits = list(fallen(groups, target_of(groups, self._chain.mine, pair.mine), position.title.dice_sides))
        return self._chain.ends(self._chain.struck(pair, hits, [({}, 1.0)]), battle.fight.round + 1)
