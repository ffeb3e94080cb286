"""Storage of a lake's files: a local folder or a bucket of an S3-compatible store, with the same interface."""

from typing import TYPE_CHECKING

from engine.on_demand import on_demand

if TYPE_CHECKING:
    from warehouse.stores.local import LocalStore
    from warehouse.stores.place import place_of, store_of
    from warehouse.stores.store import Store, StoredFile

__all__ = ["LocalStore", "Store", "StoredFile", "place_of", "store_of"]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "LocalStore": "warehouse.stores.local",
        "Store": "warehouse.stores.store",
        "StoredFile": "warehouse.stores.store",
        "place_of": "warehouse.stores.place",
        "store_of": "warehouse.stores.place",
    },
)
