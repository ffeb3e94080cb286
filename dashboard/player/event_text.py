"""What happened in a turn, in the words that the player shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dashboard.review.story.wording import sentence, the, there
from dashboard.ui.text import amount, cost, listed


def battle_text(row: Mapping[str, Any], names: Mapping[str, str], money: str, unpriced: tuple[int, int] = (0, 0)) -> str:
    """Return a battle in a sentence.

    Args:
        row: a row of the lake's `battle_ended`. names: powers by slug. money: printed name of the resource. unpriced: units
            without a price on record that the attacker and the defender lost.
    """
    attacker, defender = (names.get(row[side], row[side]) or "nobody" for side in ("attacker", "defender"))
    mine, theirs = (cost(row[f"{side}_lost"], n, money) for side, n in zip(("attacker", "defender"), unpriced, strict=True))
    lost = f"lost {mine if any(unpriced) else row['attacker_lost']} and {theirs}"
    if row["kind"] == "raid":
        return f"{attacker} bombed {defender}: {row['damage']} damage, {lost}"
    won = {"attacker": f"{attacker} won", "defender": f"{defender} won"}.get(winner_of(row), "nobody won")
    return f"{attacker} attacked {defender}: {won}, {lost}"


def winner_of(row: Mapping[str, Any]) -> str:
    """Return who won a battle: of one whose defenders are gone, and that a record has them win as they hold the area, nobody did."""
    gone = row["winner"] == "defender" and not row.get("defenders", "?") and bool(row["defender_lost"])
    return "" if gone else str(row["winner"])


def raid_text(row: Mapping[str, Any], names: Mapping[str, str], money: str) -> str:
    """Return a convoy raid in a sentence.

    Args:
        row: a row of the lake's `convoy_raided`. names: powers by slug. money: printed name of the resource.
    """
    by = f" to {the(names.get(row['raider'], row['raider']))}" if row["raider"] else ""
    return sentence(f"{the(names.get(row['victim'], row['victim']))} lost {amount(row['loss'], money)} of convoys{by}")


def news_text(taken: Mapping[str, Sequence[str]], battles: Sequence[str], raids: Sequence[str]) -> str:
    """Return what a turn changed.

    Args:
        taken: areas by the power that holds them now; empty for nobody. battles: areas fought over.
        raids: sentences.
    """
    said = [_took(power, areas) for power, areas in taken.items()]
    said += [f"Battles: {listed(battles)}"] if battles else []
    return " ".join(f"{words.removesuffix('.')}." for words in [*said, *raids])


def _took(power: str, areas: Sequence[str]) -> str:
    """Return what a power took, or what is nobody's now."""
    if power:
        return sentence(f"{the(power)} took {listed([there(area) for area in areas])}")
    return f"{listed(areas)} {'is' if len(areas) == 1 else 'are'} unclaimed"
