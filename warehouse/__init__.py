"""The lake of Parquet tables and the doors to query it.

    lake = Lake.create("lake")
    lake.write(games)                                      # one commit, all tables; a game is replaced, never doubled
    lake.games()
    lake.frame("battle_ended", game_id)                    # polars
    lake.sql("SELECT power, resource, sum(delta) FROM resource_changed WHERE cause = 'income' GROUP BY ALL")
    lake.measure("turning_point", game_id=game_id)
    lake.scan("stacks", game_id).filter(pl.col("unit") == "tank").collect()     # a table, lazily
    ratings.standings(lake)                                # who plays best, and how certain the rating is

`schema.py` declares the tables, `log.py` describes the files of a lake, `measures/` holds the queries.
"""

from typing import TYPE_CHECKING

from engine.on_demand import on_demand
from warehouse.errors import LakeError
from warehouse.identity import game_id, identity

if TYPE_CHECKING:
    from warehouse.lake import Lake, events_of
    from warehouse.log import Commit
    from warehouse.measures import names as measure_names
    from warehouse.schema import SCHEMA, TABLES
    from warehouse.views import connect

__all__ = [
    "SCHEMA",
    "TABLES",
    "Commit",
    "Lake",
    "LakeError",
    "connect",
    "events_of",
    "game_id",
    "identity",
    "measure_names",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "SCHEMA": "warehouse.schema",
        "TABLES": "warehouse.schema",
        "Commit": "warehouse.log",
        "Lake": "warehouse.lake",
        "connect": "warehouse.views",
        "events_of": "warehouse.lake",
        "measure_names": "warehouse.measures:names",
    },
)
