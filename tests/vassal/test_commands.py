"""Each command of VASSAL as a record, and what no reader knows."""

from __future__ import annotations

import pytest

from ingest.vassal import commands as do
from ingest.vassal.commands import known, read_command
from ingest.vassal.steps import read_log
from tests.vassal.module import MiniGame
from tests.vassal.telling import markers, told
from tests.vassal.writer import join

RECORDS = {
    "+/7/stack/World;1;2;3;@@0": do.AddPiece("7", "stack", "World;1;2;3;@@0"),
    "-/7": do.RemovePiece("7"),
    "D/7/new": do.ChangePiece("7", "new", None),
    "D/7/a\\/b/old": do.ChangePiece("7", "a/b", "old"),
    "M/7/World/1/2/null/null/3/4/8/ann": do.MovePiece("7", "World", 1, 2, None, None, 3, 4, "8", "ann"),
    "CHAT* hello": do.Chat("* hello"),
    "UNDO\ttrue": do.Undo(True),
    "UNDO\tfalse": do.Undo(False),
    "PLAYER\tann\tAnn\tRed": do.Seat("ann", "Ann", "Red"),
    "PYREMOVE\tann": do.SeatLeft("ann"),
    "TURNTurnTracker0\t0|3;0;false;-1": do.Turn("TurnTracker0", "0|3;0;false;-1"),
    "GlobalProperty\t;VP;10;Module": do.Property("VP", "10", "Module"),
    "GlobalTranslatable\t;Note;text;Module": do.Property("Note", "text", "Module"),
    "MutableProperty\tVP\t10\t11\tModule": do.Property("VP", "11", "Module"),
    "WorldBoardPicker\tWest\t0\t0\tA\\/rev/rev\t1\t0": do.Boards(
        "World", (do.Placed("West", False, 0, 0), do.Placed("A\\/rev", True, 1, 0))
    ),
    "SHOW_RESULTS\tDie\t0\t5": do.SymbolDice("Die", (0, 5)),
    "begin_save": do.Bracket(True),
    "end_save": do.Bracket(False),
    "": do.Null(),
    "null": do.Null(),
    "EXT\tMore\t2": do.Named("extension", ("More", "2"), ""),
    "PLUGIN\tMore\t2": do.Named("plugin", ("More", "2"), ""),
    "NOTES\ttext": do.Named("scenario-notes", ("text",), "note"),
    "PNOTES\ttext": do.Named("public-notes", ("text",), "note"),
    "PNOTE\tann\tsecret": do.Named("private-notes", ("ann", "secret"), ""),
    "SNOTE\tplan\tann\ttrue\tsecret": do.Named("secret-note", ("plan", "ann", "true", "secret"), "note"),
    "SETUP_STACK\t": do.Named("setup-stack", ("",), ""),
    "AUDIO\tbang.wav": do.Named("audio", ("bang.wav",), ""),
    "PLAY\twakeup\tann": do.Named("sound", ("wakeup", "ann"), ""),
    "FLARE\tFlare0\t4\t5": do.Named("flare", ("Flare0", "4", "5"), ""),
    "LOS_THREAD\tLOS0\t1\t2\t3\t4\ttrue\tfalse": do.Named("line-of-sight", ("LOS0", "1", "2", "3", "4", "true", "false"), ""),
    "Events1,ann,looked": do.Named("events", ("1,ann,looked",), ""),
    "CLOCK\tann\tRed\t1\t2\tfalse\ttrue": do.Named("clock", ("ann", "Red", "1", "2", "false", "true"), ""),
    "CLOCKCONTROL\tfalse\tfalse": do.Named("clock-control", ("false", "false"), ""),
    "SGKC\tSGKC0\ttrue": do.Named("startup-command", ("SGKC0", "true"), ""),
    "LOCKSPOTAB\tOptions\tann\tpw\tnow": do.Named("options-lock", ("Options", "ann", "pw", "now"), ""),
    "SEMAIL\tann@example.org": do.Named("email", ("ann@example.org",), ""),
    "DECKREPOS\tx": do.Named("decks-placed", ("x",), ""),
    "UNMASK\tann\tbob": do.Named("unmask", ("ann", "bob"), ""),
    "INVITE\tann\t1\troom": do.Named("invitation", ("ann", "1", "room"), ""),
    "PRIV_CHAT/ann/psst": do.Named("private-chat", ("ann", "psst"), ""),
    "SYNCann": do.Named("synchronize", ("ann",), ""),
    "DECK\t201": do.Named("deck", ("201",), ""),
}


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text.split("\t")[0] or "nothing")
def test_a_command_is_its_record(text: str) -> None:
    assert read_command(text) == RECORDS[text]


def test_every_row_of_the_table_is_among_them() -> None:
    seen = {record.name for record in RECORDS.values() if isinstance(record, do.Named)}
    assert seen == {row.name for row in known().values()}


@pytest.mark.parametrize(
    "text",
    [
        "XYZZY\t1",
        "M/7/World/one/2",
        "+/7/stack",
        "TURN",
        "SHOW_RESULTS\tDie\tsix",
        "GlobalProperty\tx",
        "PLAYER\tann",
        "CLOCK",
    ],
)
def test_what_is_spoilt_or_strange_is_kept_as_it_stands(text: str) -> None:
    assert read_command(text) == do.Unknown(text)


def test_strange_commands_are_counted_and_told_and_harm_nothing() -> None:
    game = MiniGame.begun().do("XYZZY\tone").do("XYZZY\ttwo", "CHAT* after it")
    log = read_log(game.content())
    recording = told(game)
    assert log.unknown == {"XYZZY": 2}
    assert list(markers(recording, "command").values()) == ["XYZZY\tone", "XYZZY\ttwo"]
    assert markers(recording, "chat") == {"step 2": "* after it"}
    gaps = [entry.event for entry in recording.entries if getattr(entry.event, "rule", "") == "observed/commands"]
    assert "2 commands" in gaps[0].message


def test_every_command_that_changes_no_piece_passes_through_a_log() -> None:
    """All of them in one step: the pieces stand as before, and nothing but chat, notes and dice is told."""
    quiet = [text for text, record in RECORDS.items() if isinstance(record, do.Named)]
    game = MiniGame.begun().do(*quiet).do("null").do("CHAT* still here")
    assert not read_log(game.content()).unknown
    assert markers(told(game), "chat") == {"step 3": "* still here"}
    assert game.now().standing() == MiniGame.begun().now().standing()


def test_notes_that_everybody_may_read_are_told_and_secret_ones_once_they_are_shown() -> None:
    secret = "SNOTE\tplan\tann\ttrue\tAttack at dawn"
    game = MiniGame.begun().do("NOTES\tRules of the house").do(secret).do("PNOTE\tann\tmine alone").do("PRIV_CHAT/ann/psst")
    assert list(markers(told(game), "note").values()) == ["Rules of the house"]
    shown = game.do("SNOTE\tplan\tann\tfalse\tAttack at dawn")
    assert markers(told(shown), "note")["secret-note"] == "Attack at dawn"


def test_a_deck_is_filled_from_a_file() -> None:
    """`DECK`: what was in it goes off the map, what stands below the command fills it, under numbers of its own."""
    from tests.vassal.writer import add, tree

    cards = [add(id_, [("mark;Kind", "card")], name, "World", 700, 250) for id_, name in (("10", "New A"), ("null", "New B"))]
    game = MiniGame.begun()
    game.steps.append(tree("LOG\tDECK\t201", *(f"LOG\t{card}" for card in cards)))
    log = read_log(game.content())
    for depth, command in log.steps[0].commands:
        log.table.apply(command, depth)
    deck = log.table.pieces["201"]
    assert [piece.type.name for piece in deck.members] == ["New A", "New B"]
    assert [log.table.pieces[id_].spot for id_ in ("10", "11", "12")] == [None, None, None]


def test_fields_are_sequences() -> None:
    text = "M/" + join(["7", "A/B", "1", "2", "null", "null", "0", "0", "null", "it's"], "/")
    assert read_command(text) == do.MovePiece("7", "A/B", 1, 2, None, None, 0, 0, None, "it's")
