"""Sentences of money: purchases, income, objectives, research, plunder."""

from __future__ import annotations

from engine import events as ev
from ingest.turn_summaries.fields import faces, hyphened, number
from ingest.turn_summaries.frame import Frame
from ingest.turn_summaries.sentences import Sentence
from ingest.turn_summaries.tell_units import EDIT
from ingest.turn_summaries.units import items


class Accounts(Frame):
    """Carries out sentences of money."""

    def tell_buy(self, sentence: Sentence) -> None:
        """A purchase; what it cost is what the store says, or the title."""
        fields = sentence.fields
        power = self.words.power(fields["power"])
        units = self.words.counts(items(fields["units"])) if "units" in fields else []
        end, held = number(fields, "end"), self.money.stores.get(power)
        bid = self.phase.startswith("bid-")  # paid with the bid, which no store tells
        if units and not bid and end is not None and held is not None:
            self.bills.append((tuple(units), held - end))
        for unit, count in units:
            price = self.setting.price(unit)
            self.board.pool[power, unit] += count
            self.log.emit(ev.UnitsPurchased(power, unit, count, price, price * count, self.setting.resource))
            if not price:
                self.log.gap("price", f"what {unit} costs is not told")
        all_known = all(self.setting.price(unit) for unit, _ in units)
        total = -sum(self.setting.price(unit) * count for unit, count in units) if all_known else None
        if units and not bid and (total is not None or end is not None):
            self.money.pay(power, None if held is not None and end is not None else total, end, "purchase")

    def tell_build(self, sentence: Sentence) -> None:
        """Units that a power gets for nothing; they are placed later."""
        power = self.words.power(sentence.fields["power"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self._hand(power, unit, count)

    def tell_unplaced(self, sentence: Sentence) -> None:
        """Bought units that found no place are gone."""
        power = self._on_turn()
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self._hand(power, unit, -min(count, self.board.pool[power, unit]))

    def _hand(self, power: str, unit: str, count: int) -> None:
        """Units come to those that wait to be placed, or go from them, without a price."""
        self.board.pool[power, unit] += count
        if count:
            self.log.emit(ev.UnitsPurchased(power, unit, count, 0, 0, self.setting.resource))

    def tell_edit_store(self, sentence: Sentence) -> None:
        """A player sets a store by hand."""
        fields = sentence.fields
        before, end = int(fields["count"]), int(fields["end"])
        self.money.pay(self.words.power(fields["power"]), end - before, end, EDIT)

    def tell_repair(self, sentence: Sentence) -> None:
        """A repair, paid from the store."""
        power = self.words.power(sentence.fields["power"])
        self.money.pay(power, None, number(sentence.fields, "end"), "repair")
        for facility, points in self.words.counts(items(sentence.fields["units"])):
            self.board.repair(power, facility, points)

    def tell_collect(self, sentence: Sentence) -> None:
        """Income, after what blockades have cost."""
        fields = sentence.fields
        power, amount, end = self.words.power(fields["power"]), int(fields["amount"]), number(fields, "end")
        lost = int(fields.get("lost", 0))
        cause = hyphened(fields["from"]) if "from" in fields else "income"
        self.money.pay(power, amount + lost, None if end is None else end + lost, cause)
        if lost:
            area = self.blockaded[0] if len(set(self.blockaded)) == 1 else ""
            self.log.emit(ev.ConvoyRaided(area, "", power, self.setting.resource, lost, 0))
            self.money.pay(power, -lost, end, "convoy", area=area)
        self.blockaded = []

    def tell_convoy_dice(self, sentence: Sentence) -> None:
        """Dice of a blockade."""
        area = self.words.area(sentence.fields["area"])
        self.blockaded.append(area)
        self.log.emit(ev.DiceRolled(0, area, "", "", "convoy", 0, "", 0, faces(sentence.fields), 0, 0.0))

    def tell_objective(self, sentence: Sentence) -> None:
        """A national objective."""
        fields = sentence.fields
        self.money.pay(self.words.power(fields["power"]), int(fields["amount"]), int(fields["end"]), "objective")

    def tell_plunder(self, sentence: Sentence) -> None:
        """A capital falls, and its power's store with it."""
        fields = sentence.fields
        winner, loser, amount = (
            self.words.power(fields["power"]),
            self.words.power(fields["other"]),
            int(fields["amount"]),
        )
        self.money.pay(loser, -amount, None, "plunder", winner)
        self.money.pay(winner, amount, None, "plunder", loser)

    def tell_research(self, sentence: Sentence) -> None:
        """Money spent on research."""
        self.money.pay(self.words.power(sentence.fields["power"]), -int(sentence.fields["amount"]), None, "research")
