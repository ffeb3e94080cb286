"""A lake is asked as it was: at a version, or at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.commits import filled
from tests.warehouse.games import EVENTS, game
from warehouse import Lake, LakeError, lake, times
from warehouse.state import Commit


@pytest.fixture
def dated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """A lake whose commits 1 to 4 were made at 9 o'clock on four days of May."""
    days = iter(range(1, 9))
    monkeypatch.setattr(lake, "now", lambda: f"2026-05-0{next(days)}T09:00:00Z")
    made = Lake.create(tmp_path / "lake")
    for events in (EVENTS[:12], EVENTS[:20], EVENTS):
        made.write([game("a", events)], at="2020-01-01T00:00:00Z")
    return made


@pytest.mark.parametrize(
    ("as_of", "version"),
    slow_after(
        5,
        [
            (2, 2),
            ("2", 2),
            ("2026-05-02T09:00:00Z", 2),
            ("2026-05-02T08:59:59Z", 1),
            ("2026-05-02", 2),  # the end of the day
            ("2026-05-03T08:59", 2),
            ("2026-05-03T11:00+02:00", 3),
            (datetime(2026, 5, 3, 10), 3),
            (datetime(2026, 5, 3, 10, tzinfo=timezone(timedelta(hours=2))), 2),
            ("2030-01-01", 4),
        ],
    ),
)
def test_a_version_is_found_by_number_and_by_time(dated: Lake, as_of, version: int) -> None:
    then = dated.at(as_of)
    assert then.version == then.state().version == version
    ends = {1: None, 2: 12, 3: 20, 4: len(EVENTS)}
    if ends[version]:
        assert len(then.events("a")) == ends[version]
        assert then.sql("SELECT events FROM games").item() == ends[version]


def test_what_was_never_is_said(dated: Lake) -> None:
    with pytest.raises(LakeError, match=r"no lake at 2026-04-30T23:59:59Z; it begins at 2026-05-01T09:00:00Z"):
        dated.at("2026-04-30")
    with pytest.raises(LakeError, match=r"'yesterday' is neither a version nor a time; expected a number, a day"):
        dated.at("yesterday")
    with pytest.raises(LakeError, match=r"no version 5; expected 0 to 4"):
        dated.at(5)


def test_history_tells_the_newest_first(dated: Lake) -> None:
    told = list(dated.history())
    assert [(commit.version, commit.at[:10]) for commit in told] == [
        (4, "2026-05-04"),
        (3, "2026-05-03"),
        (2, "2026-05-02"),
        (1, "2026-05-01"),
    ]
    assert [list(batch.games) for batch in told[0].added] == [["a"]]


def test_no_commit_is_dated_before_the_one_it_follows(tmp_path: Path) -> None:
    log = filled(tmp_path, 10)
    late = log.commit(lambda state, version: Commit(version, "2001-01-01T00:00:00Z"))
    assert late.at == "2026-01-01T00:10:00Z"
    assert log.version_at("2026-01-01T00:10:00Z") == 11
    assert [log.version_at(f"2026-01-01T00:{minute:02}:30Z") for minute in range(1, 10)] == list(range(1, 10))


@pytest.mark.parametrize(("text", "seconds"), [("0s", 0), ("90m", 5400), ("12h", 43_200), ("30d", 2_592_000), (" 2w ", 1_209_600)])
def test_spans_of_time(text: str, seconds: int) -> None:
    assert times.span(text).total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1 month", "1.5h"])
def test_what_is_no_span_is_said(text: str) -> None:
    with pytest.raises(LakeError, match="is no span of time; expected a number with s, m, h, d or w, such as 30d"):
        times.span(text)


def test_times_are_written_in_utc() -> None:
    assert times.stamp(datetime(2026, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))) == "2026-05-01T10:00:00Z"
    assert times.moment(times.stamp(datetime(2026, 5, 1, tzinfo=UTC))) == datetime(2026, 5, 1, tzinfo=UTC)
