"""Politics (section 3): conquests, liberations and alignments that follow by themselves."""

from __future__ import annotations

from engine.derived import derived_from
from engine.play import Play
from engine.rules import Position
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import aligning, conquest
from engine.titles.blitz.politics_tables import alignments
from engine.titles.blitz.position import board
from engine.titles.blitz.tables import countries


def settle(play: Play, arguments: tuple[str, ...] = ()) -> None:
    """Conquests, liberations and alignments that are due now (3.3, 3.4)."""
    minors = board.rules_of(play.position).politics
    while conquest.settle(play) or (minors and _align_next(play)):
        pass


def _align_next(play: Play) -> bool:
    """Let a neutral country find its ally, if one may now; return whether one did (3.3)."""
    position = play.position
    found = ((country, aligning.suitor(position, country)) for country in _neutrals(position))
    due = next((pair for pair in found if board.plays(position, pair[1])), None)
    if due:
        aligning.align(play, *due)
    return bool(due)


@derived_from(*board.SETTLED)
def _neutrals(position: Position) -> list[str]:
    """Return the neutral countries in play that may find an ally (3.3)."""
    return [
        country
        for country in countries(position.title)
        if country in alignments(position.title)
        and not board.ally_of(position, country)
        and any(board.is_in_play(position, area) for area in board.areas_of(position, country))
    ]


TASKS: dict[str, agenda.Task] = {
    "politics": agenda.Task(settle),
}
