"""Small positions for rule tests: a real game of a title of the family, in a chosen phase, with a chosen board and chosen dice.

Units are written by power, conditions in brackets, the strength of a damaged unit as in `battleship~1`:

    BOARD = Positions("aa1942", "standard")
    BOARD.play_from({"libya": "germany: 2 infantry, tank", "sea-zone-15": "germany: transport [cargo=germany/infantry],"
                     " infantry [aboard]; united-kingdom: destroyer"}, "germany", "combat-move")
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine import events as ev
from engine.condition import after_turn, parse_condition
from engine.families.axis_allies import victory
from engine.mechanics.profile import profile_in
from engine.orders import Order
from engine.play import Play
from engine.rules import NEUTRAL, Position, load_rules
from engine.state import GameState, Stack
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title

_ITEM = re.compile(r"\s*(?:(\d+)\s+)?([a-z-]+)(?:~(\d+))?(?:\s*\[([^\]]*)\])?\s*(?:,|\Z)")


class ScriptedDice:
    """Dice that fall as a test says; `asked` lists what for, `left` what was not rolled."""

    def __init__(self, dice: Iterable[int]) -> None:
        self.left = list(dice)
        self.asked: list[tuple[int, str]] = []

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return the next dice; fails the test when the script has too few."""
        self.asked.append((count, what))
        assert len(self.left) >= count, f"{count} dice asked for {what}; the test has only {self.left} left"
        rolled, self.left = tuple(self.left[:count]), self.left[count:]
        return rolled


class Positions:
    """Positions of one title and scenario."""

    def __init__(self, slug: str, scenario: str, neutral: Iterable[str] = ()) -> None:
        """`neutral` are powers that have declared war on nobody, unless a position says otherwise."""
        self.title: Title = load_title(slug)
        self.rules = load_rules(self.title)
        self.scenario, self.neutral = scenario, tuple(neutral)

    def read_units(self, text: str, state: GameState | None = None) -> list[tuple[str, str, int, int, str]]:
        """Return (power, unit, count, strength, condition) of each stack in `power: 2 unit [condition], unit; power: ...`.

        With a state, whole units have the strength that their profile has in it.
        """
        found = []
        for part in filter(None, (part.strip() for part in text.split(";"))):
            power, colon, units = part.partition(":")
            assert colon and power in self.title.powers, f"{part!r}: expected 'power: units'"
            at = 0
            while at < len(units.rstrip()):
                match = _ITEM.match(units, at)
                assert match and match[2] in self.title.units, f"{units[at:]!r} in {text!r}: expected '2 unit [condition], ...'"
                strength = int(match[3] or self._whole(power, match[2], state))
                found.append((power, match[2], int(match[1] or 1), strength, parse_condition(match[4] or "").text))
                at = match.end()
        return found

    def play_from(
        self,
        stacks: Mapping[str, str],
        power: str,
        phase: str = "purchase-units",
        *,
        control: Mapping[str, str] | None = None,
        taken: Mapping[str, str] | None = None,
        dice: Iterable[int] = (),
        options: Mapping[str, str] | None = None,
        money: Mapping[str, int] | None = None,
        pool: Mapping[str, str] | None = None,
        damage: Mapping[str, int] | None = None,
        markers: Mapping[tuple[str, str], str] | None = None,
        standing: Mapping[str, str] | None = None,
        relations: Mapping[tuple[str, str], str] | None = None,
        techs: Mapping[str, str] | None = None,
        round: int = 1,
        strictness: Strictness = Strictness.RAISE,
    ) -> Play:
        """Return a game (in round 1, if not told otherwise) in which `power` has just begun `phase` of its turn.

        Args:
            stacks: area to its units. Conditions that last a turn (moved, used=1, ...) come about in this turn.
            control: areas held otherwise than in the set-up; an empty text is nobody.
            taken: areas that changed hands in this turn.
            dice: what will be rolled, in order.
            money: power to IPCs; others have their set-up treasuries.
            pool: power to units bought and not yet placed (`3 infantry, tank`).
            damage: area (or `area/facility`) to bombing damage of its factory.
            markers: (scope, key) to value, set when the phase begins.
            standing: power to its standing (neutral, capital-lost, ...). relations: pair of powers to war, peace or allied.
            techs: power to its technologies, separated by blanks.
        """
        play = Play(self.rules, ScriptedDice(dice), strictness=strictness)
        play.emit(ev.GameStarted(self.title.slug, self.scenario, self.title.choices(dict(options or {})), {}))
        self._agree(play, dict(standing or {}), dict(relations or {}), dict(techs or {}))
        self._hold(play, dict(control or {}), dict(money or {}))
        placed = [(area, *item) for area, text in stacks.items() for item in self.read_units(text, play.state)]
        self._stand(play, placed, dict(damage or {}), dict(pool or {}))
        play.emit(ev.RoundStarted(round))
        turn, first = self.title.order.index(power) + 1, self.title.phases[0]
        if phase != first:
            play.emit(ev.PhaseStarted(power, first, turn))
            self._this_turn(play, placed, dict(taken or {}), markers)
            play.open_phase(ev.PhaseStarted(power, phase, turn))
        else:
            play.open_phase(ev.PhaseStarted(power, phase, turn))
            self._this_turn(play, placed, dict(taken or {}), markers)
        play.position = Position(self.title, play.state)
        return play

    def _whole(self, power: str, unit: str, state: GameState | None) -> int:
        return (profile_in(self.title, state, power, unit) if state else self.title.units[unit]).strength

    def _agree(self, play: Play, standing: dict[str, str], relations: dict, techs: dict[str, str]) -> None:
        for power, after in (dict.fromkeys(self.neutral, NEUTRAL) | standing).items():
            play.emit(ev.PowerChanged(power, "active", after, "setup"))
        for (power, other), after in relations.items():
            play.emit(ev.RelationChanged(power, other, "", after))
        for power, words in techs.items():
            for tech in words.split():
                play.emit(ev.TechAdvanced(power, tech))

    def _hold(self, play: Play, control: dict[str, str], money: dict[str, int]) -> None:
        holders = {row.area: row.power for row in self.title.holdings if row.scenario == self.scenario} | control
        for area, holder in holders.items():
            if holder:
                play.emit(ev.ControlChanged(area, "", holder, "setup"))
        treasuries = {(row.power, row.resource): row.amount for row in self.title.treasuries if row.scenario == self.scenario}
        treasuries |= {(power, self.title.resource): 0 for power in money if (power, self.title.resource) not in treasuries}
        for (power, resource), usual in treasuries.items():
            amount = money.get(power, usual)
            play.emit(ev.ResourceChanged(power, resource, amount, amount, "setup"))
        victory.score_setup(play)
        for power, row in self.title.powers.items():
            if holders.get(row.capital, power) in play.position.enemies_of(power):
                play.emit(ev.PowerChanged(power, "active", "capital-lost", "setup"))

    def _stand(self, play: Play, placed: list, damage: dict[str, int], pool: dict[str, str]) -> None:
        for area, power, unit, count, strength, condition in placed:
            play.emit(ev.UnitsPlaced(power, unit, count, area, strength, "setup", after_turn(condition)))
        for place, points in damage.items():
            area, _, named = place.partition("/")
            factory, owner = next(
                (row[2], row[1])
                for row in placed
                if row[0] == area and (row[2] == named if named else self.title.units[row[2]].has("produces"))
            )
            play.emit(ev.FacilityChanged(area, factory, owner, "damaged", points, points))
        for power, text in pool.items():
            for _, unit, count, _, _ in self.read_units(f"{power}: {text}"):
                cost = profile_in(self.title, play.state, power, unit).cost
                play.emit(ev.UnitsPurchased(power, unit, count, cost, cost * count, self.title.resource))

    def _this_turn(self, play: Play, placed: list, taken: dict[str, str], markers: Mapping[tuple[str, str], str] | None) -> None:
        for area, power, unit, count, strength, condition in placed:
            if (lasting := after_turn(condition)) != condition:
                play.emit(ev.UnitsChanged(power, unit, count, area, strength, lasting, becomes=condition, cause="test"))
        for area, holder in taken.items():
            before = play.state.control.get(area, "")
            play.emit(ev.ControlChanged(area, before, holder, "captured"))
            victory.score_change(play, area, before, holder)
        for (scope, key), value in (markers or {}).items():
            play.emit(ev.MarkerSet(scope, key, value))

    def standing(self, play: Play, area: str) -> str:
        """Return what stands in an area, in the form that `play_from` takes; powers, units and conditions sorted."""
        powers: dict[str, list[str]] = {}
        for (_, power, unit, strength, condition), count in sorted(_stacks(play, area)):
            words = unit if count == 1 else f"{count} {unit}"
            hurt = "" if strength == self._whole(power, unit, play.state) else f"~{strength}"
            powers.setdefault(power, []).append(words + hurt + (f" [{condition}]" if condition else ""))
        return "; ".join(f"{power}: {', '.join(units)}" for power, units in powers.items())


def _stacks(play: Play, area: str) -> list[tuple[Stack, int]]:
    return [item for item in play.state.stacks.items() if item[0][0] == area]


def rules_of(play: Play, order: Order) -> list[str]:
    """Return the slugs of the rules that an order breaks now."""
    return [problem.rule for problem in play.check(order)]


def events_after(play: Play, start: int, *kinds: type[ev.Event]) -> list[ev.Event]:
    """Return the events from number `start` on; of these types, when any are named."""
    return [event for event in play.events[start:] if not kinds or isinstance(event, kinds)]


def outcome(play: Play, *orders: Order) -> list[ev.Event]:
    """Submit orders and return the events they made."""
    start = len(play.events)
    for order in orders:
        play.submit(order)
    return play.events[start:]


def again(play: Play) -> Play:
    """Return the same game folded anew from its events: what a game that was cut off goes on from."""
    fresh = Play(play.rules, play.dice, strictness=play.strictness)
    for event in play.events:
        fresh.emit(event)
    return fresh
