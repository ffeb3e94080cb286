"""`sitrep ingest` with a commit for every three games, to be interrupted: python -m tests.ingest.small_batches ingest ..."""

import sys

import sitrep
from ingest import pipeline

if __name__ == "__main__":
    pipeline.BATCH_GAMES = 3
    sys.exit(sitrep.main(sys.argv[1:]))
