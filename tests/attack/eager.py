"""The `sitrep` command with a commit for every three games, and a vacuum that spares nothing for being young; it is to be killed.

python -m tests.attack.eager ingest ...
"""

import sys
from datetime import timedelta

import sitrep
from ingest import pipeline
from warehouse.upkeep.vacuum import vacuum

if __name__ == "__main__":
    pipeline.BATCH_GAMES = 3
    vacuum.__defaults__ = (timedelta(0), None)
    sys.exit(sitrep.main(sys.argv[1:]))
