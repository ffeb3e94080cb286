"""The lab: experiments of rules, played by bots in pairs of games, into a lake.

`experiment.py` reads a file, `play.py` plays one game of it, `run.py` plays what is missing; the verdict is `warehouse.lab`.
"""

from ingest.lab.experiment import Experiment, read_experiment
from ingest.lab.run import run

__all__ = ["Experiment", "read_experiment", "run"]
