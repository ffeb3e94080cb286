# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 6. A quarter of the contested areas see half of the changes of hand, and who holds more of them may still lose
#
# Which areas are fought over, how long are they held, and where does the front run? First we look at one game, then at
# the league of bots. One of its four players moves at random.

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
game = games.find("allies-take-berlin")
powers = games.frame("title_powers", game).sort("play_order")
names = dict(powers.select("power", "name").iter_rows())
land = games.frame("title_areas", game).filter(pl.col("kind") == "land", pl.col("terrain") != "impassable")

# %% [markdown]
# ## One game: who held what

# %%
turns = games.frame("games", game)["turns"][0]
held = games.measure("control_intervals", game_id=game)
busy = held.group_by("area").len("intervals").sort("intervals", "area", descending=[True, False]).head(12)
strips = held.join(busy, on="area").with_columns(
    power=pl.col("controller").replace(names), until=pl.coalesce("to_turn", pl.lit(turns + 1))
)
alt.Chart(strips).mark_bar(height=13).encode(
    x=alt.X("from_turn:Q", title="turn"), x2="until:Q",
    y=alt.Y("area_name:N", title=None, sort=alt.EncodingSortField("intervals", order="descending")),
    color=alt.Color("power:N", title=None, scale=alt.Scale(domain=powers["name"].to_list(), range=powers["color"].to_list())),
).properties(title="The twelve areas that changed hands most, and who held them, turn by turn")  # fmt: skip

# %%
changes = games.measure("changes_of_hand", game_id=game)
top = busy.row(0, named=True)
name = land.filter(pl.col("area") == top["area"])["name"][0]
lasting = held.filter(pl.col("to_turn").is_not_null(), pl.col("from_turn") > 0)["turns"]
Markdown(
    f"Areas changed hands {changes.height} times. {name} changed hands most often, with {top['intervals']} "
    f"periods of ownership. An area that was taken and lost again was held for a median of {lasting.median():.0f} "
    f"of the {turns} turns played."
)

# %% [markdown]
# ## One game: the front
#
# The front is every link between two areas held by enemies. Its length is the number of links, so it shows where armies
# can meet, not the distance in kilometres.

# %%
front = games.measure("front_by_round", game_id=game)
sitrep.charts.front(games, game).properties(title="At the end few areas still bordered the enemy")

# %%
length = front.unique("round").sort("round")
links = dict(length.select("round", "links").iter_rows())
assert 3 * links[max(links)] < links[0], "the chart's title tells that few were left"
longest = max(links, key=lambda number: (links[number], -number))
front_end = front.filter(pl.col("round") == front["round"].max()).sort("value", descending=True)
exposed = front_end.row(0, named=True)
Markdown(
    f"The front began with {links[0]} links, "
    + (f"was longest in round {longest} ({links[longest]})" if longest else "was never longer than that")
    + f" and ended with {links[max(links)]}. At the end the "
    f"{exposed['side_name']} had areas worth {exposed['value']} IPC on it."
)

# %% [markdown]
# ## The league: which areas are fought over

# %%
ids = [game for game in games.games()["game_id"] if game.startswith("league-")]
fought = games.sql("""
    select a.name, a.value, count(*)::int as changes, count(distinct c.game_id)::int as games
    from control_changed c join title_areas a using (game_id, area)
    where c.how <> 'setup' group by a.name, a.value order by changes desc, a.name
""", games=ids)  # fmt: skip
alt.Chart(fought.head(15)).mark_bar().encode(
    x=alt.X("changes:Q", title="changes of hand"), y=alt.Y("name:N", title=None, sort="-x"),
    color=alt.Color("value:Q", title="value, IPC", scale=alt.Scale(scheme="viridis")),
).properties(title=f"The areas that change hands most, {len(ids)} games of the league")  # fmt: skip

# %%
never = land.filter(~pl.col("name").is_in(fought["name"].to_list()))
quarter = fought.height // 4
share = fought.head(quarter)["changes"].sum() / fought["changes"].sum()
cheap = fought.head(quarter)["value"].mean()
assert 0.45 < share < 0.55, "the title tells of a half"
Markdown(
    f"{fought['name'][0]} changed hands {fought['changes'][0]} times in {fought['games'][0]} of {len(ids)} games. The "
    f"busiest quarter of the areas that ever changed hands ({quarter} of {fought.height}) had {share:.0%} of all "
    f"changes, and these areas are worth {cheap:.1f} IPC on average (all land areas: {land['value'].mean():.1f}). "
    f"{never.height} of {land.height} land areas never changed hands."
)

# %% [markdown]
# ## The league: does ground mean victory?

# %%
ground = games.sql("""
    select p.game_id, p.round, s.outcome, sum(p.areas)::int as areas
    from powers p join power_rounds using (game_id, round, power, seq)
    join (select distinct game_id, side, outcome from seats) s on s.game_id = p.game_id and s.side = p.side
    where p.round in (0, 3) and s.outcome in ('won', 'lost') group by all order by all
""", games=ids).pivot("outcome", index=["game_id", "round"], values="areas")  # fmt: skip
third = ground.filter(pl.col("round") == 3).sort("game_id").with_columns(lead=pl.col("won") - pl.col("lost"))
random = games.games().filter(pl.col("players").str.contains('"Dice"'))["game_id"].to_list()
third = third.with_columns(
    player=pl.when(pl.col("game_id").is_in(random)).then(pl.lit("moved at random")).otherwise(pl.lit("meant its moves"))
)


def holders(frame: pl.DataFrame) -> dict:
    """Return how often the side with more areas won, as a row."""
    rows = frame.select(decided=pl.len(), won=(pl.col("lead") > 0).sum())
    return rows.with_columns(sitrep.win_rate()).row(0, named=True)


more = holders(third)
against, others = (holders(third.filter(pl.col("player") == kind)) for kind in ("moved at random", "meant its moves"))
first = ground.filter(pl.col("round") == 0, pl.col("game_id").is_in(third["game_id"].to_list()))
had = first.filter(pl.col("won") > pl.col("lost")).height
assert (third["lead"] != 0).all() and more["won"] < more["decided"], (
    "the title tells of games that the smaller side won"
)
assert against["won"] == against["decided"] and 2 * others["won"] < others["decided"], "the chart's title tells of both"
results = games.measure("game_results", title="aa1942").filter(pl.col("game_id").is_in(random))
assert results.filter(players="Dice", outcome="won").is_empty(), "who moved at random lost"
none = alt.Chart(pl.DataFrame({"lead": [0]})).mark_rule(strokeDash=[4, 4], color="#8a8f98").encode(x="lead:Q")
games_of = (
    alt.Chart(third)
    .mark_bar()
    .encode(
        x=alt.X("lead:Q", title="areas that the winner held more than the loser after three rounds"),
        y=alt.Y("game_id:N", title=None, sort=alt.EncodingSortField("lead", order="descending")),
        color=alt.Color("player:N", title="the loser", scale=alt.Scale(range=["#d9730d", "#b9bdc4"])),
    )
)
(games_of + none).properties(
    title="After three rounds, who beat the player at random held more areas, and most other winners fewer"
)

# %%
Markdown(
    f"Of {third.height} decided games that reached round 3, the side that held more areas at the end of that round "
    f"won {more['won']} ({more['rate']:.0%}, interval {more['low']:.0%} to {more['high']:.0%}); the side that held more at the start "
    f"won {had}. In {against['decided']} of them one player moved at random, held fewer areas and lost. Of the other "
    f"{others['decided']} the side with more areas won {others['won']} (interval {others['low']:.0%} to {others['high']:.0%}). "
    + (
        "Both intervals hold one half, so these games do not show whether more areas help."
        if more["low"] < 0.5 < more["high"] and others["low"] < 0.5 < others["high"]
        else "One of these intervals does not hold one half."
    )
)

# %% [markdown]
# ## What this cannot show
#
# An area that changes hands and back within one turn has no interval. The front counts all links equally, whether a strait
# or a plain. Areas that nobody holds belong to no front. And the bots move as their styles dictate, so this map shows
# their habits: people may fight elsewhere.
