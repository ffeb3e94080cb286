"""Who plays well, in words: what is told of whom, and what is not known and why."""

from __future__ import annotations

from dashboard.league import craft_words as words
from tests.warehouse.test_craft import rows_of
from warehouse.craft import of_rows

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
SEATS = [(f"g{nth:02}-{who}", name, "germany", who + nth % 3 / 10) for who, name in enumerate(NAMES) for nth in range(12)]
NEW = [(f"h{nth}", "New", "germany", 0.0) for nth in range(9)]
CRAFT = of_rows("aa1942", rows_of([*SEATS, *NEW]), accuracy="it is worked out only if asked for")


def test_the_best_are_named_and_stand_first() -> None:
    assert words.answer(CRAFT, "Axis & Allies 1942") == (
        "Axis & Allies 1942: 1 of 3 figures tell players apart: lost to bad odds (Ada does best)."
    )
    rows = words.rows(CRAFT)
    assert list(words.headings(CRAFT).values()) == ["Player", "Games", "Lost to bad odds, main resource a round", "Better than"]
    assert rows["player"].to_list() == ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"] and rows["games"].to_list() == [12] * 6
    assert rows["bad_odds"][1].startswith("1.10 (1.0") and rows["bad_odds_better"].to_list()[0] == "92nd percentile"


def test_what_is_not_known_says_why() -> None:
    halves = dict(words.halves(CRAFT).select("figure", "told").iter_rows())
    assert halves["Lost to bad odds"] == "yes"
    assert halves["Money unspent"].startswith("not known: 0 players with 10 games")
    assert halves["Chance lost by decisions"] == "not known: it is worked out only if asked for"
    new = words.of_player({"Axis & Allies 1942": CRAFT}, "New")
    assert [*new.select("figure", "games", "value", "better").iter_rows()] == [
        ("Lost to bad odds", 9, "not known: 9 of 10 games", ""),
        ("Money unspent and luck", 0, "not known: 0 players with 10 games in which it is known; 5 are needed", ""),
        ("Chance lost by decisions", 0, "not known: it is worked out only if asked for", ""),
    ]
    assert words.of_player({"Axis & Allies 1942": CRAFT}, "Nobody").is_empty()
    assert words.answer(of_rows("blitz", rows_of([])), "Blitz!") == "Blitz!: not known. No figure tells the players apart."
