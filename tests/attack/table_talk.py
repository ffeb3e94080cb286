"""Games of VASSAL whose dice are told in hostile words and whose pieces are hidden by traits of all kinds.

Whatever a player types or a module writes: the log is read quickly, what is read comes to what is seen at its end, a line of a
known form is read as dice, one that only looks like dice is told, and no name of a hidden piece stands in the recording.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator

import msgspec

from engine.errors import RecordError
from engine.events import DefectFound, DiceRolled
from engine.recording import EventEntry, Recording
from ingest.vassal.reader import parse
from tests.attack.hostile import mixed
from tests.attack.part import Row, Tally
from tests.vassal.module import MiniGame, traits
from tests.vassal.writer import add

SECONDS = 5.0
"""Of a processor, for a log of some hundred short lines."""
SECRET = "zwischenfall"
"""The name of the hidden piece, which no other text holds."""
_PARTS = (
    "***", "*", "** ", " ", "   ", "(", ")", "IFT DR", "2d6", "Attack", "roll", "rolls", "dice", "=", ":", "-", "->", ",", "+", "1",
    "6", "5,2", "3 5", "99999999999999999999", "\u0663", "&lt;Ann&gt;", "<Bob>", "<>", "&lt;", "UNDO:", "got", "gets", "\t", "\u202e",
)  # fmt: skip
_NAMES = ("fog", "conceal", "obs2", "hideMe", "Mask", "\u043e\u0431s", "x" * 500, "fog fog", "=1+1")
_STATES = (
    "ann", "bob;", "true", "null;ann", "0|ann|1", "3;;true", "pass word", "12345", "\u0663", "a\\;b", "'ann'", "-0.5.5", "1e9", "x" * 900,
)  # fmt: skip


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try a log of hostile dice and a hidden piece a round."""
    tally = Tally("table_talk", seed, ["hostile dice", "masks of all kinds"])
    for number in rounds:
        dice = random.Random(f"{seed} {number}")
        tally.note("hostile dice", number, _dice(dice))
        tally.note("masks of all kinds", number, _masks(dice))
    return tally.rows()


def _dice(dice: random.Random) -> Iterator[str]:
    """What goes wrong with a log of hostile lines, a well-formed one in it, and one that only looks like dice."""
    game, known = MiniGame.begun(), dice.randrange(1, 5)
    for _ in range(known):
        game.do(f"CHAT*** (IFT DR) {dice.randrange(1, 7)},{dice.randrange(1, 7)} ***   &lt;Ann&gt;  [1 / 1]")
    for _ in range(100):
        game.do("CHAT" + _line(dice))
    game.do("CHATthe dice of Bob: a four (4) / a two (2)")
    start = time.process_time()
    recording = _read(game)
    if recording is None:
        yield "refused"
        return
    used = time.process_time() - start
    if used > SECONDS:
        yield f"{used:.1f} seconds of a processor"
    rolls = [event for event in _events(recording) if isinstance(event, DiceRolled)]
    if sum(event.purpose == "ift-dr" and event.power == "red" for event in rolls) < known:
        yield "dice in VASL's words were not read, or not as Ann's"
    if not any(isinstance(event, DefectFound) and event.rule == "observed/dice-words" for event in _events(recording)):
        yield "what looks like dice was passed over"


def _line(dice: random.Random) -> str:
    if dice.random() < 0.1:
        return mixed(dice).replace("\x1b", "")
    if dice.random() < 0.1:
        return dice.choice(_PARTS) * dice.randrange(1, 600)
    return "".join(dice.choice(_PARTS) + dice.choice(("", " ")) for _ in range(dice.randrange(1, 40)))


def _masks(dice: random.Random) -> Iterator[str]:
    """What goes wrong with a piece that a strange trait may hide, among commands that nobody knows and that name it."""
    name, state = dice.choice(_NAMES), dice.choice(_STATES)
    own = [(f"{name};{dice.choice(('', 'C;?;ge', 'x;y'))}", state)]
    piece = [*traits("red", "land"), *own] if dice.random() < 0.5 else [*own, *traits("red", "land")]
    game = MiniGame.begun()
    game.opening.append(add("77", piece, SECRET.capitalize(), "World", 300, 70))
    game.do(f"QWERTY\t{SECRET.upper()} is here").do(f"+/99/{SECRET}").do("CHAT* a step")
    recording = _read(game)
    if recording is None:
        yield f"{name}, {state!r}: refused"
    elif SECRET in msgspec.json.encode((recording.entries, recording.title, recording.header), enc_hook=str).decode().lower():
        yield f"trait {name[:20]!r} with state {state[:20]!r}: the hidden piece is told by name"


def _read(game: MiniGame) -> Recording | None:
    """The recording of a game, which comes to what is seen at its end; None if it is refused."""
    try:
        recording = parse(game.content(), "talk.vlog")
    except RecordError:
        return None
    assert recording.gap == 0
    return recording


def _events(recording: Recording) -> Iterator[object]:
    return (entry.event for entry in recording.entries if isinstance(entry, EventEntry))
