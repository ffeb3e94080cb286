"""Writes saves, logs and build files of made-up modules, as VASSAL encodes them."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import quoteattr

from ingest.vassal.sequence import join

ESCAPE = "\x1b"


def nested(levels: Sequence[str]) -> str:
    """Traits as one text, outermost first: each level is a trait, a tab, and the rest, escaped."""
    text = levels[-1]
    for level in reversed(levels[:-1]):
        text = join([level, text], "\t")
    return text


def tree(own: str, *subs: str) -> str:
    """A command with its subcommands, each encoded already."""
    return join([own, *subs], ESCAPE) if subs else own


def step(*commands: str) -> str:
    """A step of a log: one command, or a null command that holds several."""
    logged = [f"LOG\t{command}" for command in commands]
    return logged[0] if len(logged) == 1 else tree("LOG\t", *logged)


def game(opening: Sequence[str], steps: Sequence[str] = ()) -> str:
    """The text of a save, or of a log with steps. As VASSAL does, pieces stand below a null command."""
    pieces = [one for one in opening if one.startswith("+/")]
    others = [one for one in opening if not one.startswith("+/")]
    return tree("begin_save", "", tree("", *pieces) if pieces else "", *others, "end_save", *steps)


def add(id_: str, traits: Sequence[tuple[str, str]], name: str, map_: str, x: int, y: int, gpid: str = "") -> str:
    """A piece: `traits` are types with their states, outermost first; then the piece itself."""
    types = [type_ for type_, _ in traits] + [f"piece;;;{name}.png;{name}"]
    return "+/" + join([id_, nested(types), state(traits, map_, x, y, gpid)], "/")


def state(traits: Sequence[tuple[str, str]], map_: str, x: int, y: int, gpid: str = "") -> str:
    """The state of such a piece."""
    return nested([state_ for _, state_ in traits] + [join([map_, str(x), str(y), gpid, "0"], ";")])


def stack(id_: str, map_: str, x: int, y: int, *ids: str) -> str:
    """A stack, from the bottom to the top."""
    return "+/" + join([id_, "stack", join([map_, str(x), str(y), *ids, "@@0"], ";")], "/")


def deck(id_: str, name: str, map_: str, x: int, y: int, face_down: bool, *ids: str) -> str:
    """A deck."""
    type_ = "deck;" + join(["true", "0,0,0", "50", "80", "Always", "Always", "false", "false", "false", "", "", "", name], ";")
    return "+/" + join([id_, type_, deck_state(map_, x, y, face_down, *ids)], "/")


def deck_state(map_: str, x: int, y: int, face_down: bool, *ids: str) -> str:
    """The state of a deck."""
    fields = [map_, str(x), str(y), "true" if face_down else "false", *([join(list(ids), ",")] if ids else [])]
    return join(fields, ";")


def move(id_: str, to: tuple[str, int, int], under: str, origin: tuple[str, int, int], player: str, old_under: str = "null") -> str:
    """A piece moves."""
    return "M/" + join([id_, to[0], str(to[1]), str(to[2]), under, origin[0], str(origin[1]), str(origin[2]), old_under, player], "/")


def change(id_: str, new: str, old: str | None = None) -> str:
    """A piece gets another state."""
    return "D/" + join([id_, new, *([old] if old is not None else [])], "/")


def hidden(text: str, way: str = "!VCSK", key: int = 0x5A) -> bytes:
    """The text as it stands in a file: plain, or hidden in one of the three ways."""
    data = text.encode()
    if way == "plain":
        return data
    if way == "VOBS":
        return b"VOBS" + bytes([key]) + bytes(byte ^ key for byte in data)
    data = zlib.compress(data) if way == "!VCSZ" else data
    return f"{way}{key:02x}".encode() + bytes(byte ^ key for byte in data).hex().encode()


def container(text: str, module: str = "Mini", version: str = "1.0", way: str = "!VCSK", key: int = 0x5A) -> bytes:
    """A `.vsav` or `.vlog`; without a module's name, as those of 2007 were, only the game is in it."""
    files = {"savedGame": hidden(text, way, key)}
    if module:
        about = f"<name>{module}</name><version>{version}</version><VassalVersion>3.7.18</VassalVersion>"
        files["moduledata"] = f'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1">{about}</data>'.encode()
        files["savedata"] = b'<data version="1"><VassalVersion>3.7.18</VassalVersion><dateSaved>1700000000000</dateSaved></data>'
    return archive(files)


def archive(files: dict[str, bytes]) -> bytes:
    """A zip archive, always the same bytes for the same files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def element(tag: str, *inside: str, **attributes: str) -> str:
    """An element of a build file."""
    said = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{tag}{said}>{''.join(inside)}</{tag}>"
