# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 3. Japan earned more by round 6, the Soviet Union far less, and winners part from losers only late
#
# Who earns how much, round by round? How much do games differ? And how early do the winner's and the loser's
# economies diverge? The games are a league of bots: every bot plays every other by the same rules (`notebooks/league.py`).

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("lake", more=["league"])
ids = [game for game in games.games()["game_id"] if game.startswith("league-")]
sitrep.metrics()["income"].meaning

# %% [markdown]
# ## Income by power
#
# The line is the median of the games that reached the round, and the band is their middle half. Means would hide the fact
# that a few games end early and one-sidedly.

# %%
income = sitrep.bands(games, "income", "power", games=ids).filter(pl.col("round") > 0)
sitrep.charts.bands(games, "income", "power", games=ids).properties(
    title="Japan's income rises, the Soviet Union's falls"
)

# %%
first = income.filter(pl.col("round") == 1)
late = income.filter(pl.col("round") == 6)
change = first.select("group", start="p50").join(late.select("group", "games", end="p50"), on="group")
change = change.with_columns(change=pl.col("end") - pl.col("start")).sort("change", "group", descending=True)
change

# %%
up, down = change.row(0, named=True), change.row(-1, named=True)
assert (up["group"], down["group"]) == ("Japan", "Soviet Union"), "the title tells of these two"
Markdown(
    f"From round 1 to round 6 the median income of {up['group']} changed most for the better ({up['start']:.0f} to "
    f"{up['end']:.0f} IPC) and that of {down['group']} most for the worse ({down['start']:.0f} to {down['end']:.0f}). "
    f"{up['games']} of {len(ids)} games reached round 6; games that ended earlier count only in the first "
    "number."
)

# %% [markdown]
# ## What is the money spent on?

# %%
spent = games.sql("""
    select p.name as power, u.class, sum(b.total)::bigint as spent, sum(b.count)::bigint as units
    from units_purchased b
    join title_powers p using (game_id, power)
    join title_units u on u.game_id = b.game_id and u.unit = b.unit
    group by all order by power, class
""", games=ids)  # fmt: skip
alt.Chart(spent).mark_bar().encode(
    y=alt.Y("power:N", title=None), x=alt.X("spent:Q", stack="normalize", title="share of money spent", axis=alt.Axis(format="%")),
    color=alt.Color("class:N", title=None, scale=alt.Scale(scheme="cividis")), order="class:N",
).properties(title="The United Kingdom buys ships, the Soviet Union almost none")  # fmt: skip

# %%
share = spent.with_columns(share=pl.col("spent") / pl.col("spent").sum().over("power"))
sea = share.filter(pl.col("class") == "sea").sort("share", "power", descending=True)
most, least = sea.row(0, named=True), sea.row(-1, named=True)
assert (most["power"], least["power"]) == ("United Kingdom", "Soviet Union"), "the chart's title tells of these two"
Markdown(
    f"{most['power']} spends the largest share of its money on ships ({most['share']:.0%}), {least['power']} the smallest "
    f"({least['share']:.0%})."
)

# %% [markdown]
# ## When do winners and losers diverge?
#
# Production is the value of a side's areas at the end of a round. Only decided games are compared, and fewer are left in
# later rounds.

# %%
production = sitrep.bands(games, "production", "outcome", games=ids).filter(pl.col("group").is_in(["won", "lost"]))
sitrep.charts.bands(games, "production", "outcome", games=ids).properties(
    title="Production of the sides that won and lost: they overlap for many rounds"
)

# %%
apart = production.pivot("group", index="round", values=["p25", "p75", "games"]).sort("round")
parted = apart.filter(pl.col("p25_won") > pl.col("p75_lost")).to_dicts()
decided = int(apart["games_won"][0])
assert not parted or parted[0]["round"] >= 6, "the title tells that they part late"
start = production.filter(pl.col("round") == 0).select("group", "p50")
start = dict(start.iter_rows())
winners = games.games().filter(pl.col("game_id").is_in(ids))["winner"].to_list()
assert start["won"] < start["lost"] and winners.count("axis") > winners.count("allies"), (
    "the sentence below is for this"
)
Markdown(
    f"{decided} games were decided. At the start, the sides that went on to win had a median production of "
    f"{start['won']:.0f} IPC and those that lost {start['lost']:.0f}: the set-up gives the Allies more, and most "
    "winners here are the Axis. "
    + (f"The middle halves of winners and losers first separate at the end of round {parted[0]['round']}, when "
       f"{parted[0]['games_won']} of those games still ran."
       if parted else "The middle halves of winners and losers overlap in every round: production alone never separates them.")
)  # fmt: skip

# %% [markdown]
# ## What this cannot show
#
# The players are bots that value money according to their styles, so this shows how bots play, not how people do. Winners
# produce more, but that does not prove that production made them win: armies that are already winning take areas.
# A median in a later round is a median over fewer and different games.
