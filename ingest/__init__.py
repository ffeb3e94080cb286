"""Readers that turn recorded games into the engine's events.

    from ingest import check, ingest, read_recording, replay_file

`formats` lists the formats, each in its own folder; `pipeline` reads many files into a lake.
"""

from ingest.formats import read_recording
from ingest.pipeline import ingest
from ingest.read import replay_file
from ingest.report import Report
from ingest.validate import Defect, Verdict, check

__all__ = ["Defect", "Report", "Verdict", "check", "ingest", "read_recording", "replay_file"]
