"""The head of a game's page: what was played, by whom, who won and how, and what is wrong with the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard.review.battles import biggest_swing
from dashboard.review.reader import Reader
from dashboard.review.turning_point import turning
from dashboard.ui.game_names import game_name
from dashboard.ui.text import after, amount, color, counted, mapping, outcome, printed, safe
from dashboard.ui.title_names import scenario_name

FIDELITY = {
    "observed": "The record contains only the visible events of the game. Anything that it does not mention is missing here too.",
}
"""What a reader must know of a record: one of orders or changes tells all there is to tell."""


FEW = 8
"""Options that are shown at once; the many of a TripleA map are folded away."""


def show(of: Reader) -> None:
    """Show the headline of a game, its options, and what is wrong with its record."""
    st.html(headline(of))
    if len(options := _options(of.game)) > FEW:
        with st.expander(f"The game's {len(options)} options"):
            st.html(f'<p class="sitrep-answer">{safe(" · ".join(options))}</p>')
    _doubts(of)


def headline(of: Reader) -> str:
    """Return the headline as HTML: who won, when it turned and why, what was played, by whom."""
    game = of.game
    why = " ".join(part for part in (_turning(of), _why(of), biggest_swing(of)) if part)
    return (
        f'<h1 class="sitrep-title">{safe(game["title_name"])}</h1>'
        f'<p class="sitrep-outcome">{safe(outcome(game, of.sides))}, {after(game)}.</p>'
        f'<p class="sitrep-answer">{safe(why)}</p>'
        f"{_facts(game)}{_players(of)}"
    )


def _turning(of: Reader) -> str:
    points = of.measure("turning_point")
    return "" if points.is_empty() else turning(points.row(0, named=True), of.sides)


def _why(of: Reader) -> str:
    """Say what made the difference in the round that `turning` names: the power that lost most there, and the ground taken."""
    points = of.measure("turning_point")
    round_ = None if points.is_empty() else points["round"][0]
    if round_ is None:
        return ""
    lost = of.measure("losses_by_round").filter(round=round_).group_by("power").agg(pl.col("tuv", "unpriced").sum())
    known = pl.col("unpriced").sum() == 0  # where a price is unknown nobody can say who lost most
    lost = lost.filter(known, pl.col("tuv") > 0).drop("unpriced").sort("tuv", "power", descending=[True, False]).head(1)
    parts = [
        f"{of.names.get(power, power)} lost the most in that round (units worth {amount(tuv, of.unit)})"
        for power, tuv in lost.iter_rows()
    ]
    taken = of.measure("changes_of_hand").filter((pl.col("round") == round_) & (pl.col("value") > 0))
    prize = taken.sort("value", "seq", descending=[True, False]).head(1)
    parts += [f"{of.names[row['after']]} took {row['area_name']}, worth {amount(row['value'], of.unit)}"
              for row in prize.iter_rows(named=True) if row["after"] in of.names]  # fmt: skip
    return f"{'; '.join(parts)}." if parts else ""


def _options(game: Mapping[str, Any]) -> list[str]:
    return [f"{printed(option)}: {printed(value)}" for option, value in mapping(game["options"]).items()]


def _facts(game: Mapping[str, Any]) -> str:
    options = _options(game)
    facts = {
        "Scenario": scenario_name(game["title"], game["scenario"]),
        "Options": " · ".join(options) if len(options) <= FEW else f"{len(options)}, listed below",
        "Played": game["played"],
        "Record": " · ".join(part for part in (game["source"], game_name(game)) if part),
        "Events": f"{game['events']:,}",
    }
    return _list(f"<b>{name}</b> {safe(value)}" for name, value in facts.items() if value)


def _players(of: Reader) -> str:
    """Return the powers that play in the order of play, each with its colour, side and player; others are counted."""
    seated = mapping(of.game["players"])
    rest = of.all_powers.height - of.playing.height
    without = "a turn or income" if of.playing.height < of.powers.height else "units, income or a turn"
    return _list([
        *(
            f'<span class="sitrep-dot" style="background:{color(row["color"])}"></span><b>{safe(row["name"])}</b>'
            f"{_who(row, seated)}"
            for row in of.playing.iter_rows(named=True)
        ),
        *([f"{counted(rest, 'other')} without {without}"] if rest else []),
    ])  # fmt: skip


def _who(power: Mapping[str, Any], seated: Mapping[str, str]) -> str:
    """Return a power's side and player in brackets; a power that is a side of its own has no other."""
    side = power["side_name"] if power["side_name"] != power["name"] else ""
    told = [safe(text) for text in (side, seated.get(power["power"], "")) if text]
    return f" ({', '.join(told)})" if told else ""


def _list(items: Any) -> str:
    return f'<ul class="sitrep-facts">{"".join(f"<li>{item}</li>" for item in items)}</ul>'


def _doubts(of: Reader) -> None:
    """Say what is wrong with the record or missing from it."""
    if of.game["fidelity"] in FIDELITY:
        st.info(FIDELITY[of.game["fidelity"]])
    found = of.frame("defect_found")
    wrong, remarks = found.filter(pl.col("severity") == "error"), found.filter(pl.col("severity") != "error")
    if not wrong.is_empty():
        st.warning(
            f"{counted(wrong.height, 'defect')} in this record. The charts show the game as far as it could be read."
        )
        _table("Where the record breaks a rule or contradicts itself", wrong)
    if not remarks.is_empty():
        _table(f"Gaps in the record, and other remarks: {remarks.height:,}", remarks)


def _table(heading: str, found: pl.DataFrame) -> None:
    columns = {"place": "Place", "round": "Round", "message": "Problem", "found": "Found", "expected": "Expected"}
    with st.expander(heading):
        st.dataframe(found.select(list(columns)).rename(columns), hide_index=True, width="stretch", alt=heading)
