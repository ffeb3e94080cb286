import pytest

from engine.errors import SitrepError
from ingest.samples import HERE
from tests.bench import before
from tests.bench.simulation import Played

pytestmark = pytest.mark.skipif(not (before.ROOT / ".git").exists(), reason="the project is no clone here")


@pytest.mark.slow
def test_another_commit_plays_and_replays_beside_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before, "GAMES", (Played("aa1942", 1, 1), Played("no-such-title", 1, 1)))
    monkeypatch.setattr(before, "samples", lambda: [HERE / "axis-takes-moscow.jsonl"])
    played, unknown, replayed = before.lines("HEAD", turns=1)
    assert played.rate > 0 and " times; " in played.remark
    assert replayed.rate > 0 and replayed.remark.endswith("the same game")
    assert (unknown.rate, unknown.remark) == (0, "not measured: the other commit cannot do it")


def test_a_commit_that_is_not_there_is_refused() -> None:
    with pytest.raises(SitrepError, match=r"no-such-commit: .*; name a commit of this repository"):
        next(before.lines("no-such-commit"))
