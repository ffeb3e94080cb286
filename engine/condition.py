"""The condition of a stack: passing facts about its units, beside owner, type and strength.

A condition is short canonical text, so that it can be part of a stack's key, a column of a table
and a word in a hand-kept log: `used=2 from=libya fought`. Its parts:

| part | meaning | lasts |
|---|---|---|
| `used=N` | movement points spent this turn | turn |
| `from=AREA` | where the units last moved from | turn |
| `target=AREA` | what they are committed against | turn |
| `word` | what the `vocabulary.csv` of a family or title declares: moved, fought, submerged, ... | turn |
| `word!` | a lasting word | until changed |
| `aboard` | cargo: rides on a ship in the same area | until landed |
| `cargo=power/unit+...` | a ship's load | until landed |

Fresh units have the empty condition. Units of one key are interchangeable, so no unit needs a number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple


class Condition(NamedTuple):
    """A parsed condition; `words` and `cargo` are sorted, cargo items are (power, unit)."""

    used: int = 0
    origin: str = ""
    target: str = ""
    words: tuple[str, ...] = ()
    aboard: bool = False
    cargo: tuple[tuple[str, str], ...] = ()

    def __contains__(self, word: object) -> bool:
        """Return whether `word` is one of the condition's words."""
        return word in self.words

    def having(self, *words: str) -> Condition:
        """Return the condition with these words added."""
        return self._replace(words=tuple(sorted({*self.words, *words})))

    def without(self, *words: str) -> Condition:
        """Return the condition with these words taken away."""
        return self._replace(words=tuple(w for w in self.words if w not in words))

    def loading(self, *items: tuple[str, str]) -> Condition:
        """Return the condition with these (power, unit) added to the cargo."""
        return self._replace(cargo=tuple(sorted((*self.cargo, *items))))

    def unloading(self, *items: tuple[str, str]) -> Condition:
        """Return the condition with these (power, unit) taken from the cargo; KeyError when one is not aboard."""
        rest = list(self.cargo)
        for item in items:
            if item not in rest:
                raise KeyError(f"{item[1]} of {item[0]} is not in the cargo {show_cargo(self.cargo)}")
            rest.remove(item)
        return self._replace(cargo=tuple(rest))

    @property
    def text(self) -> str:
        """The canonical text, empty for a fresh unit."""
        return _write(self)


def has_word(text: str, *words: str) -> bool:
    """Return whether a condition's text has any of these words."""
    return bool(text) and not set(words).isdisjoint(parse_condition(text).words)


def show_cargo(cargo: tuple[tuple[str, str], ...]) -> str:
    """Return a load as text: `germany/infantry+germany/tank`."""
    return "+".join(f"{power}/{unit}" for power, unit in cargo)


@lru_cache(maxsize=65536)
def _write(condition: Condition) -> str:
    parts = []
    if condition.used:
        parts.append(f"used={condition.used}")
    if condition.origin:
        parts.append(f"from={condition.origin}")
    if condition.target:
        parts.append(f"target={condition.target}")
    parts.extend(condition.words)
    if condition.aboard:
        parts.append("aboard")
    if condition.cargo:
        parts.append(f"cargo={show_cargo(condition.cargo)}")
    return " ".join(parts)


@lru_cache(maxsize=65536)
def parse_condition(text: str) -> Condition:
    """Return the condition that a text says.

    Raises:
        ValueError: a part is not of the form the module names.
    """
    fields: dict[str, Any] = {}
    words: list[str] = []
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals:
            if part == "aboard":
                fields["aboard"] = True
            else:
                words.append(part)
        elif name == "used":
            fields["used"] = int(value)
        elif name in ("from", "target"):
            fields["origin" if name == "from" else name] = value
        elif name == "cargo":
            items = (item.partition("/") for item in value.split("+"))
            fields["cargo"] = tuple(sorted((power, unit) for power, _, unit in items))
        else:
            raise ValueError(f"condition {text!r}: {part!r} is none of used=, from=, target=, cargo=, aboard or a word")
    return Condition(**fields, words=tuple(sorted(words)))


@lru_cache(maxsize=65536)
def after_turn(text: str) -> str:
    """Return what is left of a condition when its turn is over: lasting words, `aboard` and cargo."""
    condition = parse_condition(text)
    lasting = tuple(word for word in condition.words if word.endswith("!"))
    return Condition(words=lasting, aboard=condition.aboard, cargo=condition.cargo).text
