"""The file around a game: archive or bare text, hidden in four ways, and bounded in all that it may ask for."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest

from engine.errors import RecordError
from ingest.formats import recognized
from ingest.vassal.container import About, opened
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT
from ingest.vassal.reader import parse
from ingest.vassal.steps import read_log
from ingest.vassal.tree import Node, nodes
from tests.vassal.module import MiniGame, build_file
from tests.vassal.second_reader import flat
from tests.vassal.writer import add, archive, container, game, hidden, tree

WAYS = ["plain", "!VCSK", "!VCSZ", "VOBS"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("packed", [True, False])
def test_a_text_is_read_however_it_is_hidden(way: str, packed: bool) -> None:
    text = MiniGame.begun().do("CHATÄ → 日本").text
    content = container(text, way=way) if packed else hidden(text, way)
    assert recognized(content[:4096], "x").name == "vassal"
    about, parts = opened(content, "x")
    assert "".join(parts) == text
    assert about == (About("Mini", "1.0", "3.7.18", "", "1700000000000") if packed else About())


def test_a_save_of_2007_has_nothing_but_its_game() -> None:
    content = container(MiniGame.begun().text, module="")
    assert recognized(content[:4096], "x").name == "vassal"
    assert opened(content, "x")[0] == About()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_text_may_be_cut_anywhere_into_parts(size: int) -> None:
    text = tree("begin_save", "", tree("", "+/1", tree("+/2", "deep\\", "'quoted'")), "end_save", tree("LOG\t", "'a", "\\b"))
    whole = list(nodes([text]))
    assert list(nodes(text[at : at + size] for at in range(0, len(text), size))) == whole


def test_the_tree_is_that_of_the_recursion_also_where_tokens_are_quoted() -> None:
    text = tree("begin_save", "", tree("", "+/1", "'quoted'", tree("", "'a'", "\\b")), "\\start", "'both'", "end_save")
    assert [node.text for node in nodes([text])] == flat(text)
    assert list(nodes([tree("a", tree("b", "c"), "d")])) == [Node(0, "a"), Node(1, "b"), Node(2, "c"), Node(1, "d")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04 cut off", "cannot be unpacked"),
        (archive({"moduledata": b"<data/>"}), "without a 'savedGame'"),
        (archive({"moduledata": b"", "buildFile.xml": build_file().encode()}), "this is a VASSAL module"),
        (b"!VCSK5a4", "no pairs of hex digits"),
        (b"!VCSK5azz", "no pairs of hex digits"),
        (b"!VCSZ5a00", "cannot be unpacked"),
        (archive({"savedGame": b"nothing of a game"}), "no `begin_save`"),
        (hidden("end"), "no `begin_save`"),
        (container(MiniGame.begun().text)[:-200], "cannot be unpacked"),
    ],
)
def test_what_is_no_game_is_refused_and_said(content: bytes, message: str) -> None:
    with pytest.raises(VassalError, match=message):
        parse(content, "x.vlog")


SMALL = replace(
    DEFAULT,
    max_text=20_000,
    max_command=2_000,
    max_pieces=50,
    max_commands=200,
    max_types=20,
    max_traits=30,
    max_members=5,
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (container("begin_save" + "\x1bCHAT" * 5_000), "more than 0 MiB"),
        (container("begin_save\x1b" + "x" * 3_000), "a command of more"),
        (container(game([], ["LOG\tCHATx"] * 300)), "more than 200 commands"),
        (container(game([add(str(n), [], "A", "World", 1, 1) for n in range(60)])), "more than 50 pieces"),
        (container(game([add(str(n), [], f"A{n}", "World", 1, 1) for n in range(30)])), "more than 20 types"),
        (container(game([add("1", [("mark;A", "b")] * 40, "A", "World", 1, 1)])), "more than 30 traits"),
        (archive({f"{n}": b"" for n in range(9)} | {"savedGame": b""}), "more than 5 files"),
    ],
)
def test_what_is_beyond_a_game_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_log(content, "x.vlog", SMALL)


def test_a_large_save_is_read_in_little_memory() -> None:
    """40 MB of text in 80 KB of file: what is held is one piece at a time and what the table keeps."""
    piece = add("{}", [("mark;Nation", "red"), ("label;" + "x" * 20_000, "")], "Tank", "World", 1, 1)
    content = container(game([piece.replace("{}", str(n), 1) for n in range(2_000)]), way="plain")
    assert len(content) < 400_000
    tracemalloc.start()
    log = read_log(content, "large.vsav")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(1 for _ in log.table.on_maps()) == 2_000
    assert peak < 20 << 20
