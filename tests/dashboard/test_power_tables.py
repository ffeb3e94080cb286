"""The tables of powers and players on a review: figures by hand, columns that are chosen, and the same rows in the exported file."""

from __future__ import annotations

import re
from collections.abc import Callable

from dashboard.review.export import page_of
from dashboard.review.power_tables import powers
from dashboard.review.reader import Reader
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, hand_made
from tests.dashboard.test_pages import opened
from tests.dashboard.test_review import read
from tests.kept import rows_of
from warehouse import Lake

MakeLake = Callable[..., Lake]


def test_a_power_by_round_and_a_players_whole_game(make_lake: MakeLake) -> None:
    found = powers(read(make_lake, deeds=DEEDS))
    assert found is not None and (found.basis, found.drawings) == ("5 powers in 3 rounds", ())
    rows, players = (table.rows for table in found.tables)
    assert rows["Round"].unique(maintain_order=True).to_list() == ["Set-up", "Round 1", "Round 2", "Round 3"]
    assert {"Points", "Luck", "Swing"}.isdisjoint([*rows.columns, *players.columns]), "nobody has any, or nobody knows"
    britain = rows.filter(Power="United Kingdom")
    assert britain["Convoy losses"].to_list() == [0, 4, 3, 0]
    assert rows.filter(Power="Germany").select("TUV", "Units", "Lost").rows()[:2] == [(321, 58, 0), (309, 57, 12)], "a bomber of 12 lost"
    assert players.select("Player", "Convoy losses", "Destroyed", "Lost").rows() == [("Anna", 0, 12, 0), ("Bert", 7, 0, 12)]
    assert players["Income"].sum() == rows["Income"].sum() and players["Income"][0] == rows.filter(Power="Soviet Union")["Income"].sum()
    assert found.answer == (
        "Round 3: Germany has the most valuable units (309 IPC) and the most valuable areas (43 IPC); "
        "the United States has the highest income (44 IPC)."
    )


def test_of_a_round_that_is_not_over_incomes_are_left_blank(make_lake: MakeLake) -> None:
    found = powers(read(make_lake, ended=False, stop=(3, "japan")))
    assert found is not None
    last = found.tables[0].rows.tail(5)
    assert set(last["Round"]) == {"Round 3 (unfinished)"} and last["Income"].null_count() and last["TUV"].null_count() == 0


def test_swing_and_luck_are_those_of_battles_whose_odds_are_known(make_lake: MakeLake) -> None:
    """Those of a player who plays one power are what the ledger says of it; those of both sides add up to nothing."""
    (sample,) = (path for path in samples() if "five-at-the-table" in path.name)
    lake = make_lake(rows_of(sample))
    (game_id,) = lake.games()["game_id"]
    found = powers(Reader.of_lake(lake, game_id))
    assert found is not None
    players = found.tables[1].rows
    worth = lake.measure("luck_in_value", game_id=game_id).filter(power="germany")
    (germany,) = players.filter(Powers="Germany").to_dicts()
    assert (germany["Battles"], germany["Swing"]) == (worth["battles"].sum(), worth["swing"].sum())
    assert germany["Luck"] == round(worth["luck"].sum(), 1)
    assert players["Swing"].sum() == 0 and abs(players["Luck"].sum()) < 0.3


def test_the_exported_file_has_every_column(make_lake: MakeLake) -> None:
    page = page_of(Reader.of_lake(make_lake(hand_made("first", deeds=DEEDS)), "first"))
    (found,) = re.findall(r'<div class="rows" tabindex="0" role="region" aria-label="Powers by round">(.*?)</div>', page, re.DOTALL)
    heads = re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", found)
    assert heads == [
        "Round", "Power", "TUV", "Units", "Income", "In hand", "Production", "Areas", "Cities", "Convoy losses", "Destroyed", "Lost"
    ]  # fmt: skip
    assert found.count("<tr>") == 1 + 4 * 5


def test_columns_are_chosen_and_stand_in_the_address(make_lake: MakeLake) -> None:
    make_lake(hand_made("first", deeds=DEEDS))
    app = opened(game="first", more=True)
    shown, players = app.dataframe[:2]
    assert shown.value.columns.to_list() == ["Round", "Power", "TUV", "Income", "Production", "Cities", "Convoy losses"]
    assert players.value["Player"].to_list() == ["Anna", "Bert"]
    app.pills(key="columns-powers-by-round").set_value(["Units", "Lost"]).run()
    assert app.dataframe[0].value.columns.to_list() == ["Round", "Power", "Units", "Lost"]
    sent = opened(game="first", more=True, **{"columns-powers-by-round": "Areas"})
    assert sent.dataframe[0].value.columns.to_list() == ["Round", "Power", "Areas"]
