"""Values of the stream as plain values: names for named things, ids for units, tuples, dicts.

| in the save | value |
|---|---|
| unit | its id, see `unit_id` |
| player, territory, unit type, resource, rule, frontier, relationship type, technology, attachment | its name |
| collection, Tuple, Triple, Route; array | tuple; `Array`, a tuple too |
| bonus type of a support | tuple: its name, and how many of it add up |
| map, IntegerMap, ResourceCollection | dict; a tuple of pairs when a key can't be one |
| BigDecimal, BigInteger | int when whole, else Decimal |
| enum constant | its name |
| anything else | `Unknown`, with its fields |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from hashlib import blake2b
from typing import Any

from ingest.triplea.containers import elements, is_only_map, pairs
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.javaclass import ENUM, JavaClass
from ingest.triplea.plain import NEUTRAL, Array, Unknown
from ingest.triplea.stream import JavaStream

Raw = list[Any]
MAX_DEPTH = 64
WORK_PER_BYTE = 1
"""Values that a stream may stand for, for each of its bytes; honest saves stay below a tenth."""
NAMED = frozenset(("DefaultNamed", "DefaultAttachment", "TechnologyFrontier", "AbstractEditableProperty", "AEditableProperty"))
SILENT = frozenset(("data", "gameData"))
"""Fields that only point back to the whole game."""


def spelled(attachment: str) -> str:
    """Return an attachment's name as the program spells it now: saves of 2008 have `unitAttatchment`."""
    return attachment.replace("Attatchment", "Attachment")


class Values:
    """Decodes the objects of one stream, each once: what is shared in the save is shared here.

    Sharing could make a small stream stand for endless values, so the work of decoding and of all
    that is later done with the values is counted (`charge`) and bounded by the size of the stream.
    """

    def __init__(self, stream: JavaStream) -> None:
        self.stream = stream
        self.memo: dict[int, Any] = {}
        self.readers: dict[JavaClass, Callable[[Raw], Any]] = {}
        self.depth = 0
        self.units: dict[str, Raw] = {}
        self.prefixes: dict[int, str] = {}
        self.strangers: dict[str, int] = {}
        self.weights: dict[int, int] = {}
        self.spent = 0
        self.allowed = WORK_PER_BYTE * stream.size + 100_000

    def value(self, raw: Any) -> Any:
        """Return the plain value of anything in the stream. The table above says which."""
        if type(raw) is not list:
            return raw.name if type(raw) is JavaClass else raw
        key = id(raw)
        found = self.memo.get(key, self)
        if found is not self:
            if type(found) is not str:
                self.charge(raw, self.weights.get(key, 1))
            return found
        read = self.readers.get(raw[0]) or self._reader(raw)
        self.memo[key] = Unknown(raw[0].name, {})
        if self.depth >= MAX_DEPTH:
            raise self.wrong(raw, "Values are nested too deep", "more", f"{MAX_DEPTH} levels at most")
        self.depth += 1
        before = self.spent
        self.memo[key] = value = read(raw)
        if type(value) is not str:
            self.weights[key] = self.spent - before + 1
        self.depth -= 1
        return value

    def charge(self, raw: Any, work: int) -> None:
        """Count `work` values more.

        Raises:
            TripleaSaveError: they are more than a save of this size can need.
        """
        self.spent += work
        if self.spent > self.allowed:
            raise self.wrong(raw, "Objects hold each other over and over", f"{self.spent:,}", f"{self.allowed:,} at most")

    def _reader(self, raw: Raw) -> Callable[[Raw], Any]:
        cls: JavaClass = raw[0]
        read = next((r for name, r in self._by_lineage() if name in cls.lineage), None)
        if cls.flags & ENUM:
            read = _constant
        elif read is None:
            read = self._named if cls.lineage & NAMED else self._entries if is_only_map(cls) else self._other
        self.readers[cls] = read
        return read

    def _by_lineage(self) -> tuple[tuple[str, Callable[[Raw], Any]], ...]:
        return (
            ("Unit", self.unit_id),
            ("GUID", self._guid),
            ("UUID", self._uuid),
            ("Triple", self._triple),
            ("Tuple", lambda raw: (self.value(self.get(raw, "first")), self.value(self.get(raw, "second")))),
            (
                "UnitSupportAttachment$BonusType",
                lambda raw: (self.get(raw, "name"), self.value(self.get(raw, "count"))),
            ),
            ("ResourceCollection", lambda raw: self.mapping(self.get(raw, "resources"))),
            ("Route", lambda raw: (self.value(self.get(raw, "start")), *self.items(self.get(raw, "steps", "route")))),
            ("BigDecimal", self._decimal),
            ("BigInteger", self._big),
            ("Character", lambda raw: chr(raw[1])),
            ("GameData", lambda raw: None),
        )

    # ---- fields

    def get(self, raw: Any, *names: str) -> Any:
        """Return a field of an object, still raw, under the first of its names that the class has."""
        if type(raw) is not list or not raw or type(raw[0]) is not JavaClass:
            raise self.wrong(raw, f"An object with a field {names[0]!r} is missing", _kind(raw), "an object")
        slots = raw[0].slot
        for name in names:
            at = slots.get(name)
            if at is not None:
                return raw[at]
        has = ", ".join([name for name, _ in raw[0].fields()]) or "none"
        raise self.wrong(raw, f"{raw[0].short} has no field {names[0]!r}", has, " or ".join(names))

    def opt(self, raw: Any, *names: str) -> Any:
        """Return the same as `get`; None where the class has no such field yet, as in saves of older versions."""
        slots = raw[0].slot
        return next((raw[slots[name]] for name in names if name in slots), None)

    def text(self, raw: Any, *names: str) -> str:
        """Return a field that holds a string."""
        found = self.get(raw, *names)
        if type(found) is not str:
            raise self.wrong(raw, f"{raw[0].short}.{names[0]} is no text", _kind(found), "a string")
        return found

    def number(self, raw: Any, *names: str) -> int:
        """Return a field that holds a whole number."""
        found = self.get(raw, *names)
        if type(found) is not int:
            raise self.wrong(raw, f"{raw[0].short}.{names[0]} is no number", _kind(found), "a number")
        return found

    def name(self, raw: Any) -> str:
        """Return the name of a named thing, or the name itself."""
        return raw if type(raw) is str else self.text(raw, "name")

    def opt_name(self, raw: Any) -> str | None:
        """Return the name of a named thing, None for null."""
        return None if raw is None else self.name(raw)

    def player(self, raw: Any) -> str | None:
        """Return the name of a player; None for null and for nobody."""
        name = self.opt_name(raw)
        return None if name == NEUTRAL else name

    def raw_items(self, raw: Any) -> list[Any]:
        """Return the elements of a collection, still raw; none for null."""
        found = [] if raw is None else elements(raw)
        if found is None:
            raise self.wrong(raw, "A collection is missing", _kind(raw), "a collection")
        self.charge(raw, len(found))
        return found

    def raw_pairs(self, raw: Any) -> list[tuple[Any, Any]]:
        """Return the entries of a map, still raw; none for null."""
        found = [] if raw is None else pairs(raw)
        if found is None:
            raise self.wrong(raw, "A map is missing", _kind(raw), "a map")
        self.charge(raw, len(found))
        return found

    def items(self, raw: Any) -> tuple[Any, ...]:
        """Return the elements of a collection as values."""
        value, known = self.value, self.memo.get
        out = []
        for item in self.raw_items(raw):
            if type(item) is list:
                found = known(id(item))
                out.append(found if type(found) is str else value(item))  # what is shared and longer than a name is charged for again
            else:
                out.append(item)
        return tuple(out)

    def mapping(self, raw: Any) -> dict[Any, Any]:
        """Return the entries of a map as values; none for null."""
        found = {} if raw is None else self.value(raw)
        if type(found) is not dict:
            raise self.wrong(raw, "A map by name, number or id is missing", _kind(raw), "a map")
        return found

    def amounts(self, raw: Any) -> dict[str, int]:
        """Return the entries of a map from names or ids to whole numbers."""
        return self._typed(raw, int, "whole numbers")

    def texts(self, raw: Any) -> dict[str, str]:
        """Return the entries of a map from names or ids to names."""
        return self._typed(raw, str, "names")

    def _typed(self, raw: Any, kind: type, expected: str) -> dict[str, Any]:
        found = self.mapping(raw)
        for key, held in found.items():
            if type(key) is not str or type(held) is not kind:
                raise self.wrong(raw, "A map holds something else", (key, held), f"names or ids and {expected}")
        return found

    def names(self, raw: Any) -> tuple[str, ...]:
        """Return the elements of a collection of named things or units."""
        found = self.items(raw)
        for item in found:
            if type(item) is not str:
                raise self.wrong(raw, "A list holds something else", item, "named things, or units")
        return found

    def fields(self, raw: Raw) -> dict[str, Any]:
        """Return all fields of an object as values, but for those that point back to the game."""
        value = self.value
        self.charge(raw, len(raw))
        return {name: value(raw[at]) if type(raw[at]) is list else raw[at] for name, at in raw[0].fields() if name not in SILENT}

    # ---- kinds of values

    def unit_id(self, raw: Raw) -> str:
        """Return a unit's id: the UUID of 2.x; for 1.9 its number and a mark of the run of TripleA that made it."""
        ident = self.value(self.get(raw, "id", "uid"))
        if type(ident) is not str:
            raise self.wrong(raw, "A unit has no id", _kind(ident), "a GUID or UUID")
        self.units.setdefault(ident, raw)
        return ident

    def _triple(self, raw: Raw) -> tuple[Any, ...]:
        """Return three values; where the first two are kept as a pair, the pair is opened."""
        pair, *rest = self.fields(raw).values()
        return (*pair, *rest) if type(pair) is tuple and len(rest) == 1 else (pair, *rest)

    def _guid(self, raw: Raw) -> str:
        number, machine = self._block(raw)
        mark = self.prefixes.get(id(machine))
        if mark is None:
            mark = self.prefixes[id(machine)] = blake2b(repr(_flat(machine)).encode(), digest_size=6).hexdigest()
        return f"{int.from_bytes(number, 'big', signed=True)}-{mark}"

    def _block(self, raw: Raw) -> tuple[bytes, Any]:
        contents: Sequence[Any] = raw[raw[0].annotation[raw[0].name]] if raw[0].name in raw[0].annotation else ()
        if len(contents) != 2 or type(contents[0]) is not bytes:
            raise self.wrong(raw, "A GUID is not whole", f"{len(contents)} parts", "a number and a machine id")
        return contents[0], contents[1]

    def _uuid(self, raw: Raw) -> str:
        high, low = self.number(raw, "mostSigBits"), self.number(raw, "leastSigBits")
        text = f"{high & 0xFFFFFFFFFFFFFFFF:016x}{low & 0xFFFFFFFFFFFFFFFF:016x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def _big(self, raw: Raw) -> int:
        held = self.get(raw, "magnitude")
        digits = held[1] if type(held) is list and len(held) == 2 else b""
        if type(digits) is not bytes or len(digits) > 64:
            raise self.wrong(raw, "A BigInteger is no number", _kind(held), "64 bytes at most")
        return self.number(raw, "signum") * int.from_bytes(digits, "big")

    def _decimal(self, raw: Raw) -> int | Decimal:
        scale, digits = self.number(raw, "scale"), self._big(self.get(raw, "intVal"))
        if abs(scale) > 100:
            raise self.wrong(raw, "A BigDecimal is out of range", f"scale {scale}", "-100 to 100")
        number = Decimal(digits).scaleb(-scale)
        return int(number) if number == number.to_integral_value() else number

    def _named(self, raw: Raw) -> Any:
        return self.get(raw, "name")

    def _other(self, raw: Raw) -> Any:
        found = elements(raw)
        if found is not None:
            self.charge(raw, len(found))
            kind = Array if raw[0].name[0] == "[" else tuple
            value = self.value
            return kind([value(item) if type(item) is list else item for item in found])
        return self._entries(raw)

    def _entries(self, raw: Raw) -> Any:
        entries = pairs(raw)
        if entries is None:
            return self.unknown(raw)
        self.charge(raw, 2 * len(entries))
        value = self.value
        decoded = [(value(key), value(held)) for key, held in entries]
        try:
            return dict(decoded)
        except TypeError:
            return tuple(decoded)

    def unknown(self, raw: Raw) -> Unknown:
        """Return an object kept with its fields; `strangers` counts them by class."""
        self.strangers[raw[0].name] = self.strangers.get(raw[0].name, 0) + 1
        return Unknown(raw[0].name, self.fields(raw) if self.depth <= 4 else {})

    # ---- errors

    def wrong(self, raw: Any, what: str, found: object, expected: object) -> TripleaSaveError:
        """Return the error for an object that isn't what a save has in its place."""
        offset = self.stream.start_of(raw) if type(raw) is list else None
        return TripleaSaveError(what, offset=offset, found=_brief(found), expected=expected)


def _brief(found: object) -> str:
    """Return a short text for anything: an object of the stream may hold the whole game, and itself."""
    if type(found) is tuple:
        return ", ".join(map(_brief, found[:4]))
    if type(found) in (list, dict):
        return _kind(found)
    text = str(found) if isinstance(found, (str, int, float, Exception)) else _kind(found)
    return text if len(text) <= 200 else text[:200] + "..."


def _constant(raw: Raw) -> str:
    name: str = raw[1]
    return name


def _kind(raw: Any) -> str:
    if type(raw) is list and raw and type(raw[0]) is JavaClass:
        return raw[0].name
    return "null" if raw is None else type(raw).__name__


def _flat(raw: Any, depth: int = 3) -> Any:
    """Return a small nested object as nested tuples, to be told apart by its content."""
    if type(raw) is JavaClass:
        return raw.name
    if type(raw) is list:
        return tuple(_flat(part, depth - 1) for part in raw[:8]) if depth else "..."
    return raw
