"""A save or log as a file: an archive with the game's text in it, obfuscated or plain, read as a stream.

The text is never held whole: a save of 2 MB can hold hundreds of megabytes. Three ways of hiding it are known beside
plain text: `!VCSK`, a key of two hex digits, then two for each byte (VASSAL 3.2 and later); `VOBS`, a key byte, then bytes
(September 2026); and `!VCSZ`, once proposed, as `!VCSK` with the text packed by zlib.
"""

from __future__ import annotations

import codecs
import struct
import xml.etree.ElementTree as ET
import zipfile
import zlib
from binascii import Error as HexError
from binascii import unhexlify
from collections.abc import Iterator
from io import BytesIO
from typing import IO

import msgspec

from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits

GAME = "savedGame"
MODULE = "moduledata"
SAVE = "savedata"
MEMBERS = frozenset({GAME, MODULE, SAVE})
ZIP = b"PK\x03\x04"
PLAIN, HEX, BYTES, PACKED = b"begin_save", b"!VCSK", b"VOBS", b"!VCSZ"
_STEP = 1 << 18
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, LookupError, NotImplementedError,
    OverflowError,
)  # fmt: skip
"""What the reader of archives raises of damaged ones."""


class _NoHex(Exception):
    """Half a byte is left over."""


class About(msgspec.Struct, frozen=True):
    """What a file says of itself: the module and its version, VASSAL's own, the save's description; empty where it does not."""

    module: str = ""
    version: str = ""
    vassal: str = ""
    description: str = ""
    saved: str = ""


def is_container(head: bytes) -> bool:
    """Return whether a content that begins so is a save or log: the archive, or the text that stands in it."""
    if head.startswith((HEX, PACKED, PLAIN, BYTES)):
        return True
    size = int.from_bytes(head[26:28], "little")
    return head.startswith(ZIP) and head[30 : 30 + size].decode("utf-8", "replace") in MEMBERS


def opened(content: bytes, name: str, limits: Limits = DEFAULT) -> tuple[About, Iterator[str]]:
    """Return what a save or log says of itself, and its text in pieces.

    Raises:
        VassalError: the archive is damaged or holds no game. The text's own errors come as it is read.
    """
    if not content.startswith(ZIP):
        return About(), _text(BytesIO(content), name, limits)
    archive = _archive(content, name, limits)
    if GAME not in archive.namelist():
        what = "a VASSAL module" if any(n.startswith("buildFile") for n in archive.namelist()) else "an archive"
        raise VassalError(f"this is {what} without a {GAME!r}; expected a save (.vsav) or log (.vlog)", file=name)
    about = _about(archive, limits)
    try:
        return about, _text(archive.open(GAME), name, limits)
    except _BROKEN as error:
        raise _damaged(error, name) from None


def _archive(content: bytes, name: str, limits: Limits) -> zipfile.ZipFile:
    if content.count(b"PK\x01\x02") > limits.max_members:
        raise VassalError(f"the archive has more than {limits.max_members:,} files; expected those of one save", file=name)
    try:
        return zipfile.ZipFile(BytesIO(content))
    except _BROKEN as error:
        raise _damaged(error, name) from None


def _damaged(error: Exception, name: str) -> VassalError:
    return VassalError(f"the archive cannot be unpacked ({error}); the file is damaged or was cut off: copy it again", file=name)


def _about(archive: zipfile.ZipFile, limits: Limits) -> About:
    module, save = _fields(archive, MODULE, limits), _fields(archive, SAVE, limits)
    return About(
        module.get("name", ""),
        module.get("version", ""),
        save.get("VassalVersion", module.get("VassalVersion", "")),
        save.get("description", ""),
        save.get("dateSaved", ""),
    )


def _fields(archive: zipfile.ZipFile, member: str, limits: Limits) -> dict[str, str]:
    """The elements of one of the small files; none where it is not there, or is no such file."""
    try:
        with archive.open(member) as file:
            text = file.read(limits.max_about)
        return {child.tag: (child.text or "").strip() for child in parsed(text) if "lang" not in child.attrib}
    except (*_BROKEN, ET.ParseError):
        return {}


def parsed(text: bytes) -> ET.Element:
    """Return an XML document's root. One that defines entities is refused: they could grow without bound.

    Raises:
        ET.ParseError: it is no XML. ValueError: it defines entities, or is in letters that nobody knows.
    """
    if b"<!" in text.replace(b"<!--", b"").replace(b"<![CDATA[", b""):
        raise ValueError("the document has declarations of its own")
    try:
        return ET.fromstring(text)
    except LookupError as error:
        raise ValueError(str(error)) from None


def _text(file: IO[bytes], name: str, limits: Limits) -> Iterator[str]:
    """Yield the text of a game in pieces."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    total = 0
    try:
        for part in _plain(file):
            total += len(part)
            if total > limits.max_text:
                raise VassalError(f"the game's text has more than {limits.max_text >> 20} MiB; expected one game", file=name)
            yield decoder.decode(part)
    except (HexError, _NoHex):
        raise VassalError(
            f"the text of the game is no pairs of hex digits after byte {total:,}; the file is damaged: copy it again",
            file=name,
        ) from None
    except _BROKEN as error:
        raise _damaged(error, name) from None
    yield decoder.decode(b"", True)


def _plain(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the text as they were before they were hidden."""
    head = file.read(len(HEX))
    if head in (HEX, PACKED):
        revealed = _revealed(_unhexed(file), _key(file.read(2)))
        yield from _unpacked(revealed) if head == PACKED else revealed
    elif head.startswith(BYTES) and len(head) > len(BYTES):
        yield from _revealed(_read(file), head[len(BYTES)])
    else:
        yield head
        yield from _read(file)


def _key(digits: bytes) -> int:
    try:
        return unhexlify(digits)[0]
    except IndexError:
        raise _NoHex from None


def _read(file: IO[bytes]) -> Iterator[bytes]:
    while part := file.read(_STEP):
        yield part


def _unhexed(file: IO[bytes]) -> Iterator[bytes]:
    left = b""
    for part in _read(file):
        part = left + part
        whole = len(part) // 2 * 2
        yield unhexlify(part[:whole])
        left = part[whole:]
    if left:
        raise _NoHex


def _revealed(parts: Iterator[bytes], key: int) -> Iterator[bytes]:
    table = bytes(byte ^ key for byte in range(256))
    for part in parts:
        yield part.translate(table)


def _unpacked(parts: Iterator[bytes]) -> Iterator[bytes]:
    packed = zlib.decompressobj()
    for part in parts:
        while part:
            yield packed.decompress(part, _STEP)
            part = packed.unconsumed_tail
    if not packed.eof:
        raise EOFError("the packed text ends early")
