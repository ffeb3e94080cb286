"""The recorded games that ship with Sitrep: the evenings of six people who meet in changing seats.

Bots' games from fixed seeds, recorded by `python -m ingest.samples FILE`; they stay what they were when bots learn to play otherwise.
(Lines that the rules came to refuse are taken out by hand: in paris-and-moscow-fall the moves of infantry that had just been put ashore.)
And a game that TripleA 1.9 played between its own computer players on the board that `python -m tests.triplea.gamexml aa1942` writes, as
the program saved it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.mechanics.set_up import seat
from engine.recording import Recording
from engine.replay import Game
from engine.simulation import simulate
from engine.title.loader import load_title
from ingest.log.writer import write_log

HERE = Path(__file__).parent
PACKING = {".gz": "gzip", ".zst": "zstd"}
"""Suffix of a file to the packing of its log."""


class Sample(msgspec.Struct, frozen=True):
    """How one sample is made: the arguments of `engine.simulation.simulate.simulate`.

    `players` are the people in the order of the title's seats for so many; without a `scenario` the title's first is played.
    """

    file: str
    seed: int
    bots: Mapping[str, str]
    players: tuple[str, ...]
    round_limit: int
    about: str
    title: str = "aa1942"
    scenario: str = ""
    options: Mapping[str, str] = {}


SAMPLES = (
    Sample(
        file="axis-takes-moscow.jsonl",
        seed=6,
        bots={"axis": "greedy", "allies": "greedy"},
        players=("Ada", "Bert"),
        round_limit=15,
        options={"victory": "moderate"},
        about="Two players, nine cities: the Axis takes Moscow and wins.",
    ),
    Sample(
        file="allies-take-berlin.jsonl.zst",
        seed=2,
        bots={"germany": "random", "japan": "greedy", "allies": "greedy"},
        players=("Dmitri", "Chloe", "Ada"),
        round_limit=15,
        options={"victory": "major"},
        about="Three players, ten cities, a beginner as Germany who plays at random: the Allies win.",
    ),
    Sample(
        file="five-at-the-table.jsonl.gz",
        seed=24,
        bots={
            "soviet-union": "cautious",
            "germany": "bold",
            "united-kingdom": "greedy",
            "japan": "cautious",
            "united-states": "bold",
        },
        players=("Emi", "Ada", "Georg", "Chloe", "Bert"),
        round_limit=8,
        options={"victory": "total", "turkish-straits": "closed"},
        about="Five players, all twelve cities, the straits closed: a draw when the evening is over.",
    ),
    Sample(
        file="war-over-europe.jsonl.zst",
        seed=1,
        bots={"axis": "greedy", "allies": "greedy"},
        players=("Emi", "Bert"),
        round_limit=7,
        title="global-1939",
        about="Global 1939, two players: lend-lease is hunted at sea, the Axis grows, and nobody has won when they stop.",
    ),
    Sample(
        file="arsenal-of-democracy.jsonl.gz",
        seed=5,
        bots={
            "germany": "bold",
            "italy": "bold",
            "japan": "cautious",
            "soviet-union": "cautious",
            "france": "greedy",
            "united-kingdom": "greedy",
            "china": "cautious",
            "united-states": "greedy",
        },
        players=("Georg", "Chloe", "Dmitri", "Bert", "Emi"),
        round_limit=5,
        title="global-1939",
        options={"lend-lease-limit": "30", "breakthroughs": "each", "carrier-hits": "always"},
        about="Global 1939, five players, more lend-lease, sturdy carriers: a draw after five rounds.",
    ),
    Sample(
        file="paris-and-moscow-fall.jsonl.zst",
        seed=3,
        bots={"axis": "greedy", "allies": "random"},
        players=("Ada", "Dmitri", "Georg"),
        round_limit=12,
        title="global-1939",
        options={"mechanized-support": "3"},
        about="Global 1939, three players, beginners as the Allies who play at random: Germany and Italy win.",
    ),
    Sample(
        file="warsaw-holds.jsonl",
        seed=2,
        bots={"axis": "random", "western-allies": "greedy", "soviets": "greedy"},
        players=("Chloe", "Emi"),
        round_limit=0,
        title="black-swan",
        scenario="1939",
        about="Black Swan, the two seasons of 1939, a beginner as the Axis who plays at random: Warsaw holds, a tie.",
    ),
    Sample(
        file="barbarossa.jsonl.zst",
        seed=1,
        bots={"axis": "bold", "western-allies": "greedy", "soviets": "greedy"},
        players=("Bert", "Ada"),
        round_limit=0,
        title="black-swan",
        scenario="1941",
        about="Black Swan, Barbarossa, two players: the Axis attacks on all fronts until the winter comes.",
    ),
    Sample(
        file="rise-and-fall.jsonl.zst",
        seed=1,
        bots={"axis": "bold", "western-allies": "cautious", "soviets": "cautious"},
        players=("Emi", "Bert", "Chloe"),
        round_limit=0,
        title="black-swan",
        scenario="campaign-1939",
        about="Black Swan, the campaign from 1939, three players: from the fall of Poland to the end.",
    ),
    Sample(
        file="convoys-of-the-atlantic.jsonl",
        seed=1,
        bots={"axis": "bold", "allies": "cautious"},
        players=("Georg", "Emi"),
        round_limit=0,
        title="blitz",
        scenario="atlantic",
        about="Blitz!, the Battle of the Atlantic, two players: seven turns of U-boats against convoys.",
    ),
    Sample(
        file="empire-of-the-rising-sun.jsonl.gz",
        seed=3,
        bots={"axis": "greedy", "allies": "greedy"},
        players=("Chloe", "Bert"),
        round_limit=0,
        title="blitz",
        scenario="rising-sun",
        about="Blitz!, Empire of the Rising Sun, two players: Japan's perimeter from 1941 on.",
    ),
    Sample(
        file="race-to-fifteen.jsonl.zst",
        seed=1,
        bots={"axis": "bold", "afa": "cautious", "usa": "greedy", "ussr": "greedy"},
        players=("Ada", "Dmitri", "Georg"),
        round_limit=0,
        title="blitz",
        scenario="rise-and-fall",
        about="Blitz!, the Rise and Fall of Fascism, three players: the race to fifteen points, each power on its own card.",
    ),
    Sample(
        file="spain-and-china.jsonl",
        seed=1,
        bots={"axis": "greedy", "allies": "greedy", "comintern": "greedy"},
        players=("Ada", "Bert", "Chloe"),
        round_limit=4,
        title="global-war-1936",
        scenario="1936",
        about="Global War, three players, 1936 to 1938: Madrid falls to the Nationalists, Japan marches into China and finds it united.",
    ),
    Sample(
        file="paris-in-the-winter.jsonl.gz",
        seed=2,
        bots={"axis": "bold", "allies": "cautious", "comintern": "greedy"},
        players=("Chloe", "Emi", "Georg", "Dmitri", "Bert"),
        round_limit=3,
        title="global-war-1936",
        scenario="1939",
        about="Global War, five players, 1939 and 1940: a bold Axis is in Paris by January, and France is divided.",
    ),
    Sample(
        file="won-by-a-point.jsonl.zst",
        seed=11,
        bots={"axis": "greedy", "allies": "greedy", "comintern": "greedy"},
        players=("Emi", "Bert", "Chloe"),
        round_limit=0,
        title="global-war-1936",
        scenario="1939",
        about="Global War, three players, 1939 to the end: Paris is taken four times, and the Axis wins by a point.",
    ),
)
"""The samples, by the files that hold them."""


def make(sample: Sample) -> tuple[Recording, Game]:
    """Play a sample's game."""
    title = load_title(sample.title)
    return simulate(
        title,
        sample.seed,
        sample.bots,
        scenario=sample.scenario,
        options=sample.options,
        round_limit=sample.round_limit,
        players=seat(title, sample.players),
        game=sample.file.partition(".")[0],
        about=sample.about,
    )


def log_of(sample: Sample) -> bytes:
    """Return the bytes of a sample's file."""
    recording, _ = make(sample)
    return write_log(recording, packing(sample))


def packing(sample: Sample) -> str:
    """Return how a sample's file is packed."""
    return PACKING.get(Path(sample.file).suffix, "")


SAVES = ("axis-projects-power.tsvg",)
"""Samples that TripleA recorded: its computer players' choices depend on the clock, so they cannot be made again."""


def samples() -> tuple[Path, ...]:
    """Return the files of the samples."""
    return tuple(HERE / name for name in (*(sample.file for sample in SAMPLES), *SAVES))
