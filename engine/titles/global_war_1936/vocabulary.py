"""The names in code of the markers and words that this game alone has; `vocabulary.csv` says what each means."""

from __future__ import annotations

from pathlib import Path

from engine.vocabulary import Vocabulary

VOCABULARY = Vocabulary(Path(__file__).with_name("vocabulary.csv"))
marker, word, word_for = VOCABULARY.marker, VOCABULARY.word, VOCABULARY.word_for

EVOLVED = marker("evolved|{nation}")
CONTROLLED = marker("controlled|{nation}")
SEAT = marker("seat|{power}")
LEADING = marker("leading")
TRACKER = marker("income|{nation}")
ARCTIC_DENIED = marker("arctic-denied")
CONVOY_LOSSES = marker("raided|{line}|{nation}")
PACT = marker("pact|{pact}")
SITE_DAMAGE = marker("site-damage/{area}/{unit}/{border}")
TRACK_DAMAGE = marker("track-damage/{area}/{neighbour}")
OFFERED = marker("offered|{pact}")
CLAIMED = marker("claimed|{area}")
SPAIN_WON_BY = marker("spain-won")
SLOVAKIA = marker("annexing-slovakia")
SWEDEN_ALARMED = marker("sweden-alarmed")
TRUCE = marker("chinese-truce")
SATELLITES_JOINED = marker("satellites")
AMERICA_INVADED = marker("america-invaded")
LINE_LOST = marker("line-lost|{area}")
STAGE = marker("stage|{power}|{technology}")
INFLUENCED_ONCE = marker("influenced-once|{nation}")
INFLUENCED = marker("influenced|{nation}")
GRANT = marker("grant|{power}|{to}")
CHART = marker("chart/{account}/{unit}/{area}/{border}/{stage}")
READY = marker("ready/{account}/{unit}/{area}/{border}")
ADVANCED = marker("advanced/{account}/{unit}/{area}/{border}/{stage}")
MONROE = marker("monroe|{nation}")
CROSSED = marker("crossed|{area}|{neighbour}")
PASSAGE_USED = marker("passage|{passage}")
REDEPLOYED = marker("redeployed")
BY_RAIL = marker("rail|{region}")
BURMA_ROAD = marker("burma-road")
STUDIED = marker("studied|{technology}")
DOCK_USED = marker("dock|{area}")
PASSERS_SHOT_AT = marker("shots|{area}")
COAST_FIRED = marker("coast|{area}|{zone}")
BROKEN_THROUGH = marker("broken-through|{area}")
BROKEN_DOWN = marker("broken-down/{power}/{unit}")
SITE_TARGET = marker("site|{area}")
RECRUITS = marker("recruits")
MILITIA = marker("militia|{area}")
REFITTED = marker("refit|{unit}")

CONVOY_RAID = word("convoy-raid")
CONVOY_MINES = word("convoy-mines")
DOCKED = word("docked")
FIRED_AFAR = word("fired-afar")
ESCORT = word_for("escort:{zone}!")
