"""Passages that their keepers open to nations or close to them as they like (sections 1.15 and 1.19, table 1-2)."""

from __future__ import annotations

from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import is_at_war
from engine.titles.global_war_1936.orders import Permit
from engine.titles.global_war_1936.tables import PassageRule, passage_rule
from engine.titles.global_war_1936.vocabulary import PERMIT

SECTION = "1.15 Straits and Canals"
OPEN, SHUT = "open", "shut"

KEEPER = Rule("permit/keeper", SECTION, FATAL)
NATION = Rule("permit/nation", SECTION, FATAL)
INCOME = Rule("permit/income", SECTION, FATAL)


def keepers(position: Position, passage: str) -> tuple[str, ...]:
    """Return who opens and closes a passage: who holds its bank, and whom its rule names."""
    row = passage_rule(position.title, passage)
    banks = position.title.passages[passage].needs if row.banks else ()
    return (*(position.state.control.get(area, "") for area in banks), *row.keepers)


def keeper(position: Position, order: Permit) -> str:
    """Return who opens or closes a passage by an order: also in another nation's turn (section 5.3, table 8-1 b)."""
    return order.by or position.power


def check_permit(position: Position, order: Permit) -> list[Problem]:
    """Return what is wrong with opening or closing a passage."""
    power = keeper(position, order)
    if power not in keepers(position, order.passage):
        return [
            KEEPER.broken(f"{power} does not keep {order.passage}", found=power, expected=" or ".join(keepers(position, order.passage)))
        ]
    if order.nation == power:
        return [NATION.broken("who keeps a passage uses it", found=power, expected="another nation")]
    row = passage_rule(position.title, order.passage)
    if order.closed and row.closer and not may_close(position, row):
        return [
            INCOME.broken(
                f"{order.passage} is closed from an income of {row.closer} of {row.income}",
                found=str(income.reached(position, row.closer)),
                expected=f"at least {row.income}",
            )
        ]
    return []


def may_close(position: Position, row: PassageRule) -> bool:
    """Return whether who closes a passage is able to: at war, or from some income (the Panama Canal, table 1-2)."""
    return is_at_war(position, row.closer) or income.reached(position, row.closer) >= row.income


def permit(play: Play, order: Permit) -> None:
    """Open or close it; what a former keeper has said counts no more."""
    PERMIT.emit(play, f"{SHUT if order.closed else OPEN} {keeper(play.position, order)}", order.passage, order.nation)


def told(position: Position, passage: str, nation: str) -> str:
    """Return what a passage's keeper has said of a nation: open, shut, or nothing."""
    word, _, keeper = PERMIT.read(position.state, passage, nation).partition(" ")
    return word if word and keeper in keepers(position, passage) else ""
