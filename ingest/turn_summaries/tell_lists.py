"""Sentences of technology and politics, and the lists that a summary ends with."""

from __future__ import annotations

from engine import events as ev
from ingest.turn_summaries.fields import faces, hyphened
from ingest.turn_summaries.frame import Frame
from ingest.turn_summaries.names_and_slugs import FLAG, Unknown
from ingest.turn_summaries.sentences import Sentence
from ingest.turn_summaries.units import items


class Lists(Frame):
    """Carries out sentences of technology and politics, and the lists."""

    def tell_tech_dice(self, sentence: Sentence) -> None:
        """Dice of research; with faces, or only how many."""
        fields = sentence.fields
        rolled = faces(fields) if "faces" in fields else (0,) * int(fields["dice"])
        hits = int(fields["count"] if "faces" in fields else fields["hits"])
        power = self.words.power(fields["power"])
        self.log.emit(ev.DiceRolled(0, "", power, "", "research", 0, "", 0, rolled, hits, 0.0))

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
            self.log.emit(ev.TechAdvanced(power, name, 1, cause))

    def tell_relation(self, sentence: Sentence) -> None:
        """Two powers' relation changes."""
        fields = sentence.fields
        one, two = self.words.power(fields["power"]), self.words.power(fields["other"])
        self.log.emit(ev.RelationChanged(one, two, hyphened(fields["before"]), hyphened(fields["after"])))

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
        self.log.emit(ev.MarkerSet("production", power, sentence.fields["count"]))
        self.money.see(power, int(sentence.fields["amount"]))
