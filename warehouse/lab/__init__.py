"""Experiments of the lab: what games under several rule sets, paired by their seeds, say about a change of the rules.

`intervals.py` has the statistics, `design.py` what an experiment is, `verdict.py` its result from a lake.
"""

from warehouse.lab.design import Arm, Design
from warehouse.lab.intervals import Interval, paired_interval, pairs_needed, sequence_interval, smallest_seen
from warehouse.lab.verdict import Verdict, experiments, judged, planned, verdict

__all__ = [
    "Arm", "Design", "Interval", "Verdict", "experiments", "judged", "paired_interval", "pairs_needed", "planned", "sequence_interval",
    "smallest_seen", "verdict",
]  # fmt: skip
