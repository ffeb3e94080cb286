"""The rules of Global War 1936-1945: its phases, and what begins and ends with rounds and turns (section 6)."""

from __future__ import annotations

from bisect import bisect

from engine import events as ev
from engine.families.axis_allies.combat.capture import CAPITAL_LOST
from engine.families.axis_allies.combat.steps.step import ROUGHLY
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.mechanics.changes import changed
from engine.play import Play
from engine.titles.global_war_1936 import calendar, tables
from engine.titles.global_war_1936.air import hump, wings
from engine.titles.global_war_1936.combat import Combat
from engine.titles.global_war_1936.economy import chart, early_fighters, income
from engine.titles.global_war_1936.economy.collecting import Collect
from engine.titles.global_war_1936.economy.paying import may_open
from engine.titles.global_war_1936.facilities import sites
from engine.titles.global_war_1936.land import exploiting, rails
from engine.titles.global_war_1936.lend_lease import aid
from engine.titles.global_war_1936.moves import Attacks, Reserves
from engine.titles.global_war_1936.nations import chinese, chinese_minors, controlled, controlled_by, is_in_play
from engine.titles.global_war_1936.placing import PlaceUnits
from engine.titles.global_war_1936.politics import events, fall, objectives, spain, war
from engine.titles.global_war_1936.production import Production
from engine.titles.global_war_1936.sea import canals, coast, convoys, duties, landing
from engine.titles.global_war_1936.settings import calendar_of
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.vocabulary import CONTROLLED, LEADING, LINE_LOST, ROAD_OPEN, SUDDEN_DEATH, TRUCE

CONQUERED = ("captured", "blitzed", "liberated")
"""How areas change hands that are conquered: not those that align, are ceded or annexed."""
OF_MINORS = frozenset({"combat-move", "conduct-combat", "noncombat-move", "place-units"})
"""Phases that a controlled minor power plays (table 4-2)."""


class TitleRules(AxisAlliesRules):
    """Five phases a turn, the last in two parts; controlled minor powers act just after who controls them."""

    phases = (Production(), Attacks(), Combat(), Reserves(), PlaceUnits(), Collect())
    odds = ROUGHLY

    def set_up(self, play: Play) -> None:
        """Tell the incomes of peacetime, what stands on borders, who controls whom, and the truce of 1939."""
        super().set_up(play)
        income.begin(play)
        spain.begin(play)
        sites.set_up(play)
        canals.set_up(play)
        early_fighters.set_up(play)
        _without_mountains(play)
        if play.state.scenario == "1936":
            for minor in role(self.title, "avenger").powers:
                CONTROLLED.emit(play, role(self.title, "first-ruler").powers[0], minor)
        else:
            TRUCE.emit(play, "yes")
            one, other = chinese(self.title)
            war.set_relation(play, one, other, "allied")

    def plays(self, play: Play, power: str, phase: str) -> bool:
        """A nation that has surrendered plays nothing; a minor power neither builds nor collects."""
        if power not in self.title.turns:
            return phase in OF_MINORS and bool(controlled_by(play.position, power))
        if power == tables.vichy(self.title).exile and power not in play.state.control.values() and not self._has_units(play, power):
            return False
        return is_in_play(play.position, power)

    def following(self, play: Play) -> None:
        """Go on; when Free France has freed France in its own turn, that goes on as the turn of France (section 14.4.1)."""
        clock, row, phases = play.state.clock, tables.vichy(self.title), self.title.phases
        later = phases[phases.index(clock.phase) + 1 :]
        freed = clock.power == row.exile and not self.plays(play, row.exile, clock.phase) and is_in_play(play.position, row.fallen)
        if freed and later:
            self._open(play, row.fallen, later[0], clock.turn)
        else:
            super().following(play)

    def _has_units(self, play: Play, power: str) -> bool:
        return any(key.power == power for key in play.state.stacks)

    def sequence(self, play: Play) -> list[str]:
        """Return who acts in a round now: each player nation, then the minor powers it controls that are at war."""
        found = []
        for power in self.title.turns:
            found.append(power)
            found += [minor for minor in controlled(play.position, power) if play.position.enemies_of(minor)]
        return found

    def _next_turn(self, play: Play, turn: int) -> None:
        order, current = self.sequence(play), play.state.clock.power
        place = order.index(current) if current in order else self._place_left(play, order)
        for _ in range(2 * len(order)):
            place += 1
            if place >= len(order):
                place = 0
                self.round_over(play)
                if not play.state.ended and play.begin_round():
                    self.round_begun(play)
                order = self.sequence(play)
            if play.state.ended:
                return
            power = order[place]
            if phase := next((phase for phase in self.title.phases if self.plays(play, power, phase)), ""):
                leader = power if power in self.title.turns else controlled_by(play.position, power)
                if LEADING.read(play.state) != leader:
                    LEADING.emit(play, leader)
                self._open(play, power, phase, turn)
                return
        self.stop(play, "nobody-plays")

    def _place_left(self, play: Play, order: list[str]) -> int:
        """Return where a minor power that acts no more stood: after its leader, and those of it that have acted before (section 6.1)."""
        place = order.index(LEADING.read(play.state) or order[0])
        rest = order[place + 1 :]
        return place + bisect(rest[: _minors_at(rest, self.title.turns)], play.state.clock.power)

    def round_begun(self, play: Play) -> None:
        """Losses on convoy lines and aid to Spain are forgotten; the Burma Road opens, or closes."""
        convoys.round_begun(play)
        aid.round_begun(play)
        ROAD_OPEN.set(play, "yes" if may_open(play.position) else "")

    def turn_begun(self, play: Play) -> None:
        """Trains are free again; duties end for units that have left their zone; aircraft of carriers are marked by option."""
        rails.turn_begun(play)
        duties.turn_begun(play)
        wings.turn_begun(play)

    def order_over(self, play: Play) -> None:
        """Aircraft may be lost over the Himalayas; what is being built in an area that has been taken is its taker's."""
        hump.order_over(play)
        coast.order_over(play)
        exploiting.order_over(play)
        landing.order_over(play)
        for event in play.events[play.ordered :]:
            if isinstance(event, ev.UnitsMoved):
                fall.settle_in(play, event)
            if isinstance(event, ev.PowerChanged) and event.after == CAPITAL_LOST:
                fall.lose_halves(play, event.power)
            if isinstance(event, ev.ControlChanged) and event.after in chinese(play.title):
                events.look_at_china(play)
            if isinstance(event, ev.ControlChanged) and event.before and event.how != "setup":
                _keep_in_china(play, event)
                chart.capture_site(play, event.area, event.after)
                if event.how in CONQUERED:
                    _lose_line(play, event.area)
                    fall.lose_seat(play, event)

    def turn_over(self, play: Play) -> None:
        """Nations evolve, minor powers align, and America surrenders, or remembers an invasion."""
        fall.turn_over(play)
        events.check_always(play)
        spain.turn_over(play)
        objectives.note_invasion(play)

    def round_over(self, play: Play) -> None:
        """Count victory points; after the last calendar turn the alliance that leads has won, and a tie goes on (section 3.4)."""
        objectives.score(play)
        if self._is_over(play):
            best = objectives.leaders(play.position)
            if len(best) > 1:
                SUDDEN_DEATH.set(play, "yes")
            else:
                self.stop(play, objectives.MEASURE, (best[0],))

    def _is_over(self, play: Play) -> bool:
        if SUDDEN_DEATH.read(play.state):
            return True
        if play.position.options.get("variable-end") != "rolled":
            return calendar.is_last(play.position)
        rows = [number for month, number in calendar_of(play.title).rolls if calendar.is_from(play.position, month)]
        if not rows:
            return False
        lost = sum(fall.has_lost_capital(play.position, power) for power in self.title.turns)
        return play.roll(1, "the end of the game")[0] <= rows[-1] + lost


def _minors_at(order: list[str], players: tuple[str, ...]) -> int:
    """Return how many minor powers an order of nations begins with."""
    return next((at for at, one in enumerate(order) if one in players), len(order))


def _lose_line(play: Play, area: str) -> None:
    """A fortified line is gone for good once the area it protects has been conquered (section 1.22)."""
    borders = (row.border for row in play.title.borders if row.area == area)
    if any(border in ("fortified-line", "maginot-line") for border in borders) and not LINE_LOST.read(play.state, area):
        LINE_LOST.emit(play, "yes", area)


def _without_mountains(play: Play) -> None:
    """Without the rules of mountains, mountain infantry begins as infantry (section 12.2)."""
    if play.position.options.get("mountains") == "on":
        return
    old, new = role(play.title, "mountaineers").units
    for key, count in sorted(play.state.stacks.items()):
        if key.unit == old:
            play.emit(changed(key, count, "set-up", to_unit=new))


def _keep_in_china(play: Play, event: ev.ControlChanged) -> None:
    """Under the truce a Chinese faction that retakes an area from a foreign power keeps it, also the other's (section 13.3)."""
    power, foreign = play.position.power, event.before not in (*chinese(play.title), *chinese_minors(play.title))
    if power in chinese(play.title) and event.after in chinese(play.title) and event.after != power and foreign:
        fall.give(play, event.area, power, "captured")
