"""The head of a game's page: what was played, by whom, who won and how, and what is wrong with the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl
import streamlit as st

from dashboard.review.moment_links import Link, anchor
from dashboard.review.reader import Reader
from dashboard.review.result import SAID, bids
from dashboard.review.story.tell import story_html
from dashboard.ui.game_names import game_name
from dashboard.ui.templates import PARTS, Template
from dashboard.ui.text import counted, ending, listed, mapping, only_result, printed, teams
from dashboard.ui.title_names import named_scenario
from engine.titles import load_title, titles

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
FIDELITY = {
    "observed": "The record contains only the visible events of the game. Anything that it does not mention is missing here too.",
}
"""What a reader must know of a record: one of orders or changes tells all there is to tell."""


FEW = 8
"""Options that are shown at once; the many of a TripleA map are folded away."""


def show(of: Reader, html: Markup) -> None:
    """Show the headline of a game (`html`: what `headline` returned), its options, and what is wrong with its record."""
    st.html(html)
    if len(options := _options(of.game)) > FEW:
        with st.expander(f"The game's {len(options)} options"):
            st.html(PARTS.answer(" · ".join(options)))
    _doubts(of)


def headline(of: Reader, link: Link | None = anchor) -> Markup:
    """Return the headline as HTML: who won, the story of the game, what was played, by whom.

    Args:
        link: what the tag of a link to a turn of the map holds; None where there is no map.
    """
    game = of.game
    parts = (_story(of, link), PARTS.facts(_facts(of)), _players(of))
    return HTML.headline(game["title_name"], ending(game, of.sides, of.first_round), parts)


def _story(of: Reader, link: Link | None) -> Markup:
    """Return the story of the game; of a result that there is none."""
    return HTML.untold(SAID) if only_result(of.game) else story_html(of, link)


def _options(game: Mapping[str, Any]) -> list[str]:
    """Return the options of a game by the names that its title gives them, else by their slugs in words."""
    named = load_title(game["title"]).options if game["title"] in titles() else {}
    return [
        f"{named[option].name if option in named else printed(option)}: {printed(value)}"
        for option, value in mapping(game["options"]).items()
    ]


def _facts(of: Reader) -> dict[str, str]:
    game = of.game
    options = _options(game)
    return {
        "Scenario": named_scenario(game["title"], game["scenario"]),
        "Options": " · ".join(options) if len(options) <= FEW else f"{len(options)}, listed below",
        "Played": game["played"],
        "Record": " · ".join(part for part in (game["source"], game_name(game)) if part),
        "Bid": listed(bids(of)),
        "Events": "" if only_result(game) else f"{game['events']:,}",
    }


def _players(of: Reader) -> Markup:
    """Return the powers that play in the order of play, each with its colour, side and player; others are counted.

    Of a result the sides with their players: who of them played which power is unknown.
    """
    if only_result(of.game):
        told = teams(of.game, of.sides)
        return HTML.players([(None, side, [listed(names)] if names else []) for side, names in told.items()])
    seated = mapping(of.game["players"])
    rest = of.all_powers.height - of.playing.height
    without = "a turn or income" if of.playing.height < of.powers.height else "units, income or a turn"
    return HTML.players(
        [(row["color"], row["name"], _who(row, seated)) for row in of.playing.iter_rows(named=True)],
        f"{counted(rest, 'other')} without {without}" if rest else "",
    )


def _who(power: Mapping[str, Any], seated: Mapping[str, str]) -> list[str]:
    """Return a power's side and player; a power that is a side of its own has no other."""
    side = power["side_name"] if power["side_name"] != power["name"] else ""
    return [text for text in (side, seated.get(power["power"], "")) if text]


def _doubts(of: Reader) -> None:
    """Say what is wrong with the record or missing from it."""
    if of.game["fidelity"] in FIDELITY and not only_result(of.game):  # that stands in place of the story
        st.info(FIDELITY[of.game["fidelity"]])
    found = of.frame("defect_found")
    wrong, remarks = found.filter(pl.col("severity") == "error"), found.filter(pl.col("severity") != "error")
    if not wrong.is_empty():
        st.warning(f"{counted(wrong.height, 'defect')} in this record. The charts show the game as far as it could be read.")
        _table("Where the record breaks a rule or contradicts itself", wrong)
    if not remarks.is_empty():
        _table(f"Gaps in the record, and other remarks: {remarks.height:,}", remarks)


def _table(heading: str, found: pl.DataFrame) -> None:
    columns = {"place": "Place", "round": "Round", "message": "Problem", "found": "Found", "expected": "Expected"}
    with st.expander(heading):
        st.dataframe(found.select(list(columns)).rename(columns), hide_index=True, width="stretch", alt=heading)
