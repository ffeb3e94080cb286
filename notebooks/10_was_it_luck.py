# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 10. The dice cost Germany its first battle for the Caucasus, and the Axis won all the same
#
# The article on battles and luck counts hits. Hits are not what a player loses sleep over: a miss in a hopeless battle costs
# nothing, and one in a close battle costs a capital. Here every battle is judged by its exact odds, and what happened is split
# into what the dice did and what the players did.

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("lake")
GAME = "axis-takes-moscow"

# %% [markdown]
# ## What were the odds?
#
# The odds of a battle follow from its forces, step by step as the title's book has it. Nothing is sampled.

# %%
title = sitrep.load_title("aa1942")
odds = sitrep.battle_odds(
    title, sitrep.forces_of(title, "3 infantry, artillery, 2 tank, fighter", "4 infantry, tank")
).result
swings = pl.DataFrame(odds.swings, schema=["swing", "chance"], orient="row")
alt.Chart(swings.filter(pl.col("chance") > 0.001)).mark_bar().encode(
    x=alt.X("swing:Q", title="swing for the attacker, IPC"), y=alt.Y("chance:Q", axis=alt.Axis(format="%"))
).properties(title="3 infantry, artillery, 2 tanks and a fighter against 4 infantry and a tank")

# %%
Markdown(
    f"The attacker wins {odds.win:.0%} of such battles and can expect a swing of {odds.swing:+.1f} IPC. But the expected swing "
    "hardly ever happens: the result is a good one or a bad one."
)

# %% [markdown]
# ## The ledger of one game
#
# Of every battle whose dice are known: the swing expected before the first die, the swing had, and how the difference came
# about. After each round of dice the odds are worked out again: that change is luck. The rest is decisions: losses other
# than the usual ones, and retreats. The two add up exactly.

# %%
ledger = games.measure("battle_luck_ledger", game_id=GAME).drop_nulls("luck")
gap = (ledger["luck"] + ledger["decisions"] - (ledger["swing"] - ledger["expected_swing"])).abs().max()
assert gap < 1e-6
worst = ledger.sort(pl.col("luck").abs(), descending=True).head(6)
worst.select("round", "area_name", "attacker", "defender", "win_chance", "expected_swing", "swing", "luck", "decisions")

# %%
power = games.measure("luck_in_value", game_id=GAME).drop_nulls("luck_so_far")
alt.Chart(power).mark_line(point=True).encode(
    x=alt.X("round:O"), y=alt.Y("luck_so_far:Q", title="luck so far, IPC"), color=alt.Color("name:N", title=None)
).properties(title="What the dice of battles were worth to each power")

# %%
sums = power.group_by("name").agg(pl.col("luck").sum()).sort("luck")
low, high = sums.row(0), sums.row(-1)
assert abs(sums["luck"].sum()) < 1e-6
assert low[0] == "Germany" and worst.row(0, named=True)["area_name"] == "Caucasus"
assert games.games().filter(game_id=GAME)["winner"].item() == "axis"
Markdown(
    f"The dice cost {low[0]} {-low[1]:.0f} IPC and gave {high[0]} {high[1]:.0f}. What one side gains by luck the other loses, so the "
    f"sum over all powers is nothing. These are the {ledger.height} battles of the game whose odds are known."
)

# %% [markdown]
# ## Did luck decide it?
#
# A model of the chance of winning says what a swing is worth: much in a close game, nothing in one that is over. Its
# [model card](../docs/winning.md) says what it has learned from (games of bots), and how well it foretells games that it has not
# seen. The band is wide, because the games are few.

# %%
chance = sitrep.winning(games, GAME).filter(pl.col("side") == "axis")
base = alt.Chart(chance).encode(x=alt.X("turn:Q"))
band = base.mark_area(opacity=0.25).encode(
    y=alt.Y("low:Q", title="chance that the Axis wins", axis=alt.Axis(format="%")), y2="high:Q"
)
alt.layer(band, base.mark_line().encode(y="chance:Q")).properties(title="The Axis' chance of winning, turn by turn")

# %%
moved = chance.drop_nulls("change")
by_dice, by_players, rest = (moved[name].sum() for name in ("by_dice", "by_players", "not_told_apart"))
assert abs(moved["change"].sum() - by_dice - by_players - rest) < 1e-9
key = moved.sort(pl.col("change").abs(), descending=True).row(0, named=True)
Markdown(
    f"The chance was learned from {chance['learned_from'][0]}. From the set-up to the result the Axis' chance moved by "
    f"{moved['change'].sum():+.1%}: {by_dice:+.1%} by the dice of battles, {by_players:+.1%} by the players, and {rest:+.1%} by what "
    f"is not told apart, such as the last step to the result. The turn that moved it most was turn {key['turn']} (round "
    f"{key['round']}): {key['change']:+.0%}, of which the dice {key['by_dice']:+.0%}."
)

# %% [markdown]
# ## What this cannot show
#
# Odds assume that both sides lose units in the usual order and fight to the end; whoever chose otherwise finds the difference
# under decisions, with cargo that sank and whatever else the odds do not follow. Other games' battles are worked out too, those with
# too many outcomes by playing each many times: the ledger says which, and how far off that may be. The model knows nothing but
# totals: it cannot see that a capital will fall next turn. It learned from bots, which play alike, and says little about games
# between people. What it calls luck is the value that
# the dice of a turn moved, weighed by the position after it; an area that fell because of them stands with the players.
