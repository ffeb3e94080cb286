"""What people write in posts of results: words for sides and powers (side_words.csv), for who won, for how it ended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from engine.shipped import csv_rows

DAY = re.compile(r"\s*\[?(\d{4}-\d{2}-\d{2})\]?\s*[:,|–-]?\s*")
DAY_AFTER = re.compile(r"(?:\bon |[(\[])?\b(\d{4}-\d{2}-\d{2})\b[)\]]?")
BULLET = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s+")
LEAGUE = re.compile(r"'?(?:20)?\d{2} ?L\s+(?:(?:[A-Z.+-]*\d[A-Z0-9.+-]*|PTV|OOB|BM|LHTR|LL)\s+)?(?=\S)")
"""How threads of leagues begin: 26L G40. Other capitals after it, as of J.R. Ewing, are a name's."""
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
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
DAY_SAID = re.compile(
    rf"\b(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{1,4}})?|(?:19|20)\d{{6}}|{_NTH}\s+{_MONTH}|{_MONTH}\.?\s+{_NTH})\b", re.IGNORECASE
)
"""What may be a day, in a form that does not say for certain which: only 2026-05-01 does."""


@cache
def sides_by_word(kind: str) -> Mapping[str, str]:
    """Return word to side of those that leagues write for a `side`, or for a `power` of it."""
    return {row["word"]: row["side"] for row in table("side_words.csv") if row["kind"] == kind}


@cache
def table(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table of words beside this file, each column name to text."""
    return tuple(csv_rows("ingest.results", name))
