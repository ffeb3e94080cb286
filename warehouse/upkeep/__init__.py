"""Keeping a lake in order: compact small files, vacuum what no version needs, migrate to a newer schema, make its cache.

Each goes on while others read and write: what it changes is one commit like any other.
"""

from warehouse.upkeep.cached import Cached, make_cache
from warehouse.upkeep.compact import Compacted, compact
from warehouse.upkeep.migrate import Migrated, migrate
from warehouse.upkeep.vacuum import Vacuumed, vacuum

__all__ = ["Cached", "Compacted", "Migrated", "Vacuumed", "compact", "make_cache", "migrate", "vacuum"]
