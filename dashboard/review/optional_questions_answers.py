"""What the charts say that only some games have: convoy raids, objectives, dice and bombing, in a sentence each."""

from __future__ import annotations

import polars as pl

from dashboard.review.story.wording import sentence, the
from dashboard.ui.figures import last_round
from dashboard.ui.text import amount, counted, listed

USUAL = 2.0
"""Standard deviations: chance alone keeps within them in 19 of 20 games."""


def convoy_answer(frame: pl.DataFrame, unit: str) -> str:
    """Say what convoy raids took in all, who lost most and what share of its income that was.

    Args:
        frame: measure `convoy_losses`, of the main resource. unit: its printed name.
    """
    total = int(frame["loss"].sum())
    if not total:
        return "The convoy raids cost nothing."
    lost = frame.group_by("name", maintain_order=True).agg(pl.col("loss").sum())
    worst, loss = lost.sort("loss", descending=True, maintain_order=True).row(0)
    income = int(frame.filter(name=worst).unique(["round", "victim"])["income"].sum())
    share = f", {100 * loss / (income + loss):.0f}% of what it would have collected in the game" if income > 0 else ""
    raiders = frame.filter(pl.col("raider") != "").group_by("raider_name", maintain_order=True).agg(pl.col("loss").sum())
    top = raiders.sort("loss", descending=True, maintain_order=True).head(1).rows()
    by = f" The most successful raider was {the(top[0][0])}: {amount(top[0][1], unit)}." if top and top[0][1] else ""
    return f"{amount(total, unit)} in total. The biggest loser was {the(worst)}: {amount(loss, unit)}{share}.{by}"


def lend_lease_answer(frame: pl.DataFrame) -> str:
    """Say how much aid was sent, how much of it came through and was sunk, and who lost most of what was meant for it.

    Args:
        frame: measure `lend_lease`.
    """
    sent, delivered, sunk = (int(frame[column].sum()) for column in ("sent", "delivered", "interdicted"))
    said = f"Of {sent:,} sent, {delivered:,} were delivered and {sunk:,} sunk"
    waiting = sent - delivered - sunk
    said += f"; {waiting:,} are still on the way." if waiting > 0 else "."
    if not sunk:
        return said
    lost = frame.group_by("receiver_name", maintain_order=True).agg(pl.col("interdicted").sum())
    name, most = lost.sort("interdicted", descending=True, maintain_order=True).row(0)
    return f"{said} {sentence(the(name))} lost most: {most:,}."


def objectives_answer(frame: pl.DataFrame, unit: str) -> str:
    """Say what objectives paid to each side, and which power met them most.

    Args:
        frame: measure `objectives_by_round` with `side_name`. unit: printed name of the resource.
    """
    met = pl.col("objectives") > 0
    sides = frame.group_by("side_name", maintain_order=True).agg(pl.col("amount").sum())
    said = listed([f"{name} {amount(sum_, unit)}" for name, sum_ in sides.sort("amount", descending=True).iter_rows() if sum_])
    powers = frame.group_by("name", maintain_order=True).agg(pl.col("amount").sum(), pl.col("round").filter(met).n_unique().alias("rounds"))
    name, sum_, rounds = powers.sort("amount", descending=True, maintain_order=True).row(0)
    last = last_round(frame)
    most = f"most by {the(name)}, {amount(sum_, unit)}, in {rounds} of {counted(last, 'round')}"
    return f"Paid for objectives: {said}; {most}." if said else "Objectives brought nobody anything."


def luck_of_sides(frame: pl.DataFrame) -> pl.DataFrame:
    """Return measure `luck_by_round` (with `side_name`) summed by side: dice, luck and variance so far.

    Sides that never rolled a die are left out.
    """
    summed = frame.group_by("round", "side_name", maintain_order=True).agg(
        pl.col("dice_so_far", "luck_so_far", "dice", "luck", "variance").sum()
    )
    return summed.filter((pl.col("dice") > 0).any().over("side_name"))


def luck_answer(sides: pl.DataFrame) -> str:
    """Say how far each side was from expectation, and whether chance alone does as much.

    Args:
        sides: what `luck_of_sides` returns.
    """
    whole = sides.group_by("side_name", maintain_order=True).agg(pl.col("luck", "variance").sum())
    sigma = pl.when(pl.col("variance") > 0).then(pl.col("luck").abs() / pl.col("variance").sqrt()).otherwise(0.0)
    ranked = whole.with_columns(sigma.alias("sigma")).sort("luck", descending=True, maintain_order=True)
    said = sentence(listed([_above(*row) for row in ranked.select("side_name", "luck", "sigma").iter_rows()]))
    odd = ranked.filter(pl.col("sigma") > USUAL)["side_name"].to_list()
    verdict = f"Luck like that of {listed([the(name) for name in odd])} happens in fewer than 1 in 20 games." if odd else "Normal luck."
    return f"{said}. {verdict}"


def _above(name: str, luck: float, sigma: float) -> str:
    if abs(luck) < 0.05:
        return f"{the(name)} as expected"
    hits = f"{abs(luck):.1f} hits {'above' if luck > 0 else 'below'} expectation"
    return f"{the(name)} {hits} ({sigma:.1f} standard deviations)"


def bombing_answer(frame: pl.DataFrame, unit: str) -> str:
    """Say what bombing did in all and what it cost, who did most to whom, and what was repaired.

    Args:
        frame: measure `bombing_by_round`. unit: printed name of the main resource.
    """
    flown = frame.filter(pl.col("raids") > 0)
    outside = int(frame["damage"].sum()) - int(flown["damage"].sum())
    repaired = int(frame["repaired"].sum())
    said = [
        _raids(flown, unit) if flown.height else "No bombing raids.",
        f"Damage done otherwise: {outside:,}." if outside else "",
        f"Repaired: {repaired:,}." if repaired else "Nothing was repaired.",
    ]
    return " ".join(filter(None, said))


def _raids(flown: pl.DataFrame, unit: str) -> str:
    raids, damage, lost, tuv = (int(flown[column].sum()) for column in ("raids", "damage", "lost", "lost_tuv"))
    worth = f"worth {amount(tuv, unit)}" if flown["lost_tuv"].null_count() == 0 else "with an unknown price"
    cost = f"{lost:,} aircraft {worth}" if lost else "no aircraft"
    pairs = flown.group_by("raider_name", "name", maintain_order=True).agg(pl.col("damage").sum())
    raider, victim, most = pairs.sort("damage", descending=True, maintain_order=True).row(0)
    top = f" Most by {the(raider)} to {the(victim)}: {most:,}." if most else ""
    return f"{counted(raids, 'raid')} did {damage:,} damage and lost {cost}.{top}"
