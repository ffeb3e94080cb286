"""The page Odds: a battle told unit by unit, or one of a recorded game; its chances, and how far it may end from the average."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from dashboard.odds import answer, links, raid, recorded, whole_turn
from dashboard.odds.form import Asked, ask, first_area
from dashboard.odds.links import composed
from dashboard.terminal.odds import swing_told
from dashboard.terminal.waves import costs, said_of, sum_of
from dashboard.title.tables import shipped
from dashboard.turn_report.names import Names
from dashboard.ui import widgets
from dashboard.ui.sampled import often
from dashboard.ui.templates import PARTS
from engine.odds.answers import Answer, battle_odds, never_exact
from engine.odds.battle import Forces
from engine.odds.diving import dive_of
from engine.odds.names import OddsError
from engine.odds.questions import chance_of, percentiles, plays_of, question
from engine.odds.result import Result
from engine.odds.waves import Waves, one_after_the_other
from engine.odds.written import forces_of, options_of, techs_of
from engine.title.model import Title
from engine.titles import load_title, titles
from ingest.triplea.maps import map_title, maps

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
    show_percentiles(found.result)
    show_question(title, found.result, told)
    if waves:
        show_waves(waves, unit, at_sea)
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
    others = [_asked(title, Asked(told.area, text, told.defenders), at_sea)[0] for text in attacks_in(told.then)]
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
        attack_tech=told.techs[0],
        options=options_of(title, told.options),
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
                           *(("then", text) for text in attacks_in(told.then)),
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


def boards() -> dict[str, str]:
    """Return printed name to slug: titles first."""
    own = {name: slug for slug, name in shipped().items() if composed(load_title(slug))}
    return own | {name: slug for slug, name in maps().items() if name not in own}


def board(slug: str) -> Title:
    """Return the title or map of a slug."""
    return load_title(slug) if slug in titles() else map_title(slug)


def is_map(slug: str) -> bool:
    """Whether a slug is that of a map of TripleA."""
    return slug not in titles()


def attacks_in(text: str) -> list[str]:
    """Return the further attacks that a text tells: `2 tank, fighter then 3 infantry`."""
    return [part.strip(" ,;") for part in re.split(r"\bthen\b", text, flags=re.I) if part.strip(" ,;")]


def show_percentiles(found: Result) -> None:
    """Show how the swing is spread, as percentiles."""
    if len(found.swings) > 1:
        shown = [(f"{part}%", swing_told(found, part / 100)) for part, _ in percentiles(found.swings)]
        st.html(PARTS.figures(shown, "Percentiles of the swing"))
        widgets.meaning("", "Percentiles: that share of all such battles ends with this swing or a lower one.")


def show_question(title: Title, found: Result, told: Asked) -> None:
    """Show the chance of an end that is asked for."""
    if not told.question:
        return
    widgets.question("How likely is it?")
    try:
        asked = question(title, told.question)
    except OddsError as error:
        st.warning(str(error))
        return
    widgets.answer(f"{told.question}: {often(chance_of(found, asked), plays_of(found, asked))}")


def show_waves(found: Waves, unit: str, at_sea: bool) -> None:
    """Show attacks one after the other."""
    widgets.question("And all attacks together?")
    for number, wave in enumerate(found.each, 1):
        widgets.meaning("", f"Attack {number}: {said_of(number, wave, found.samples)}")
    widgets.answer(f"{sum_of(found, at_sea)} {costs(found, unit)}.")
