"""The rules of Blitz!: a round is a game turn, with each side's Activities, each side's Blitzes, each power's Turn End (2.1)."""

from __future__ import annotations

from engine import events as ev
from engine.mechanics.changes import changed
from engine.mechanics.set_up import begin
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position, Rules
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import phases
from engine.titles.blitz.land.combat import LandCombat
from engine.titles.blitz.land.land import Marching, Rebasing
from engine.titles.blitz.orders import Blitz
from engine.titles.blitz.politics import entry, politics, returning, road
from engine.titles.blitz.politics_tables import LostHome, minor_wars
from engine.titles.blitz.position import board, changes, commanders
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.sea.sea import Return, Sea, SeaCombat
from engine.titles.blitz.tables import BlitzPrice, Mooring, Reinforcement, countries
from engine.titles.blitz.turn_end import victory
from engine.titles.blitz.turn_end.build_phase import Building
from engine.titles.blitz.turn_end.turn_end import TurnEnd
from engine.titles.blitz.vocabulary import AT_SEA_OF, BLITZ, BLITZING, LOST_HOMES, RETURNING, WAR

SECTION = "2.2 Blitz Phases"
SIDES = ("axis", "allies")
ACTIVITIES = ("return", "sea", "sea-combat", "rebase", "move", "land-combat")

POWER = Rule("blitz/power", SECTION, FATAL)
CHOSEN = Rule("blitz/chosen", SECTION, FATAL)
SCENARIO = Rule("blitz/scenario", SECTION, FATAL)
BLITZ_OIL = Rule("blitz/oil", SECTION, FATAL)
OPTION = Rule("blitz/option", "9.7 Non-Motorized Land Blitz", FATAL)
RESOURCE = Rule("blitz/resource", "9.7 Non-Motorized Land Blitz", FATAL)


class Choosing(phases.Activity):
    """3. and 4.: all powers of the side say which Blitz they do before any begins (2.2)."""

    slug = "blitz"
    adds = (Blitz,)
    section = SECTION

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a power's choice."""
        assert isinstance(order, Blitz)
        power, kind = order.power, order.kind
        if power not in board.powers_of(position, board.side_of(position, position.power)):
            return [POWER.broken(f"{power} does no Blitz now", power, "a power of the side that acts")]
        if BLITZ.read(position.state, power):
            return [CHOSEN.broken(f"{power} has chosen its Blitz", kind, BLITZ.read(position.state, power))]
        allowed = board.rules_of(position).blitzes.get(power)
        if allowed is not None and kind not in allowed:
            return [SCENARIO.broken(f"{power} cannot do a {kind} Blitz in this scenario", kind, ", ".join(allowed) or "free")]
        if kind == "foot":
            return self._judge_foot(position, power)
        cost = price(position, power, kind)
        if cost > changes.store(position, power, OIL):
            return [BLITZ_OIL.broken(f"a {kind} Blitz costs {cost} Oil", str(changes.store(position, power, OIL)), str(cost))]
        return []

    def _judge_foot(self, position: Position, power: str) -> list[Problem]:
        if position.options["foot-blitz"] != "yes":
            return [OPTION.broken("this optional rule is not used", "foot", "another Blitz")]
        if changes.store(position, power, RESOURCES) < 1:
            return [RESOURCE.broken("it costs a saved Resource", "0", "1")]
        return []

    def do(self, play: Play, order: Order) -> None:
        """Pay for the Blitz and keep it."""
        assert isinstance(order, Blitz)
        changes.gain(play, order.power, OIL, -price(play.position, order.power, order.kind), "blitz")
        if order.kind == "foot":
            changes.gain(play, order.power, RESOURCES, -1, "blitz")
        BLITZ.set(play, order.kind, order.power)


def price(position: Position, power: str, kind: str) -> int:
    """Return what a Blitz costs a power in Oil; some are free in some scenarios."""
    if kind in board.rules_of(position).free.get(power, ()):
        return 0
    return next(row.oil for row in own_rows(position.title, "blitzes", BlitzPrice) if row.blitz == kind)


class TitleRules(Rules):
    """A round is a game turn: Axis Activities, Allied Activities, Axis Blitzes, Allied Blitzes, then each power's Turn End."""

    phases = (Choosing(), Return(), Sea(), SeaCombat(), Rebasing(), Marching(), LandCombat(), TurnEnd(), Building())

    def start(self, play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
        """Set the scenario up and open its first phase.

        Raises:
            RecordError: the scenario, an option, an option's value or a power is not the title's.
        """
        begin(play, scenario, options, players)
        victory.bids(play.position)
        self._moorings(play)
        road.set_up(play)
        self._first_markers(play)
        play.emit(ev.RoundStarted(1))
        entry.begin_turn(play)
        politics.settle(play)
        specials.begin_turn(play)
        self._open(play, "axis", False, 1)

    def _moorings(self, play: Play) -> None:
        """Put naval units into their ports where a land area has several."""
        for row in own_rows(self.title, "moorings", Mooring):
            key = board.find(play.position, row.unit) if row.scenario == play.state.scenario else None
            if key is not None:
                play.emit(changed(key, 1, "setup", AT_SEA_OF.of(row.sea)))

    def _first_markers(self, play: Play) -> None:
        """Keep what holds from the start: China's war with Japan, units that never come back."""
        powers = board.rules_of(play.position).powers
        for country, power in minor_wars(self.title).items():
            if all(one in powers for one in (power, countries(self.title)[country].power)):
                WAR.set(play, "yes", country, power)
        rows = own_rows(self.title, "lost_homes", LostHome)
        lost = " ".join(row.country for row in rows if row.scenario == play.state.scenario)
        if lost:
            LOST_HOMES.set(play, lost)

    def opponents(self, side: str) -> tuple[str, ...]:
        """Return the side that has won when a side gives up."""
        return tuple(other for other in SIDES if other != side)

    def order_over(self, play: Play) -> None:
        """Let happen at once what the book pauses play for: what moves and supply bring about (3., 3.3, 3.4), a garrison too small (E)."""
        if play.position.options["pause-play"] == "orders" and not agenda.tasks(play.position):
            politics.settle(play)
            specials.watch(play)
            agenda.run(play)

    def following(self, play: Play) -> None:
        """Open the next phase, the other side's turn, Blitzes, a power's Turn End, or the next game turn; or end the game."""
        if play.state.ended:
            return
        clock = play.state.clock
        victory.check_hunt(play)
        if play.state.ended:
            return
        politics.settle(play)  # what supply and moves bring about (3.3, 3.4), in a record that looks for it now
        specials.watch(play)
        agenda.run(play)
        if clock.phase in ("turn-end", "build"):
            self._next_building(play)
            return
        slugs = [slug for slug in ACTIVITIES if self._plays(play, slug)]
        later = [slug for slug in slugs if clock.phase == "blitz" or ACTIVITIES.index(slug) > ACTIVITIES.index(clock.phase)]
        if later:
            play.open_phase(ev.PhaseStarted(clock.power, later[0], clock.turn))
        else:
            self._next_turn(play)

    def _plays(self, play: Play, phase: str) -> bool:
        wanted = board.rules_of(play.position).phases
        return not wanted or phase in wanted

    def _next_turn(self, play: Play) -> None:
        """Open the Activities or Blitzes of the next side that has powers, or the Turn End."""
        side, blitzing = board.side_of(play.position, play.state.clock.power), phases.is_blitz(play.position)
        order = [(s, b) for b in (False, True) for s in SIDES]
        for next_side, next_blitz in order[order.index((side, blitzing)) + 1 :]:
            if board.powers_of(play.position, next_side):
                self._open(play, next_side, next_blitz, play.state.clock.turn + 1)
                return
        first = self._builders(play)[0]
        play.open_phase(ev.PhaseStarted(first, "turn-end", play.state.clock.turn + 1))

    def _open(self, play: Play, side: str, blitzing: bool, turn: int) -> None:
        power = board.powers_of(play.position, side)[0]
        slugs = ("blitz", *ACTIVITIES) if blitzing else ACTIVITIES
        first = next(slug for slug in slugs if slug == "blitz" or self._plays(play, slug))
        play.open_phase(ev.PhaseStarted(power, first, turn))

    def turn_begun(self, play: Play) -> None:
        """Keep that a turn is one of Blitzes: it begins with their choice."""
        phase, side = play.state.clock.phase, board.side_of(play.position, play.state.clock.power)
        if phase in ACTIVITIES or phase == "blitz":
            commanders.begin_turn(play, board.powers_of(play.position, side))
        if phase == "blitz":
            BLITZING.set(play, "yes")
        elif side == "allies" and phase in ACTIVITIES:
            specials.press(play)

    def _builders(self, play: Play) -> list[str]:
        return [power for power in board.rules_of(play.position).powers if board.plays(play.position, power)]

    def _next_building(self, play: Play) -> None:
        clock, builders = play.state.clock, self._builders(play)
        if clock.phase == "turn-end":
            play.open_phase(ev.PhaseStarted(clock.power, "build", clock.turn))
            return
        order = board.rules_of(play.position).powers
        later = [power for power in builders if order.index(power) > order.index(clock.power)]
        if later:
            play.open_phase(ev.PhaseStarted(later[0], "build", clock.turn + 1))
            return
        self._turn_over(play)

    def _turn_over(self, play: Play) -> None:
        """Score, end the game or begin the next game turn (8., 2.1)."""
        victory.score_turn(play)
        victory.finish(play)
        if play.state.ended:
            return
        self._reinforce(play)
        if not play.begin_round():
            return
        for (country,), _ in RETURNING.entries(play.state):
            returning.bring_back(play, country)
        entry.begin_turn(play)
        specials.begin_turn(play)
        for side in SIDES:
            if board.powers_of(play.position, side):
                self._open(play, side, False, play.state.clock.turn + 1)
                return
        self.stop(play, "nobody-plays")

    def _reinforce(self, play: Play) -> None:
        """Bring on the reinforcements at the end of a turn of a scenario, where their area is still their side's (A.7)."""
        now = (play.state.scenario, board.game_turn(play.position))
        for row in own_rows(self.title, "reinforcements", Reinforcement):
            if (row.scenario, row.turn) == now and board.is_ours(play.position, board.side_of(play.position, row.power), row.area):
                play.emit(ev.UnitsPlaced(row.power, row.unit, row.count, row.area, row.strength, "reinforcement"))
