"""Results as people post them: lines of five leagues' forms are read as they were meant, and nothing is guessed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from ingest import ingest
from ingest.results.posts import Posted, read_posts
from warehouse import Lake

NAMES = ("Amy", "Boris", "cy_77", "Dee Dee", "El Duque", "Müller", "j.w", "Xerxes", "Lover of maps", "Vs99")


def read(line: str) -> Posted:
    (found,) = read_posts(line, "aa1942", "2026-05-01")
    return found


def told(line: str) -> tuple[str, ...]:
    found = read(line)
    assert not found.why, (line, found.why)
    return tuple(found.cells[name] for name in ("date", "players", "sides", "winner", "bid", "rounds", "how"))


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Amy (Axis) defeats Boris (Allies + 10)", "2026-05-01|Amy; Boris|Axis; Allies|Axis|Allies 10||"),
        ("2026-04-30: Boris (L+8) def. Amy (X), 9 rounds", "2026-04-30|Boris; Amy|Allies; Axis|Allies|Allies 8|9|"),
        ("Amy & Cy (Axis) beat Boris (Allies) by forfeit", "2026-05-01|Amy + Cy; Boris|Axis; Allies|Axis|||forfeit"),
        ("Amy (X) vs Boris (L+22) - Allies win in 7 rounds", "2026-05-01|Amy; Boris|Axis; Allies|Allies|Allies 22|7|"),
        ("Amy (X) drew with Boris (L)", "2026-05-01|Amy; Boris|Axis; Allies|draw|||"),
        ("Amy (Axis) over Boris, resigned", "2026-05-01|Amy; Boris|Axis; Allies|Axis|||conceded"),
    ],
)
def test_lines_as_leagues_write_them(line: str, cells: str) -> None:
    assert "|".join(told(line)) == cells


def test_the_command_writes_a_table_that_can_be_ingested_and_quotes_the_rest(tmp_path: Path) -> None:
    text = "Amy (Axis) defeats Boris (Allies + 10)\n\nwhat a week\nBoris (X) vs Amy (L) - Axis win\n"
    out = tmp_path / "league.csv"
    done = CliRunner().invoke(sitrep.main, ["results", "-", "--title", "aa1942", "--day", "2026-05-01", "--out", str(out)], input=text)
    assert done.exit_code == 1 and "line 3: 'what a week': nobody is said to have won" in done.stderr
    assert "3 lines: 2 read, 1 not understood" in done.stderr
    lake = Lake.create(tmp_path / "lake")
    assert ingest([out], lake).ok
    assert sorted(lake.games()["winner"].to_list()) == ["axis", "axis"]
    assert sorted(lake.frame("seats")["bid"].drop_nulls().to_list()) == [0, 10]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Amy beats Boris, L+8, bid 25 to Russia", "nobody's side is said"),
        ("Amy (Axis) vs Boris (Allies +10)", "nobody is said to have won"),
        ("Amy (Axis) beats Boris (Axis)", "both are said to have had Axis"),
        ("Amy (Axis) beats Boris (Reds)", "'Reds' is no side; expected Axis or Allies"),
        ("Amy (Axis) beats Boris (Allies) beats Cy", "two words say who won"),
        ("Amy (Axis) beats Boris (Allies), what a game", "'what a game' is not understood"),
        ("2999-01-01: Amy (Axis) beats Boris (Allies)", "column 'date': found '2999-01-01'; expected a day that is over"),
        ("hello everybody", "nobody is said to have won"),
    ],
)
def test_what_is_not_understood_says_why(line: str, why: str) -> None:
    found = read(line)
    assert not found.cells and found.text == line
    assert why in found.why


def test_of_500_made_up_lines_98_in_100_are_read_and_none_wrongly() -> None:
    rng = random.Random(500)
    read_rightly = 0
    for _ in range(500):
        (one, two), bid, form = rng.sample(NAMES, 2), rng.choice((0, 0, 6, 9, 25)), rng.randrange(5)
        axis_first, rounds = rng.random() < 0.5, rng.randint(3, 20)
        mine, theirs = ("Axis", "Allies") if axis_first else ("Allies", "Axis")
        given = {"Axis": "", "Allies": (bid and f"{rng.choice(('+', ' +', ' + '))}{bid}") or ""}
        short = {"Axis": "X", "Allies": "L"}
        seats = [f"{name} ({side}{given[side]})" for name, side in ((one, mine), (two, theirs))]
        brief = [f"{name} ({short[side]}{given[side].replace(' ', '')})" for name, side in ((one, mine), (two, theirs))]
        line, winner = {
            0: (f"{seats[0]} defeats {seats[1]}", mine),
            1: (f"{brief[0]} def. {brief[1]}, {rounds} rounds", mine),
            2: (f"2025-11-0{rng.randint(1, 9)} - {seats[0]} wins over {seats[1]} by forfeit", mine),
            3: (f"{brief[0]} vs {brief[1]} - {theirs} win", theirs),
            4: (f"{seats[0]} beats {seats[1]}.", mine),
        }[form]
        found = read(line)
        if found.cells:
            cells = found.cells
            assert (cells["players"], cells["sides"], cells["winner"]) == (
                f"{one}; {two}",
                f"{mine}; {theirs}",
                winner,
            ), line
            assert cells["bid"] == (f"Allies {bid}" if bid else ""), line
            read_rightly += 1
    assert read_rightly >= 490, read_rightly
