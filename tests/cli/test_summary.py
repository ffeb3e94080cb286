"""The summary of a game in the terminal: short however many nations a title knows, and silent of what no record tells."""

from __future__ import annotations

import re

import polars as pl
import pytest

from dashboard.terminal.printed_tables import PIPE_WIDTH, print_table, table
from dashboard.terminal.summary import FEW, print_summary
from dashboard.ui.text import seats_told
from engine.events import BattleEnded, BattleStarted, UnitsRemoved
from engine.recording import Fidelity
from tests.dashboard.conftest import DEEDS, hand_made, roll, unpriced
from warehouse import Lake


@pytest.fixture
def told(tmp_path, capsys):
    """Return a maker of games that returns what the summary says of them."""

    def tell(**how) -> str:
        lake = Lake.create(tmp_path / "lake")
        lake.write([hand_made("game", **how)])
        print_summary(lake, "game")
        return capsys.readouterr().out

    return tell


def test_bystanders_share_a_line(tmp_path, capsys, monkeypatch):
    lake = Lake.create(tmp_path / "lake")
    nations = [f"neutral-{at}" for at in range(FEW + 1)]
    lake.write([hand_made("game", deeds={(1, "germany"): [roll("germany", "attacker", 2, 1, 2, 6)]})])
    measure = Lake.measure

    def crowded(self, name, **params):
        frame = measure(self, name, **params)
        if name != "dice_luck":
            return frame
        rows = [{**frame.row(1, named=True), "power": power, "name": power, "dice": 4, "hits": 1, "luck": -0.5} for power in nations]
        return pl.concat([frame, pl.DataFrame(rows, schema=frame.schema)])

    monkeypatch.setattr(Lake, "measure", crowded)
    print_summary(lake, "game")
    out = capsys.readouterr().out
    assert re.search(rf"^{FEW + 1} others +16 +4 .* -2\.0 +-$", out, re.M) and "neutral-1" not in out
    nations.pop()
    print_summary(lake, "game")
    out = capsys.readouterr().out
    assert "others" not in out and "neutral-1" in out


def test_what_no_record_tells_has_no_table(told):
    out = told(fidelity=Fidelity.OBSERVED)
    assert "Nothing recorded: Units lost by round; Biggest battles; Dice." in out
    assert "expected" not in out and "attacker" not in out and "Income collected by round, in IPC" in out


def test_a_round_that_was_not_finished_is_said_so(told):
    out = told(stop=(2, "germany"), ended=False)
    assert "The record stops before the end of the game, after 1 round, in round 2; 6 turns in all." in out
    income = out[out.index("Income collected") :].splitlines()
    assert re.split(r" {2,}", income[1].strip()) == ["1", "in 2", "total"]
    rows = {row.split("  ")[0]: row.split()[-2] for row in income[2:7]}
    assert rows["Germany"] == "-" and rows["Soviet Union"].isdigit()


def test_dice_that_fell_have_their_table(told):
    out = told(deeds=DEEDS)
    assert re.search(r"^Germany +6 +5 ", out[out.index("Dice: hits") :], re.M)
    assert "Dice" not in out.partition("Nothing recorded")[2]


def test_players_that_nobody_names_take_one_line():
    alone = [("", "Germany", "Germany"), ("", "Japan", "Japan"), ("Ada", "China", "China"), ("", "Allies", "France")]
    assert list(seats_told(alone)) == [
        "Ada: China",
        "unnamed player (Allies): France",
        "players not named: Germany and Japan",
    ]


def test_losses_without_a_price_are_not_told_as_0(told):
    sides = ("india", "japan", "united-kingdom")
    fought = [
        [
            BattleStarted(number, "land", *sides, "", ""),
            UnitsRemoved("japan", unit, 1, "japan", battle=number),
            BattleEnded(number, "land", *sides, 1, "defender", "eliminated", "", "", worth, 0),
        ]
        for number, unit, worth in ((1, "infantry", 0), (2, "tank", 5))
    ]
    lost = UnitsRemoved("japan", "infantry", 1, "japan", battle=2)
    deeds = {(1, "japan"): fought[0], (2, "japan"): [*fought[1][:2], lost, fought[1][2]]}
    out = told(title=unpriced("tank"), fidelity=Fidelity.OBSERVED, deeds=deeds)
    assert "Units lost by round, value in IPC (6+: at least 6, -: unknown; 2 units lost with no recorded price)" in out
    losses = out[out.index("Units lost") : out.index("Biggest")]
    assert [row.split() for row in losses.splitlines() if row.startswith("Japan")] == [["Japan", "-", "5+", "0", "5+"]]
    battles = out[out.index("Biggest battles") :].splitlines()[2:4]
    assert [re.split(r" {2,}", row.strip())[3] for row in battles] == ["at least 5", "unknown"]


def test_a_table_of_more_rounds_than_fit_goes_on_below(capsys):
    made = table("", *(f">{number}" for number in range(40)))
    made.add_row("Western Allies", *(str(100 + number) for number in range(40)))
    print_table("Value", made)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= PIPE_WIDTH and sum("Western Allies" in line for line in lines) == 2
    assert [int(word) for line in lines for word in line.split() if word.isdigit() and int(word) >= 100] == [*range(100, 140)]
