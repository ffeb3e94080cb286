"""Telling a text: its sentences, one after the other, become events. `tell_KIND` carries out the kind of patterns.toml."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from engine import events as ev
from engine.recording import EventEntry
from engine.titles.model import Title
from ingest.turns import fights
from ingest.turns.board import Board
from ingest.turns.fights import ATTACKER, DEFENDER, Fights
from ingest.turns.money import Bill, Money, prices
from ingest.turns.order import Told
from ingest.turns.sentences import TAKEN, Sentence
from ingest.turns.tables import table
from ingest.turns.tale import Start, Tale
from ingest.turns.units import forces, items, lists, owned_items
from ingest.turns.words import FLAG, Unknown, Words

IN_BATTLE = frozenset({
    "attack", "defend", "dice", "anti_air", "damaged", "shot_down", "lost", "withdraw", "won", "casualties", "bomb_dice",
    "bomb_damage", "bomb_cost", "plunder", "convert", "note", "nothing", "untold", "skip",
})  # fmt: skip
"""Kinds of sentence that go on telling a battle; any other ends it."""

TELLS_POWER = frozenset({"phase", "buy", "collect", "research", "attack", "garrisons"})
"""Kinds of sentence that tell whose turn it is."""


class Setting:
    """What a telling goes by: the names, and figures of units and areas."""

    def __init__(self, words: Words, costs: dict[str, int], is_sea: dict[str, bool], resource: str) -> None:
        self.words, self.title, self.costs, self.sea, self.resource = words, words.title, costs, is_sea, resource

    def price(self, unit: str) -> int:
        """What a unit costs, 0 when that is not known."""
        return self.title.units[unit].cost if self.title else self.costs.get(unit, 0)

    def is_sea(self, area: str) -> bool:
        """Whether an area is water."""
        return self.sea.get(area, False)

    def strength(self, unit: str) -> int:
        """The hits that a fresh unit takes; damage of a unit is told, but not kept in its stack."""
        return self.title.units[unit].strength if self.title else 1


class Teller:
    """One telling of a text."""

    def __init__(self, setting: Setting, text: Sequence[Told], start: Start, name: str) -> None:
        self.setting, self.words, self.text, self.start = setting, setting.words, text, start
        self.tale = Tale(name)
        self.money = Money(self.tale, setting.resource, start)
        self.board = Board(self.tale, start, setting.strength, setting.is_sea)
        self.fights = Fights(self.tale, self.board, setting.price, setting.is_sea)
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
        self._flags = self._flags_ahead()
        self._owners = self._owners_told()

    def tell(self) -> list[EventEntry]:
        """Tell the whole text after what is known of its beginning."""
        self._set_up()
        for self.at, told in enumerate(self.text):
            self.tale.line = told.sentence.line
            if told.stretch != self.stretch:
                self._stretch(told.stretch)
            self._sentence(told)
        self._close_list(last=True)
        self.fights.end()
        self._end()
        return self.tale.entries

    def misfits(self) -> int:
        """Purchases that cost something else than the title says."""
        return sum(total != sum(self.setting.price(unit) * count for unit, count in units) for units, total in self.bills)

    def found(self) -> Start:
        """What this telling shows of the start, with what was known of it."""
        before = self.start
        return Start(
            before.stacks + self.board.found, before.control | self.board.found_control, before.stores | self.money.found,
            before.costs or prices([*self.bills, *self.fights.bills]),
        )  # fmt: skip

    # The frame: rounds, turns, what cannot be read

    def _sentence(self, told: Told) -> None:
        sentence = told.sentence
        kind = sentence.kind
        if kind not in ("garrison", "skip", "nothing"):
            self._close_list()
        if kind not in IN_BATTLE:
            self.fights.end()
        if kind not in ("heading", "skip", "production", "treasury", "garrisons", "garrison", "repeat", "nothing", "note"):
            self._clock(told)
        try:
            getattr(self, f"tell_{kind}")(sentence)
        except Unknown as error:
            self._unread(sentence, f"a line names what the title has not got: {error}")

    def _clock(self, told: Told) -> None:
        if told.round and told.round != self.round:
            self.round = told.round
            self.power = self.phase = ""
            self.tale.emit(ev.RoundStarted(told.round))
        if told.sentence.kind in ("phase", "victory", "untold") or self.power:
            return
        if (power := self._power_ahead()):
            self.tale.gap("turn", f"the text does not say whose turn this is; by what follows it is {power}'s")
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
            self.tale.gap("round", "the text does not say which round this is; it is counted as the first")
            self.tale.emit(ev.RoundStarted(1))
        self.turn += power != self.power
        self.power, self.phase = power, phase
        self.tale.emit(ev.PhaseStarted(power, phase, self.turn))

    def _stretch(self, stretch: int) -> None:
        if stretch:
            self.fights.end()
            self.tale.gap("turns-missing", "turns are missing here: what happened in between is not told")
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
        self.tale.gap("set-up", "the text begins with the first turn: the title's own set-up is taken to be the game's")
        for treasury in title.treasuries:
            if treasury.scenario == scenario:
                self.money.set_up(treasury.power, treasury.amount, "setup")
        for holding in title.holdings:
            if holding.scenario == scenario:
                self.board.hold(holding.area, "", holding.power, "setup")
        for row in title.placements:
            if row.scenario == scenario:
                self.board.place(row.area, row.power, row.unit, row.count, "setup")
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
            self.tale.emit(ev.MarkerSet("game", "victory-announced", f"round {round_}: {sentence.text}"[:300]))
            return
        said = sentence.fields["winners"].replace(" and ", ", ")
        winners = tuple(self.words.powers.get(name.strip(), name.strip().lower()) for name in said.split(",") if name.strip())
        title = self.setting.title
        if title:
            winners = tuple(dict.fromkeys(title.side_of.get(winner, winner) for winner in winners))
        how = re.search(r"[A-Z]{2,}(?: [A-Z]+)+", sentence.fields["how"])
        self.tale.emit(ev.GameEnded(winners, _slug(how[0]) if how else "victory"))

    def _unread(self, sentence: Sentence, why: str) -> None:
        self.tale.note(sentence.text)
        self.tale.gap("line", why, sentence.text, "a sentence of a turn summary")
        self.spoilt = True

    def tell_nothing(self, sentence: Sentence) -> None:
        """A line that fits no pattern."""
        self._unread(sentence, "a line is no sentence of a turn summary; it is kept as a note")

    def tell_repeat(self, sentence: Sentence) -> None:
        """A phase that stands in the text twice."""
        self.tale.gap("repeat", "this phase stands in the text already; it is told once", sentence.text)

    def tell_note(self, sentence: Sentence) -> None:
        """A line that moves nothing."""
        self.tale.note(sentence.text)

    def tell_untold(self, sentence: Sentence) -> None:
        """A line of which the text leaves out what it did."""
        self.tale.note(sentence.text)
        self.tale.gap("effect", "the text does not tell what this did to which units", sentence.text)

    def tell_skip(self, sentence: Sentence) -> None:
        """A heading, or what other lines say as well."""

    tell_heading = tell_skip

    def tell_phase(self, sentence: Sentence) -> None:
        """A phase begins."""
        self._begin(self.words.power(sentence.fields["power"]), table()["phases"][sentence.fields["phase"]])

    def tell_victory(self, sentence: Sentence) -> None:
        """Somebody has won; play may go on all the same."""
        self.victory = self.round, sentence

    # Units and areas

    def tell_move(self, sentence: Sentence) -> None:
        """Units move."""
        units = self.words.counts(items(sentence.fields["units"]))
        origin, to = self.words.area(sentence.fields["area"]), self.words.area(sentence.fields["to"])
        cause = "noncombat" if self.phase == "noncombat-move" else "move"
        for unit, count in units:
            self.board.carry(self._on_turn(), unit, count, origin, to, cause)

    def _on_turn(self) -> str:
        if not self.power:
            raise Unknown("nothing says whose turn it is")
        return self.power

    def tell_place(self, sentence: Sentence) -> None:
        """Bought units are placed."""
        area = self.words.area(sentence.fields["area"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.mobilize(area, self._on_turn(), unit, count)

    def tell_place_by(self, sentence: Sentence) -> None:
        """The map's own rules place units."""
        area, power = self.words.area(sentence.fields["area"]), self.words.power(sentence.fields["power"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.place(area, power, unit, count, "trigger")

    def tell_remove_by(self, sentence: Sentence) -> None:
        """The map's own rules take units away."""
        area, power = self.words.area(sentence.fields["area"]), self.words.power(sentence.fields["power"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.remove(area, power, unit, count, "trigger")

    def tell_hand_over(self, sentence: Sentence) -> None:
        """Units go over to another power, which the text does not name: its next list shows them."""
        area = self.words.area(sentence.fields["area"])
        self.tale.gap("owner", "units change their owner; the text does not say to whom", sentence.text)
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.remove(area, self._on_turn(), unit, count, "handed-over")
            self.board.given[area, unit] += count

    def tell_take(self, sentence: Sentence) -> None:
        """An area changes hands, and the line says whose it is now."""
        fields = sentence.fields
        area, after = self.words.area(fields["area"]), self.words.power(fields["power"])
        before = self.words.owner(fields["other"]) if "other" in fields else self.board.control.get(area, "")
        how = "trigger" if "other" not in fields else "captured" if after == self.power else "liberated"
        self.board.take(area, before, after, how)

    def _conquer(self, taken: list[tuple[str, str]]) -> None:
        """The power on turn takes areas in battle, for itself or for whom they belonged to at first."""
        for name, other in taken:
            area, before = self.words.area(name), self.words.owner(other)
            after = self._keeper(name, area, before)
            self.board.take(area, before, after, "captured" if after == self.power else "liberated")

    def _keeper(self, name: str, area: str, before: str) -> str:
        """Who holds an area once the power on turn has taken it: the text does not say.

        The power's next list does, where it has a flag there: it took the area and keeps it. Else it is whose
        own it was: the one from whom it is next taken tells, or the one from whom it was first. Without a list a known
        title's sides tell: allies give each other back what was theirs, while their capital is free.
        """
        power, title = self._on_turn(), self.setting.title
        flags, next_ = self._next_flags(power), self._next_owner(area)
        first = title.areas[area].original_owner if title else self._first_owner(area)
        if flags is not None:
            if name in flags:
                return power
            return next(owner for owner in (next_, first, power) if owner and owner != before or owner == power)
        if title and first and first != power and title.side_of[first] == title.side_of.get(power):
            capital = title.powers[first].capital
            free = area == capital or title.side_of.get(self.board.control.get(capital, first)) == title.side_of[first]
            return first if free else power
        return power

    def _flags_ahead(self) -> dict[str, tuple[list[int], list[set[str]]]]:
        """Power to where its lists stand, and the areas with a flag in each."""
        found: dict[str, tuple[list[int], list[set[str]]]] = {}
        now: set[str] = set()
        for at, told in enumerate(self.text):
            fields = told.sentence.fields
            if told.sentence.kind == "garrisons":
                places, flags = found.setdefault(self.words.powers.get(fields["power"], ""), ([], []))
                now = set()
                places.append(at)
                flags.append(now)
            elif told.sentence.kind == "garrison" and fields["units"].startswith(f"1 {FLAG}"):
                now.add(fields["area"])
        return found

    def _next_flags(self, power: str) -> set[str] | None:
        places, flags = self._flags.get(power, ([], []))
        at = bisect_left(places, self.at)
        near = at < len(places) and self.text[places[at]].round == self.text[self.at].round
        return flags[at] if near else None

    def _owners_told(self) -> dict[str, tuple[list[int], list[str]]]:
        """Area to where the text says that it is taken from somebody, and from whom each time."""
        found: dict[str, tuple[list[int], list[str]]] = {}
        for at, told in enumerate(self.text):
            fields = told.sentence.fields
            pairs = TAKEN.findall(fields.get("takes", ""))
            if told.sentence.kind == "take" and "other" in fields:
                pairs = [(fields["area"], fields["other"])]
            for name, other in pairs:
                if name in self.words.areas:
                    places, owners = found.setdefault(self.words.areas[name], ([], []))
                    places.append(at)
                    owners.append(self.words.powers.get(other, ""))
        return found

    def _first_owner(self, area: str) -> str:
        return self._owners[area][1][0] if area in self._owners else ""

    def _next_owner(self, area: str) -> str:
        places, owners = self._owners.get(area, ([], []))
        at = bisect_left(places, self.at + 1)
        return owners[at] if at < len(places) else ""

    # Battles

    def tell_battle(self, sentence: Sentence) -> None:
        """A battle is announced."""
        self.fights.begin("", self.words.area(sentence.fields["area"]), self._on_turn())

    def tell_raid(self, sentence: Sentence) -> None:
        """A bombing raid."""
        self.fights.begin(fights.RAID, self.words.area(sentence.fields["area"]), self._on_turn())

    def tell_air_battle(self, sentence: Sentence) -> None:
        """Interceptors meet bombers."""
        self.fights.begin(fights.AIR, self.words.area(sentence.fields["area"]), self._on_turn())

    def tell_air_battle_end(self, sentence: Sentence) -> None:
        """It is over, and ended by now."""

    def tell_attack(self, sentence: Sentence) -> None:
        """The attacker's forces."""
        self._join(ATTACKER, sentence)

    def tell_defend(self, sentence: Sentence) -> None:
        """The defenders' forces."""
        self._join(DEFENDER, sentence)

    def _join(self, side: str, sentence: Sentence) -> None:
        units = [(self.words.power(item.power), self.words.unit(item.name), item.count) for item in forces(sentence.fields["forces"])]
        self.fights.join(side, units)

    def tell_dice(self, sentence: Sentence) -> None:
        """Dice of a side in a round: how many there were and how many hit. The program counts rounds from 2."""
        fields = sentence.fields
        power, area = self.words.power(fields["power"]), self.words.area(fields["area"])
        units = self.words.counts(items(fields["units"]))
        unit = units[0][0] if len(units) == 1 else ""
        expected = float(fields.get("expected", "0").replace(",", "."))
        fight = self.fights.now
        purpose = "defence" if fight and fight.side(power) == DEFENDER else "attack"
        self.fights.dice(power, area, unit, purpose, max(1, int(fields["round"]) - 1), int(fields["dice"]), int(fields["hits"]), expected)

    def tell_anti_air(self, sentence: Sentence) -> None:
        """Dice of anti-aircraft guns, whose owner the text leaves out: the defender."""
        fields = sentence.fields
        area, fight = self.words.area(fields["area"]), self.fights.now
        power = (fight.defender if fight else "") or self.board.control.get(area, "")
        expected = float(fields.get("expected", "0").replace(",", "."))
        self.fights.dice(power, area, "", "anti-air", 0, int(fields["dice"]), int(fields["hits"]), expected)

    def tell_lost(self, sentence: Sentence) -> None:
        """Units are lost."""
        fields = sentence.fields
        fight = self.fights.now
        if "area" not in fields and not fight:
            raise Unknown("the text does not say where")
        area = self.words.area(fields["area"]) if "area" in fields else fight.area
        for item in owned_items(fields["owned"]):
            self.fights.lose(area, self.words.power(item.power), self.words.unit(item.name), item.count)

    def tell_shot_down(self, sentence: Sentence) -> None:
        """Attacking aircraft are shot down."""
        fight = self.fights.now
        if not fight:
            raise Unknown("the text does not say where")
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.fights.lose(fight.area, fight.attacker, unit, count, "anti-air")

    def tell_damaged(self, sentence: Sentence) -> None:
        """Ships are hit and stay afloat: kept as a marker of the battle, the stacks stay as they are."""
        fight = self.fights.started()
        area = fight.area if fight else ""
        for item in owned_items(sentence.fields["owned"]):
            power, unit = self.words.power(item.power), self.words.unit(item.name)
            self.tale.emit(ev.MarkerSet("battle", f"damaged {area} {power} {unit}", str(item.count)))

    def tell_withdraw(self, sentence: Sentence) -> None:
        """Units retreat: those named, or all attackers that are left."""
        fields, fight = sentence.fields, self.fights.started()
        to = self.words.area(fields["to"])
        if not fight:
            raise Unknown("the text does not say from where")
        if "owned" in fields:
            going = [(self.words.power(i.power), self.words.unit(i.name), i.count) for i in owned_items(fields["owned"])]
        elif "units" in fields:
            going = [(fight.attacker, unit, count) for unit, count in self.words.counts(items(fields["units"]))]
        else:
            going = [(power, unit, n) for (power, unit), n in fight.left(ATTACKER).items() if n > 0]
        fight.retreated = True
        for power, unit, count in going if to != fight.area else ():
            self.board.move(power, unit, count, fight.area, to, "retreat")

    def tell_won(self, sentence: Sentence) -> None:
        """A battle is won, and with it, and on the way to it, areas."""
        fight = self.fights.started()
        if fight:
            if "power" in sentence.fields:
                fight.winner = fight.side(self.words.power(sentence.fields["power"]))
            fight.score = int(sentence.fields["score"])
        self._conquer(TAKEN.findall(sentence.fields["takes"]))

    def tell_casualties(self, sentence: Sentence) -> None:
        """All that a power lost in a battle."""
        self.fights.sum_up(self.words.power(sentence.fields["power"]), self.words.counts(items(sentence.fields["units"])))

    def tell_bomb_dice(self, sentence: Sentence) -> None:
        """Dice of a raid: their faces are told."""
        fields, fight = sentence.fields, self.fights.now
        power = fight.attacker if fight else self._on_turn()
        if fight and "unit" in fields:
            fight.facility = self.words.units.get(fields["unit"], "")
        self.fights.dice(power, self.words.area(fields["area"]), "", "bombing", 0, _faces(fields), 0)

    def tell_bomb_damage(self, sentence: Sentence) -> None:
        """What a raid did to a facility; the total damage is that of the raids told less the repairs told."""
        area, points, fight = self.words.area(sentence.fields["area"]), int(sentence.fields["count"]), self.fights.started()
        if fight:
            fight.damage, fight.winner = points, "attacker" if points else "none"
        if points:
            owner = self.board.control.get(area) or (fight.defender if fight else "")
            self.board.hit(area, fight.facility if fight else "", owner, points, fight.number if fight else 0)

    def tell_bomb_cost(self, sentence: Sentence) -> None:
        """What a raid cost the area's holder, where raids cost money."""
        cost, fight = int(sentence.fields["amount"]), self.fights.started()
        area = self.words.area(sentence.fields["area"]) if "area" in sentence.fields else fight.area if fight else ""
        victim = self.board.control.get(area, "") or (fight.defender if fight else "")
        if fight:
            fight.damage, fight.winner = cost, "attacker" if cost else "none"
        if cost and not victim:
            self.tale.gap("victim", f"a raid costs {cost}; the text does not tell who holds {area}", sentence.text)
        elif cost:
            self.money.pay(victim, -cost, None, "bombing", self.power, area)

    # Money

    def tell_buy(self, sentence: Sentence) -> None:
        """A purchase; what it cost is what the store says, or the title."""
        fields = sentence.fields
        power = self.words.power(fields["power"])
        units = self.words.counts(items(fields["units"])) if "units" in fields else []
        end, held = _number(fields, "end"), self.money.stores.get(power)
        if units and end is not None and held is not None:
            self.bills.append((tuple(units), held - end))
        for unit, count in units:
            price = self.setting.price(unit)
            self.board.pool[power, unit] += count
            self.tale.emit(ev.UnitsPurchased(power, unit, count, price, price * count, self.setting.resource))
            if not price:
                self.tale.gap("price", f"what {unit} costs is not told")
        all_known = all(self.setting.price(unit) for unit, _ in units)
        total = -sum(self.setting.price(unit) * count for unit, count in units) if all_known else None
        bid = self.phase.startswith("bid-")
        if units and not bid and (total is not None or end is not None):
            self.money.pay(power, None if held is not None and end is not None else total, end, "purchase")

    def tell_repair(self, sentence: Sentence) -> None:
        """A repair, paid from the store."""
        power = self.words.power(sentence.fields["power"])
        self.money.pay(power, None, _number(sentence.fields, "end"), "repair")
        for facility, points in self.words.counts(items(sentence.fields["units"])):
            self.board.mend(power, facility, points)

    def tell_collect(self, sentence: Sentence) -> None:
        """Income, after what blockades have cost."""
        fields = sentence.fields
        power, amount, end, lost = self.words.power(fields["power"]), int(fields["amount"]), _number(fields, "end"), int(fields.get("lost", 0))
        cause = _slug(fields["from"]) if "from" in fields else "income"
        self.money.pay(power, amount + lost, None if end is None else end + lost, cause)
        if lost:
            area = self.blockaded[0] if len(set(self.blockaded)) == 1 else ""
            self.tale.emit(ev.ConvoyRaided(area, "", power, self.setting.resource, lost, 0))
            self.money.pay(power, -lost, end, "convoy", area=area)
        self.blockaded = []

    def tell_convoy_dice(self, sentence: Sentence) -> None:
        """Dice of a blockade."""
        area = self.words.area(sentence.fields["area"])
        self.blockaded.append(area)
        self.tale.emit(ev.DiceRolled(0, area, "", "", "convoy", 0, "", 0, _faces(sentence.fields), 0, 0.0))

    def tell_objective(self, sentence: Sentence) -> None:
        """A national objective."""
        fields = sentence.fields
        self.money.pay(self.words.power(fields["power"]), int(fields["amount"]), int(fields["end"]), "objective")

    def tell_convert(self, sentence: Sentence) -> None:
        """Units become others when their area falls; the text does not say which: the next list shows them."""
        fight, unit = self.fights.now, self.words.unit(sentence.fields["unit"])
        if not fight:
            raise Unknown("the text does not say where")
        owners = [key[1] for key, n in self.board.stacks.items() if n and key[0] == fight.area and key[2] == unit]
        self.tale.gap("effect", "the text does not tell what these units become", sentence.text)
        self.fights.lose(fight.area, owners[0] if owners else fight.defender, unit, 1, "converted")

    def tell_plunder(self, sentence: Sentence) -> None:
        """A capital falls, and its power's store with it."""
        winner, loser, amount = self.words.power(sentence.fields["power"]), self.words.power(sentence.fields["other"]), int(sentence.fields["amount"])
        self.money.pay(loser, -amount, None, "plunder", winner)
        self.money.pay(winner, amount, None, "plunder", loser)

    def tell_research(self, sentence: Sentence) -> None:
        """Money spent on research."""
        self.money.pay(self.words.power(sentence.fields["power"]), -int(sentence.fields["amount"]), None, "research")

    # Technology and politics

    def tell_tech_dice(self, sentence: Sentence) -> None:
        """Dice of research; with faces, or only how many."""
        fields = sentence.fields
        rolled = _faces(fields) if "faces" in fields else (0,) * int(fields["dice"])
        hits = int(fields["count"] if "faces" in fields else fields["hits"])
        power = self.words.power(fields["power"])
        self.tale.emit(ev.DiceRolled(0, "", power, "", "research", 0, "", 0, rolled, hits, 0.0))

    def tell_tech(self, sentence: Sentence) -> None:
        """A technology is discovered; where only its beginning is told, it is told then."""
        self._advance(self.words.power(sentence.fields["power"]), sentence.fields["tech"], "research")

    def tell_tech_given(self, sentence: Sentence) -> None:
        """A technology is shared."""
        self._advance(self.words.power(sentence.fields["other"]), sentence.fields["tech"], "shared")

    def _advance(self, power: str, tech: str, cause: str) -> None:
        name = "-".join(tech.lower().replace("_", " ").split())
        if (power, name) not in self.tech:
            self.tech.add((power, name))
            self.tale.emit(ev.TechAdvanced(power, name, 1, cause))

    def tell_relation(self, sentence: Sentence) -> None:
        """Two powers' relation changes."""
        fields = sentence.fields
        one, two = self.words.power(fields["power"]), self.words.power(fields["other"])
        self.tale.emit(ev.RelationChanged(one, two, _slug(fields["before"]), _slug(fields["after"])))

    # The lists at the end

    def tell_garrisons(self, sentence: Sentence) -> None:
        """The list of a power's units begins."""
        self.list_of, self.listed, self.spoilt = self.words.power(sentence.fields["power"]), {}, False

    def tell_garrison(self, sentence: Sentence) -> None:
        """An area of the list: units there, and a flag when the power has taken it."""
        if not self.list_of:
            raise Unknown("nothing says whose units these are")
        area, units = self.words.area(sentence.fields["area"]), items(sentence.fields["units"])
        counts = self.words.counts(units)
        self.listed.setdefault(area, []).extend(counts)
        if any(item.name == FLAG for item in units):
            self.board.see_flag(area, self.list_of)

    def _close_list(self, last: bool = False) -> None:
        """The list is over; one that the text ends with may have been cut off."""
        if self.list_of:
            power, self.list_of = self.list_of, ""
            self.board.see_units(power, self.listed, whole=bool(self.listed) and not last and not self.spoilt)
            self.listed = {}

    def tell_production(self, sentence: Sentence) -> None:
        """The list of production and stores begins."""

    def tell_treasury(self, sentence: Sentence) -> None:
        """What a power produces, kept as a marker, and what it has."""
        power = self.words.power(sentence.fields["power"])
        self.tale.emit(ev.MarkerSet("production", power, sentence.fields["count"]))
        self.money.see(power, int(sentence.fields["amount"]))


def _faces(fields) -> tuple[int, ...]:
    return tuple(int(face) for face in fields["faces"].split(","))


def _number(fields, key: str) -> int | None:
    return int(fields[key]) if key in fields else None


def _slug(text: str) -> str:
    return "-".join(text.lower().replace("_", " ").split())
