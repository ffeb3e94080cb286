# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 1. Five files went in, four games came out, and the fifth says why not
#
# Monday, the day after the club's game day. In the folder are a log typed at the table, a log that a program wrote (packed), a short
# game of another title, a save of TripleA, and a file that somebody cut off while copying it. By the evening, three questions must be
# answered: what is in there, can it be trusted, and what happens when next week's files arrive?

# %%
from pathlib import Path
from shutil import copy, rmtree

import polars as pl
from IPython.display import Markdown

import sitrep

home = Path("club")
rmtree(home, ignore_errors=True)
folder = home / "monday"
folder.mkdir(parents=True)
for name in ("convoys-of-the-atlantic.jsonl", "warsaw-holds.jsonl", "axis-projects-power.tsvg"):
    copy(next(path for path in sitrep.samples() if path.name == name), folder)
copy("league/league-03.jsonl.zst", folder)
save = (folder / "axis-projects-power.tsvg").read_bytes()
(folder / "cut-off.tsvg").write_bytes(save[: len(save) // 2])
lake = sitrep.Lake.create(home / "lake")
report = sitrep.ingest([folder], lake)
pl.DataFrame([(Path(row.path).name, row.status, row.events, row.defects) for row in report.rows],
             schema=["file", "status", "events", "defects"], orient="row").sort("file")  # fmt: skip

# %%
told = [(Path(row.path).name, row.message.replace(f"{folder}/", "").partition(";")[0]) for row in report.refused]
assert len(report.rows) == 5 and len(told) == 1, "the title tells of five files and of one that is refused"
Markdown(
    f"`{told[0][0]}` was refused, and nothing of it is in the lake: *{told[0][1]}*. The other files went in all the same."
)

# %% [markdown]
# ## What is in there

# %%
lake

# %%
games = lake.measure("games_list").sort("game_id")
games.select("game_id", "title", "source", "fidelity", "rounds", "winner", "how")

# %%
lake.game("convoys")

# %% [markdown]
# ## Can it be trusted?
#
# A replay is only useful if it ends where the game ended. A log contains orders and dice: the rules work out the outcome, and any counts
# made at the table are compared with it. A save contains its final state, and the replay must end in that state.

# %%
quality = lake.measure("game_quality").sort("game_id")
quality.select("game_id", "fidelity", "errors", "gaps", "difference", "dice_told", "dice")

# %%
errors, compared = quality["errors"].sum(), quality["difference"].drop_nulls()
assert errors == 0 and (compared == 0).all()
Markdown(
    f"{games.height} games, {errors} rule errors between them. {compared.len()} contains its final state, and its replay ended in exactly "
    f"that state. {quality['difference'].null_count()} contain no final state: only the rules, and the counts noted during "
    "play, confirm them."
)

# %%
triplea = quality.filter(fidelity="changes").row(0, named=True)
logs = quality.filter(fidelity="orders")
assert triplea["difference"] is not None and triplea["dice_told"] < triplea["dice"], (
    "the chart's title tells of the save"
)
assert logs["difference"].is_null().all() and (logs["dice_told"] == logs["dice"]).all(), "and of the logs"
sitrep.charts.coverage(lake).properties(
    title="What each source records: the save its final state but not which unit rolled every die, the logs the other way round"
)

# %% [markdown]
# ## Next week
#
# The folder grows, so the same command runs again. Files that the lake already has are recognized by checksum and skipped. A changed
# file replaces its game. The owner of the cut-off file has sent it once more:

# %%
(folder / "cut-off.tsvg").write_bytes(save)
again = sitrep.ingest([folder], lake)
pl.DataFrame([(Path(row.path).name, row.status) for row in again.rows], schema=["file", "status"], orient="row").sort(
    "file"
)

# %%
statuses = [row.status for row in again.rows]
assert statuses.count("unchanged") == 5 and lake.games().height == games.height, "it is the same game as the whole save"
Markdown(
    f"All {len(statuses)} files are read now, and still there are {games.height} games: the repaired file tells a game "
    "that the lake already had, and no game is ever in it twice."
)

# %%
rmtree(home)

# %% [markdown]
# ## What this cannot show
#
# A replay without rule errors is a game that the rules allow, not necessarily a game that was recorded correctly: a wrong
# but legal order goes unnoticed. A record without a final state cannot be checked against it. And these few games,
# played by bots and by TripleA's computer players, say nothing about how people play.
