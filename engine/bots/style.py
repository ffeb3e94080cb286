"""How bold a greedy bot is: figures from styles.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one bot; styles.toml says what each means."""

    attack_at: float
    retreat_below: float
    horizon: float
    city: float
    capital: float
    factory: float
    fear: float
    capital_risk: float
    concede_below: float
    fleet: float
    air: float
    research: float
    escort: float
    arms: float
    campaign: float
    plans: float = 1.0
    garrison: float = 1.0


@cache
def styles() -> dict[str, Style]:
    """Return every style by the name of its bot."""
    text = Path(__file__).with_name("styles.toml").read_text(encoding="utf-8")
    return {name: msgspec.convert(figures, Style) for name, figures in tomllib.loads(text).items()}
