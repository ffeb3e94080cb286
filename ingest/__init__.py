"""Readers that turn recorded games into the engine's events.

    from ingest import check, ingest, read_recording, replay_file

`formats` lists the formats, each in its own folder; `pipeline` reads many files into a lake.
"""

from typing import TYPE_CHECKING

from engine.on_demand import on_demand

if TYPE_CHECKING:
    from ingest.formats import read_recording
    from ingest.pipeline import ingest
    from ingest.read import replay_file
    from ingest.report import Report
    from ingest.validate import Defect, Verdict, check

__all__ = ["Defect", "Report", "Verdict", "check", "ingest", "read_recording", "replay_file"]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "Defect": "ingest.validate",
        "Report": "ingest.report",
        "Verdict": "ingest.validate",
        "check": "ingest.validate",
        "ingest": "ingest.pipeline",
        "read_recording": "ingest.formats",
        "replay_file": "ingest.read",
    },
)
