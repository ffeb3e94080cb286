"""The page Odds: a battle told unit by unit, or one of a recorded game; its chances, and how far it may end from the average."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.odds import answer, links, more, raid, recorded, whole_turn
from dashboard.odds.boards import board, boards, is_map
from dashboard.odds.form import Asked, ask, first_area
from dashboard.turn_report.names import Names
from dashboard.ui import widgets
from engine.odds.asked import Answer, battle_odds, never_exact
from engine.odds.battle import Forces
from engine.odds.diving import dive_of
from engine.odds.names import OddsError
from engine.odds.waves import Waves, one_after_the_other
from engine.odds.written import forces_of, options_of, techs_of
from engine.title.model import Title

BATTLE = "A battle"
OTHERS = {links.RAID: raid.show, links.TURN: whole_turn.show}
"""What the page can be asked about: a battle of forces that are told, or another thing, with what shows it."""


def show() -> None:
    """Show the page."""
    st.title("Odds", anchor=False)
    if links.GAME in st.query_params:
        recorded.show()
        return
    what = st.segmented_control("What", [BATTLE, *OTHERS], default=BATTLE, key=links.WHAT, bind="query-params", required=True)
    if what in OTHERS:
        OTHERS[what]()
        return
    slugs = boards()
    title = board(slugs[st.selectbox("Title", list(slugs), key="title", bind="query-params")])
    told = ask(title)
    if not told.attackers or not told.defenders:
        widgets.answer("Give each side some units: the address of this page keeps them, so that you can share the battle.")
        return
    at_sea = st.session_state["where"] == links.SEA
    try:
        with st.spinner("Working out the odds ..."):
            found = _odds(title.slug, told._replace(then="", question=""), at_sea)
            waves = _waves(title.slug, told._replace(question=""), at_sea) if told.then else None
    except OddsError as error:
        st.warning(str(error))
        return
    unit = title.resources[title.resource].name
    answer.show(found, unit, Names.of_title(title).force)
    more.show_percentiles(found.result)
    more.show_question(title, found.result, told)
    if waves:
        more.show_waves(waves, unit, at_sea)
    widgets.command(command(title, told, at_sea))


@st.cache_data(max_entries=256, show_spinner=False)
def _odds(slug: str, told: Asked, at_sea: bool) -> Answer:
    title = board(slug)
    forces, how = _asked(title, told, at_sea)
    return battle_odds(title, forces, retreat=told.retreat, **how)


@st.cache_resource(max_entries=64, show_spinner=False)
def _waves(slug: str, told: Asked, at_sea: bool) -> Waves:
    title = board(slug)
    forces, how = _asked(title, told, at_sea)
    others = [_asked(title, Asked(told.area, text, told.defenders), at_sea)[0] for text in more.attacks_in(told.then)]
    return one_after_the_other(title, [forces, *others], {"retreat": told.retreat}, **how)


def _asked(title: Title, told: Asked, at_sea: bool) -> tuple[Forces, dict[str, Any]]:
    """Return the forces that are told, and how their battle is fought."""
    forces = forces_of(
        title,
        told.attackers,
        told.defenders,
        area=told.area or first_area(title, at_sea),
        attacker=told.attacker,
        defender=told.defender,
        attack_order=told.orders[0].split(","),
        defend_order=told.orders[1].split(","),
        keep_land=told.keep_land,
        seaborne=told.seaborne,
        at_sea=at_sea,
    )
    how = {
        "area": told.area,
        "low_luck": told.low_luck,
        "games": answer.COMPOSED,
        "techs": techs_of(title, forces, *told.techs),
    }
    return forces, how | {"dive": dive_of(told.submerge), "options": options_of(title, told.options)}


def command(title: Title, told: Asked, at_sea: bool) -> str:
    """Return the command that works out the same."""
    which = f'--map "{title.name}"' if is_map(title.slug) else title.slug
    words = [f'sitrep odds {which} "{told.attackers}" "{told.defenders}"']
    words += [f"--{name} {value}" for name, value in (("in", told.area), ("attacker", told.attacker), ("defender", told.defender)) if value]
    words += [
        f'--{name} "{text}"'
        for name, text in (("attack-order", told.orders[0]), ("defend-order", told.orders[1]), ("seaborne", told.seaborne),
                           ("attack-tech", told.techs[0]), ("defend-tech", told.techs[1]), ("ask", told.question),
                           *(("then", text) for text in more.attacks_in(told.then)),
                           *(("option", text) for text in told.options))
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
    words += ["--only-aircraft"] if when.aircraft else []
    words += [f"--submerge {told.submerge}"] if told.submerge else []
    words += ["--low-luck"] if told.low_luck else []
    return " ".join([*words, *([f"--games {answer.COMPOSED}"] if never_exact(title) else [])])
