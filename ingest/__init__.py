"""Readers that turn recorded games into the engine's events.

    from ingest import ingest, read_recording, replay_file, defects_of

`formats` knows the formats, each a folder of its own; `pipeline` reads many files into a lake.
"""

from ingest.formats import read_recording
from ingest.pipeline import ingest
from ingest.read import replay_file
from ingest.report import Report
from ingest.validate import Defect, Verdict, check, defects_of

__all__ = ["Defect", "Report", "Verdict", "check", "defects_of", "ingest", "read_recording", "replay_file"]
