"""The page Odds: a battle told unit by unit, or one of a recorded game; its chances, and how far it may end from the average."""

from __future__ import annotations

import streamlit as st

from dashboard.odds import answer, links, recorded
from dashboard.odds.boards import board, boards, is_map
from dashboard.odds.form import Asked, ask, first_area
from dashboard.turn_report.names import Names
from dashboard.ui import widgets
from engine.odds.asked import Answer, battle_odds, never_exact
from engine.odds.names import OddsError
from engine.odds.written import forces_of
from engine.title.model import Title


def show() -> None:
    """Show the page."""
    st.title("Odds", anchor=False)
    if links.GAME in st.query_params:
        recorded.show()
        return
    slugs = boards()
    title = board(slugs[st.selectbox("Title", list(slugs), key="title", bind="query-params")])
    told = ask(title)
    if not told.attackers or not told.defenders:
        widgets.answer(
            "Give each side some units: the address of this page keeps them, so that you can share the battle."
        )
        return
    try:
        with st.spinner("Working out the odds ..."):
            found = _odds(title.slug, told, at_sea=st.session_state["where"] == links.SEA)
    except OddsError as error:
        st.warning(str(error))
        return
    answer.show(found, title.resources[title.resource].name, Names.of_title(title).force)
    widgets.command(command(title, told, st.session_state["where"] == links.SEA))


@st.cache_data(max_entries=256, show_spinner=False)
def _odds(slug: str, told: Asked, at_sea: bool) -> Answer:
    title = board(slug)
    forces = forces_of(
        title, told.attackers, told.defenders, area=told.area or first_area(title, at_sea), attacker=told.attacker,
        defender=told.defender, attack_order=told.orders[0].split(","), defend_order=told.orders[1].split(","), keep_land=told.keep_land,
        seaborne=told.seaborne, at_sea=at_sea,
    )  # fmt: skip
    return battle_odds(title, forces, area=told.area, retreat=told.retreat, low_luck=told.low_luck, games=answer.FEW)


def command(title: Title, told: Asked, at_sea: bool) -> str:
    """Return the command that works out the same."""
    which = f'--map "{title.name}"' if is_map(title.slug) else title.slug
    words = [f'sitrep odds {which} "{told.attackers}" "{told.defenders}"']
    words += [
        f"--{name} {value}"
        for name, value in (("in", told.area), ("attacker", told.attacker), ("defender", told.defender)) if value
    ]  # fmt: skip
    words += [
        f'--{name} "{text}"'
        for name, text in (("attack-order", told.orders[0]), ("defend-order", told.orders[1]), ("seaborne", told.seaborne))
        if text
    ]  # fmt: skip
    words += ["--at-sea" if at_sea else "--on-land"] if is_map(title.slug) else []
    words += [] if told.keep_land is None else ["--keep-land" if told.keep_land else "--no-keep-land"]
    when = told.retreat
    limits = {
        "rounds": when.rounds or None,
        "units": when.units or None,
        "chance": when.chance or None,
        "swing": when.value,
    }
    words += [f"--{name} {limit:g}" for name, limit in limits.items() if limit is not None]
    words += ["--low-luck"] if told.low_luck else []
    return " ".join([*words, *([f"--games {answer.FEW}"] if never_exact(title) else [])])
