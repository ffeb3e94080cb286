"""The page Odds: forces by steppers, orders of loss, when to retreat; chances, and how far the result may lie from what is expected."""

from __future__ import annotations

import polars as pl
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.charts.swings import swings_chart
from dashboard.odds.links import LAND, MINE, SEA, THEIRS, fighters, named
from dashboard.terminal.odds import SMALL, at_share, share
from dashboard.title.tables import shipped
from dashboard.ui import widgets
from dashboard.ui.text import counted
from engine.families import family_of
from engine.odds.asked import Answer, OddsError, battle_odds, forces_of
from engine.odds.battle import FIGHT_ON, Retreat
from engine.title.model import Title
from engine.titles import load_title

NEVER, ROUNDS, UNITS, CHANCE, SWING = (
    "Never", "After a number of rounds", "With fewer units than", "Below a chance of winning (%)", "Below an expected swing",
)  # fmt: skip
COLUMNS = 2
MOST = 12
"""Lines of survivors that are shown."""


def show() -> None:
    """Show the page."""
    st.title("Odds", anchor=False)
    slugs = {
        name: slug for slug, name in shipped().items() if (family := family_of(load_title(slug))) and family.sampled
    }
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
    _answer(title, found)
    widgets.command(_command(title, at_sea, attackers, defenders, orders, retreat, low_luck))


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
    counts, columns = [], st.columns(COLUMNS)
    for at, unit in enumerate(shown):
        row = title.units[unit]
        number = row.attack if prefix == MINE else row.defense
        bombards = not at_sea and row.cls == "sea"
        label = f"{row.name} (bombards)" if bombards else f"{row.name} ({number})"
        counts.append((unit, columns[at % COLUMNS].number_input(
            label, 0, 99, 0, key=f"{prefix}{unit}", bind="query-params", help=f"{row.cost} {title.resources[title.resource].name} each"
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


def _answer(title: Title, found: Answer) -> None:
    odds, unit = found.result, title.resources[title.resource].name
    widgets.question("Who wins?")
    widgets.answer(
        f"The attacker wins {share(odds.win)} of such battles"
        + (f" and takes the area in {share(odds.take)}" if odds.take else "")
        + f"; the defender wins {share(odds.lose)}. The attacker loses {odds.attacker_lost:.1f} {unit} on average, the defender "
        f"{odds.defender_lost:.1f}, in {odds.rounds:.1f} rounds."
    )
    always = [("Attacker wins", odds.win), ("Defender wins", odds.lose)]
    others = [("Takes the area", odds.take), ("Nobody wins", odds.draw), ("Attacker retreats", odds.retreat),
              ("Attacker loses aircraft", odds.attacker_aircraft), ("Defender loses aircraft", odds.defender_aircraft)]  # fmt: skip
    chances = always + [(name, chance) for name, chance in others if chance >= SMALL]
    for column, (name, chance) in zip(st.columns(len(always) + len(others)), chances, strict=False):
        column.metric(name, share(chance))
    widgets.question("How far from the average may it end?")
    low, high = at_share(odds, 0.05), at_share(odds, 0.95)
    widgets.answer(f"In nine battles out of ten the swing is between {low:+.0f} and {high:+.0f} {unit}.")
    rows = pl.DataFrame(odds.swings, schema=["swing", "chance"], orient="row")
    widgets.draw(swings_chart(rows, unit), "Distribution of the swing", rows)
    widgets.meaning(
        "" if not found.sampled else f"{counted(odds.samples, 'battle')} played",
        "The swing is the value that the defender loses less that of the attacker. "
        + ("Worked out exactly by the steps of the title's rules." if not found.sampled else
           f"Played through the title's rules, because {found.sampled}; the chance of winning is within {1.96 * odds.error:.1%}."),
    )  # fmt: skip
    left, right = st.columns(2)
    for column, name, survivors in ((left, "attacker", odds.attackers), (right, "defender", odds.defenders)):
        with column:
            widgets.question(f"What is left of the {name}?")
            lines = [(one.units or "nobody", share(one.chance)) for one in survivors[:MOST] if one.chance >= SMALL]
            if (rest := 1 - sum(one.chance for one in survivors[:MOST] if one.chance >= SMALL)) >= SMALL:
                lines.append(("anything else", share(rest)))
            rows = pl.DataFrame(lines, schema=["units", "chance"], orient="row")
            st.dataframe(rows, hide_index=True, width="stretch", alt=f"Left of the {name}")


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
