# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 9. Tanks at 4 are bought far more often, and 150 games cannot tell whether that helps the Axis
#
# A designer considers making tanks cheaper, 4 IPC instead of 5, and asks whether that changes the balance. An overlay is a
# folder with only the rows that change. Bots play many games with the printed cost and with the new one. This page shows
# how certain the answer is, and how many games it would take to see a difference of five points.

# %%
from math import sqrt
from pathlib import Path

import altair as alt
import duckdb
import polars as pl
from IPython.display import Markdown

import sitrep
from balance import BOTS, RESULTS, ROUND_LIMIT, RULES, VICTORY

printed = sitrep.load_title("aa1942")
changed = sitrep.load_title("aa1942", [Path("experiments/cheap-tanks")])
costs = pl.DataFrame([(unit.name, unit.cost, changed.units[slug].cost) for slug, unit in printed.units.items()],
                     schema=["unit", "printed", "changed"], orient="row").filter(pl.col("printed") != pl.col("changed"))  # fmt: skip
assert (VICTORY, ROUND_LIMIT) == ("minor", 8)
assert (costs["printed"][0], costs["changed"][0]) == (5, 4) and costs.height == 1, (
    "one thing is changed, so that one thing is asked"
)
costs

# %% [markdown]
# ## The games
#
# `sitrep lab run experiments/tank-cost.toml` does what this page does in one command, with dice that are paired game by game.
# The games of this page are older: `python -m notebooks.balance` played them and wrote one row per game into `balance.csv`. The row
# contains the seed, so each game can be played again. A careful bot plays the Axis, and a bold one the Allies. Eight cities win (the minor
# victory), and the evening ends after eight rounds. This page plays two of the games again, and they must match
# the file.

# %%
results = duckdb.sql(f"select * from read_csv('{RESULTS}')").pl().with_columns(pl.col("winner").fill_null(""))
for rule, title in (("tank 5", printed), ("tank 4", changed)):
    row = results.filter(pl.col("rule") == rule).sort("rounds", "seed").row(0, named=True)
    _, game = sitrep.simulate(
        title, row["seed"], BOTS, options={"victory": VICTORY}, round_limit=ROUND_LIMIT, overlays=RULES[rule]
    )
    assert (", ".join(game.state.winners), game.state.how) == (row["winner"], row["how"]), (rule, row)
results.group_by("rule", "winner").agg(games=pl.len(), rounds=pl.col("rounds").mean()).sort("rule", "winner")

# %% [markdown]
# ## Did the change do anything at all?
#
# Before asking who wins: do the bots buy more tanks when they are cheaper? If not, there is nothing to look for.

# %%
tanks = (
    results.group_by("rule")
    .agg(games=pl.len(), tanks=pl.col("tanks").mean(), error=pl.col("tanks").std() / pl.len().sqrt())
    .sort("rule")
)
tanks

# %%
cheap, dear = (
    tanks.filter(pl.col("rule") == "tank 4").row(0, named=True),
    tanks.filter(pl.col("rule") == "tank 5").row(0, named=True),
)
gap = (cheap["tanks"] - dear["tanks"]) / sqrt(cheap["error"] ** 2 + dear["error"] ** 2)
Markdown(
    f"On average, a game has {cheap['tanks']:.0f} tanks bought at 4 IPC and {dear['tanks']:.0f} at 5, {gap:.1f} standard errors "
    f"apart: " + ("the bots notice the price." if gap > 2 else "the bots hardly notice the price.")
)

# %% [markdown]
# ## Who wins?
#
# The rate is the share of all games, including draws, that the Axis has won when the evening ends: here, a game that is
# not won in time counts as not won. `sitrep.lab` judges the games as the command does: a pair is one seed under both rules, and the
# interval of the paired difference is that of Bonett and Price.

# %%
design = sitrep.lab.Design(
    "tank-cost", "Do tanks at 4 IPC help the Axis?", "aa1942", "axis",
    (sitrep.lab.Arm("tank 5", "tank 5"), sitrep.lab.Arm("tank 4", "tank 4", against="tank 5")), pairs=150,
)  # fmt: skip
games = results.select(
    pl.lit("").alias("game_id"),
    arm="rule",
    pair="seed",
    won=pl.col("winner") == "axis",
    undecided=pl.col("winner") == "",
)
found = sitrep.lab.judged(design, games)
rates = found.rates
base = alt.Chart(rates).encode(y=alt.Y("arm:N", title=None))
reach = base.mark_rule(strokeWidth=2, color="#8a8f98").encode(
    x=alt.X("low:Q", title="Axis has won in time", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%")),
    x2="high:Q",
)
points = base.mark_point(filled=True, size=80, opacity=1).encode(x="rate:Q")
(reach + points + base.mark_text(dy=-10).encode(x="rate:Q", text="decided:Q")).properties(
    title="How often the Axis wins in time, by the cost of a tank, with 95 % intervals and n", height=100
)

# %%
four, five = (rates.filter(pl.col("arm") == rule).row(0, named=True) for rule in ("tank 4", "tank 5"))
change = found.differences.row(0, named=True)
Markdown(
    f"With tanks at 4 the Axis won {four['won']} of {four['decided']} games ({four['rate']:.0%}), with tanks at "
    f"5 {five['won']} of {five['decided']} ({five['rate']:.0%}). The difference of the pairs is {change['difference'] * 100:+.0f} "
    f"points, with a 95 % interval from {change['low'] * 100:+.0f} to {change['high'] * 100:+.0f}: "
    + ("it does not hold 0, so with these bots the balance moved." if change["clear"]
       else "it holds 0, so these games do not show that the balance moved, and do not show that it did not.")
)  # fmt: skip

# %% [markdown]
# ## How many games would it take?
#
# Connor's formula gives the number of pairs needed to see a difference with a test at 5% and an 80% chance of noticing it if it
# exists. It depends on how many pairs end differently under the two rules: here

# %%
Markdown(f"{change['unlike']:.0%} of the pairs.")

# %%
points = pl.DataFrame(
    [(gap, sitrep.lab.pairs_needed(gap / 100, change["unlike"])) for gap in (2, 3, 5, 10, 15, 20, 30)],
    schema=["points", "games"],
    orient="row",
)
points

# %%
alt.Chart(points).mark_line(point=True).encode(
    x=alt.X("points:Q", title="difference to be seen, points"),
    y=alt.Y("games:Q", title="games for each rule", scale=alt.Scale(type="log")),
).properties(title="Games for each rule to see a difference four times in five")

# %%
five_points = points.filter(pl.col("points") == 5)["games"][0]
played = found.pairs
assert played == 150 and not change["clear"], "the title tells that they cannot tell"
seen = points.filter(pl.col("games") <= played)["points"]
Markdown(
    f"A difference of 5 points needs {five_points:,} games for each rule; we have {played}. "
    + (
        f"Of the differences in the table these would have been enough for {seen.min()} points and more."
        if seen.len()
        else "They are too few for any difference in the table."
    )
)

# %% [markdown]
# ## What this cannot show
#
# The bots value units by their printed numbers and do not learn. They may ignore a price that would give people a new
# plan, and a price that they handle badly may look like a shift. The result holds for these two bots, this victory
# condition and this round limit. These games had one row of dice each, so the same seed has little in common under both rules after the
# first purchase; the lab gives each purpose its own dice. And if you keep playing until an interval for a fixed number of games excludes
# 0, you will find a difference even where there is none: choose the number first, or let the lab stop by intervals that hold at any time.
