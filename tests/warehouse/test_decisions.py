"""Decisions that were looked for: kept beside the games of a lake, and with it in backups and copies for the public."""

from __future__ import annotations

import pytest

from tests.warehouse.games import EVENTS, game
from warehouse import Lake, LakeError
from warehouse.decisions import FOLDER, MOST, Decision, Kept
from warehouse.people.people import everybody_hidden
from warehouse.people.publish import publish
from warehouse.upkeep import backup, vacuum
from warehouse.upkeep.vacuum import timedelta
from warehouse.verify import verify


def decision(cost: float, reach: float, round_: int = 1) -> Decision:
    return Decision(round_, 2, "germany", "attacks", "move tank", "nothing", 0.5, 0.5 + cost, cost, cost - reach, cost + reach)


def found(lake: Lake, game_id: str, *decisions: Decision, seed: str = "1") -> Kept:
    return Kept(game_id, lake.digests()[game_id], "greedy", 8, 3, seed, 40, decisions)


@pytest.fixture
def lake(tmp_path) -> Lake:
    """A lake of two games, with a decision of each."""
    made = Lake.create(tmp_path / "lake")
    made.write([game("first", digest="a" * 64), game("sécond | /../x", digest="b" * 64)])
    for name in ("first", "sécond | /../x"):
        made.keep_decisions(found(made, name, decision(0.2, 0.1)))
    return made


def test_only_what_is_clear_of_nothing_is_listed_and_what_was_worth_most_first() -> None:
    some = [decision(0.1, 0.2), decision(-0.3, 0.1), decision(0.2, 0.1), decision(0.2, 0.2), *(decision(0.05, 0.01, at) for at in range(9))]
    kept = Kept("a", "", "greedy", 8, 3, "1", 40, tuple(some))
    assert [round(one.cost, 2) for one in kept.listed] == [-0.3, 0.2, *[0.05] * 5] and len(kept.listed) == MOST
    assert [one.round for one in kept.listed[2:]] == [0, 1, 2, 3, 4]


def test_a_later_search_takes_the_place_of_the_one_before(lake: Lake) -> None:
    lake.keep_decisions(found(lake, "first", decision(0.3, 0.1), seed="2"))
    kept = Lake.open(lake.path).decisions_of("first")
    assert kept and kept.seed == "2" and kept.at.endswith("Z")
    assert len(lake.store.entries(FOLDER)) == 2


def test_what_was_found_in_another_content_of_the_record_is_not_told(lake: Lake) -> None:
    lake.write([game("first", EVENTS[:12], digest="f" * 64)])
    assert lake.decisions_of("first") is None and lake.decisions_of("sécond | /../x")
    assert lake.decisions_of("nobody") is None


def test_a_damaged_list_is_told_and_read_by_nobody(lake: Lake) -> None:
    assert verify(lake) == []
    (path, *_) = [lake.path / entry.key for entry in lake.store.entries(FOLDER)]
    path.write_bytes(path.read_bytes().replace(b"germany", b"austria"))
    (wrong,) = verify(lake)
    assert wrong.what == "decisions" and "its SHA-256 is not the one in its name" in str(wrong)
    with pytest.raises(LakeError, match="damaged"):
        [lake.decisions_of(name) for name in lake.digests()]


def test_a_backup_has_them_and_a_vacuum_drops_those_of_games_that_are_gone(lake: Lake, tmp_path) -> None:
    backup(lake, tmp_path / "copy")
    assert Lake.open(tmp_path / "copy").decisions_of("first") == lake.decisions_of("first")
    lake.remove(["first"])
    vacuum(lake, timedelta(0), timedelta(0))
    assert len(lake.store.entries(FOLDER)) == 1 and lake.decisions_of("sécond | /../x")


def test_a_copy_for_the_public_has_those_of_its_games_under_their_ids_there(lake: Lake, tmp_path) -> None:
    public, plain = tmp_path / "public", tmp_path / "plain"
    names = sorted({name for text in lake.frame("games")["players"] for name in text.split('"')[3::4]})
    publish(lake, public, everybody_hidden(names))
    copy = Lake.open(public)
    kept = [copy.decisions_of(name) for name in copy.digests()]
    assert len(kept) == 2 and all(kept) and not set(copy.digests()) & set(lake.digests())
    text = b"".join(path.read_bytes() for path in (public / FOLDER).rglob("*.json"))
    assert b"first" not in text and lake.digests()["first"].encode() not in text
    publish(lake, plain, games=["first"])
    assert Lake.open(plain).decisions_of("first") == lake.decisions_of("first") and len(list((plain / FOLDER).rglob("*.json"))) == 1
    before = {path: path.read_bytes() for path in plain.rglob("*") if path.is_file()}
    publish(lake, plain, games=["first"])
    assert before == {path: path.read_bytes() for path in plain.rglob("*") if path.is_file()}
