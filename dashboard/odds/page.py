"""The page Odds: forces by steppers, orders of loss, when to retreat; chances, and how far the result may lie from what is expected."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.odds import answer, links, recorded
from dashboard.odds.links import LAND, MINE, SEA, THEIRS, composed, fighters, named
from dashboard.title.tables import shipped
from dashboard.turn_report.names import Names
from dashboard.ui import widgets
from dashboard.ui.text import counted
from engine.odds.asked import OddsError, battle_odds, forces_of
from engine.odds.battle import FIGHT_ON, Retreat
from engine.title.model import Title
from engine.titles import load_title

NEVER, ROUNDS, UNITS, CHANCE, SWING = (
    "Never", "After a number of rounds", "With fewer units than", "Below a chance of winning (%)", "Below an expected swing",
)  # fmt: skip
WIDTH = 165
"""Of a stepper, in pixels: two stand beside each other on a phone."""


def show() -> None:
    """Show the page."""
    st.title("Odds", anchor=False)
    if links.GAME in st.query_params:
        recorded.show()
        return
    slugs = {name: slug for slug, name in shipped().items() if composed(load_title(slug))}
    title = load_title(slugs[st.selectbox("Title", list(slugs), key="title", bind="query-params")])
    place = st.segmented_control("Where", [LAND, SEA], default=LAND, key="where", bind="query-params", required=True)
    at_sea = place == SEA
    _turn_round_or_clear(title)
    left, right = st.columns(2)
    with left:
        attackers = _side(title, at_sea, "Attacker", MINE)
    with right:
        defenders = _side(title, at_sea, "Defender", THEIRS)
    orders, retreat, low_luck = _rules(title, at_sea)
    if not attackers or not defenders:
        widgets.answer(
            "Give each side some units: the address of this page keeps them, so that you can share the battle."
        )
        return
    try:
        forces = forces_of(
            title, attackers, defenders, area=_area(title, at_sea), attack_order=orders[0], defend_order=orders[1]
        )
        found = battle_odds(title, forces, retreat=retreat, low_luck=low_luck, games=500)
    except OddsError as error:
        st.warning(str(error))
        return
    answer.show(found, title.resources[title.resource].name, Names.of_title(title).force)
    st.code(_command(title, at_sea, attackers, defenders, orders, retreat, low_luck), language=None, wrap_lines=True)


def _turn_round_or_clear(title: Title) -> None:
    """Show buttons that let the sides change places, and that take all units away."""
    row = st.container(horizontal=True)
    row.button("Swap sides", on_click=_swap, args=(list(title.units),))
    row.button("Clear", on_click=_clear, args=(list(title.units),))


def _swap(units: list[str]) -> None:
    for unit in units:
        counts = [st.session_state.get(f"{prefix}{unit}", 0) for prefix in (MINE, THEIRS)]
        st.session_state[f"{MINE}{unit}"], st.session_state[f"{THEIRS}{unit}"] = counts[1], counts[0]
    st.session_state[f"{MINE}order"] = st.session_state[f"{THEIRS}order"] = []


def _clear(units: list[str]) -> None:
    for unit in units:
        st.session_state[f"{MINE}{unit}"] = st.session_state[f"{THEIRS}{unit}"] = 0


def _area(title: Title, at_sea: bool) -> str:
    kind = "sea" if at_sea else "land"
    return next(area for area, row in title.areas.items() if row.kind == kind and not row.terrain)


def _side(title: Title, at_sea: bool, name: str, prefix: str) -> str:
    """Show a side's steppers; return its units as text."""
    st.subheader(name, anchor=False)
    shown = [unit for unit in fighters(title, at_sea) if _belongs(title, unit, prefix, at_sea)]
    counts, steppers = [], st.container(horizontal=True)
    for unit in shown:
        row = title.units[unit]
        number = row.attack if prefix == MINE else row.defense
        bombards = not at_sea and row.cls == "sea"
        label = f"{row.name} (bombards)" if bombards else f"{row.name} ({number})"
        counts.append((unit, steppers.number_input(
            label, 0, 99, 0, key=f"{prefix}{unit}", bind="query-params", width=WIDTH,
            help=f"{row.cost} {title.resources[title.resource].name} each",
        )))  # fmt: skip
    _sums(title, prefix, at_sea, [(unit, int(n or 0)) for unit, n in counts if n])
    return named((unit, int(n or 0)) for unit, n in counts)


def _sums(title: Title, prefix: str, at_sea: bool, units: list[tuple[str, int]]) -> None:
    """Show what a side is worth, and what it hits with in the first round, without support."""
    rows = [(title.units[unit], n) for unit, n in units]
    fight = [(row, n) for row, n in rows if at_sea or row.cls != "sea"]
    strength = sum((row.attack if prefix == MINE else row.defense) * n for row, n in fight if not row.has("no-combat"))
    worth = sum(row.cost * n for row, n in rows)
    st.caption(
        f"{counted(sum(n for _, n in rows), 'unit')}, {worth} {title.resources[title.resource].name}; strength {strength}, "
        f"{strength / title.dice_sides:.1f} hits expected in a round"
        if rows
        else "No units"
    )


def _belongs(title: Title, unit: str, prefix: str, at_sea: bool) -> bool:
    """Guns only defend, and ships bombard a coast only for the attacker."""
    row = title.units[unit]
    if prefix == MINE:
        return not row.has("no-combat")
    return at_sea or row.cls != "sea"


def _rules(title: Title, at_sea: bool) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], Retreat, bool]:
    """Show the orders of loss and when the attacker retreats; return them."""
    with st.expander("Order of loss, retreat, low luck"):
        first, second = st.columns(2)
        mine = _order(first, title, at_sea, "Attacker loses first", MINE)
        theirs = _order(second, title, at_sea, "Defender loses first", THEIRS)
        when = first.selectbox(
            "The attacker retreats", [NEVER, ROUNDS, UNITS, CHANCE, SWING], key="retreat", bind="query-params"
        )
        limit = 0
        if when != NEVER:
            limit = second.number_input("Limit", -500, 500, 1, key="limit", bind="query-params")
        low_luck = st.checkbox("Low luck", key="low-luck", bind="query-params")
    return (mine, theirs), _retreat(when, int(limit or 0)), bool(low_luck)


def _order(column: DeltaGenerator, title: Title, at_sea: bool, label: str, prefix: str) -> tuple[str, ...]:
    """Show an order of loss, by the names of units; return it."""
    names = {title.units[unit].name: unit for unit in fighters(title, at_sea) if _belongs(title, unit, prefix, at_sea)}
    chosen = column.multiselect(
        label, list(names), key=f"{prefix}order", bind="query-params", placeholder="Cheapest first",
        help="In the order you pick them; units that you leave out follow, the cheapest first.",
    )  # fmt: skip
    return tuple(names[name] for name in chosen)


def _retreat(when: str, limit: int) -> Retreat:
    if when == ROUNDS and limit > 0:
        return Retreat(rounds=limit)
    if when == UNITS and limit > 0:
        return Retreat(units=limit)
    if when == CHANCE and limit > 0:
        return Retreat(chance=min(limit, 100) / 100)
    return Retreat(value=float(limit)) if when == SWING else FIGHT_ON


def _command(
    title: Title, at_sea: bool, attackers: str, defenders: str, orders: tuple[tuple[str, ...], tuple[str, ...]], retreat: Retreat,
    low_luck: bool,
) -> str:  # fmt: skip
    """Return the command that works out the same."""
    words = [f'sitrep odds {title.slug} "{attackers}" "{defenders}" --in {_area(title, at_sea)}']
    words += [
        f'--{name} "{", ".join(order)}"'
        for name, order in zip(("attack-order", "defend-order"), orders, strict=True) if order
    ]  # fmt: skip
    limits = {
        "rounds": retreat.rounds or None, "units": retreat.units or None, "chance": retreat.chance or None, "swing": retreat.value
    }  # fmt: skip
    words += [f"--{name} {limit:g}" for name, limit in limits.items() if limit is not None]
    return " ".join([*words, *(["--low-luck"] if low_luck else [])])
