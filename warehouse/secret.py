"""A secret of the lake: a random key in `_secret/key`, made when it is first needed, for its owner only, and never in a public copy.

What a public copy derives from hidden names (ids of games and batches, keys of pages) is sealed with it: of a plain digest, whoever tries
the names of a club would find the one that fits. A backup has the key too, so that the ids stay.

After the key stands its SHA-256, for a flipped bit often makes another key of it; one of before that has none is read.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from engine.decoding import Undecodable, from_json
from warehouse.errors import FROM_A_COPY, LakeError, reading
from warehouse.log import key_of
from warehouse.state import PUBLISH, Commit
from warehouse.stores import Store
from warehouse.stores.store import PRIVATE

FOLDER = PRIVATE
KEY = f"{FOLDER}/key"
_BYTES = 32
_FORM = re.compile(rb"([0-9a-f]{64})(?: ([0-9a-f]{64}))?\n?\Z")
_PASSING: dict[Path | str, bytes] = {}
"""Keys of lakes that cannot be written, and of public copies: each lasts as long as this process."""


class Lake(Protocol):
    """The part of a lake that is needed: the place of its files."""

    store: Store


def secret_of(lake: Lake) -> bytes:
    """Return the secret of a lake; of one that has none and cannot be written, one that lasts as long as this process.

    The same of a public copy: its folder is published, and whoever has the key can guess the names behind the ids.

    Raises:
        LakeError: the key cannot be read, or is damaged.
    """
    found = _found(lake.store)
    if found is None:
        if is_copy(lake.store):
            return _passing(lake.store)
        try:
            lake.store.create(KEY, _content(secrets.token_bytes(_BYTES)))
        except FileExistsError:  # another was quicker
            pass
        except OSError:
            return _passing(lake.store)
        found = _found(lake.store)
    lake.store.keep_private(KEY)  # of one that others could read
    return _key(lake.store, found)


def is_copy(store: Store) -> bool:
    """Return whether a lake is a public copy: its first commit says so.

    Raises:
        LakeError: that commit cannot be read, or is damaged.
    """
    key = key_of(1)
    with reading(store.path(key)):
        try:
            return from_json(store.read(key), Commit).kind == PUBLISH
        except FileNotFoundError:
            return False
        except Undecodable as error:
            raise LakeError(f"{store.path(key)}: not a commit of a Sitrep lake: {error}; {FROM_A_COPY}") from error


def _passing(store: Store) -> bytes:
    return _PASSING.setdefault(store.place, secrets.token_bytes(_BYTES))


def check(store: Store) -> None:
    """Read the key, if a lake has one.

    Raises:
        LakeError: it cannot be read, or is damaged.
    """
    if store.missing([KEY]) == []:
        _key(store, _found(store))


def is_sound(content: bytes) -> bool:
    """Return whether a content is that of a key."""
    form = _FORM.match(content)
    return form is not None and (form[2] is None or _content(bytes.fromhex(form[1].decode())).split()[1] == form[2])


def _content(key: bytes) -> bytes:
    return f"{key.hex()} {sha256(key).hexdigest()}\n".encode()


def _key(store: Store, content: bytes | None) -> bytes:
    if content is None or not is_sound(content):
        raise LakeError(
            f"{store.path(KEY)}: damaged: expected 64 hexadecimal digits and their checksum; put it back from a backup "
            "(sitrep lake mend --backup), or delete it: then games of hidden players get other ids in public copies"
        )
    return bytes.fromhex(content.split()[0].decode())


def _found(store: Store) -> bytes | None:
    with reading(store.path(KEY)):
        try:
            return store.read(KEY)
        except FileNotFoundError:
            return None


def sealed(secret: bytes, *told: Any) -> str:
    """Return an HMAC-SHA-256, in hexadecimal, of values that can be written as JSON."""
    return hmac.new(secret, json.dumps(told, sort_keys=True).encode(), sha256).hexdigest()
