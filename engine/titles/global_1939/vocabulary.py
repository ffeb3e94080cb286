"""The names in code of the markers and words that this game alone has; `vocabulary.csv` says what each means."""

from __future__ import annotations

from pathlib import Path

from engine.vocabulary import Vocabulary

VOCABULARY = Vocabulary(Path(__file__).with_name("vocabulary.csv"))
marker, word, word_for = VOCABULARY.marker, VOCABULARY.word, VOCABULARY.word_for

ELITE_GROUPS = marker("elite|{power}")
ELITE_FORMED = marker("elite-formed")
LAUNCHED = marker("launched|{zone}")
TRANSFERRED = marker("transferred")
RESEARCHER = marker("researcher|{power}|{category}")
RESEARCH_DICE = marker("rolled")
PARTISANS = marker("partisans")
ASKED_TO_EVADE = marker("asked-to-evade")
