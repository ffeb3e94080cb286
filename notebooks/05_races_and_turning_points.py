# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 5. Whoever led after two rounds mostly won, though most winners began with less than half of all strength
#
# Every title has its victory conditions: cities, points, areas held. A race is a contender's progress toward one of them.
# Does an early leader in the race go on to win? And when do games turn? We ask this of all decided games that ship with Sitrep.

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
decided = games.games().filter(pl.col("ended") & (pl.col("winner") != "")).sort("game_id")
races = pl.concat(
    games.measure("race_standings", game_id=game).with_columns(game_id=pl.lit(game)) for game in decided["game_id"]
).join(decided.select("game_id", "title", "winner", "rounds"), on="game_id")
Markdown(f"{decided.height} of {games.games().height} games were decided.")

# %% [markdown]
# ## One race

# %%
sitrep.charts.race(games, "allies-take-berlin").properties(
    title="The race of one game: the Allies need what the Axis holds"
)

# %% [markdown]
# ## Does the leader win?
#
# At the end of each round of an unfinished game: who is ahead, and does that contender win in the end? Rounds in which nobody
# is ahead do not count.

# %%
going = races.filter(pl.col("round") < pl.col("rounds"))
ahead = going.with_columns(best=pl.col("progress").max().over("game_id", "round")).filter(
    pl.col("progress") == pl.col("best")
)
ahead = ahead.filter(pl.len().over("game_id", "round") == 1)  # a tie has no leader
leaders = (
    ahead.group_by("round")
    .agg(decided=pl.len(), won=pl.col("winner").str.split(", ").list.contains(pl.col("side")).sum())
    .with_columns(sitrep.win_rate())
    .sort("round")
)
leaders.select("round", games="decided", leader_won="won", rate="rate", low="low", high="high")

# %%
base = alt.Chart(leaders).encode(x=alt.X("round:O", title="leader at the end of round"))
bars = base.mark_rule(strokeWidth=2, color="#8a8f98").encode(
    y=alt.Y("low:Q", title="leader wins", axis=alt.Axis(format="%")), y2="high:Q"
)
points = base.mark_point(filled=True, size=80, opacity=1).encode(y="rate:Q")
numbers = base.mark_text(dy=-8, baseline="bottom").encode(y=alt.value(0), text=alt.Text("decided:Q"))
half = alt.Chart(pl.DataFrame({"rate": [0.5]})).mark_rule(strokeDash=[4, 4], color="#8a8f98").encode(y="rate:Q")
(half + bars + points + numbers).properties(
    title="How often the leader of the race goes on to win, with 95 % intervals; n above"
)


# %%
def leader_won(frame: pl.DataFrame) -> dict:
    """Return how often the leader went on to win, as a row."""
    won = pl.col("winner").str.split(", ").list.contains(pl.col("side")).sum()
    return frame.select(decided=pl.len(), won=won).with_columns(sitrep.win_rate()).row(0, named=True)


random = decided.filter(pl.col("players").str.contains('"Dice"'))["game_id"].to_list()
second = ahead.filter(pl.col("round") == 2)
best, among = leader_won(second), leader_won(second.filter(~pl.col("game_id").is_in(random)))
winners = sorted(set(second.filter(~pl.col("game_id").is_in(random))["winner"]))
Markdown(
    f"Whoever was ahead at the end of round 2 won {best['won']} of {best['decided']} games ({best['rate']:.0%}, "
    f"interval {best['low']:.0%} to {best['high']:.0%}). In {len(random)} games one player moved at random; "
    f"without these it is {among['won']} of {among['decided']} ({among['rate']:.0%}, interval "
    f"{among['low']:.0%} to {among['high']:.0%})."
    + (" These alone are too few to say that it was no chance." if among["low"] <= 0.5 else "")
    + (
        f" But the same side won all of those, the {winners[0].replace('-', ' ').title()}, so they cannot show "
        "whether the lead or the side made the difference."
        if len(winners) == 1
        else ""
    )
)

# %% [markdown]
# ## When do games turn?
#
# The turning point is the round in which the winner took the lead in strength (units and production) for good. If it
# always led, or never did, it is the round in which its share rose most.

# %%
turns = pl.concat(
    games.measure("turning_point", game_id=row["game_id"]).with_columns(
        game_id=pl.lit(row["game_id"]), rounds=pl.lit(row["rounds"])
    )
    for row in decided.iter_rows(named=True)
).with_columns(when=pl.col("round") / pl.col("rounds"))
alt.Chart(turns).mark_bar().encode(
    x=alt.X("round:O", title="round of the turning point"), y=alt.Y("count():Q", title="games"),
    color=alt.Color("why:N", title="kind", scale=alt.Scale(range=["#2b7bba", "#d9730d", "#8a8f98"])),
).properties(title="When decided games turned: the lead taken for good, or the biggest swing")  # fmt: skip

# %%
led = turns.filter(pl.col("why") == "lead")
behind = turns.filter(pl.col("share_first") < 0.5)
assert 2 * behind.height > turns.height and best["low"] > 0.5 and among["rate"] > 0.5, "the title tells of both"
Markdown(
    f"{behind.height} of {turns.height} winners began with less than half of all strength. {led.height} took the lead "
    f"for good in the middle of a game (median: round {led['round'].median():.0f}, "
    f"{led['when'].median():.0%} of the way through). {turns.height - led.height} won without ever crossing the "
    "line for good: they led from the start, or won their race while still weaker in strength."
)

# %% [markdown]
# ## What moved the chance of winning, dice or players?
#
# Strength is one way to say who is ahead. A model of the chance of winning ([its card](../docs/winning.md)) weighs unit values by
# how games went (and production, cities and capitals, where that foretells better), and says after each turn how often each side
# wins from there. What
# the dice of a turn's battles did to it follows from their exact odds; the rest is what the players did. Here is the turn of each
# decided game of `aa1942` that moved it most, for whichever side.

# %%
ours = decided.filter(pl.col("title") == "aa1942")
chances = {row["game_id"]: sitrep.winning(games, row["game_id"]) for row in ours.iter_rows(named=True)}
key = pl.concat(
    found.drop_nulls("by_dice").sort(pl.col("change"), descending=True).head(1) for found in chances.values()
).join(ours.select("game_id", "winner", "rounds"), on="game_id")
parts = key.select("game_id", "change", dice="by_dice", players="by_players", neither="not_told_apart").unpivot(
    ["dice", "players", "neither"], index=["game_id", "change"], variable_name="what", value_name="points"
)
alt.Chart(parts).mark_bar().encode(
    y=alt.Y("game_id:N", title=None, sort=alt.EncodingSortField("change", order="descending")),
    x=alt.X("points:Q", title="change of the chance of winning", axis=alt.Axis(format="+%")),
    color=alt.Color("what:N", title="by the", scale=alt.Scale(range=["#d9730d", "#b9bdc4", "#2b7bba"])),
).properties(title="The turn that moved each game most: what dice did and what players did")

# %%
kept = key.filter(pl.col("side") == pl.col("winner"))
all_turns = pl.concat(found.drop_nulls("by_dice").filter(pl.col("change") > 0) for found in chances.values())
dice, players, change = (key[name].sum() for name in ("by_dice", "by_players", "change"))
early = key.filter(2 * pl.col("round") <= pl.col("rounds"))
Markdown(
    f"The chances were learned from {key['learned_from'][0]}. "
    f"In {kept.height} of {key.height} games that turn helped the eventual winner, and in {early.height} it came in the first half. "
    f"These turns moved the chance by {key['change'].median():.0%} (median). Of all that they moved, the dice of battles did "
    f"{dice / change:.0%}, the players {players / change:.0%}; the rest is the step from the last chance to the result. Over all "
    f"{all_turns.height} turns that helped a side, dice moved "
    f"{all_turns['by_dice'].abs().mean():.1%} a turn, one way or the other, and players {all_turns['by_players'].abs().mean():.1%}."
)

# %% [markdown]
# ## What this cannot show
#
# The model of the chance of winning was fitted on these games among others (games of bots), so that it knows more of them than of
# games to come, and it sees totals only. Of the dice it counts the value that they destroyed or spared: a city or a capital that fell
# because of it stands with the players, as does every move that a die two turns ago forced. So the share of the dice is the least
# that it can be.
#
# The games are few and played by bots. Each game counts in every round it reached, so the rates of neighbouring rounds
# are not independent. A game decided early leaves the sample, so late rounds consist of slow games. Leaders win more
# often, but that does not prove that the lead is the reason. And our measure of strength is a choice: a different weighting of
# units and production would move some turning points.
