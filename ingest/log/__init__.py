"""Sitrep's own log: JSON Lines, plain or packed with gzip or zstd. `docs/log.md` describes it."""
