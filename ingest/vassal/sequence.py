r"""VASSAL's sequences: tokens joined by one letter, which stands as `\` and itself inside a token."""

from __future__ import annotations


def split(text: str, delimiter: str) -> list[str]:
    r"""Return the tokens of a sequence; an empty text is one empty token.

    Inside a token `\` before the delimiter goes; quotes around a whole token go.
    """
    parts = text.split(delimiter)
    if "\\" + delimiter in text:
        parts = _rejoined(parts, delimiter)
    return [_unquoted(part) for part in parts] if "'" in text else parts


def _rejoined(parts: list[str], delimiter: str) -> list[str]:
    tokens: list[str] = []
    held: list[str] = []
    for at, part in enumerate(parts):
        if part.endswith("\\") and at + 1 < len(parts):
            held.append(part[:-1])
            continue
        held.append(part)
        tokens.append(delimiter.join(held))
        held = []
    return tokens


def _unquoted(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" == token[-1] else token


def join(tokens: list[str], delimiter: str) -> str:
    """Return tokens as a sequence, as VASSAL writes it: what `split` gives back."""
    return delimiter.join(_escaped(token, delimiter) for token in tokens)


def _escaped(token: str, delimiter: str) -> str:
    inside = token.replace(delimiter, "\\" + delimiter)
    quoted = token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")
    return f"'{inside}'" if quoted else inside


def traits(text: str, most: int) -> list[str]:
    r"""Return the levels of a piece's type or state, outermost first: each level is a trait, a tab, and the rest, escaped.

    So the tab that ends level n has n times `\` before it, and a tab inside its trait more: all is read in one go. Only where a
    trait is in quotes the levels are taken one by one.

    Raises:
        ValueError: there are more than `most`.
    """
    found: list[str] = []
    held = ""
    parts = text.split("\t")
    for at, part in enumerate(parts, start=1):
        level = len(found)
        own = part.rstrip("\\") if at < len(parts) else part
        escapes = len(part) - len(own)
        if held == "" and own[:1] in ("'", "\\"):
            return _one_by_one(text, most)
        if at < len(parts) and escapes > level:
            held += f"{part[: len(part) - level - 1]}\t"
            continue
        found.append(held + own)
        held = ""
        if len(found) > most:
            raise ValueError(f"more than {most:,} traits")
        if escapes < level and at < len(parts):
            break
    return found


def _one_by_one(text: str, most: int) -> list[str]:
    found: list[str] = []
    while len(found) < most:
        own, *rest = split(text, "\t")
        found.append(own)
        if not rest:
            return found
        text = rest[0]
    raise ValueError(f"more than {most:,} traits")


def number(text: str, otherwise: int = 0) -> int:
    """Return a whole number, `otherwise` where the text is none that VASSAL reads as one (32 bits)."""
    try:
        value = int(text) if text.isascii() and len(text) < 12 and "_" not in text else otherwise
    except ValueError:
        return otherwise
    return value if -(2**31) <= value < 2**31 else otherwise
