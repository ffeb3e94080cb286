"""How much a save may ask of this machine before it is refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one save. Memory while reading stays under about 40 times the decompressed size.

    The defaults leave room for saves ten times the largest seen (1.6 MB decompressed, 6 times
    the file, 171 levels deep).

    Attributes:
        max_bytes: decompressed size, in bytes.
        max_ratio: decompressed size over file size, for files above `free_bytes`.
        free_bytes: a file may always grow to this size, whatever its ratio.
        max_string: bytes of one string.
        max_depth: objects inside objects.
        max_classes: class descriptions in one stream.
        max_lineage: superclasses of one class.
        max_fields: fields of one class and all its superclasses.
    """

    max_bytes: int = 64 << 20
    max_ratio: int = 40
    free_bytes: int = 4 << 20
    max_string: int = 4 << 20
    max_depth: int = 10_000
    max_classes: int = 5_000
    max_lineage: int = 64
    max_fields: int = 2_000

    def inflated(self, packed: int) -> int:
        """Bytes that a file of `packed` bytes may become."""
        return min(self.max_bytes, max(self.free_bytes, self.max_ratio * packed))


DEFAULT = Limits()
