"""Battles of a game with what a sentence says of them: forces, losses, who won, and what the dice did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from dashboard.player.event_text import winner_of
from dashboard.review.story.wording import possessive, sentence
from dashboard.turn_report.names import Names
from dashboard.turn_report.prices import NONE, unpriced
from dashboard.ui.text import cost

KINDS = {"land": "", "sea": "sea", "air": "air", "amphibious": "amphibious"}


def battles(frames: Callable[[str], pl.DataFrame], names: Names) -> pl.DataFrame:
    """Return the rows of `battle_ended` with the forces of `battle_started` and won, lost, shot and dice in words."""
    ended = frames("battle_ended")
    if ended.is_empty():
        return ended
    forces = frames("battle_started").select("battle", "attackers", "defenders").unique("battle", keep="last")
    ended = ended.with_columns(pl.Series("winner", [winner_of(row) for row in ended.iter_rows(named=True)], pl.String))
    rows = ended.drop("attackers", "defenders").join(forces, on="battle", how="left", maintain_order="left")
    rows = rows.with_columns(pl.col("attackers", "defenders").fill_null(""))
    rolled = _rolled(frames("dice_rolled"))
    money = frames("games")["resource"][0]
    unknown = unpriced(frames)
    words = [
        _words(row, rolled.get(row["battle"], {}), names, names.money(money), unknown.get(row["battle"], NONE))
        for row in rows.iter_rows(named=True)
    ]
    return rows.with_columns(pl.DataFrame(words))


def _rolled(dice: pl.DataFrame) -> dict[int, dict[str, tuple[int, float, int]]]:
    """Return hits, expected hits and number of dice of each battle and side; dice of bombing damage make no hits."""
    fire = dice.filter((pl.col("battle") > 0) & (pl.col("target") > 0))
    found: dict[int, dict[str, tuple[int, float, int]]] = {}
    sums = fire.group_by("battle", "side").agg(pl.col("hits").sum(), pl.col("expected").sum(), pl.col("dice").list.len().sum())
    for battle, side, hits, expected, count in sums.iter_rows():
        found.setdefault(battle, {})[side] = hits, expected, count
    return found


def _words(
    row: Mapping[str, Any],
    rolled: Mapping[str, tuple[int, float, int]],
    names: Names,
    money: str,
    unknown: tuple[int, int],
) -> dict[str, str]:
    attacker, defender = names.in_sentence("attacker", row["attacker"]), names.in_sentence("defender", row["defender"])
    who = {"attacker": attacker, "defender": defender}
    won = f"{sentence(who[row['winner']])} won" if row["winner"] in who else "Nobody won"
    mine, theirs = (cost(row[f"{side}_lost"], n, money) for side, n in zip(who, unknown, strict=True))
    lost = f"{sentence(attacker)} lost {mine}, {defender} {theirs if any(unknown) else theirs.partition(' ')[0]}"
    shot = f"; {attacker} lost {mine} of aircraft" if row["attacker_lost"] and not unknown[0] else ""
    if unknown[0]:
        shot = f"; {attacker} lost {mine}"
    dice = [
        f" {sentence(possessive(who[side]))} dice: {rolled[side][0]} of {rolled[side][2]} hit, {rolled[side][1]:.1f} expected."
        for side in ("attacker", "defender")
        if side in rolled
    ]
    return {"won": won, "lost": lost, "shot": shot, "dice": "".join(dice)}
