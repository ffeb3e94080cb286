"""`python -m ingest.samples`: plays the sample games again and writes their files; says what changed."""

from __future__ import annotations

from ingest.samples import HERE, SAMPLES, log_of


def main() -> None:
    """Write every sample beside this file."""
    for sample in SAMPLES:
        path = HERE / sample.file
        before = path.read_bytes() if path.is_file() else b""
        content = log_of(sample)
        path.write_bytes(content)
        print(f"{sample.file}: {len(content)} bytes, {'as before' if content == before else 'changed'}")


if __name__ == "__main__":
    main()
