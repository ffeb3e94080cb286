# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 8. The league's table ranks four players: it tells the last from the first, and not the first from the second
#
# A league admin wants a table, and an honest statement of how far to trust it. The league is four bots that played each
# other on both sides (`notebooks/league.py`): as many games as a small club may play in a season.

# %%
from math import sqrt
from statistics import NormalDist

import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

everything = sitrep.sample_lake("articles", more=["league"])
ids = [game for game in everything.games()["game_id"] if game.startswith("league-")]
results = everything.measure("game_results", title="aa1942").filter(pl.col("game_id").is_in(ids))

# %% [markdown]
# ## Sides
#
# A rate is games won of games decided: a game that its limit of rounds stopped does not show who would have won. The interval is the 95%
# Wilson interval.


# %%
def rates(by: str) -> pl.DataFrame:
    """Return the games of each group with its rate of wins and the interval."""
    outcome = pl.col("outcome")
    counts = results.group_by(by).agg(
        games=pl.len(),
        decided=outcome.is_in(["won", "lost"]).sum(),
        won=(outcome == "won").sum(),
        stopped=(outcome == "stopped").sum(),
    )
    return counts.with_columns(sitrep.win_rate()).sort("rate", by, descending=[True, False], nulls_last=True)


def drawn(frame: pl.DataFrame, by: str, title: str) -> alt.LayerChart:
    """Return rates as points on their intervals, n beside them."""
    base = alt.Chart(frame).encode(y=alt.Y(f"{by}:N", title=None, sort=frame[by].to_list()))
    whole = alt.Scale(domain=[0, 1])
    reach = base.mark_rule(strokeWidth=2, color="#8a8f98").encode(
        x=alt.X("low:Q", title="won of decided", scale=whole, axis=alt.Axis(format="%")), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=80, opacity=1).encode(x="rate:Q")
    return (reach + points + base.mark_text(dy=-10).encode(x="rate:Q", text="decided:Q")).properties(title=title)


sides = rates("side")
drawn(sides, "side", "How often each side wins, with 95 % intervals and n")

# %%
sides

# %%
axis = sides.filter(pl.col("side") == "axis").row(0, named=True)
lost = results.filter(pl.col("players") == "Dice", pl.col("outcome") == "lost")
at_random = results.filter(pl.col("players") == "Dice")["game_id"].to_list()
equal = results.filter(
    ~pl.col("game_id").is_in(at_random), pl.col("side") == "axis", pl.col("outcome").is_in(["won", "lost"])
)
without = (
    equal.select(decided=pl.len(), won=(pl.col("outcome") == "won").sum())
    .with_columns(sitrep.win_rate())
    .row(0, named=True)
)
assert lost.height == len(at_random) and set(lost["side"].value_counts()["count"]) == {len(at_random) // 2}
Markdown(
    f"The Axis won {axis['won']} of {axis['decided']} decided games ({axis['rate']:.0%}, interval "
    f"{axis['low']:.0%} to {axis['high']:.0%}); {axis['stopped']} of {axis['games']} hit the round "
    f"limit. In {lost.height} of the decided games one player, Dice, moved at random, and lost all of them, half of them on each side. Of "
    f"the other {without['decided']} the Axis won {without['won']} ({without['rate']:.0%}, interval {without['low']:.0%} to "
    f"{without['high']:.0%}). "
    + (
        "Both intervals contain one half, so the game may be even."
        if axis["low"] < 0.5 < axis["high"] and without["low"] < 0.5 < without["high"]
        else "One of these intervals does not contain one half."
    )
)

# %% [markdown]
# ## Bids
#
# In games between people, the favoured side often goes to the player who offers the other side more extra units at the
# start: the bid. One measure gives win rates by bid.

# %%
bids = everything.measure("win_rates_by_bid", title="aa1942")
asked = everything.games().height
assert bids.height == 0
Markdown(
    f"None of the {asked} games here had a bid, so the table is empty. A folder of saves "
    "from a league with bids would fill it."
)

# %% [markdown]
# ## Players

# %%
players = rates("players")
drawn(players, "players", "How often each player wins, with 95 % intervals and n")

# %%
met = everything.measure("head_to_head", title="aa1942").filter(pl.col("player").is_in(players["players"].to_list()))
assert met["games"].unique().to_list() == [4] and players["games"].max() == 3 * 4, "a third against each"
met = met.with_columns(score=pl.format("{} : {}", "won", "lost"))
base = alt.Chart(met).encode(x=alt.X("opponent:N", title="against"), y=alt.Y("player:N", title=None))
shade = alt.Color(
    "rate:Q",
    title="won",
    scale=alt.Scale(range=["#e9b98a", "#f4f4f4", "#8fb8dc"], domain=[0, 0.5, 1]),
    legend=alt.Legend(format=".0%"),
)
(base.mark_rect(stroke="white").encode(color=shade) + base.mark_text().encode(text="score:N")).properties(
    title="Head to head: decided games won and lost", width=300, height=160
)

# %% [markdown]
# A rate considers neither the strength of the opponent nor the side. A rating does, and it states its uncertainty: the bar is the 95%
# interval. `docs/ratings.md` tells what its points mean.

# %%
table = sitrep.ratings.standings(everything, title="aa1942").filter(
    pl.col("player").is_in(players["players"].to_list())
)
table = table.with_columns(error=(pl.col("high") - pl.col("low")) / 2)
base = alt.Chart(table).encode(y=alt.Y("player:N", title=None, sort=table["player"].to_list()))
reach = base.mark_rule(strokeWidth=2, color="#8a8f98").encode(
    x=alt.X("low:Q", title="rating", scale=alt.Scale(zero=False)), x2="high:Q"
)
points = base.mark_point(filled=True, size=80, opacity=1).encode(x="rating:Q")
(reach + points).properties(title="Ratings of the players, with 95% intervals")

# %%
sitrep.charts.ratings_over_time(everything, table["player"].to_list(), title="aa1942").properties(
    title="Each player's rating, game by game"
)

# %%
first, second, last = table.row(0, named=True), table.row(1, named=True), table.row(-1, named=True)


def apart(one: dict, other: dict) -> float:
    """Return the difference of two ratings in half widths of its 95% interval: above 1 it is clear of 0."""
    return (one["rating"] - other["rating"]) / sqrt(one["error"] ** 2 + other["error"] ** 2)


bottom = players.filter(pl.col("players") == last["player"]).row(0, named=True)
least = players.filter(pl.col("players") != last["player"])["low"].min()
assert last["player"] == "Dice" and bottom["won"] == 0
assert apart(first, second) < 1 < apart(first, last), "the title tells of both"
assert bottom["high"] < least, "the last sentence below"
Markdown(
    f"{first['player']} is first with {first['rating']:.0f} ± {first['error']:.0f} after {first['games']} decided games, "
    f"{second['player']} second with {second['rating']:.0f} ± {second['error']:.0f}: the 95% interval of their difference holds 0, so "
    f"their order may be chance. {last['player']}, which plays at random, is {first['rating'] - last['rating']:.0f} points below the "
    f"first, {apart(first, last):.1f} times what the interval needs. The rates say the same of it: it won {bottom['won']} of "
    f"{bottom['decided']} "
    f"(interval up to {bottom['high']:.0%}), and everybody else's interval begins above that, at {least:.0%} or more."
)

# %%
Z = NormalDist().inv_cdf(0.975), NormalDist().inv_cdf(0.8)
STRONGER = 0.55
needed = ((Z[0] * 0.5 + Z[1] * sqrt(STRONGER * (1 - STRONGER))) / (STRONGER - 0.5)) ** 2
assert needed > 300, "hundreds, say the limits below"
Markdown(
    f"To see in four of five cases that a player who wins {STRONGER:.0%} of the games between two is the stronger takes about "
    f"{needed:.0f} decided games between them, by the normal approximation and a test at 5%. The most that any two of these have is "
    f"{met['decided'].max()}."
)

# %% [markdown]
# ## What this cannot show
#
# It takes hundreds of games to tell two players of similar strength apart. The intervals of rates and of ratings treat a player's
# games as alike, though a third of them were against one that moves at random.
# The rates take no account of sides; here everybody played both equally often. The ratings do, and need games of both with either player.
# Games that the limit stopped count neither in the rates nor in the ratings: a player who holds out in a lost position gets
# no credit. These games have no dates, so nothing shows whether anybody improved.
