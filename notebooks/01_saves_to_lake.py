# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 1. From a folder of saves to a lake
#
# A club has a folder of games: logs typed at the table, logs written by a program (plain, gzip or zstd), and TripleA
# saves. One call reads them all, replays every game and stores the result as Parquet tables. This page builds such a
# lake from the sample games, checks whether the replays can be trusted, and reads the folder a second time.

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
# ## Can you trust it?
#
# A replay is only useful if it ends where the game ended. A log contains orders and dice: the rules work out the outcome,
# and any counts made at the table are compared with it. A save contains its final state, and the replay must end
# in that state.

# %%
quality = lake.measure("game_quality").sort("game_id")
quality.select("game_id", "fidelity", "errors", "gaps", "difference", "dice_told", "dice")

# %%
errors, compared = quality["errors"].sum(), quality["difference"].drop_nulls()
assert errors == 0 and (compared == 0).all()
finding(
    f"{games.height} games went in, with {errors} rule errors between them. {compared.len()} of them contain their "
    f"final state, and each of these replays ended in exactly that state. {quality['difference'].null_count()} contain "
    "no final state, so only the rules and the counts noted during play confirm them."
)

# %% [markdown]
# ## What is in it
#
# There is one table for each kind of event, all with the same key; snapshots at the end of each turn; and the title's
# tables as they were for each game. Every table is a view in DuckDB and a frame in polars.

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
# ## Reading the folder again
#
# A folder grows every week, so you run the same command again and again. Files that the lake already has are recognized
# by checksum and skipped. A changed file replaces its game. A file that cannot be read is refused with a reason, and
# the rest still go in.

# %%
broken = Path(home.name) / "broken.tsvg"
broken.write_bytes(b"not a save")
again = sitrep.ingest([folder, broken], lake)
told = [(Path(row.path).name, row.status, row.message.replace(f"{home.name}/", "")) for row in again.rows]
pl.DataFrame(told, schema=["file", "status", "message"], orient="row").sort("file")

# %%
statuses = [row.status for row in again.rows if row not in again.refused]
assert set(statuses) == {"unchanged"} and lake.games().height == games.height
finding(f"The second reading left all {len(statuses)} games unchanged, refused the broken file and duplicated nothing.")

# %% [markdown]
# ## What this cannot show
#
# A replay without rule errors is a game that the rules allow, not necessarily a game that was recorded correctly: a wrong
# but legal order goes unnoticed. A record without a final state cannot be checked against it. And these few games,
# played by bots and by TripleA's computer players, say nothing about how people play.
