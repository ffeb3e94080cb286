"""Luck in our own logs, by what luck is: in every title nothing on average, and uniform in rank, whether its odds are exact or played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import polars as pl
import pytest
import scipy

from engine import events as ev
from engine.odds.recorded_battle import FAIR
from engine.title.model import Title
from engine.titles import load_title
from ingest import replay_file
from ingest.samples import samples
from tests.kept import kept, rows_of
from tests.odds import second_black_swan, second_blitz, second_ledger
from tests.odds.second_ledger import Told
from tests.odds.test_ledger_of_saves import ERRORS, UNLIKELY

SECOND: dict[str, Callable[[Title, Sequence[ev.Event]], Iterator[Told]]] = {
    "black-swan": second_black_swan.second_ledger,
    "blitz": second_blitz.second_ledger,
}
"""A second implementation of each title's battles; `second_ledger` for those that are fought in rounds of all units."""

TITLES = ("aa1942", "global-1939", "black-swan", "blitz", "global-war-1936")


@pytest.fixture(scope="module")
def luck() -> dict[str, pl.DataFrame]:
    """The battles of all samples of a title whose dice were fair, as the lake has them."""
    parts: dict[str, list[pl.DataFrame]] = {title: [] for title in TITLES}
    for path in samples():
        tables = rows_of(path).tables
        if path.suffix != ".tsvg" and "battle_luck" in tables:
            (title,) = pl.from_arrow(tables["games"])["title"]
            parts[title].append(pl.from_arrow(tables["battle_luck"]))
    return {title: pl.concat(frames).filter(dice=FAIR) for title, frames in parts.items()}


def events_of(path: Path) -> list[ev.Event]:
    return kept(f"events {path} {path.stat().st_size}", lambda: replay_file(path).events)


def games(luck: pl.DataFrame) -> Iterator[tuple[list[ev.Event], dict[int, dict]]]:
    """Yield the events of each game of a title, and its battles by the number of their end."""
    for path in samples():
        name = path.name.partition(".")[0]
        if battles := {row["seq"]: row for row in luck.filter(game_id=name).iter_rows(named=True)}:
            yield events_of(path), battles


def second(title: str, luck: pl.DataFrame) -> list[tuple[dict, Told]]:
    """Return the battles of a title of which both ledgers speak."""
    ledger = SECOND.get(title, second_ledger.second_ledger)
    return [
        (battles[told.seq], told) for events, battles in games(luck) for told in ledger(load_title(title), events) if told.seq in battles
    ]


def rank(row: dict) -> float:
    """Return the rank of what happened among what could have; of games played, among them and itself. Ties are broken by chance."""
    chances = list(zip(row["swings"], row["swing_chances"], strict=True))
    less = sum(chance for swing, chance in chances if swing < row["swing"] - 1e-6)
    same = sum(chance for swing, chance in chances if abs(swing - row["swing"]) <= 1e-6)
    lot = Random(f"{row['game_id']} {row['battle']}").random()
    n = row["samples"]
    return (n * less + lot * (n * same + 1)) / (n + 1) if n else less + lot * same


@pytest.mark.parametrize("title", TITLES)
def test_luck_is_nothing_on_average_and_uniform_in_rank(luck: dict[str, pl.DataFrame], title: str) -> None:
    battles = luck[title]
    values = battles["luck"].to_list()
    mean, error = sum(values) / len(values), scipy.stats.tstd(values) / len(values) ** 0.5
    assert len(values) >= 100 and abs(mean) <= ERRORS * error, f"mean luck {mean:+.2f}, standard error {error:.2f}"
    ranks = [rank(row) for row in battles.iter_rows(named=True)]
    assert scipy.stats.kstest(ranks, "uniform").pvalue > UNLIKELY, f"mean rank {sum(ranks) / len(ranks):.3f} of {len(ranks)}"


@pytest.mark.parametrize("title", TITLES)
def test_a_second_ledger_says_the_same_of_own_logs(luck: dict[str, pl.DataFrame], title: str) -> None:
    """To the last digit where the odds are exact; where battles were played, within the error that so many plays have."""
    both = second(title, luck[title])
    assert len(both) >= 30
    apart, more = [], []
    for row, told in both:
        where = f"{row['game_id']} {row['battle']}"
        if not row["samples"]:
            found = row["expected_swing"], row["luck"], row["decisions"]
            assert found == pytest.approx((told.expected, told.luck, told.decisions), abs=1e-6), where
        elif told.spread > 1e-9:
            apart.append((row["expected_swing"] - told.expected) / (told.spread / row["samples"] ** 0.5))
            more.append(row["luck"] - told.luck)
            assert abs(apart[-1]) <= ERRORS + 1, f"{where}: {row['expected_swing']} for {told.expected}"
    if len(apart) > 1:  # one has no spread to be measured by
        assert abs(sum(apart)) <= ERRORS * len(apart) ** 0.5 and abs(sum(more)) <= ERRORS * scipy.stats.tstd(more) * len(more) ** 0.5
        assert sum(one * one for one in apart) <= 2 * len(apart)


@pytest.mark.parametrize("title", TITLES)
def test_luck_is_nothing_only_where_the_dice_could_do_nothing_or_did_just_what_was_expected(
    luck: dict[str, pl.DataFrame], title: str
) -> None:
    """Nothing was rolled; nothing was hit, so that the battle stands as it stood; or all outcomes are one."""
    as_told = {(row["game_id"], row["battle"]) for row, told in second(title, luck[title]) if abs(told.luck) < 1e-6}
    rolled_in_vain = 0
    for events, battles in games(luck[title]):
        rolls: dict[int, list[ev.DiceRolled]] = {}
        for event in events:
            if isinstance(event, ev.DiceRolled):
                rolls.setdefault(event.battle, []).append(event)
        convoys = {event.battle for event in events if isinstance(event, ev.FacilityChanged) and event.facility.startswith("convoy-")}
        for row in battles.values():
            dice = [roll for roll in rolls.get(row["battle"], ()) if roll.dice]
            # What bombs hit, a factory, is worth nothing in a swing: of Berlin's dice in race-to-fifteen those in the air missed. Nor is
            # a Convoy: Japan's took what the AFA hit in the East China Sea.
            hit = row["battle"] not in convoys and any(roll.hits for roll in dice if roll.purpose != "strategic")
            if abs(row["luck"]) > 1e-9:
                assert dice, f"{row['game_id']} {row['battle']}: luck {row['luck']} without a die"
            elif hit and sum(chance > 1e-9 for chance in row["swing_chances"]) > 1:
                rolled_in_vain += 1
                known = (row["game_id"], row["battle"]) in as_told
                assert known or row["samples"], f"{row['game_id']} {row['battle']}: {dice}"
    assert rolled_in_vain <= 0.03 * len(luck[title])


def test_fleets_are_not_expected_to_be_lost_to_submarines_that_dive() -> None:
    """A battle is decided by dice where players do what all do: to expect submarines to fight on that dive was worth 60 to the players."""
    (path,) = (path for path in samples() if path.name.startswith("won-by-a-point"))
    tables = rows_of(path).tables
    dived = set(pl.from_arrow(tables["units_changed"]).filter(pl.col("cause") == "submerge")["battle"].to_list())
    rows = pl.from_arrow(tables["battle_luck"]).filter(pl.col("battle").is_in(dived), pl.col("samples") > 0)
    assert rows.height >= 5
    far = rows.filter(pl.col("decisions").abs() > 10).select("battle", "expected_swing", "swing", "decisions")
    assert far.is_empty(), far


def test_a_transport_that_is_sunk_takes_its_army_with_it(luck: dict[str, pl.DataFrame]) -> None:
    """By hand: ships of 8 or 9 Factors hit once with 4 of 6 faces, and sink a transport of Size 1 with an army of Size 1 (Blitz!, 6.5)."""
    (row,) = luck["blitz"].filter(game_id="empire-of-the-rising-sun", battle=76).to_dicts()
    assert row["swings"] == [0.0, 2.0] and row["swing_chances"] == pytest.approx([1 / 3, 2 / 3])
    assert (row["expected_swing"], row["luck"]) == pytest.approx((4 / 3, 2 / 3))
