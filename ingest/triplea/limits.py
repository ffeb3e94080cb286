"""How much a save may ask of this machine before it is refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one save, ten times and more above the largest seen (1.6 MB, 74,117 objects, 171 levels deep).

    They keep the memory for the most hostile stream at about 1 GiB at most, its time at about 10 s.

    Attributes:
        max_bytes: size of the unpacked stream.
        max_objects: objects, strings, arrays and classes in it.
        max_top: values written one after the other; a save has under a hundred.
        max_string: bytes of one string.
        max_depth: objects inside objects.
        max_classes: class descriptions; max_lineage: superclasses of one class.
        max_fields: fields of one class and all its superclasses.
        max_unwritten: fields that a class with a writeObject method may leave out.
    """

    max_bytes: int = 48 << 20
    max_objects: int = 3_000_000
    max_top: int = 10_000
    max_string: int = 4 << 20
    max_depth: int = 10_000
    max_classes: int = 5_000
    max_lineage: int = 64
    max_fields: int = 2_000
    max_unwritten: int = 4


DEFAULT = Limits()
