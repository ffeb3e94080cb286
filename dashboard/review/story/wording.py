"""How names and shares stand in a sentence: articles, ordinals, fractions; the words are those of words.toml."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))

PEOPLES = tuple(_WORDS["powers"]["peoples"])
"""How names of peoples and of leagues end: `the Axis`, `the Japanese`, `the British`, `the French`."""
INITIALS = 4
"""Letters of a name of capitals whose letters are spelt out: `the USSR`, but `ANZAC`."""
NUMBER = re.compile(r"\s*\([^()]*\)\Z")
"""What a map adds to the name of a sea zone: `Timor Sea (109)`."""
CODE = re.compile(_WORDS["places"]["code"], re.IGNORECASE)
"""What a map puts before the name of a sea zone, which then takes no article: `SZ 10 North Sea`."""
NEAR = 0.03
"""How far a share may be from a fraction that is said of it."""


@lru_cache(maxsize=1024)
def the(name: str) -> str:
    """Return a power's or side's name as it stands in a sentence: `the Axis`, `the Soviet Union`, `Germany`."""
    head = name.partition(" of ")[0].split()
    last = head[-1] if head else ""
    if last in _WORDS["powers"]["bare"] or name.lower().startswith("the "):
        return name
    if last.isupper() and last.isalpha():
        return f"the {name}" if len(name) <= INITIALS else name
    noun = last in _WORDS["powers"]["nouns"]
    return f"the {name}" if noun or (last.endswith(PEOPLES) and not last.endswith("ss")) else name


@lru_cache(maxsize=4096)
def there(name: str) -> str:
    """Return a place's name as it stands in a sentence: `the Caucasus`, `the Gulf of Siam`, `Karelia`, `Sea Zone 5`."""
    places, core = _WORDS["places"], NUMBER.sub("", name)
    if CODE.match(core):
        return name
    begins = any(core.startswith(f"{beginning} ") or core == beginning for beginning in places["beginnings"])
    takes = begins or core in places["whole"] or core.rpartition(" ")[2] in places["endings"]
    return f"the {name}" if takes and not name.lower().startswith("the ") else name


def whose(name: str) -> str:
    """Return the possessive of a name as it stands in a sentence: `Germany's`, `the Allies'`."""
    return possessive(the(name))


def possessive(told: str) -> str:
    """Return the possessive of words: `the Allies'`."""
    return f"{told}'" if told.endswith("s") else f"{told}'s"


def nth(number: int) -> str:
    """Return an ordinal in words as far as they are read easily, else in figures: `ninth`, `24th`."""
    ordinals = _WORDS["numbers"]["ordinals"]
    return str(ordinals[number]) if 0 < number < len(ordinals) else figures(number)


def figures(number: int) -> str:
    """Return an ordinal in figures: `9th`."""
    endings = _WORDS["numbers"]["endings"]
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{endings[last]}"


def an(told: str) -> str:
    """Return a number in figures with the article that it takes when it is read: `an 88%`, `a 75%`."""
    figures_ = re.match(r"\d*", told)
    begins = figures_ is not None and figures_[0] in _WORDS["numbers"]["vowels"]
    return f"{'an' if begins or told.startswith('8') else 'a'} {told}"


def their(name: str) -> str:
    """Return `its`, or `their` of several: of allies, or of a side called after its people."""
    several = " and " in name or name.rpartition(" ")[2] in _WORDS["powers"]["several"]
    return str(_WORDS["powers"]["their" if several else "its"])


def small(number: int) -> str:
    """Return a number in words up to twelve, else in figures."""
    words = _WORDS["numbers"]["small"]
    return str(words[number]) if 0 <= number < len(words) else f"{number:,}"


def share(part: float) -> str:
    """Return a share in words: `a third`, or `28%` where no simple fraction is near."""
    distance, words = min((abs(part - over / under), words) for words, (over, under) in _WORDS["fractions"].items())
    return words if distance <= NEAR else f"{part:.0%}"


def of_all(part: float) -> str:
    """Return a share of something whole in words: `a third of all`, `all`."""
    return words if (words := share(part)) == "all" else f"{words} of all"


def sentence(text: str) -> str:
    """Return text with a capital letter first."""
    return text[:1].upper() + text[1:]
