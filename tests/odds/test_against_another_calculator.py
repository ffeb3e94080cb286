"""The exact odds against those of another exact calculator (the reference material's `odds`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.odds.battle import Forces, odds
from engine.titles import load_title

NAMES = {
    "inf": "infantry", "art": "artillery", "arm": "tank", "fig": "fighter", "bom": "bomber", "sub": "submarine",
    "des": "destroyer", "cru": "cruiser", "bat": "battleship", "acc": "aircraft-carrier",
}  # fmt: skip
TITLE = load_title("aa1942")
DIGITS = 5e-7


def test_every_battle_comes_out_the_same(shared: Path) -> None:
    """Chances and rounds of all of them; nothing is left out. Tanks cost 5 in this book, so losses are compared where there are none."""
    rows = [json.loads(line) for line in (shared / "odds" / "battles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 29
    for row in rows:
        mine, bombard = dict(row["attack"]), {}
        if row["kind"] == "bombarded landing":
            bombard = {(NAMES[unit], "germany"): mine.pop(unit) for unit in ("cru", "bat") if unit in mine}
        found = odds(
            TITLE,
            Forces(
                {(NAMES[unit], "germany"): n for unit, n in mine.items()},
                {(NAMES[unit], "soviet-union"): n for unit, n in row["defense"].items()},
                row["kind"] == "sea",
                bombard=bombard,
                attack_order=tuple(NAMES[unit] for unit in row["attack_order_of_loss"]),
                defend_order=tuple(NAMES[unit] for unit in row["defense_order_of_loss"]),
                keep_land=False,
            ),
        )
        # The other calculator counts a side as surviving that has anything left; here nobody has won if both have.
        both = row["attacker_survives"] + row["defender_survives"] - (1 - _gone(found))
        assert (found.win + both, found.lose + both) == pytest.approx((row["attacker_survives"], row["defender_survives"]), abs=DIGITS)
        assert found.rounds == pytest.approx(row["rounds"], abs=DIGITS)
        if row["kind"] != "sea":
            assert found.take == pytest.approx(row["takes"], abs=DIGITS)
        for side, theirs in (("attack", "attacker_ipc_lost"), ("defense", "defender_ipc_lost")):
            if "arm" not in row[side]:
                assert getattr(found, theirs.replace("ipc_", "")) == pytest.approx(row[theirs], abs=1e-5)


def _gone(found) -> float:
    """The chance that both sides are destroyed, from the survivors of a battle that nobody leaves."""
    left = sum(one.chance for one in found.attackers if one.units)
    return 1.0 - left - found.lose
