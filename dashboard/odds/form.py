"""What a visitor tells the page Odds of a battle: where it is, whose the forces are, how many of each unit, orders of loss, retreats."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.odds.links import (
    COUNTERS,
    LAND,
    MINE,
    OPTIONS,
    POWER,
    SEA,
    THEIRS,
    choices,
    fighters,
    fighting,
    named,
    of_side,
)
from dashboard.ui.text import counted
from engine.families import family_of
from engine.odds.answers import never_exact
from engine.odds.battle import FIGHT_ON, Retreat
from engine.title.model import Title, Unit

NEVER, ROUNDS, UNITS, CHANCE, SWING, AIRCRAFT = (
    "Never",
    "After a number of rounds",
    "With fewer units than",
    "Below a chance of winning (%)",
    "Below an expected swing",
    "With only aircraft left",
)
DIVES = {
    "Where it costs their side less": None,
    "Attacker": "attacker",
    "Defender": "defender",
    "Both": "both",
    "Nobody": "nobody",
}
"""Whose submarines submerge, as it is shown, to the word of the command."""
UNLESS_TOLD, KEPT, NOT_KEPT = "If no order of loss is told", "Yes", "No"
"""Whether the attacker keeps a land unit to take the area."""
WIDTH = 165
"""Of a stepper, in pixels: two stand beside each other on a phone."""
FEW = 12
"""Unit types of a side that have a stepper each; of more, those that are most numerous at the start of the game have."""
ANYWHERE = "Ordinary ground"


class Asked(NamedTuple):
    """A battle as it is told: an area where its ground counts, units and powers of both sides, and what else is asked.

    Attributes:
        orders: of loss, as text, of the attacker and of the defender. keep_land: see Forces. seaborne: units as text.
        submerge: as --submerge of the command. techs: names of the attacker's and the defender's. then: further attacks, as text.
        question: of the end, as text. options: of the game, as --option of the command.
    """

    area: str
    attackers: str
    defenders: str
    attacker: str = ""
    defender: str = ""
    orders: tuple[str, str] = ("", "")
    retreat: Retreat = FIGHT_ON
    low_luck: bool = False
    keep_land: bool | None = None
    seaborne: str = ""
    submerge: str | None = None
    techs: tuple[str, str] = ("", "")
    then: str = ""
    question: str = ""
    options: tuple[str, ...] = ()


def ask(title: Title) -> Asked:
    """Show the form of a title; return what it says."""
    place = st.segmented_control("Where", [LAND, SEA], default=LAND, key="where", bind="query-params", required=True)
    at_sea = place == SEA
    area = _area(title, at_sea) if never_exact(title) else first_area(title, at_sea)
    _turn_round_or_clear(title)
    left, right = st.columns(2)
    with left:
        attacker, attackers = _side(title, at_sea, "Attacker", MINE)
    with right:
        defender, defenders = _side(title, at_sea, "Defender", THEIRS)
    if _is_of_its_own(title):
        return Asked(area, attackers, defenders, attacker, defender)
    return _rules(title, at_sea, Asked(area, attackers, defenders, attacker, defender))


def _is_of_its_own(title: Title) -> bool:
    """Whether the title's own rules say when a side retreats, so that nothing can be told of it."""
    return title.dice_hit != "low"


def first_area(title: Title, at_sea: bool) -> str:
    """Return the first area of a kind, for titles in which all are alike; empty for maps whose areas are not known."""
    kind = "sea" if at_sea else "land"
    return next((area for area, row in title.areas.items() if row.kind == kind and not row.terrain), "")


def _area(title: Title, at_sea: bool) -> str:
    """Ask for the area where its ground counts; empty for one that favours nobody."""
    kind = "sea" if at_sea else "land"
    open_ = {area: row.name for area, row in title.areas.items() if row.kind == kind and not row.terrain}
    kept = [area for area in open_ if at_sea or any(other in open_ for other in title.neighbours.get(area, ()))]
    names = {open_[area]: area for area in sorted(kept, key=open_.__getitem__)}
    chosen = st.selectbox("Area", [ANYWHERE, *names], key=f"in-{kind}", bind="query-params") if kept else ANYWHERE
    return names.get(chosen or "", "")


def _turn_round_or_clear(title: Title) -> None:
    """Show buttons that let the sides change places, and that take all units away."""
    row = st.container(horizontal=True)
    row.button("Swap sides", on_click=_swap, args=(list(title.units),))
    row.button("Clear", on_click=_clear, args=(list(title.units),))


def _swap(units: list[str]) -> None:
    state = st.session_state
    for name in [*units, *_of_a_side()]:
        one, two = f"{MINE}{name}", f"{THEIRS}{name}"
        if one in state or two in state:
            state[one], state[two] = state.get(two, _nothing(name)), state.get(one, _nothing(name))
    state[f"{MINE}order"] = state[f"{THEIRS}order"] = state["seaborne"] = ""
    one, two = f"{MINE}techs", f"{THEIRS}techs"
    if one in state or two in state:
        state[one], state[two] = state.get(two, []), state.get(one, [])


def _clear(units: list[str]) -> None:
    for name in [*units, *(name for name in _of_a_side() if name != POWER)]:
        for prefix in (MINE, THEIRS):
            if f"{prefix}{name}" in st.session_state:
                st.session_state[f"{prefix}{name}"] = _nothing(name)


def _of_a_side() -> list[str]:
    """Return what else the session holds of a side: its power, its counters, the steppers that were added."""
    return [POWER, COUNTERS, *{key[len(MINE) :] for key in st.session_state if key[len(MINE) :].startswith("more-")}]


def _nothing(name: str) -> object:
    return [] if name == COUNTERS or name.startswith("more-") else 0


def _side(title: Title, at_sea: bool, name: str, prefix: str) -> tuple[str, str]:
    """Show what a side has; return its power and its units as text."""
    st.header(name, anchor=False)
    power = _power(title, prefix) if never_exact(title) else ""
    family = family_of(title)
    shown = [unit for unit in fighters(title, at_sea) if _belongs(title, unit, prefix, at_sea)]
    singles = family and family.singles
    units = _counters(title, prefix, of_side(title, power, shown)) if singles else _steppers(title, prefix, at_sea, shown)
    _sums(title, prefix, at_sea, units)
    return power, named(units)


def _power(title: Title, prefix: str) -> str:
    names = {title.powers[power].name: power for power in fighting(title)}
    first = next(iter(title.turns))
    default = first if prefix == MINE else next(one for one in title.turns if title.side_of[one] != title.side_of[first])
    chosen = st.selectbox("Power", list(names), index=list(names.values()).index(default), key=f"{prefix}{POWER}", bind="query-params")
    return names.get(chosen or "", default)


def _counters(title: Title, prefix: str, shown: list[str]) -> list[tuple[str, int]]:
    """Ask which counters a side has, where each is there once."""
    names = {title.units[unit].name: unit for unit in shown}
    kept = st.session_state.get(f"{prefix}{COUNTERS}")
    if kept and any(name not in names for name in kept):
        st.session_state[f"{prefix}{COUNTERS}"] = [name for name in kept if name in names]
    chosen = st.multiselect("Counters", list(names), key=f"{prefix}{COUNTERS}", bind="query-params")
    return [(names[name], 1) for name in chosen]


def _steppers(title: Title, prefix: str, at_sea: bool, shown: list[str]) -> list[tuple[str, int]]:
    counts, steppers = [], st.container(horizontal=True)
    for unit in _common(title, prefix, at_sea, shown):
        row = title.units[unit]
        counts.append(
            (
                unit,
                steppers.number_input(
                    _label(title, unit, prefix, at_sea),
                    0,
                    99,
                    0,
                    key=f"{prefix}{unit}",
                    bind="query-params",
                    width=WIDTH,
                    help=f"{row.cost} {title.resources[title.resource].name} each{_when_it_fires(row, at_sea)}",
                ),
            )
        )
    return [(unit, int(n or 0)) for unit, n in counts if n]


def _common(title: Title, prefix: str, at_sea: bool, shown: list[str]) -> list[str]:
    """Return the units that have a stepper: all of few; of many the usual ones, those of the address, and those that are asked for."""
    if len(shown) <= FEW:
        return shown
    usual = Counter[str]()
    for row in title.placements:
        usual[row.unit] += row.count
    first = set(sorted(shown, key=lambda unit: -usual[unit])[: FEW - 4])
    key = f"{prefix}more-{title.slug}-{'sea' if at_sea else 'land'}"
    if key not in st.session_state:
        st.session_state[key] = [title.units[unit].name for unit in shown if unit not in first and f"{prefix}{unit}" in st.query_params]
    names = {title.units[unit].name: unit for unit in shown if unit not in first}
    more = st.multiselect("More units", list(names), key=key, placeholder=f"{len(names)} other types")
    return [unit for unit in shown if unit in first or title.units[unit].name in more]


def _label(title: Title, unit: str, prefix: str, at_sea: bool) -> str:
    row = title.units[unit]
    if title.dice_hit != "low":
        return row.name
    if not at_sea and row.cls == "sea":
        return f"{row.name} (bombards)"
    return f"{row.name} ({row.attack if prefix == MINE else row.defense})"


def _when_it_fires(row: Unit, at_sea: bool) -> str:
    return "" if at_sea or row.cls != "sea" else "; one ship fires for each land unit that comes from the sea"


def _sums(title: Title, prefix: str, at_sea: bool, units: list[tuple[str, int]]) -> None:
    """Show what a side is worth, and what it hits with in the first round, without support."""
    rows = [(title.units[unit], n) for unit, n in units]
    if not rows:
        st.caption("No units")
        return
    name = title.resources[title.resource].name
    said = f"{counted(sum(n for _, n in rows), 'unit')}, {sum(row.worth(row.strength) * n for row, n in rows)} {name}"
    if title.dice_hit == "low":
        fight = [(row, n) for row, n in rows if (at_sea or row.cls != "sea") and not row.has("no-combat")]
        strength = sum((row.attack if prefix == MINE else row.defense) * n for row, n in fight)
        said += f"; strength {strength}, {strength / title.dice_sides:.1f} hits expected in a round"
    st.caption(said)


def _belongs(title: Title, unit: str, prefix: str, at_sea: bool) -> bool:
    """Guns and what cannot move only defend, and ships bombard a coast only for the attacker."""
    row = title.units[unit]
    if prefix == MINE:
        idle = row.has("noncombat-move-only") and not row.attack
        return not row.has("no-combat") and row.move > 0 and not idle
    return at_sea or row.cls != "sea"


def _rules(title: Title, at_sea: bool, told: Asked) -> Asked:
    """Show the orders of loss, when the attacker retreats, and what else is asked; return all."""
    exact = not never_exact(title)
    with st.expander("Order of loss, retreat, low luck" if exact else "Retreat"):
        first, second = st.columns(2)
        if exact:
            told = told._replace(orders=(_order(first, "Attacker", MINE), _order(second, "Defender", THEIRS)))
        if exact and not at_sea:
            told = told._replace(keep_land=_keeps(first), seaborne=_lands(second))
        if exact and at_sea:
            said = first.selectbox("Submarines submerge", list(DIVES), key="submerge", bind="query-params")
            told = told._replace(submerge=DIVES[said])
        told = told._replace(techs=(techs(first, title, "Attacker", MINE), techs(second, title, "Defender", THEIRS)))
        ways = [NEVER, ROUNDS, UNITS, AIRCRAFT, *([CHANCE, SWING] if exact else [])]
        when = first.selectbox("The attacker retreats", ways, key="retreat", bind="query-params")
        limit = 0
        if when not in (NEVER, AIRCRAFT):
            limit = second.number_input("Limit", -500, 500, 1, key="limit", bind="query-params")
        low_luck = st.checkbox("Low luck", key="low-luck", bind="query-params") if exact else False
        told = told._replace(options=options(title))
    told = told._replace(then=_then(exact), question=_question())
    return told._replace(retreat=_retreat(when, int(limit or 0)), low_luck=bool(low_luck))


def techs(column: DeltaGenerator, title: Title, side: str, prefix: str) -> str:
    """Ask for a side's technologies; return their names with commas between."""
    if not title.technologies:
        return ""
    names = [row.name for row in title.technologies.values()]
    return ", ".join(column.multiselect(f"{side}'s technologies", names, key=f"{prefix}techs", bind="query-params"))


def options(title: Title) -> tuple[str, ...]:
    """Ask for the options of the game that are not at their default; return them as the command has them."""
    known = choices(title)
    if not known:
        return ()
    kept = st.session_state.get(OPTIONS)
    if kept and any(name not in known for name in kept):
        st.session_state[OPTIONS] = [name for name in kept if name in known]
    chosen = st.multiselect("Options of the game", list(known), key=OPTIONS, bind="query-params", placeholder="All at their default")
    return tuple(known[name] for name in chosen)


def _then(exact: bool) -> str:
    """Ask for further attacks."""
    if not exact:
        return ""
    return (
        st.text_input(
            "Then attack again with",
            key="then",
            bind="query-params",
            placeholder="2 tank, fighter",
            help="Another attack on what the first leaves. For a third one: 2 tank, fighter then 3 infantry.",
        )
        or ""
    )


def _question() -> str:
    """Ask for a question about the end."""
    return (
        st.text_input(
            "Chance of",
            key="ask",
            bind="query-params",
            placeholder="at least 3 left, among them a tank",
            help="Also: defender at most 1 left; swing at least 10.",
        )
        or ""
    )


def _order(column: DeltaGenerator, side: str, prefix: str) -> str:
    """Ask for an order of loss."""
    return (
        column.text_input(
            f"{side} loses first",
            key=f"{prefix}order",
            bind="query-params",
            placeholder="Cheapest first",
            help="For example: 2 infantry, fighter, then the rest. Units that you leave out follow, the cheapest first.",
        )
        or ""
    )


def _keeps(column: DeltaGenerator) -> bool | None:
    """Ask whether the attacker keeps a land unit to take the area; None if that goes by the order of loss."""
    said = column.selectbox(
        "Keep a land unit to take the area",
        [UNLESS_TOLD, KEPT, NOT_KEPT],
        key="keep-land",
        bind="query-params",
        help="Whether the last land unit is lost after all other units.",
    )
    return {KEPT: True, NOT_KEPT: False}.get(said)


def _lands(column: DeltaGenerator) -> str:
    """Ask which attackers come from the sea."""
    return (
        column.text_input(
            "Come from the sea",
            key="seaborne",
            bind="query-params",
            placeholder="All land units if ships bombard",
            help="For example: 2 infantry, tank. One ship bombards for each, and they cannot retreat.",
        )
        or ""
    )


def _retreat(when: str, limit: int) -> Retreat:
    if when == ROUNDS and limit > 0:
        return Retreat(rounds=limit)
    if when == UNITS and limit > 0:
        return Retreat(units=limit)
    if when == CHANCE and limit > 0:
        return Retreat(chance=min(limit, 100) / 100)
    if when == AIRCRAFT:
        return Retreat(aircraft=True)
    return Retreat(value=float(limit)) if when == SWING else FIGHT_ON
