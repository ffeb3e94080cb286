"""Sentences of battles and bombing raids."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from ingest.turn_summaries import fights
from ingest.turn_summaries.fields import faces
from ingest.turn_summaries.fights import ATTACKER, DEFENDER, ToldBattle
from ingest.turn_summaries.names_and_slugs import Unknown
from ingest.turn_summaries.sentences import TAKEN, Sentence
from ingest.turn_summaries.tell_units import Units
from ingest.turn_summaries.units import forces, items, owned_items


class Battles(Units):
    """Carries out sentences of battles."""

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
        units = [(self.words.power(item.power), self.words.unit(item.name), item.number) for item in forces(sentence.fields["forces"])]
        self.fights.join(side, units)

    def tell_dice(self, sentence: Sentence) -> None:
        """Dice of a side in a round: how many there were and how many hit."""
        fields = sentence.fields
        power, area = self.words.power(fields["power"]), self.words.area(fields["area"])
        units = self.words.counts(items(fields["units"]))
        unit = units[0][0] if len(units) == 1 else ""
        expected = float(fields.get("expected", "0").replace(",", "."))
        fight = self.fights.now
        purpose = "defence" if fight and fight.side(power) == DEFENDER else "attack"
        self.fights.dice(
            power,
            area,
            unit,
            purpose,
            self.fights.round(int(fields["round"])),
            int(fields["dice"]),
            int(fields["hits"]),
            expected,
        )

    def tell_anti_air(self, sentence: Sentence) -> None:
        """Dice of anti-aircraft guns; where the text leaves out whose they are, the defender's."""
        fields = sentence.fields
        area, fight = self.words.area(fields["area"]), self.fights.now
        told = self.words.power(fields["power"]) if "power" in fields else ""
        power = told or (fight.defender if fight else "") or self.board.control.get(area, "")
        expected = float(fields.get("expected", "0").replace(",", "."))
        self.fights.dice(power, area, "", "anti-air", 0, int(fields["dice"]), int(fields["hits"]), expected)

    def tell_lost(self, sentence: Sentence) -> None:
        """Units are lost."""
        fields = sentence.fields
        fight = self.fights.now
        area = self._area_of(fields, fight)
        for item in owned_items(fields["owned"]):
            self.fights.lose(area, self.words.power(item.power), self.words.unit(item.name), item.number)

    def _area_of(self, fields: Mapping[str, str], fight: ToldBattle | None) -> str:
        """Return the area that a sentence names, else that of the battle under way."""
        if "area" in fields:
            return self.words.area(fields["area"])
        if fight is None:
            raise Unknown("the text does not say where")
        return fight.area

    def tell_shot_down(self, sentence: Sentence) -> None:
        """Attacking aircraft are shot down."""
        fields, fight = sentence.fields, self.fights.now
        area = self._area_of(fields, fight)
        if "owned" in fields:
            units = [(self.words.power(i.power), self.words.unit(i.name), i.number) for i in owned_items(fields["owned"])]
        else:
            attacker = fight.attacker if fight else self._on_turn()
            units = [(attacker, unit, count) for unit, count in self.words.counts(items(fields["units"]))]
        for power, unit, count in units:
            self.fights.lose(area, power, unit, count, "anti-air")

    def tell_damaged(self, sentence: Sentence) -> None:
        """Ships are hit and stay afloat: kept as a marker of the battle, the stacks stay as they are."""
        fight = self.fights.started()
        area = fight.area if fight else ""
        for item in owned_items(sentence.fields["owned"]):
            power, unit = self.words.power(item.power), self.words.unit(item.name)
            self.log.emit(ev.MarkerSet("battle", f"damaged {area} {power} {unit}", str(item.number)))

    def tell_withdraw(self, sentence: Sentence) -> None:
        """Units retreat: those named, or all attackers that are left. Aircraft stay where they are, and no place is named."""
        fields, fight = sentence.fields, self.fights.started()
        to = self.words.area(fields["to"]) if "to" in fields else fight.area if fight else ""
        if not fight:
            raise Unknown("the text does not say from where")
        if "owned" in fields:
            going = [(self.words.power(i.power), self.words.unit(i.name), i.number) for i in owned_items(fields["owned"])]
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
        self.fights.dice(power, self.words.area(fields["area"]), "", "bombing", 0, faces(fields), 0)

    def tell_bomb_damage(self, sentence: Sentence) -> None:
        """What a raid did to a facility; the total damage is that of the raids told less the repairs told."""
        area, points, fight = (
            self.words.area(sentence.fields["area"]),
            int(sentence.fields["count"]),
            self.fights.started(),
        )
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
            self.log.gap("victim", f"a raid costs {cost}; the text does not tell who holds {area}", sentence.text)
        elif cost:
            self.money.pay(victim, -cost, None, "bombing", self.power, area)

    def tell_convert(self, sentence: Sentence) -> None:
        """Units become others when their area falls; the text does not say which: the next list shows them."""
        fight, unit = self.fights.now, self.words.unit(sentence.fields["unit"])
        if not fight:
            raise Unknown("the text does not say where")
        owners = [key[1] for key, n in self.board.stacks.items() if n and key[0] == fight.area and key[2] == unit]
        self.log.gap("effect", "the text does not tell what these units become", sentence.text)
        self.fights.lose(fight.area, owners[0] if owners else fight.defender, unit, 1, "converted")
