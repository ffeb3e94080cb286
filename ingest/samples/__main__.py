"""`python -m ingest.samples FILE...`: plays these sample games with the bots and rules of today and writes their files.

Other bots play another game: what is said of it (`about`, tests/play/sample_ends.csv, the README) must then be read again.
"""

from __future__ import annotations

import sys

from ingest.samples import HERE, SAMPLES, log_of


def main(files: list[str]) -> None:
    """Write the samples that are named beside this file, and say which changed."""
    known = {sample.file: sample for sample in SAMPLES}
    if not files or not known.keys() >= set(files):
        sys.exit(f"python -m ingest.samples: found {' '.join(files) or 'no file'}; expected some of {', '.join(known)}")
    for file in files:
        content, before = log_of(known[file]), (HERE / file).read_bytes()
        (HERE / file).write_bytes(content)
        print(f"{file}: {len(content)} bytes, {'as before' if content == before else 'changed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
