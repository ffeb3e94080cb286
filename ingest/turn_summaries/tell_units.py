"""Sentences of units and areas: moves, placements, what changes hands."""

from __future__ import annotations

from ingest.turn_summaries.frame import Frame
from ingest.turn_summaries.sentences import Sentence
from ingest.turn_summaries.units import items

EDIT = "edit"
"""Cause of what a player sets by hand."""


class Units(Frame):
    """Carries out sentences of units and areas."""

    def tell_move(self, sentence: Sentence) -> None:
        """Units move."""
        units = self.words.counts(items(sentence.fields["units"]))
        origin, to = self.words.area(sentence.fields["area"]), self.words.area(sentence.fields["to"])
        cause = "noncombat" if self.phase == "noncombat-move" else "move"
        for unit, count in units:
            self.board.carry(self._on_turn(), unit, count, origin, to, cause)

    def tell_scramble(self, sentence: Sentence) -> None:
        """Fighters rise to defend a sea zone. The program's own line says only how many; one that names them is told."""
        fields = sentence.fields
        origin, to, power = (
            self.words.area(fields["area"]),
            self.words.area(fields["to"]),
            self.words.power(fields["power"]),
        )
        for unit, count in self.words.counts(items(fields["units"])):
            self.board.move(power, unit, count, origin, to, "scramble")

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

    def tell_no_landing(self, sentence: Sentence) -> None:
        """Aircraft that find no place to land are lost."""
        area = self.words.area(sentence.fields["area"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.remove(area, self._on_turn(), unit, count, "no-landing")

    def tell_edit_place(self, sentence: Sentence) -> None:
        """A player puts units on the board by hand."""
        area, power = self.words.area(sentence.fields["area"]), self.words.power(sentence.fields["power"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.place(area, power, unit, count, EDIT)

    def tell_edit_remove(self, sentence: Sentence) -> None:
        """A player takes units off the board by hand."""
        area, power = self.words.area(sentence.fields["area"]), self.words.power(sentence.fields["power"])
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.remove(area, power, unit, count, EDIT)

    def tell_edit_owner(self, sentence: Sentence) -> None:
        """A player gives an area to somebody by hand."""
        fields = sentence.fields
        self.board.take(self.words.area(fields["area"]), self.words.owner(fields["other"]), self.words.owner(fields["power"]), EDIT)

    def tell_undo(self, sentence: Sentence) -> None:
        """Something is taken back that does not stand in the text: what does is left out with its taking back."""
        self.tell_untold(sentence)

    def tell_hand_over(self, sentence: Sentence) -> None:
        """Units go over to another power, which the text does not name: its next list shows them."""
        area = self.words.area(sentence.fields["area"])
        self.log.gap("owner", "units change their owner; the text does not say to whom", sentence.text)
        for unit, count in self.words.counts(items(sentence.fields["units"])):
            self.board.remove(area, self._on_turn(), unit, count, "handed-over")
            self.board.given[area, unit] += count

    def tell_take(self, sentence: Sentence) -> None:
        """An area changes hands, and the line says whose it is now."""
        fields = sentence.fields
        area, after = self.words.area(fields["area"]), self.words.owner(fields["power"])
        before = self.words.owner(fields["other"]) if "other" in fields else self.board.control.get(area, "")
        how = "trigger" if "other" not in fields else "captured" if after == self.power else "liberated"
        self.board.take(area, before, after, how)

    def _conquer(self, taken: list[tuple[str, str]]) -> None:
        """The power on turn takes areas in battle, for itself or for whom they belonged to at first."""
        for name, other in taken:
            area, before = self.words.area(name), self.words.owner(other)
            after = self.owners.keeper(self.at, self._on_turn(), name, before, self.board.control)
            self.board.take(area, before, after, "captured" if after == self.power else "liberated")
