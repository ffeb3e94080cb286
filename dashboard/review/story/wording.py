"""How names and shares stand in a sentence: articles, ordinals, fractions."""

from __future__ import annotations

import re

PLURALS = re.compile(r"(?:s|ese|ish|[^ ]ch)\Z")
"""Names of peoples and of leagues: `the Axis`, `the Japanese`, `the British`, `the French`."""
NOUNS = frozenset(
    "Union Kingdom Empire Republic Commonwealth Comintern Confederacy Federation Entente Alliance".split()
)
"""Names that end with one of these take an article, wherever they stand: `the Soviet Union`."""
COUNTRIES = frozenset({"Laos", "Honduras", "Cyprus", "Mauritius", "Greenwich", "Barbados", "Polish", "Irish"})
"""Names that look like a people's and take no article."""
INITIALS = 4
"""Letters of a name of capitals whose letters are spelt out: `the USSR`, but `ANZAC`."""

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
FRACTIONS = (
    (1 / 10, "a tenth"), (1 / 8, "an eighth"), (1 / 6, "a sixth"), (1 / 5, "a fifth"), (1 / 4, "a quarter"), (1 / 3, "a third"),
    (2 / 5, "two fifths"), (1 / 2, "half"), (3 / 5, "three fifths"), (2 / 3, "two thirds"), (3 / 4, "three quarters"),
    (9 / 10, "nine tenths"), (1.0, "all"),
)  # fmt: skip
NEAR = 0.03
"""How far a share may be from a fraction that is said of it."""


def the(name: str) -> str:
    """Return a power's or side's name as it stands in a sentence: `the Axis`, `the Soviet Union`, `Germany`."""
    head = name.partition(" of ")[0].split()
    last = head[-1] if head else ""
    if last in COUNTRIES or name.lower().startswith("the "):
        return name
    if last.isupper() and last.isalpha():
        return f"the {name}" if len(name) <= INITIALS else name
    return f"the {name}" if last in NOUNS or (PLURALS.search(last) and not last.endswith("ss")) else name


def whose(name: str) -> str:
    """Return the possessive of a name as it stands in a sentence: `Germany's`, `the Allies'`."""
    told = the(name)
    return f"{told}'" if told.endswith("s") else f"{told}'s"


def nth(number: int) -> str:
    """Return an ordinal in words as far as they are read easily, else in figures: `ninth`, `24th`."""
    return ORDINALS[number] if 0 < number < len(ORDINALS) else figures(number)


def figures(number: int) -> str:
    """Return an ordinal in figures: `9th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


def small(number: int) -> str:
    """Return a number in words up to twelve, else in figures."""
    return SMALL[number] if 0 <= number < len(SMALL) else f"{number:,}"


def share(part: float) -> str:
    """Return a share in words: `a third`, or `28%` where no simple fraction is near."""
    distance, words = min((abs(part - value), words) for value, words in FRACTIONS)
    return words if distance <= NEAR else f"{part:.0%}"


def sentence(text: str) -> str:
    """Return text with a capital letter first."""
    return text[:1].upper() + text[1:]
