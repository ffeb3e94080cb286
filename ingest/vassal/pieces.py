"""What a piece is: its traits, read once for each type, since thousands of pieces are of few types."""

from __future__ import annotations

import re
from hashlib import blake2b

import msgspec

from ingest.vassal.adapter import vassal_traits
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits
from ingest.vassal.sequence import number, split, traits

STACK, DECK, PIECE = "stack", "deck", "piece"
_DECK_NAME = 12
_NO_NAME = ("", "null")
_PARTED = re.compile(r"[;,|/\\\t]")


class Layer(msgspec.Struct, frozen=True):
    """A trait of images, one shown at a time: its name and the name of each image. `level` is its place among the traits.

    `follows` is a property whose value, counted from `first`, says which image is shown; empty when the state itself does.
    """

    level: int
    name: str
    names: tuple[str, ...]
    images: tuple[str, ...]
    follows: str = ""
    first: int = 1


class Type(msgspec.Struct, frozen=True):
    """A type of piece, as its `+/` command gives it.

    Attributes:
        kind: piece, stack or deck. name: the piece's or deck's own. image: its picture.
        levels: how many traits there are, the piece itself among them.
        marks: level to the names of markers, whose values stand in the state. values: level to the name of a property.
        layers: see Layer. masks: level to what others see instead while it is masked. hides: levels that make it unseen.
        prototypes: names of prototypes, which programs other than VASSAL leave in. labels: levels with a text.
        alone: it never stacks. strange: traits that are not VASSAL's own: level, kind, and the words of the trait.
    """

    kind: str
    name: str = ""
    image: str = ""
    levels: int = 1
    marks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    values: tuple[tuple[int, str], ...] = ()
    layers: tuple[Layer, ...] = ()
    masks: tuple[tuple[int, str], ...] = ()
    hides: tuple[int, ...] = ()
    prototypes: tuple[str, ...] = ()
    labels: tuple[int, ...] = ()
    alone: bool = False
    strange: tuple[tuple[int, str, frozenset[str]], ...] = ()


class Types:
    """The types met so far. A type's text is not kept, only its digest: a save's types are most of its bulk."""

    def __init__(self, name: str = "", limits: Limits = DEFAULT) -> None:
        self.name, self.limits = name, limits
        self._known: dict[bytes, Type] = {}

    def read(self, text: str) -> Type:
        """Return the type that a text is.

        Raises:
            VassalError: it has more traits than a piece has, or there are too many types.
        """
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        found = self._known.get(digest)
        if found is None:
            if len(self._known) >= self.limits.max_types:
                raise VassalError(f"more than {self.limits.max_types:,} types of piece; expected one game", file=self.name)
            try:
                found = self._known[digest] = read_type(text, self.limits.max_traits)
            except ValueError as error:
                raise VassalError(f"a piece with {error}; expected one game", file=self.name) from None
        return found


def read_type(text: str, most: int = DEFAULT.max_traits) -> Type:
    """Return the type that a text is; ValueError when it has more than `most` traits."""
    return type_of(traits(text, most))


def type_of(levels: list[str]) -> Type:
    """Return the type that traits make, outermost first, the piece itself last."""
    inner = levels[-1]
    if inner == STACK:
        return Type(STACK)
    if inner.startswith("deck;"):
        fields = split(inner[5:], ";")
        return Type(DECK, fields[_DECK_NAME] if len(fields) > _DECK_NAME else "", levels=len(levels))
    fields = [*split(inner, ";"), "", "", "", "", ""]
    reader = _Reader()
    for level, trait in enumerate(levels[:-1]):
        reader.take(level, trait)
    return Type(
        PIECE,
        fields[4],
        fields[3],
        len(levels),
        tuple(reader.marks),
        tuple(reader.values),
        tuple(reader.layers),
        tuple(reader.masks),
        tuple(reader.hides),
        tuple(reader.prototypes),
        tuple(reader.labels),
        reader.alone,
        tuple(reader.strange),
    )


class _Reader:
    """Takes the traits of a type one by one."""

    def __init__(self) -> None:
        self.marks: list[tuple[int, tuple[str, ...]]] = []
        self.values: list[tuple[int, str]] = []
        self.layers: list[Layer] = []
        self.masks: list[tuple[int, str]] = []
        self.hides: list[int] = []
        self.prototypes: list[str] = []
        self.labels: list[int] = []
        self.alone = False
        self.strange: list[tuple[int, str, frozenset[str]]] = []

    def take(self, level: int, trait: str) -> None:
        """Take in a trait that says something; the others are menus, pictures and sounds."""
        kind, _, rest = trait.partition(";")
        if kind == "mark":
            self.marks.append((level, tuple(split(rest, ","))))
        elif kind == "PROP":
            self.values.append((level, split(rest, ";")[0]))
        elif kind == "emb2":
            self._layer(level, split(rest, ";"))
        elif kind == "obs":
            fields = [*split(rest, ";"), "", "", "", "", ""]
            self.masks.append((level, fields[4]))
        elif kind == "hide":
            self.hides.append(level)
        elif kind == "prototype":
            self.prototypes.append(rest)
        elif kind == "label":
            self.labels.append(level)
        elif kind == "immob":
            stacking = [*split(rest, ";"), "", "", "R"][2] if rest.count(";") >= 2 else "R"
            self.alone = stacking[:1] == "R"
        elif kind not in vassal_traits():
            self.strange.append((level, kind, frozenset(fields_of(rest))))

    def _layer(self, level: int, fields: list[str]) -> None:
        fields += [""] * (24 - len(fields))
        follows = fields[22] if fields[21] == "true" else ""
        images, names = tuple(split(fields[15], ",")), tuple(split(fields[16], ","))
        self.layers.append(Layer(level, fields[18], names, images, follows, number(fields[23], 1)))


def layer_value(state: str) -> int:
    """Return the image that a layer shows, from 1; 0 or less while it shows none."""
    return number(split(state, ";")[0], -1)


def hidden_by(state: str) -> str:
    """Return who hides or masks a piece, by the state of that trait; empty when nobody does."""
    who = split(state, ";")[0]
    return "" if who in _NO_NAME else who


def fields_of(text: str) -> list[str]:
    """Return the fields of the type or state of a trait that nobody knows, whatever parts them."""
    return [field.strip(" '") for field in _PARTED.split(text)]
