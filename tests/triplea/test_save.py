"""A whole save read, from a game small enough to know by heart."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest

from ingest.triplea import history as h
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.model import Option, Rule, Save
from ingest.triplea.plain import Unknown
from ingest.triplea.rendering import Dice, Die, Move, Place, Placement, Units
from ingest.triplea.save import parse_save, read_save
from tests.triplea.javabytes import Java, Klass, listed, mapped, written
from tests.triplea.minigame import DATA, MiniGame, named, plain

ID = "00000000-0000-0000-0000-00000000000{}"


@pytest.fixture(scope="module")
def save() -> Save:
    return parse_save(MiniGame().stream())


def test_what_it_is(save: Save) -> None:
    assert (save.engine, save.game, save.map_version, save.dice_sides, save.round) == ("2.7.15622", "Mini", "1.2", 6, 1)
    assert save.sequence[save.step].name == "redsMove"
    assert save.unknown == {}


def test_map(save: Save) -> None:
    assert [(land.name, land.water, land.production) for land in save.territories.values()] == [
        ("Redland", False, 5),
        ("Blueland", False, 3),
        ("Sea", True, 0),
    ]
    assert save.connections == (("Blueland", "Redland"), ("Blueland", "Sea"), ("Redland", "Sea"))
    assert save.owners == {"Redland": "Reds", "Blueland": "Blues", "Sea": None}


def test_units(save: Save) -> None:
    assert save.placed == {"Redland": (ID.format(1), ID.format(2)), "Blueland": (ID.format(3),), "Sea": ()}
    tank = save.units[ID.format(2)]
    assert (tank.type, tank.owner, tank.hits, tank.damage, tank.properties) == ("tank", "Reds", 0, 0, {})
    assert save.players["Blues"].held == (ID.format(4),)


def test_players_and_rules(save: Save) -> None:
    reds = save.players["Reds"]
    assert (reds.alliances, reds.resources, reds.frontier, reds.control) == (
        ("Red",),
        {"PUs": 30},
        "production",
        "Human:Client",
    )
    assert reds.technologies == {"Land": ()}
    assert save.rules == {"buyTank": Rule("buyTank", {"PUs": 6}, {"tank": 1})}
    assert save.frontiers == {"production": ("buyTank",)}
    assert save.relationships == {("Blues", "Reds"): "War"}
    assert [(tech.name, tech.flag) for tech in save.technologies] == [
        ("AA Radar", "aaRadar"),
        ("Rockets Advance", "rocket"),
        ("Wheels", None),
    ]


def test_an_editable_option_hides_a_constant(save: Save) -> None:
    assert save.options == {"Bid": Option("Bid", 3, True), "Low Luck": Option("Low Luck", True, False)}
    assert save.shadowed == {"Bid": 9}


def test_delegates_keep_their_state(save: Save) -> None:
    (delegate,) = save.delegates
    assert (delegate.name, delegate.title, delegate.class_name.rpartition(".")[2]) == ("move", "Move", "MoveDelegate")
    assert delegate.state == Unknown(f"{DATA}.MoveState", {"over": True})


def test_history_and_what_it_shows() -> None:
    game = MiniGame()
    route = Java(plain("Route", "L:start L:steps"), {"start": game.redland, "steps": listed(game.sea, game.blueland)})
    moved = plain("MoveDescription", "L:route L:unitsToTransports", plain("AbstractMoveDescription", "L:units"))
    placed = plain("PlacementDescription", "L:territory", moved.parent)
    game.round(1)
    game.step("redsMove", game.reds)
    game.event("moved", Java(moved, {"units": listed(game.tank), "route": route, "unitsToTransports": mapped({})}))
    game.event("battle", game.redland)
    game.child("dice", game.dice([(5, 3, 0), (1, 3, 1), (2, 0, 2)], 1, 0.5, "Reds"))
    game.child("lost", listed(game.other, game.tank))
    game.child("alone", game.tank)
    game.event("placed", Java(placed, {"units": listed(game.tank), "territory": game.redland}))
    game.event("odd", Java(Klass("demo.Odd", "I:n L:of"), {"n": 1, "of": game.reds}))
    game.step("nobody", game.neutral)
    save = parse_save(game.stream())
    tank, dice = ID.format(2), (Die(5, 3, "miss"), Die(1, 3, "hit"), Die(2, 0, "ignored"))
    (first,) = save.history.rounds
    assert [(step.name, step.player) for step in first.steps] == [("redsMove", "Reds"), ("nobody", None)]
    move, battle, place, odd = first.steps[0].events
    assert move == h.Event(3, "moved", Move((tank,), ("Redland", "Sea", "Blueland"), {}), 0, 0, ())
    assert battle.shown == Place("Redland")
    assert battle.children == (
        h.EventChild(5, "dice", Dice(dice, 1, 0.5, "Reds")),
        h.EventChild(6, "lost", Units((ID.format(3), tank))),
        h.EventChild(7, "alone", Units((tank,))),
    )
    assert place.shown == Placement((tank,), "Redland")
    assert odd.shown == Unknown("demo.Odd", {"n": 1, "of": "Reds"})
    assert save.unknown == {"demo.Odd": 1}
    assert [node.index for node in save.history.walk()] == list(range(1, 11))


def test_a_history_without_its_frame_gets_one() -> None:
    """The program's own writer makes an event for a line or change that stands alone."""
    game = MiniGame()
    game.child("alone")
    game.history.append(Java(Klass("games.strategy.engine.history.FutureWriter", "I:n"), {"n": 1}))
    save = parse_save(game.stream())
    (event,) = save.history.rounds[0].steps[0].events
    assert [child.title for child in event.children] == ["alone", "Unknown entry of the history: FutureWriter"]
    assert event.children[1].shown == Unknown("games.strategy.engine.history.FutureWriter", {"n": 1})


def test_a_file_packed_or_not(tmp_path: Path, save: Save) -> None:
    data = MiniGame().stream()
    for name, content in (("a.tsvg", gzip.compress(data)), ("b.tsvg", data)):
        (tmp_path / name).write_bytes(content)
        assert read_save(tmp_path / name) == save


WRONG_FILES = {
    "empty": (b"", "the file is empty"),
    "text": (b"Russians buy 3 infantry", "Not a Java object stream"),
    "cut": (gzip.compress(MiniGame().stream())[:-200], "cut off"),
    "gzip of text": (gzip.compress(b"hello"), "Not a Java object stream"),
    "another program's objects": (written("version", listed("x")), "There is no game in this stream"),
    "no second object": (written("version"), "There is no game in this stream"),
}


@pytest.mark.parametrize("content, message", WRONG_FILES.values(), ids=WRONG_FILES)
def test_other_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "game.tsvg"
    path.write_bytes(content)
    with pytest.raises(TripleaSaveError, match=message) as caught:
        read_save(path)
    assert str(caught.value).startswith(str(path))


def test_the_error_crosses_from_a_worker_process() -> None:
    with pytest.raises(TripleaSaveError) as caught:
        parse_save(b"text", "game.tsvg")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.offset, copy.file) == (str(caught.value), 0, "game.tsvg")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TripleaSaveError, match="no such file"):
        read_save(tmp_path / "none.tsvg")


def test_a_game_without_a_part_says_which() -> None:
    game = MiniGame()
    data = game.data()
    data.fields["playerList"] = named(plain("PlayerList", parent=plain("NamedAttachable", "L:attachments L:name")), "x")
    with pytest.raises(
        TripleaSaveError,
        match=r"PlayerList has no field 'players' at byte .*: found attachments, name, expected players",
    ):
        parse_save(written("2.7", data))
