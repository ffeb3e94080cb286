"""The saves and logs of VASSAL of the reference material."""

from __future__ import annotations

LOGS = ("demo.vlog", "shrimpbot_test.vlog")
SAVES = (
    "A3R_1939_AWAW.vsav", "PoG_Classic10-8.vsav", "TRC_Campaign.vsav", "TRC_New.vsav", "arnhem_setup.vsav", "bluegray_setup.vsav",
    "tobruk_firefight_b.vsav", "tobruk_meeting.vsav",
)  # fmt: skip
ALL = LOGS + SAVES
BUILDS = ("PoG_buildFile.xml", "shrimpbot_armada_buildFile.xml")
