"""Politics (section 3): conquests, liberations and alignments that follow by themselves."""

from __future__ import annotations

from engine.derived import derived_from
from engine.play import Play
from engine.rules import Position
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import aligning, conquest
from engine.titles.blitz.position import board
from engine.titles.blitz.tables import countries


def settle(play: Play, arguments: tuple[str, ...] = ()) -> None:
    """Conquests, liberations and alignments that are due now (3.3, 3.4)."""
    if not board.rules_of(play.position).politics:
        while conquest.settle(play):
            pass
        return
    for _ in range(20):
        if not (conquest.settle(play) or _settle_alignments(play)):
            return


def _settle_alignments(play: Play) -> bool:
    position = play.position
    for country in _neutrals(position):
        power = aligning.suitor(play.position, country)
        if power and board.plays(play.position, power):
            aligning.align(play, country, power)
            return True
    return False


@derived_from(*board.SETTLED)
def _neutrals(position: Position) -> list[str]:
    """Return the neutral countries in play that may find an ally (3.3)."""
    return [
        country
        for country, row in countries(position.title).items()
        if not (row.power or row.part or board.ally_of(position, country))
        and any(board.is_in_play(position, area) for area in board.areas_of(position, country))
    ]


TASKS: dict[str, agenda.Task] = {
    "politics": agenda.Task(settle),
}
