"""Telling a text: its sentences, one after the other, become events. `tell_KIND` carries out the kind of patterns.toml."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine import events as ev
from engine.families.axis_allies.economy.accounts import account_of
from engine.recording import EventEntry
from engine.title.model import Title
from ingest.turn_summaries.board import ToldPosition
from ingest.turn_summaries.event_log import MAX_NOTE, EventLog, Start
from ingest.turn_summaries.fields import hyphened
from ingest.turn_summaries.fights import Fights
from ingest.turn_summaries.money import Bill, Money, prices
from ingest.turn_summaries.names_and_slugs import Unknown, UnknownUnit
from ingest.turn_summaries.order import Told
from ingest.turn_summaries.owners import Owners
from ingest.turn_summaries.sentences import Sentence
from ingest.turn_summaries.setting import Setting
from ingest.turn_summaries.tables import table
from ingest.turn_summaries.units import lists

IN_BATTLE = frozenset({
    "attack", "defend", "dice", "anti_air", "damaged", "shot_down", "lost", "withdraw", "won", "casualties", "bomb_dice",
    "bomb_damage", "bomb_cost", "plunder", "convert", "note", "nothing", "untold", "skip", "no_landing",
})  # fmt: skip
"""Kinds of sentence that go on telling a battle; any other ends it."""

TELLS_POWER = frozenset({"phase", "buy", "collect", "research", "attack", "garrisons"})
"""Kinds of sentence that tell whose turn it is."""


class Frame:
    """One telling of a text: its rounds and turns, and what cannot be read. The parts carry out the sentences."""

    def __init__(self, setting: Setting, text: Sequence[Told], start: Start, name: str) -> None:
        self.setting, self.words, self.text, self.start = setting, setting.words, text, start
        self.log = EventLog(name)
        self.money = Money(self.log, setting.resource, start)
        self.board = ToldPosition(self.log, start, setting.strength, setting.is_sea)
        self.fights = Fights(self.log, self.board, setting)
        self.round = self.turn = 0
        self.stretch = -1
        self.power = self.phase = ""
        self.at = 0
        self.bills: list[Bill] = []
        self.list_of: str = ""
        self.listed: dict[str, list[tuple[str, int]]] = {}
        self.spoilt = False
        self.blockaded: list[str] = []
        self.victory: tuple[int, Sentence] | None = None
        self.tech: set[tuple[str, str]] = set()
        self.owners = Owners(text, setting.words)

    def _close_list(self, last: bool = False) -> None:
        """Tell a list of several lines, once its last has been read."""
        raise NotImplementedError

    def tell(self) -> list[EventEntry]:
        """Tell the whole text after what is known of its beginning."""
        self._set_up()
        for at, told in enumerate(self.text):
            self.at = at
            self.log.line = told.sentence.line
            if told.stretch != self.stretch:
                self._stretch(told.stretch)
            self._sentence(told)
        self._close_list(last=True)
        self.fights.end()
        self._end()
        return self.log.entries

    def misfits(self) -> int:
        """Purchases that cost something else than the title says."""
        return sum(total != sum(self.setting.price(unit) * count for unit, count in units) for units, total in self.bills)

    def found(self) -> Start:
        """What this telling shows of the start, with what was known of it."""
        before = self.start
        return Start(
            before.stacks + self.board.found,
            before.control | self.board.found_control,
            before.stores | self.money.found,
            before.costs or prices([*self.bills, *self.fights.bills]),
        )

    # The frame: rounds, turns, what cannot be read

    def _sentence(self, told: Told) -> None:
        sentence = told.sentence
        kind = sentence.kind
        if kind not in ("garrison", "skip", "nothing"):
            self._close_list()
        if kind not in IN_BATTLE:
            self.fights.end()
        if kind not in (
            "heading",
            "skip",
            "production",
            "treasury",
            "garrisons",
            "garrison",
            "repeat",
            "nothing",
            "note",
        ):
            self._clock(told)
        try:
            getattr(self, f"tell_{kind}")(sentence)
        except UnknownUnit as error:
            self._strange_unit(sentence, error.name)
        except Unknown as error:
            self._unread(sentence, f"a line cannot be told, it is kept as a note: {error}")

    def _clock(self, told: Told) -> None:
        if told.round and told.round != self.round:
            self.round = told.round
            self.power = self.phase = ""
            self.log.emit(ev.RoundStarted(told.round))
        if told.sentence.kind in ("phase", "victory", "untold") or self.power:
            return
        if power := self._power_ahead():
            self.log.gap("turn", f"the text does not say whose turn this is; by what follows it is {power}'s")
            self._begin(power, "")

    def _power_ahead(self) -> str:
        for told in self.text[self.at :]:
            sentence = told.sentence
            if sentence.kind in TELLS_POWER:
                name = sentence.fields.get("power") or next((item.power for item in lists(sentence.fields)), "")
                return self.words.powers.get(name, "")
        return ""

    def _begin(self, power: str, phase: str) -> None:
        if not self.round:
            self.round = 1
            self.log.gap("round", "the text does not say which round this is; it is counted as the first")
            self.log.emit(ev.RoundStarted(1))
        self.turn += power != self.power
        self.power, self.phase = power, phase
        self.log.emit(ev.PhaseStarted(power, phase, self.turn))

    def _stretch(self, stretch: int) -> None:
        if stretch:
            self.fights.end()
            self.log.gap("turns-missing", "turns are missing here: what happened in between is not told")
        self.stretch = stretch
        self.board.open(stretch)
        if not stretch:
            self.money.open()

    def _set_up(self) -> None:
        """Place a known title's set-up where the text begins with the game's first turn."""
        title = self.setting.title
        if not title or not self._from_the_start(title):
            return
        scenario = next(iter(title.scenarios))
        self.log.gap("set-up", "the text begins with the first turn: the title's own set-up is taken to be the game's")
        for treasury in title.treasuries:
            if treasury.scenario == scenario and treasury.resource == title.resource:
                self.money.set_up(treasury.power, treasury.amount, "setup")
        for holding in title.holdings:
            if holding.scenario == scenario:
                self.board.hold(holding.area, "", account_of(title, holding.area, holding.power), "setup")
        for row in title.placements:
            if row.scenario == scenario:
                fixed = title.units[row.unit].cls == "facility"  # the program has these, too, with the account, and troops with its leader
                self.board.place(row.area, account_of(title, row.area, row.power) if fixed else row.power, row.unit, row.count, "setup")
        self.stretch = 0
        self.board.listed.update(title.powers)

    def _from_the_start(self, title: Title) -> bool:
        first = next((told for told in self.text if told.sentence.kind == "phase"), None)
        if not first or first.round != 1:
            return False
        fields = first.sentence.fields
        phases = table()["phases"]
        return phases[fields["phase"]].startswith("bid-") or self.words.powers.get(fields["power"]) == title.order[0]

    def _end(self) -> None:
        if not self.victory:
            return
        round_, sentence = self.victory
        if round_ < self.round:
            self.log.emit(ev.MarkerSet("game", "victory-announced", f"round {round_}: {sentence.text}"[:300]))
            return
        said = sentence.fields["winners"].replace(" and ", ", ")
        winners = tuple(self.words.powers.get(name.strip(), name.strip().lower()) for name in said.split(",") if name.strip())
        winners = tuple(dict.fromkeys(self.setting.side_of.get(winner, winner) for winner in winners))
        how = re.search(r"[A-Z]{2,}(?: [A-Z]+)+", sentence.fields["how"])
        self.log.emit(ev.GameEnded(winners, hyphened(how[0]) if how else "victory"))

    def _unread(self, sentence: Sentence, why: str) -> None:
        self.log.note(sentence.text)
        self.log.gap("line", why, sentence.text, "a sentence of a turn summary")
        self.spoilt = True

    def _strange_unit(self, sentence: Sentence, name: str) -> None:
        self.log.note(sentence.text)
        title = self.setting.title
        expected = f"a unit of {title.slug}" if title else "a unit"
        message = f"the title has no such unit; the line is kept as a note: {sentence.text[:MAX_NOTE]}"
        where = f"{self.log.name}:{sentence.line}"
        self.log.emit(ev.DefectFound("observed/unit", "error", name[:MAX_NOTE], expected, message, where))
        self.spoilt = True

    def tell_nothing(self, sentence: Sentence) -> None:
        """A line that fits no pattern."""
        self._unread(sentence, "a line is no sentence of a turn summary; it is kept as a note")

    def tell_repeat(self, sentence: Sentence) -> None:
        """A phase that stands in the text twice."""
        self.log.gap("repeat", "this phase stands in the text already; it is told once", sentence.text)

    def tell_note(self, sentence: Sentence) -> None:
        """A line that moves nothing."""
        self.log.note(sentence.text)

    def tell_untold(self, sentence: Sentence) -> None:
        """A line of which the text leaves out what it did."""
        self.log.note(sentence.text)
        self.log.gap("effect", "the text does not tell what this did to which units", sentence.text)

    def tell_skip(self, sentence: Sentence) -> None:
        """A heading, or what other lines say as well."""

    tell_heading = tell_skip

    def tell_phase(self, sentence: Sentence) -> None:
        """A phase begins."""
        self._begin(self.words.power(sentence.fields["power"]), table()["phases"][sentence.fields["phase"]])

    def tell_victory(self, sentence: Sentence) -> None:
        """Somebody has won; play may go on all the same."""
        self.victory = self.round, sentence

    def _on_turn(self) -> str:
        if not self.power:
            raise Unknown("nothing says whose turn it is")
        return self.power
