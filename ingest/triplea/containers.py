"""The contents of Java's collections, as the stream holds them.

Each class of the Java library writes its elements in its own way (the writeObject methods of
java.util, Java 8 to 21, and Guava's serialized forms). The two tables below say how to find
them; a class that is in neither is no container. Elements come in stream order: hash order is
rebuilt by nobody here, and nothing is compared or hashed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingest.triplea.javaclass import JavaClass

Raw = list[Any]
MAX_WRAPPERS = 16  # an unmodifiable view of a synchronized view of ...


def elements(raw: Raw) -> list[Any] | None:
    """Return what a list, set, queue or array of the stream holds; None when it is no such thing."""
    if type(raw) is list and raw and type(raw[0]) is JavaClass:
        read = ELEMENTS.get(raw[0].short)
        if read is not None:
            return read(raw)
    found: list[Any] | None = _behind_wrappers(raw, ELEMENTS, ("c", "list", "ss", "q"))
    return found


def pairs(raw: Raw) -> list[tuple[Any, Any]] | None:
    """Return keys and values of a map of the stream; None when it is no map, or a key lacks its value."""
    if type(raw) is list and raw and type(raw[0]) is JavaClass:
        read = PAIRS.get(raw[0].short)
        if read is not None:
            return read(raw)
    found: list[tuple[Any, Any]] | None = _behind_wrappers(raw, PAIRS, ("m", "sm", "mapValues", "values"))
    return found


def is_only_map(cls: JavaClass) -> bool:
    """Return whether objects of a class hold pairs, and never elements."""
    return cls.short in PAIRS and cls.short not in ELEMENTS


def _behind_wrappers(raw: Any, table: dict[str, Callable[[Raw], Any]], inner: tuple[str, ...]) -> Any:
    for _ in range(MAX_WRAPPERS):
        if type(raw) is not list or not raw or type(raw[0]) is not JavaClass:
            return None
        cls = raw[0]
        if cls.name[0:1] == "[":
            return _array(raw) if table is ELEMENTS else None
        read = table.get(cls.short)
        if read is not None:
            return read(raw)
        if cls.short not in WRAPPERS:
            return None
        raw = next((raw[cls.slot[name]] for name in inner if name in cls.slot), None)
    return None


WRAPPERS = frozenset(
    f"Collections${how}{what}"
    for how in ("Unmodifiable", "Synchronized")
    for what in (
        "Collection",
        "List",
        "RandomAccessList",
        "Set",
        "SortedSet",
        "Map",
        "SortedMap",
        "SequencedCollection",
    )
) | {"IntegerMap"}


def _array(raw: Raw) -> list[Any]:
    if raw[0].name == "[B":
        return list(raw[1])
    return raw[1:]


def _written(raw: Raw) -> list[Any] | tuple[()]:
    """Return what the writeObject methods of the class and its superclasses wrote, without block data."""
    if len(raw[0].annotation) == 1:  # as nearly every class of Java's library
        (at,) = raw[0].annotation.values()
        contents = raw[at]
        return contents and [v for v in contents if type(v) is not bytes]
    return [v for at in raw[0].annotation.values() for v in raw[at] if type(v) is not bytes]


def _after_size(raw: Raw) -> list[Any]:
    """Return the commonest case in short: one class of the lineage wrote its size, then its elements."""
    contents = raw[-1]
    return contents[1:] if contents and type(contents[0]) is bytes else list(_written(raw))


def _after_comparator(raw: Raw) -> list[Any]:
    return list(_written(raw)[1:])


def _slot(raw: Raw, name: str) -> Any:
    at = raw[0].slot.get(name)
    return None if at is None else raw[at]


def _array_field(name: str, count: str = "") -> Callable[[Raw], list[Any] | None]:
    def read(raw: Raw) -> list[Any] | None:
        held = _slot(raw, name)
        if type(held) is not list or not held or type(held[0]) is not JavaClass:
            return None
        return held[1 : 1 + _slot(raw, count)] if count and type(_slot(raw, count)) is int else held[1:]

    return read


def _coll_ser(raw: Raw) -> list[Any] | None:
    """Return what Java 9's List.of and Set.of (tags 1 and 2), and Map.of (3) hold; None of the last, which is no list."""
    tag = _slot(raw, "tag")
    return None if type(tag) is not int or tag & 0xFF == 3 else list(_written(raw))


def _couples(flat: list[Any] | tuple[()]) -> list[tuple[Any, Any]] | None:
    return None if len(flat) % 2 else list(zip(flat[::2], flat[1::2], strict=True))


def _coll_ser_map(raw: Raw) -> list[tuple[Any, Any]] | None:
    tag = _slot(raw, "tag")
    return _couples(_written(raw)) if type(tag) is int and tag & 0xFF == 3 else None


def _until_null(raw: Raw) -> list[tuple[Any, Any]] | None:
    """Return the pairs of a concurrent map, which ends with a null key."""
    flat = list(_written(raw))
    while flat and flat[-1] is None:
        flat.pop()
    return _couples(flat)


def _two_arrays(raw: Raw) -> list[tuple[Any, Any]] | None:
    keys, values = _array_field("keys")(raw), _array_field("values")(raw)
    return None if keys is None or values is None or len(keys) != len(values) else list(zip(keys, values, strict=True))


def _multimap(raw: Raw) -> list[tuple[Any, Any]] | None:
    """Return the pairs of Guava's immutable multimap: count of keys, then each key, its count, its values."""
    flat = [v for at in raw[0].annotation.values() for v in raw[at]]
    at = 1 + next((i for i, item in enumerate(flat) if type(item) is bytes), len(flat))
    out = []
    while at + 1 < len(flat):
        key, count = flat[at], flat[at + 1]
        if type(count) is not bytes:
            return None
        after = at + 2 + int.from_bytes(count, "big")
        out += [(key, value) for value in flat[at + 2 : after]]
        at = after
    return out


ELEMENTS: dict[str, Callable[[Raw], list[Any] | None]] = {
    **dict.fromkeys(
        ("ArrayList", "LinkedList", "HashSet", "LinkedHashSet", "ArrayDeque", "PriorityQueue", "CopyOnWriteArrayList"),
        _after_size,
    ),
    "TreeSet": _after_comparator,
    "Vector": _array_field("elementData", "elementCount"),
    "Stack": _array_field("elementData", "elementCount"),
    "Arrays$ArrayList": _array_field("a"),
    "CollSer": _coll_ser,
    "Collections$SingletonList": lambda raw: [_slot(raw, "element")],
    "Collections$SingletonSet": lambda raw: [_slot(raw, "element")],
    "Collections$EmptyList": lambda raw: [],
    "Collections$EmptySet": lambda raw: [],
    "ImmutableList$SerializedForm": _array_field("elements"),
    "ImmutableSet$SerializedForm": _array_field("elements"),
    "ImmutableSortedSet$SerializedForm": _array_field("elements"),
}

PAIRS: dict[str, Callable[[Raw], list[tuple[Any, Any]] | None]] = {
    **dict.fromkeys(
        ("HashMap", "LinkedHashMap", "Hashtable", "Properties", "TreeMap", "EnumMap", "IdentityHashMap"),
        lambda raw: _couples(_written(raw)),
    ),
    "ConcurrentHashMap": _until_null,
    "ConcurrentSkipListMap": _until_null,
    "CollSer": _coll_ser_map,
    "Collections$SingletonMap": lambda raw: [(_slot(raw, "k"), _slot(raw, "v"))],
    "Collections$EmptyMap": lambda raw: [],
    "ImmutableMap$SerializedForm": _two_arrays,
    "ImmutableBiMap$SerializedForm": _two_arrays,
    "ImmutableSortedMap$SerializedForm": _two_arrays,
    **dict.fromkeys(
        ("ImmutableListMultimap", "ImmutableSetMultimap", "EmptyImmutableListMultimap", "EmptyImmutableSetMultimap"),
        _multimap,
    ),
}
