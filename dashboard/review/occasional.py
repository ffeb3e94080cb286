"""Questions that only some games can answer, each with its chart: a game without such data is not asked."""

from __future__ import annotations

import polars as pl

from dashboard import occasional_answers as answers
from dashboard.charts.bombing import bombing_chart
from dashboard.charts.convoy_losses import convoy_chart
from dashboard.charts.lend_lease import lend_lease_chart
from dashboard.charts.luck_of_powers import power_luck_chart
from dashboard.charts.luck_of_sides import side_luck_chart
from dashboard.charts.objectives import objectives_chart
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.words import counted


def luck(of: Reader) -> Section | None:
    """Return hits against expectation by side and by power, of a game with dice."""
    frame, rollers = of.telling(of.by_side("luck_by_round"), "dice")
    # of dozens of nations that only ever defend, each rolls a few dice: lines are drawn of those that had turns
    lines = rollers.filter(pl.col("power").is_in(of.frame("seats")["power"].to_list()))
    drawn = frame.filter(pl.col("power").is_in(lines["power"].to_list()))
    dice = int(frame["dice"].sum())
    if not dice:
        return None
    sides = answers.luck_of_sides(frame)
    names = [name for name in of.side_names if name in set(sides["side_name"])]
    return Section(
        "Was it luck?",
        meaning("luck_by_round"),
        answers.luck_answer(sides),
        counted(dice, "die").replace("dies", "dice"),
        "Hits made less the hits that the dice were worth, added up from the start of the game; dice of bombing damage make no "
        "hits and are left out. Chance alone keeps a side within 2 standard deviations in 19 of 20 games.",
        (
            Drawing(side_luck_chart(sides, names), "Hits above expectation by side and round", sides),
            Drawing(power_luck_chart(drawn, lines), "Hits above expectation by power and round", frame),
        ),
    )  # fmt: skip


def convoys(of: Reader) -> Section | None:
    """Return what convoy raids cost, of a game that has any."""
    frame = of.measure("convoy_losses").filter(resource=of.game["resource"])
    raids = frame.filter(pl.col("raids") > 0)
    if raids.is_empty():
        return None
    return Section(
        "What did convoy raids cost?",
        meaning("convoy_losses"),
        answers.convoy_answer(frame, of.unit),
        f"{counted(int(raids['raids'].sum()), 'raid')} on {counted(raids['victim'].n_unique(), 'power')}",
        f"What a power lost to convoy raids in a round, in {of.unit}; an empty cell is a round without a raid on it. Pointing at a "
        "cell names the share of the income that the power would have had, where it was raided and, where known, by whom.",
        (Drawing(convoy_chart(frame, of.all_powers, of.unit), "Convoy losses by power and round", frame),),
    )  # fmt: skip


def lend_lease(of: Reader) -> Section | None:
    """Return what became of aid from one power to another, of a game that has any."""
    frame = of.measure("lend_lease")
    if not frame["sent"].sum():
        return None
    fates = frame.filter((pl.col("delivered") > 0) | (pl.col("interdicted") > 0))
    return Section(
        "How much lend-lease came through?",
        meaning("lend_lease"),
        answers.lend_lease_answer(frame),
        f"{int(frame['sent'].sum()):,}: aid sent to {counted(frame['receiver'].n_unique(), 'power')}",
        "Upwards the aid that came through in a round, downwards what raiders sank on its way, in the colours of those it was meant "
        "for. What was sent and is neither is still on its way.",
        (Drawing(lend_lease_chart(frame, of.all_powers), "Lend-lease by receiver and round", fates),),
    )  # fmt: skip


def objectives(of: Reader) -> Section | None:
    """Return what national objectives paid, of a game that has any."""
    frame = of.by_side("objectives_by_round")
    paid = frame.filter((pl.col("objectives") > 0) | (pl.col("amount") != 0))
    if paid.is_empty():
        return None
    return Section(
        "Who met their national objectives?",
        meaning("objectives_by_round"),
        answers.objectives_answer(frame, of.unit),
        f"{counted(int(paid['objectives'].sum()), 'payment')} to {counted(paid['power'].n_unique(), 'power')}",
        f"What a power was paid for its objectives in a round, in {of.unit}; an empty cell is a round in which it met none. "
        "Powers that never met one are left out.",
        (Drawing(objectives_chart(frame, of.powers, of.unit), "Payments for objectives by power and round", frame),),
    )  # fmt: skip


def bombing(of: Reader) -> Section | None:
    """Return what bombing did and what was repaired, of a game that has any."""
    frame = of.measure("bombing_by_round")
    told = frame.filter(pl.any_horizontal(pl.col("raids", "damage", "repaired") > 0))
    if told.is_empty():
        return None
    return Section(
        "What did the bombers do?",
        meaning("bombing_by_round"),
        answers.bombing_answer(frame, of.unit),
        f"{counted(int(told['raids'].sum()), 'raid')} in {counted(frame['round'].max(), 'round')}",
        "Upwards the damage done in each round, in the colours of the powers that flew; downwards what was repaired, in those of its "
        "owners. Aircraft lost are those that took part in the raids.",
        (Drawing(bombing_chart(frame, _bombers(of, frame)), "Bombing damage by power and round", frame),),
    )  # fmt: skip


def _bombers(of: Reader, frame: pl.DataFrame) -> pl.DataFrame:
    """Return the powers that bombed, were bombed or repaired."""
    told = frame.filter(pl.any_horizontal(pl.col("raids", "damage", "repaired") > 0))
    return of.all_powers.filter(pl.col("power").is_in([*told["victim"], *told["raider"]]))
