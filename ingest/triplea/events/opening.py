"""What is said before the first change: the game, its options and players, and what of the save is strange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import events as ev
from ingest.triplea.apply import Misfit
from ingest.triplea.model import Save
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import SCENARIO, Reading, option_value


def opening(save: Save, reading: Reading, misfits: Sequence[Misfit]) -> Iterator[ev.Event]:
    """Yield the start of a game, and the defects of its save; `misfits` are those of the way back to the start."""
    title = reading.title
    chosen = {key: option_value(o.value) for o in save.options.values() if (key := slug(o.name)) in title.options}
    players = {reading.names.power(player.name): played_by(player.control) for player in save.players.values()}
    yield ev.GameStarted(title.slug, SCENARIO, chosen, players)
    yield from reading.defects
    for misfit in misfits:
        yield misfit_found(misfit, "undone")


def played_by(control: str) -> str:
    """Return who plays a player, without the kind that the program writes before it: `AI:Fast (AI)` -> Fast (AI)."""
    return control.partition(":")[2] or control


def _in_words(value: object) -> str:
    """Return a value of the save as people write it: `territory Redland`, not Python's ('territory', 'Redland')."""
    if value is None:
        return "nothing"
    return " ".join(map(_in_words, value)) if isinstance(value, (tuple, list)) else str(value)


def misfit_found(misfit: Misfit, when: str) -> ev.DefectFound:
    """Return a change that contradicts the state it was made on, as a defect; the state follows the change."""
    found, expected = _in_words(misfit.found)[:200], _in_words(misfit.expected)[:200]
    return ev.DefectFound("save/misfit", "error", found, expected, misfit.what, f"change {misfit.change}, {when}")
