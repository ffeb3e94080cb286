"""The text of an order is read once, however often the rules ask what it says."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.forces import BlockCount, UnitCount, parse_blocks, parse_units
from engine.mechanics.orders import Lose
from engine.observations import Technology
from engine.orders import Order, split_path, unknown_names
from engine.recording import OrderEntry
from engine.replay import replay as replayed
from engine.strictness import Strictness
from engine.titles import load_title
from ingest.formats import read_record
from ingest.samples import HERE


class Said(str):
    """A text of a recorded order, told from equal texts of orders that the rules make themselves."""


def marked(order: Order) -> Order:
    """An order whose lists and path can be recognized."""
    texts = {field: getattr(order, field, "") for field in ("units", "path", "cargo", "drawn", "bombard")}
    return replace(order, **{field: Said(text) for field, text in texts.items() if text})


@pytest.mark.parametrize(
    ("sample", "texts"),
    [("axis-takes-moscow.jsonl", 1000), ("arsenal-of-democracy.jsonl.gz", 1000), ("warsaw-holds.jsonl", 150)],
)
def test_a_recorded_game_reads_each_text_of_an_order_once(sample: str, texts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    record = read_record(HERE / sample)
    recording = record.recording
    entries = [replace(entry, order=marked(entry.order)) if isinstance(entry, OrderEntry) else entry for entry in recording.entries]
    counts: Counter[int] = Counter()
    count_in_all_modules(counts, monkeypatch)
    replayed(replace(recording, entries=tuple(entries)), record.title, Strictness.RAISE)
    assert len(counts) >= texts
    assert Counter(counts.values()) == {1: len(counts)}


def count_in_all_modules(counts: Counter[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every reader of text in the engine count the recorded texts that it is given."""
    for reader in (parse_blocks, parse_units, split_path):

        def counting(text: str, reader: Callable = reader) -> tuple:
            if isinstance(text, Said):
                counts[id(text)] += 1
            return reader(text)

        for name, module in list(sys.modules.items()):
            mine = name.startswith("engine.") and name != "engine.forces"
            if mine and getattr(module, reader.__name__, None) is reader:
                monkeypatch.setattr(module, reader.__name__, counting)


def test_an_order_says_its_units_with_steps_without_and_by_type() -> None:
    order = Lose("2 infantry, infantry (japan), fighter")
    assert order.blocks[1] == BlockCount("infantry", 1, "japan")
    assert order.forces == (UnitCount("infantry", 2), UnitCount("infantry", 1, "japan"), UnitCount("fighter", 1))
    assert order.counts == (("infantry", 3), ("fighter", 1))
    with pytest.raises(ValueError, match="'infantry-4@3': expected units without steps"):
        Lose("infantry-4@3").forces  # noqa: B018 - what is asked is whether it can be read


def test_what_an_order_has_read_is_no_part_of_it() -> None:
    order = Lose("2 infantry")
    assert order.counts and order == Lose("2 infantry") and hash(order) == hash(Lose("2 infantry"))
    assert replace(order, units="tank").counts == (("tank", 1),)


def test_a_title_without_technologies_says_so_of_one_that_is_named() -> None:
    told = unknown_names(Technology("germany", "jet-power"), load_title("blitz"))
    assert told[-1] == ("technology", "unknown technology 'jet-power'; title blitz has none")
