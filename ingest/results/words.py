"""What people write in posts of results: words for sides and powers (side_words.csv), for who won, for how it ended; what is no name."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

DAY = re.compile(r"\s*\[?(\d{4}-\d{2}-\d{2})\]?\s*[:,|–-]?\s*")
DAY_AFTER = re.compile(r"(?:\bon |[(\[])?\b(\d{4}-\d{2}-\d{2})\b[)\]]?")
BULLET = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s+")
LEAGUE = re.compile(r"'?(?:20)?\d{2} ?L\s+(?:[A-Z0-9][A-Z0-9.+-]*\s+)?(?=\S)")
"""How threads of leagues begin: 26L G40."""
LABEL = re.compile(
    r"(?:league(?: game)?|game|round|rd|match|play-?offs?|(?:quarter-?|semi-?)?finals?|results?)\s*#?\d{0,4}\s*[:–-]\s+", re.IGNORECASE
)
WON = re.compile(
    r"\s+(?:(?P<second>(?:(?:is|was|gets|got)\s+)?(?:defeated|beaten)\s+by|los(?:es?|t)\s+(?:to|against)|falls?\s+to|fell\s+to)"
    r"|(?P<forfeit>forfeit(?:s|ed)?\s+to)|(?P<conceded>(?:concede[sd]?|resign(?:s|ed)?|surrender(?:s|ed)?)\s+to)"
    r"|(?P<draw>(?:draws?|drew|ties?|tied)\s+(?:with|against))"
    r"|(?P<first>defeats?|defeated|def\.?|beats?|bt\.?|wins?\s+(?:over|against)|won\s+(?:over|against)|victory\s+over|over|d\.))\s+",
    re.IGNORECASE,
)
"""What parts two players: who of them won, and how where the word says it."""
MET = re.compile(r"\s+(?:vs?\.?|versus)\s+", re.IGNORECASE)
END = re.compile(
    r"\s*[-–:,]\s*(?:(?P<won>[\w][\w .'’-]*?)\s+(?:wins?|won|victory)|(?:winner|won by)\s*:?\s*(?P<by>[\w][\w .'’-]*?)|(?P<draw>draw|tie))"
    r"(?P<rest>(?:\s*[,;.!(–-].*|\s+(?:in|after|by|on|with|no|low)\b.*)?)\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
ROUNDS = re.compile(r"(?<![-\w])(?:(?:in|after)\s+)?(?:(\d{1,3})\s+(?:rounds?|turns?)|(?:round|turn|rd|r)\.? ?(\d{1,3}))\b", re.IGNORECASE)
FORFEIT = re.compile(r"(?:\bby\s+|\()?\b(?:forfeit(?:ed)?|default)\b\)?", re.IGNORECASE)
CONCEDED = re.compile(r"(?:\bby\s+|\()?\b(?:conceded|concession|resigned|resignation|surrender(?:ed)?)\b\)?", re.IGNORECASE)
LIMIT = re.compile(r"(?:\bby\s+|\()?\b(?:time|round|turn) limit\b\)?", re.IGNORECASE)
LOW_LUCK = re.compile(r"\(?\blow[ -]luck\b\)?", re.IGNORECASE)
NO_BID = re.compile(r"\(?\b(?:no|without(?: a)?) bid\b\)?", re.IGNORECASE)
BID = re.compile(
    r"\(?(?:\bwith\s+)?(?:\ba\s+)?\bbid\s*(?:of\s*|:\s*|was\s*)?\+?\s*(?P<amount>\d{1,5})(?:\s*(?:ipcs?|pp)\b)?"
    r"(?:\s+(?:to|for|in|on)\s+(?:the\s+)?(?P<whom>[A-Za-z][A-Za-z .]*?))?\)?\s*(?=[,;.!)]|\Z)",
    re.IGNORECASE,
)
SIDE_BID = re.compile(r"(?<![\w(])(?P<side>[A-Za-z][A-Za-z -]*?)\s*(?P<plus>\+\s*(?P<amount>\d{1,5}))?(?=\s*[,;.!]|\s*\Z)")
SEAT = re.compile(r"(?P<names>[^()\[\]]+?)\s*[(\[](?P<side>[^()\[\]]+)[)\]](?P<rest>.*)\Z", re.DOTALL)
SIDE = re.compile(
    r"\s*(?P<side>[A-Za-z][A-Za-z -]*?)\s*(?:(?:[+,:]|w/|with)?\s*(?:bid\s*(?:of\s*)?)?\+?\s*(?P<bid>\d{1,5})"
    r"(?:\s*(?:ipcs?|pp|bid))*)?\s*\Z",
    re.IGNORECASE,
)
NOTHING = re.compile(r"[\s.,;!()–-]*\Z")
TEAM = re.compile(r"\s*(?:&|\+|/|\band\b)\s*")
NAME = re.compile(r"@?\w[\w .'’@-]{0,59}\Z")
NO_NAME = frozenset(
    "not never nearly almost will would should could might may hopes hope to was is has have had did does do if by against after before "
    "today yesterday who that when because but then still again just also finally easily barely narrowly either neither nor or the a an my "
    "his her their our game games match win wins won beat beats lost loses draw".split()
)
"""Words in small letters by which a text is a sentence and no player's name."""
NO_BEGINNING = frozenset(
    "not never nearly almost yesterday today tonight rematch again finally hopefully maybe game games round rd match tier league division "
    "group pool season final finals semifinal semifinals quarterfinal quarterfinals playoff playoffs tournament result results score "
    "update edit quote re fwd congrats congratulations gratz gg gl wp well did does do has have had is was can could will would should if "
    "when once so and but then since after before because as in at on oob ptv p2v ll lhtr bm".split()
)
"""Words before others, in letters of any size, by which a text is no player's name."""
NOBODY = frozenset(
    "i me we us you he him she her it they them who whoever someone somebody anyone anybody everyone everybody nobody none one opponent "
    "player unknown anonymous tbd tba tbc bye na n.a. n/a both neither either all".split()
)
"""Words of any size that name no player by themselves."""
WITHIN = frozenset("of the von van der den de da di du la le el al y bin ibn mc o".split())
"""Words in small letters that may stand within a name of several words: others make a sentence of it, such as _Boris badly_."""
CODE = re.compile(r"[A-Za-z]{0,4}\d[\w.]*\Z")
"""Before others: the code of a game or a league, such as G40, AA50, 25L or 2."""
SIDES = frozenset("axis allies allied x l ax".split())
"""Words of any size that say a side, not a name, where they stand beside others; Ally McBeal and Al are names."""
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
DAY_SAID = re.compile(
    rf"\b(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{1,4}})?|(?:19|20)\d{{6}}|{_NTH}\s+{_MONTH}|{_MONTH}\.?\s+{_NTH})\b", re.IGNORECASE
)
"""What may be a day, in a form that does not say for certain which: only 2026-05-01 does."""


def is_name(text: str) -> bool:
    """Return whether a text may be a player's name."""
    told = text.split()
    if not NAME.match(text) or text.isdigit() or "-" in told or text.casefold() in NOBODY:
        return False
    if len(told) > 1 and not _is_one_name(told):
        return False
    return not any(word in NO_NAME or word.casefold().endswith(("n't", "n’t")) for word in told)


def _is_one_name(told: list[str]) -> bool:
    """Return whether several words may be one name: a sentence has words in small letters, and a heading stands before a name."""
    first, *others = told
    if first.casefold().rstrip(".,:") in NO_BEGINNING or CODE.match(first):
        return False
    if any(word.casefold().strip("'’") in SIDES for word in told):
        return False
    return not any(word[0].islower() and word not in WITHIN for word in others)


@cache
def sides_by_word(kind: str) -> Mapping[str, str]:
    """Return word to side of those that leagues write for a `side`, or for a `power` of it: side_words.csv."""
    with files(__package__).joinpath("side_words.csv").open(encoding="utf-8", newline="") as file:
        return {row["word"]: row["side"] for row in csv.DictReader(file) if row["kind"] == kind}
