# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 7. The dice show no bias, attackers look lucky all the same, and 20 games do not show that the luckier side wins more
#
# Were the dice fair? How much of a battle's outcome is luck? Do lucky players win? We ask this of every battle of every
# game that ships with Sitrep.

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
told = games.games().filter(pl.col("title") == "aa1942").sort("game_id")
ids = told["game_id"].to_list()
in_ipc = told.filter(pl.col("resource_name") == "IPC").select("game_id")


def all_games(measure: str) -> pl.DataFrame:
    """One row a battle, of all games."""
    return pl.concat(games.measure(measure, game_id=game).with_columns(game_id=pl.lit(game)) for game in ids)


surprise = all_games("battle_surprise")
battles = all_games("biggest_battles")
Markdown(
    f"{battles.height} battles in {len(ids)} games; {surprise.height} of them had dice whose target is known. Values of different "
    f"currencies are never put together: where this page speaks of IPC, it speaks of the {in_ipc.height} games that pay in IPC."
)

# %% [markdown]
# ## Were the dice fair?
#
# For every battle we know the exact distribution of net hits, given the dice that were rolled. The position of the result
# in it is a percentile. With fair dice, you might expect percentiles to be spread evenly, apart from lumps because hits
# are whole numbers.

# %%
alt.Chart(surprise.select("net_percentile").drop_nulls()).mark_bar().encode(
    x=alt.X("net_percentile:Q", bin=alt.Bin(step=0.1), title="percentile of the attacker's net hits", axis=alt.Axis(format="%")),
    y=alt.Y("count():Q", title="battles"),
).properties(title="Where each battle's dice stand in their exact distribution; high is lucky for the attacker")  # fmt: skip

# %%
known = surprise.drop_nulls("surprise")
rare = known.filter(pl.col("surprise") < 0.05).height
middle = known["net_percentile"].mean()
error = known["net_percentile"].std() / known.height**0.5
lean = (middle - 0.5) / error
assert lean > 2, "the title tells that attackers look lucky"
Markdown(
    f"{rare} of {known.height} battles ({rare / known.height:.1%}) were as rare as one in twenty; fair dice give at "
    "most 5%, and less in small battles, where no possible result is that rare. But the mean percentile is "
    f"{middle:.3f}, {lean:+.1f} standard errors from one half. Are attackers lucky?"
)

# %% [markdown]
# Not necessarily. A battle stops when one side is gone, so a run of hits makes it short and a run of misses makes it
# long. Take the smallest case: a lone fighter fires at a transport, with an even chance to hit, until it hits. Its
# percentile is high after one die, average after two, and low only after many, which rarely happens:

# %%
lone = sum(
    0.5**dice * (0.5**dice + dice * 0.5**dice / 2) for dice in range(1, 60)
)  # chance of so many dice, times P(no hit) + P(one) / 2
assert lone > 0.5
Markdown(f"Such a fighter has a mean percentile of {lone:.3f}, with perfectly fair dice.")

# %% [markdown]
# Stopping cannot bias the sum of hits minus expectation over all dice: each die adds zero on average,
# whenever the battle stops. So that is the test of fair dice.

# %%
fair = games.sql("""
    select side, sum(throws + sure)::bigint as dice, sum(hits)::bigint as hits, sum(expected) as expected,
           (sum(hits) - sum(expected)) / sqrt(sum(variance)) as sigma
    from fire group by side order by side
""", games=ids)  # fmt: skip
assert fair["sigma"].abs().max() < 2, "the title and the sentence below are for dice that favour nobody"
assert 200 < fair["dice"].sum() / len(ids) < 1000, "hundreds of dice, say the limits below"
fair

# %%
sigmas = dict(fair.select("side", "sigma").iter_rows())
Markdown(
    f"Over all dice, the attackers' hits are {sigmas['attacker']:+.1f} standard deviations from expectation and the "
    f"defenders' {sigmas['defender']:+.1f}: nothing here shows dice that favour a side, and percentiles that lean as these do are "
    "what stopping gives with fair dice."
)

# %% [markdown]
# ## How often does the attacker win?

# %%
kinds = games.measure("battles_by_kind", title="aa1942")
base = alt.Chart(kinds).encode(y=alt.Y("kind:N", title=None))
reach = base.mark_rule(strokeWidth=2, color="#8a8f98").encode(
    x=alt.X("low:Q", title="attacker wins", axis=alt.Axis(format="%"), scale=alt.Scale(zero=False)), x2="high:Q"
)
points = base.mark_point(filled=True, size=80, opacity=1).encode(x="rate:Q")
numbers = base.mark_text(align="left", dx=8).encode(x="high:Q", text="decided:Q")
(reach + points + numbers).properties(title="How often the attacker wins, by kind of battle, with 95 % intervals and n")

# %%
priced = battles.join(in_ipc, on="game_id", how="semi").drop_nulls("swing")
ipc = priced.group_by("kind").agg(pl.col("destroyed", "swing").mean().name.suffix("_ipc"))
kinds.select("kind", "battles", "decided", "rate", "low", "high", "rounds").join(ipc, on="kind").sort("kind")

# %%
alone = battles.filter(pl.col("kind").is_in(["land", "amphibious", "sea"]), pl.col("defender_value") > 0)
stronger = alone.filter(pl.col("attacker_value") >= pl.col("defender_value"))
rates = kinds.filter(pl.col("kind") == "land").row(0, named=True)
Markdown(
    f"Attackers won {rates['rate']:.0%} of {rates['decided']} land battles ({rates['low']:.0%} to "
    f"{rates['high']:.0%}). Attackers choose their battles: in {stronger.height / alone.height:.0%} of "
    "all battles against units, the attacker brought at least as much value as the defender had."
)

# %% [markdown]
# ## How much of a battle's swing is luck?
#
# Swing is the value the attacker destroyed minus the value it lost. Luck is its hits above expectation minus the defender's.

# %%
both = alone.join(in_ipc, on="game_id", how="semi").drop_nulls(["luck", "swing"])
alt.Chart(both.select("luck", "swing")).mark_rect().encode(
    x=alt.X("luck:Q", bin=alt.Bin(step=0.5), title="luck: net hits above expectation"),
    y=alt.Y("swing:Q", bin=alt.Bin(step=4), title="swing, IPC"),
    color=alt.Color("count():Q", title="battles", scale=alt.Scale(type="log", scheme="viridis", reverse=True)),
).properties(title="Luck and swing of each battle, seen from the attacker")

# %%
r = both.select(pl.corr("luck", "swing")).item()
big = both.filter(pl.col("attacker_value") + pl.col("defender_value") >= 60)
r_big = big.select(pl.corr("luck", "swing")).item()
Markdown(
    f"Over {both.height} battles, luck and swing correlate with r = {r:.2f}, so luck goes with {r * r:.0%} of the "
    f"variance of swing; in the {big.height} battles with 60 IPC or more at stake r = {r_big:.2f}. The rest is the forces "
    "on each side, and when a side broke off."
)

# %% [markdown]
# ## What were the hits worth?
#
# A hit more or less decides a close battle and changes nothing in a hopeless one. So we also judge each battle by its odds:
# the swing expected before the first die, and after every round of dice the swing then to be expected. What dice change is
# luck in value; what choices change (losses other than the usual, retreats) is the rest. Each result also has a percentile: how far
# along all that its forces could come to.

# %%
ledger = all_games("battle_luck_ledger").filter(pl.col("dice") == "fair").join(in_ipc, on="game_id", how="semi")
hits = battles.select("game_id", "battle", hits="luck").drop_nulls()
valued = ledger.join(hits, on=["game_id", "battle"])
r_value = ledger.select(pl.corr("luck", "swing")).item()
worth = valued.select(pl.corr("hits", "luck")).item()
alt.Chart(ledger.select("percentile")).mark_bar().encode(
    x=alt.X("percentile:Q", bin=alt.Bin(step=0.1), title="percentile of the swing among all outcomes", axis=alt.Axis(format="%")),
    y=alt.Y("count():Q", title="battles"),
).properties(title="Where each battle's swing lies among all that its forces could come to; high is good for the attacker")  # fmt: skip

# %%
mean, off = ledger["luck"].mean(), ledger["luck"].std() / ledger.height**0.5
top = ledger.sort(pl.col("luck").abs(), descending=True).row(0, named=True)
assert abs(mean) < 3 * off, "the sentence below is for luck that favours nobody"
Markdown(
    f"{ledger.height} battles have known odds. Luck in value averages {mean:+.2f} IPC a battle for the attacker, give or take "
    f"{off:.2f}: nothing shows that either was favoured, and stopping does not bias it. Its correlation with luck in hits is {worth:.2f}, "
    f"with the swing {r_value:.2f}. The luckiest or unluckiest battle of all, {top['area_name']} in round {top['round']} of "
    f"{top['game_id']}, was worth {top['luck']:+.0f} IPC to its attacker, at percentile {top['percentile']:.0%}."
)

# %% [markdown]
# ## Do lucky sides win?
#
# We count luck in both ways: in hits, of all dice, and in value, of all battles with known odds.

# %%
outcome = games.sql("select distinct game_id, side, outcome from seats where outcome in ('won', 'lost')")


def luckier_won(measure: str) -> dict:
    """Return how often the side with more luck, by a measure, won, as a row."""
    luck = all_games(measure).group_by("game_id", "side").agg(pl.col("luck").sum())
    sides = luck.join(outcome, on=["game_id", "side"])
    pairs = sides.pivot("outcome", index="game_id", values="luck").drop_nulls()
    won = pairs.filter(pl.col("won") > pl.col("lost")).height
    return pl.DataFrame({"won": [won], "decided": [pairs.height]}).with_columns(sitrep.win_rate()).row(0, named=True)


lucky, rich = luckier_won("dice_luck"), luckier_won("luck_in_value")
assert (lucky["decided"], rich["decided"]) == (20, 20), "the title tells of so many games"
assert all(one["low"] < 0.5 < one["high"] for one in (lucky, rich)), "the title tells that they show nothing"
Markdown(
    f"The side with the luckier dice won {lucky['won']} of {lucky['decided']} decided games: "
    f"{lucky['rate']:.0%}, interval {lucky['low']:.0%} to {lucky['high']:.0%}. The side to which its dice were worth more "
    f"won {rich['won']} of {rich['decided']}: {rich['rate']:.0%}, interval {rich['low']:.0%} to {rich['high']:.0%}. "
    "Both intervals hold one half, so these games do not show that luck decides, nor that it does not."
)

# %% [markdown]
# ## What this cannot show
#
# Each game rolls hundreds of dice, and luck in hits counts them alike: a single die in the one battle that matters counts no more
# than a die in a skirmish. A winner also chooses better battles and rolls more
# dice in them. Dice without a recorded target are not counted. Bots attack when they like their own odds, so
# their battles may be more one-sided than people's.
