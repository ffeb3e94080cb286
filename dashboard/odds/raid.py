"""The page Odds for a strategic bombing raid: bombers and escorts, interceptors, guns and what is bombed; damage, and what is left."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from dashboard.odds import answer
from dashboard.odds.bars import bars
from dashboard.odds.form import WIDTH, options, techs
from dashboard.odds.links import MINE, THEIRS, named
from dashboard.terminal.odds import SMALL
from dashboard.title.tables import shipped
from dashboard.turn_report.names import Names
from dashboard.ui import widgets
from dashboard.ui.sampled import mean_told, sampled
from dashboard.ui.text import counted
from engine.families import family_of
from engine.mechanics.profile import may_have
from engine.odds.answers import raid_odds
from engine.odds.names import OddsError
from engine.odds.names import counted as units_in
from engine.odds.raids import Raid
from engine.odds.written import forces_of, options_of, techs_of
from engine.title.model import Title
from engine.titles import load_title

ANYWHERE = "Where most damage can be done"
RAIDS, COMES, BOMBED = ("strategic-bombing", "escorts"), ("intercepts", "anti-air"), "produces"
"""Abilities of raiders, of those that meet them, and of what is bombed."""


class Asked(NamedTuple):
    """A raid as it is told: units of both sides, interceptors, names of technologies and options of the game as text, and where."""

    attackers: str
    defenders: str
    area: str = ""
    intercept: str = ""
    techs: tuple[str, str] = ("", "")
    options: tuple[str, ...] = ()


def show() -> None:
    """Ask for a raid; show what it comes to."""
    slugs = {name: slug for slug, name in shipped().items() if raids(load_title(slug))}
    title = load_title(slugs[st.selectbox("Title", list(slugs), key="raid-title", bind="query-params")])
    told = _ask(title)
    if not told.attackers or not told.defenders:
        widgets.answer("Give the attacker some bombers, and the defender what they bomb.")
        return
    try:
        with st.spinner("Playing the raid ..."):
            found = _odds(title.slug, told)
    except OddsError as error:
        st.warning(str(error))
        return
    _show(title, found)
    widgets.command(command(title, told))


def raids(title: Title) -> bool:
    """Whether a title has strategic bombing raids."""
    family = family_of(title)
    return family is not None and family.sampled_raid is not None and RAIDS[0] in title.able


def _ask(title: Title) -> Asked:
    areas = {
        row.name: area
        for area, row in sorted(title.areas.items(), key=lambda one: one[1].name)
        if row.kind == "land" and row.value and not row.terrain
    }
    where = st.selectbox("Area", [ANYWHERE, *areas], key="raid-area", bind="query-params")
    left, right = st.columns(2)
    rows = title.units.values()
    with left:
        st.header("Attacker", anchor=False)
        mine = _steppers(title, MINE, [row.unit for row in rows if any(may_have(title, row.unit, one) for one in RAIDS)])
    with right:
        st.header("Defender", anchor=False)
        comes = [row.unit for row in rows if any(may_have(title, row.unit, one) for one in COMES)]
        met = [row.unit for row in rows if row.unit in comes or (row.cls == "facility" and row.has(BOMBED))]
        theirs = _steppers(title, THEIRS, met)
    up, levels = "", ("", "")
    if any(may_have(title, unit, "intercepts") for unit in title.units):
        up = right.text_input(
            "Interceptors",
            key="intercept",
            bind="query-params",
            placeholder="All that may",
            help="Those of the defender's fighters that go up: 2 fighter.",
        )
    if title.technologies:
        levels = techs(left, title, "Attacker", MINE), techs(right, title, "Defender", THEIRS)
    return Asked(named(mine), named(theirs), areas.get(where or "", ""), up or "", levels, options(title))


def _steppers(title: Title, prefix: str, units: list[str]) -> list[tuple[str, int]]:
    row = st.container(horizontal=True)
    counts = [
        (unit, row.number_input(title.units[unit].name, 0, 99, 0, key=f"{prefix}{unit}", bind="query-params", width=WIDTH))
        for unit in units
    ]
    return [(unit, int(count or 0)) for unit, count in counts if count]


@st.cache_data(max_entries=64, show_spinner=False)
def _odds(slug: str, told: Asked) -> Raid:
    title = load_title(slug)
    forces = forces_of(title, told.attackers, told.defenders, area=told.area)
    up = units_in(title, told.intercept, next((power for _, power in forces.defenders), "")) or None
    levels = techs_of(title, forces, *told.techs)
    said = options_of(title, told.options)
    return raid_odds(title, forces, area=told.area, up=up, games=answer.FEW, techs=levels, options=said)


def _show(title: Title, found: Raid) -> None:
    unit, names = title.resources[title.resource].name, Names.of_title(title)
    where = names.said("area", found.area)
    widgets.question("What does the raid do?")
    mine, theirs = map(mean_told, (found.attacker_lost, found.defender_lost), found.errors)
    widgets.answer(
        f"On average {mean_told(found.mean, found.error)} damage to the {names.said('facility', found.target)} in {where}; the attacker "
        f"loses {mine} {unit} of aircraft, the defender {theirs}."
    )
    widgets.meaning("", f"Played {counted(found.samples, 'time')} through the title's rules: 95% ranges.")
    left, right = st.columns(2)
    with left:
        widgets.question("How much damage?")
        _lines("Damage", [(f"At least {points}", chance) for points, chance in found.at_least() if points], found.samples)
    with right:
        widgets.question("What is left of the raiders?")
        lines = [(names.force(units) if units else "Nothing", chance) for units, chance in found.left]
        _lines("Left of the raiders", lines, found.samples)


def _lines(label: str, lines: list[tuple[str, float]], samples: int) -> None:
    bars(label, [(name, chance, sampled(chance, samples)) for name, chance in lines if chance >= SMALL])


def command(title: Title, told: Asked) -> str:
    """Return the command that plays the same raid."""
    words = [f'sitrep odds {title.slug} "{told.attackers}" "{told.defenders}" --raid']
    words += [
        f'--{name} "{text}"'
        for name, text in (
            ("in", told.area),
            ("intercept", told.intercept),
            ("attack-tech", told.techs[0]),
            ("defend-tech", told.techs[1]),
            *(("option", text) for text in told.options),
        )
        if text
    ]
    return " ".join([*words, f"--games {answer.FEW}"])
