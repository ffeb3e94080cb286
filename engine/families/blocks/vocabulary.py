"""The names in code of the family's markers and words of a condition; `vocabulary.csv` says what each means."""

from __future__ import annotations

from pathlib import Path

from engine.vocabulary import Vocabulary

VOCABULARY = Vocabulary(Path(__file__).with_name("vocabulary.csv"))
marker, word, word_for = VOCABULARY.marker, VOCABULARY.word, VOCABULARY.word_for

AREA = marker("area")
ATTACKING_POWER = marker("attacker")
DEFENDING_POWER = marker("defender")
STEP = marker("step")
ROUND = marker("round")
ABSORB = marker("absorb")
OWED = marker("owed/{side}")
LEAVES = marker("leaves")
FERRIED = marker("ferried/{zone}")
FORCES = marker("forces/{side}")
LOSSES = marker("losses/{side}")
LOST = marker("lost/{side}")
HUNTS = marker("hunts/{side}")
PICKS = marker("picks/{side}")
TARGET = marker("target")
PLACE = marker("place")
RAIDER = marker("raider")
DAMAGE = marker("damage")
RAIDS = marker("raids")
ENGAGEMENT = marker("engagement/{zone}")
CARRIED = marker("carried/{zone}/{side}")
LANDED_FROM = marker("landed/{area}")
STAGE = marker("stage")
SMP = {scope: marker("smp/{power}", scope) for scope in ("phase", "turn")}
"""Strategic Movement Points spent, by how long they stay spent."""
TRAIL = marker("trail/{camp}")
WINTER_SMP = marker("winter-smp/{side}")
ARMISTICE_ASKED = marker("armistice-asked")
ARMISTICE_REFUSED = marker("armistice-refused/{power}")
FELL = marker("fell/{power}")
SURPRISED = marker("surprised/{power}")
CEDED = marker("ceded/{slug}")
GREAT_PATRIOTIC_WAR = marker("great-patriotic-war")
UNION = marker("union/{power}")
FIRST_WINTER = marker("first-winter")
BLITZ_DISC = marker("blitz-disc/{side}/{front}")
DEPLOYED = marker("deployed/{area}")
BLOCKS_BUILT = marker("built/{power}")
ELITE_STEPS = marker("elite/{power}")
SHIP_STEPS = marker("ship-steps/{power}")
SPENT = marker("spent/{power}")

MOVED = word("moved")
TOOK = word("took")
ACROSS = word("across")
SEABORNE = word("seaborne")
AIRBORNE = word("airborne")
OPERATION = word("operation")
COMBINED = word("combined")
STRATEGIC = word("strategic")
GUNFIRE = word("gunfire")
WAITS = word("waits")
UNSUPPLIED = word("unsupplied")
REINFORCED = word("reinforced")
BUILT = word("built")
