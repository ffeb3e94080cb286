"""How greedy bots change as the end comes near: the months of bot_months.csv (section 3.4)."""

from __future__ import annotations

from engine.rules import Position
from engine.title.own_tables import own_rows
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.bot_tables import BotMonth


def share(position: Position, use: str, before: float) -> float:
    """Return the share that counts of what bots fear or want; `before` the first month of its table."""
    come = [row for row in own_rows(position.title, "bot_months", BotMonth) if row.use == use and calendar.is_from(position, row.month)]
    return max(come, key=lambda row: row.month).share if come else before
