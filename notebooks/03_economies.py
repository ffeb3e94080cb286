# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 3. The United Kingdom mostly earned more by round 6 and the Soviet Union less; winners and losers overlap for three rounds
#
# Who earns how much, round by round? How much do games differ? And how early do the winner's and the loser's
# economies diverge? The games are a league of bots: every bot plays every other by the same rules (`notebooks/league.py`). One of
# the four bots moves at random.

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
ids = [game for game in games.games()["game_id"] if game.startswith("league-")]
sitrep.metrics()["income"].meaning

# %% [markdown]
# ## Income by power
#
# The line is the median of the games that reached the round, and the band is their middle half. Means would hide the fact
# that a few games end early and one-sidedly.

# %%
sitrep.charts.bands(games, "income", "power", games=ids).properties(
    title="Income of each power: the median of the games, and their middle half"
)

# %% [markdown]
# Games that end early leave the line, so its end is of other games than its beginning. The table keeps to games that reached round 6,
# and compares each with itself.

# %%
rounds = pl.concat(games.measure("income_by_turn", game_id=game).with_columns(game_id=pl.lit(game)) for game in ids)
rounds = rounds.group_by("game_id", "name", "round").agg(pl.col("income").sum())
first, late = (rounds.filter(pl.col("round") == number).drop("round") for number in (1, 6))
pairs = first.rename({"income": "first"}).join(late.rename({"income": "late"}), on=["game_id", "name"])
change = (
    pairs.group_by("name")
    .agg(
        games=pl.len(), first=pl.col("first").median(), late=pl.col("late").median(),
        change=(pl.col("late") - pl.col("first")).median(),
        more=(pl.col("late") > pl.col("first")).sum(), less=(pl.col("late") < pl.col("first")).sum(),
    )
    .sort("change", "name", descending=[True, False])
)  # fmt: skip
change

# %%
up, down = change.row(0, named=True), change.row(-1, named=True)
assert (up["name"], down["name"]) == ("United Kingdom", "Soviet Union"), "the title tells of these two"
assert 4 * up["more"] >= 3 * up["games"] and 4 * down["less"] >= 3 * down["games"], "the title says mostly"
Markdown(
    f"{up['games']} of {len(ids)} games reached round 6. The {up['name']} earned more in it than in round 1 in {up['more']} of them "
    f"(median: {up['first']:.0f} and then {up['late']:.0f} IPC), the {down['name']} less in {down['less']} (median: {down['first']:.0f} "
    f"and then {down['late']:.0f})."
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
).properties(title="The United Kingdom spends half of its money on ships, the Soviet Union hardly any")  # fmt: skip

# %%
share = spent.with_columns(share=pl.col("spent") / pl.col("spent").sum().over("power"))
sea = share.filter(pl.col("class") == "sea").sort("share", "power", descending=True)
most, least = sea.row(0, named=True), sea.row(-1, named=True)
assert (most["power"], least["power"]) == ("United Kingdom", "Soviet Union"), "the chart's title tells of these two"
assert 0.45 < most["share"] < 0.55 and least["share"] < 0.05, "the chart's title tells how much"
Markdown(
    f"The {most['power']} spends the largest share of its money on ships ({most['share']:.0%}), the {least['power']} the smallest "
    f"({least['share']:.0%})."
)

# %% [markdown]
# ## When do winners and losers diverge?
#
# Production is the value of a side's areas at the end of a round. Only decided games are compared, and fewer are left in
# later rounds; games that their limit of rounds stopped stand beside them.

# %%
production = sitrep.bands(games, "production", "outcome", games=ids).filter(pl.col("group").is_in(["won", "lost"]))
sitrep.charts.bands(games, "production", "outcome", games=ids).properties(
    title="Production of the sides that won, of those that lost, and of those whose game was stopped"
)

# %%
apart = production.pivot("group", index="round", values=["p25", "p75", "games"]).sort("round")
parted = apart.filter(pl.col("p25_won") > pl.col("p75_lost")).to_dicts()
decided = int(apart["games_won"][0])
assert parted[0]["round"] == 4, "the title tells that the middle halves overlap for three rounds"
again = apart.filter((pl.col("round") > 4) & (pl.col("p25_won") <= pl.col("p75_lost")))["round"].to_list()
start = dict(production.filter(pl.col("round") == 0).select("group", "p50").iter_rows())
told = games.games().filter(pl.col("game_id").is_in(ids))
axis, allies = ((told["winner"] == side).sum() for side in ("axis", "allies"))
random = told.filter(pl.col("winner") != "", pl.col("players").str.contains('"Dice"')).height
assert start["won"] < start["lost"] and axis > allies and axis + allies == decided, "the sentence below is for this"
Markdown(
    f"{decided} games were decided. At the start, the sides that went on to win had a median production of "
    f"{start['won']:.0f} IPC and those that lost {start['lost']:.0f}: the set-up gives the Allies more, and {axis} of the {decided} "
    f"winners here are the Axis. The middle halves of winners and losers first separate at the end of round {parted[0]['round']}, when "
    f"{parted[0]['games_won']} of those games still ran"
    + (f", and overlap again at the end of round {' and '.join(map(str, again))}" if again else "")
    + f". In {random} of the decided games one player moved at random; the other {decided - random} are too few for middle halves of "
    "their own."
)

# %% [markdown]
# ## What this cannot show
#
# The players are bots that value money according to their styles, so this shows how bots play, not how people do. Winners
# produce more, but that does not prove that production made them win: armies that are already winning take areas.
# A median in a later round is a median over fewer and different games.
