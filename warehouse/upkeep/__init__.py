"""Keeping a lake in order: compact small files, vacuum what no version needs, migrate, make its cache, back it up, mend it.

Each goes on while others read and write: what it changes is one commit like any other.
"""

from warehouse.upkeep.backup import BackedUp, backup
from warehouse.upkeep.cached import Cached, make_cache
from warehouse.upkeep.compact import Compacted, compact
from warehouse.upkeep.migrate import Migrated, migrate
from warehouse.upkeep.vacuum import Vacuumed, vacuum

__all__ = [
    "BackedUp",
    "Cached",
    "Compacted",
    "Migrated",
    "Vacuumed",
    "backup",
    "compact",
    "make_cache",
    "migrate",
    "vacuum",
]
