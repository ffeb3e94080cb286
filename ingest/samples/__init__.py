"""The recorded games that ship with Sitrep: bots' games from fixed seeds, made again by `python -m ingest.samples`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.mechanics.course import seat
from engine.recording import Recording
from engine.replay import Game
from engine.simulate import simulate
from engine.titles.loader import load_title
from ingest.log.writer import write_log

HERE = Path(__file__).parent
PACKING = {".gz": "gzip", ".zst": "zstd"}
"""Suffix of a file to the packing of its log."""


class Sample(msgspec.Struct, frozen=True):
    """How one sample is made: the arguments of `engine.simulate.simulate`.

    `players` are the people in the order of the title's seats for so many.
    """

    file: str
    seed: int
    bots: Mapping[str, str]
    players: tuple[str, ...]
    round_limit: int
    about: str
    title: str = "aa1942"
    options: Mapping[str, str] = {}


def make(sample: Sample) -> tuple[Recording, Game]:
    """Play a sample's game."""
    title = load_title(sample.title)
    return simulate(
        title,
        sample.seed,
        sample.bots,
        options=sample.options,
        round_limit=sample.round_limit,
        players=seat(title, sample.players),
        game=sample.file.partition(".")[0],
        about=sample.about,
    )


def log_of(sample: Sample) -> bytes:
    """Return the bytes of a sample's file."""
    recording, _ = make(sample)
    return write_log(recording, PACKING.get(Path(sample.file).suffix, ""))


def samples() -> tuple[Path, ...]:
    """Return the files of the samples."""
    return tuple(HERE / sample.file for sample in SAMPLES)


SAMPLES: tuple[Sample, ...] = ()
