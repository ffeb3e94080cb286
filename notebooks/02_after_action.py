# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 2. The Axis took the lead in round 5 and won in round 7, with fewer hits than its dice give on average
#
# Two players have finished an evening's game and want to know three things: when did it turn, what decided it, and was
# it luck? The game is the sample `axis-takes-moscow`; replace it with your own game's id (`lake.games()` lists them).

# %%
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
game = games.find("axis-takes-moscow")
told = games.frame("games", game).row(0, named=True)
powers = games.frame("title_powers", game)
names, sides = dict(powers.select("power", "name").iter_rows()), dict(powers.select("side", "side_name").iter_rows())
assert (told["winner"], told["rounds"]) == ("axis", 7), "the title tells who won, and when"
games.game(game)

# %% [markdown]
# The map plays the game: space starts it, the arrow keys step. `board.turn` is the turn that is shown, for the program to read and to set.

# %%
board = games.game(game).map()
board.round = 5
board

# %% [markdown]
# ## When did it turn?
#
# Strength is the value of a side's units (TUV) plus the production of its areas. The line is its share of all strength
# at the end of each round.

# %%
sitrep.charts.strength(games, game).properties(
    title="The Axis passed half of all strength in round 5 and stayed above it"
)

# %%
turn = games.measure("turning_point", game_id=game).row(0, named=True)
assert (turn["why"], turn["round"]) == ("lead", 5), (
    "the sentence below, and the title, are for a lead taken for good in that round"
)
cities = games.measure("victory_cities", game_id=game).filter(pl.col("side") == turn["side"]).sort("round")
first, last = cities["total"][0], cities["total"][-1]
Markdown(
    f"The {sides[turn['side']]} passed half of all strength in round {turn['round']}, from "
    f"{turn['share_before']:.0%} to {turn['share_after']:.0%}, and stayed above it; it began with "
    f"{turn['share_first']:.0%}. It went from {first} victory cities to the {last} needed to win."
)

# %% [markdown]
# ## Where did the money go?

# %%
income = (
    games.measure("income_by_turn", game_id=game)
    .sort("round")
    .group_by("power")
    .agg(change=pl.col("income").last() - pl.col("income").first())
)
change = dict(income.iter_rows())
assert change["germany"] > 0 and change["japan"] > 0 > change["soviet-union"], "the chart's title tells of these"
sitrep.charts.income(games, game).properties(
    title="Germany and Japan end with more than they began with, the Soviet Union with less"
)

# %%
traded = games.measure("cost_per_kill", game_id=game).sort("swing", descending=True)
traded.select("name", "lost", "destroyed", "swing", "cost_per_kill")

# %%
best, worst = traded.row(0, named=True), traded.row(-1, named=True)
axis = traded.filter(pl.col("side") == turn["side"])["swing"].sum()
Markdown(
    f"{best['name']} traded best: it destroyed {best['destroyed']} IPC of units for {best['lost']} lost (swing "
    f"{best['swing']:+}). {worst['name']} traded worst ({worst['swing']:+}). All powers of the winning side together: "
    f"{axis:+}."
)

# %% [markdown]
# ## The battles that mattered
#
# Swing is the value the attacker destroyed minus the value it lost. Luck is the attacker's hits above expectation minus
# the defender's.

# %%
battles = games.measure("biggest_battles", game_id=game)
battles.head(6).select(
    "round", "area_name", "attacker", "defender", "attacker_value", "defender_value", "swing", "winner", "luck"
)

# %% [markdown]
# ## Was it luck?

# %%
sitrep.charts.luck(games, game).properties(title="The winner's dice stayed near what was expected")

# %%
dice = games.measure("dice_luck", game_id=game)
won = dice.filter(pl.col("side") == turn["side"])
rest = dice.filter(pl.col("side") != turn["side"])
assert won["hits"].sum() < won["expected"].sum() and rest["luck"].sum() > 0, "the title tells of the winner's hits"
assert won["sigma"].abs().max() < 2, "the chart's title tells that they were near"
outliers = dice.filter(pl.col("sigma").abs() > 2)["name"].to_list()
Markdown(
    f"The winner's dice made {won['hits'].sum()} hits where {won['expected'].sum():.1f} were expected "
    f"({won['luck'].sum():+.1f}); the loser's {rest['hits'].sum()} where {rest['expected'].sum():.1f} were "
    f"({rest['luck'].sum():+.1f}). "
    + (f"Further than two standard deviations from expectation: {', '.join(outliers)}." if outliers
       else "No power strayed further than two standard deviations from expectation.")
)  # fmt: skip

# %%
surprises = games.measure("battle_surprise", game_id=game).sort("surprise", "battle")
rare = surprises.row(0, named=True)
Markdown(
    f"The rarest battle was the one for {rare['area_name']} in round {rare['round']}: {names[rare['attacker']]} made "
    f"{rare['attacker_hits']} hits where {rare['attacker_expected']:.1f} were expected, {names[rare['defender']]} "
    f"{rare['defender_hits']} where {rare['defender_expected']:.1f} were. The chance of dice this far out is "
    f"{rare['surprise']:.1%}. But it is the rarest of {surprises.height} battles, and among so many, about "
    f"{surprises.height * rare['surprise']:.1f} like it would be normal."
)

# %% [markdown]
# ## What this cannot show
#
# One game is only one game. The strength turned in a certain round, but that does not prove that the actions of that
# round turned it. Luck with rolled dice says nothing about battles that nobody dared to fight. Strength counts a ship in
# the wrong ocean as much as one in the right ocean. And a hit in the decisive battle counts no more here than a hit in
# a skirmish.
