# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 1. From a folder of saves to a lake
#
# A club has a folder of games: logs that somebody typed at the table, logs that a program wrote (plain, gzip or zstd),
# saves of TripleA. One call reads them all, replays every game and keeps the result as Parquet tables. This page makes
# such a lake of the sample games, asks whether the replays can be trusted, and reads the folder a second time.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

import altair as alt
import polars as pl

import sitrep
from workbook import finding

folder = sitrep.samples()[0].parent
home = TemporaryDirectory()
lake = sitrep.Lake.create(Path(home.name) / "lake")
report = sitrep.ingest([folder], lake)
pl.DataFrame([(Path(row.path).name, row.status, row.events, row.defects) for row in report.rows],
             schema=["file", "status", "events", "defects"], orient="row").sort("file")  # fmt: skip

# %%
games = lake.measure("games_list").sort("game_id")
games.select("game_id", "title", "source", "fidelity", "rounds", "winner", "how")

# %% [markdown]
# ## Can it be believed?
#
# A replay is worth something only if it ends where the game ended. A log holds orders and dice: the outcome is worked
# out by the rules, and whatever somebody counted at the table is compared with it. A save holds its own last state,
# and the replay must end in it.

# %%
quality = lake.measure("game_quality").sort("game_id")
quality.select("game_id", "fidelity", "errors", "gaps", "difference", "dice_told", "dice")

# %%
errors, compared = quality["errors"].sum(), quality["difference"].drop_nulls()
assert errors == 0 and (compared == 0).all()
finding(
    f"{games.height} games went in, with {errors} rule errors between them. {compared.len()} of them brought their "
    f"own final state, and the replay ended in that very state in each. {quality['difference'].null_count()} said "
    "nothing of a final state, so for these only the rules and the counts noted on the way vouch."
)

# %% [markdown]
# ## What is in it
#
# One table for each kind of event, with one key; snapshots at the end of each turn; the title as it was for each game.
# Every table is a view in DuckDB and a frame in polars.

# %%
kinds = ["units_moved", "units_placed", "units_removed", "units_changed", "dice_rolled", "resource_changed",
         "control_changed", "units_purchased", "battle_ended", "marker_set"]  # fmt: skip
counted = pl.concat(lake.frame(kind).group_by("game_id").len("rows").with_columns(table=pl.lit(kind)) for kind in kinds)
counted = counted.sort("table", "game_id")
alt.Chart(counted).mark_bar().encode(
    x=alt.X("sum(rows):Q", title="rows"),
    y=alt.Y("table:N", sort="-x", title=None),
    color=alt.Color("game_id:N", title="game"),
).properties(title="Rows in the tables of some kinds of events, by game")

# %%
lake.sql("""
    select game_id, count(*)::int as battles, sum(attacker_lost + defender_lost)::int as destroyed
    from battle_ended group by game_id order by destroyed desc
""")

# %% [markdown]
# ## The same again
#
# A folder grows every week, so the same command is run again and again. What the lake has just so is compared by its
# checksum and passed over; a changed file replaces its game; what cannot be read is refused with a reason and keeps
# nothing else out.

# %%
broken = Path(home.name) / "broken.tsvg"
broken.write_bytes(b"not a save")
again = sitrep.ingest([folder, broken], lake)
told = [(Path(row.path).name, row.status, row.message.replace(f"{home.name}/", "")) for row in again.rows]
pl.DataFrame(told, schema=["file", "status", "message"], orient="row").sort("file")

# %%
statuses = [row.status for row in again.rows if row not in again.refused]
assert set(statuses) == {"unchanged"} and lake.games().height == games.height
finding(
    f"The second reading left all {len(statuses)} games as they were, refused the broken file, and doubled nothing."
)

# %% [markdown]
# ## What this cannot show
#
# A replay without a rule error is a game that the rules allow, not a game that was written down truly: a wrong order
# that is legal is believed. A record that says nothing of its end cannot be checked against it. And these few games,
# played by bots and by TripleA's computer players, say nothing of how people play.
