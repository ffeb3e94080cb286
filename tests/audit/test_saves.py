"""Saves that were tampered with are found beside an honest one; honest ones, laid beside each other, show nothing."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest

from ingest.audit import of_save
from ingest.audit.audit import Audit, of_trails, trail_of
from ingest.samples import samples
from ingest.triplea.model import Save
from ingest.triplea.save import read_save
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.audit.doctoring import DOCTORED, Where
from tests.audit.honest import earlier, moments
from tests.audit.rewriting import Forged
from tests.slow import slow_after, slow_among
from tests.triplea.saves import lines_of, path_of

GAMES = (
    "ai-classic-g1", "ai-global40-g1-fast", "ai-revised-g1-fast", "ai-ww2v4-g1-fast", "ai-ww2v4-g2-mix", "ai-ww2v5-g1-fast",
    "ai-ww2v5-g3-mix", "ai-ww2v5-g5-midbattle", "newest/h_classic_g7", "newest/h_ww2v4_g2_tech", "newest/h2_ww2v5_resumed",
    "newest/h2_ww2v4_retreat", "newest/h2_ww2v5_undo", "newest/h_ww2v5_g4_midbattle", "newest/t25_ww2v4_g3_weak",
    "newest/t26_ww2v5_g4_midbattle",
)  # fmt: skip
"""Recorded games of four boards, by TripleA 1.9, 2.5, 2.6 and the head of 2026."""
EARLIER = 4
"""Earlier saves of each: with the pairs of `RESUMED`, 68 in all."""
RESUMED = (
    ("v2-nwo_smalls_ai_game_during_combat", "newest/h4_v2-nwo_smalls_ai_game_during_combat_resumed"),
    ("v2-revised_during_land_to_land_combat", "newest/h4_v2-revised_during_land_to_land_combat_resumed"),
    ("v2-wwii_global_2nd_edition_during_g1_politics", "newest/h4_v2-wwii_global_2nd_edition_during_g1_politics_resumed"),
    ("old-2008/Kev-28720a8a4a", "old-2008/Kev1-28720a8a4a"),
)
"""Two files each that the program itself wrote, one after the other: three of 2.0 that its head of 2026 played on, and one of 2008."""
FORGED = ("ai-ww2v4-g2-mix", "ai-classic-g1", "newest/h_ww2v4_g2_tech")
SAMPLE = next(path for path in map(Path, samples()) if path.suffix == ".tsvg")


@contextmanager
def deep() -> Iterator[None]:
    """The writer of streams calls itself for each object inside an object."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@lru_cache(maxsize=1)
def honest(path: Path) -> Save:
    return read_save(path)


def beside(path: Path, forged: Path) -> Audit:
    """An honest save of an earlier moment, and a forged one of the whole game."""
    save = honest(path)
    first = of_save.trail_of(earlier(save, moments(save, 4)[3]), "earlier.tsvg")
    return of_trails([first, trail_of(forged)])


def forged(path: Path, name: str, into: Path) -> tuple[Path, Where]:
    with deep():
        save = Forged(path)
        where = DOCTORED[name][0](save, random.Random(f"{path.name} {name}"))
        return save.write(into / "forged.tsvg"), where


def check_found(path: Path, name: str, into: Path) -> None:
    written, where = forged(path, name, into)
    found = beside(path, written)
    assert len(found.pairs) == 1, "they are of one game"
    kinds = {one.kind for one in found.findings}
    assert kinds & DOCTORED[name][1], f"{name}: {found.findings[:5]}"
    fitting = [one for one in found.findings if one.kind in DOCTORED[name][1]]
    assert all(one.file == str(written) for one in fitting)
    if where.round is not None:
        assert where.round in {one.round for one in fitting}
    if where.player:
        assert where.player in {one.power for one in fitting}


@pytest.mark.parametrize("name", DOCTORED)
def test_a_forged_sample_is_found(name: str, tmp_path: Path) -> None:
    check_found(SAMPLE, name, tmp_path)


@pytest.mark.shared
@pytest.mark.parametrize("game", slow_after(1, FORGED))
@pytest.mark.parametrize("name", slow_after(5, DOCTORED))
def test_a_forged_save_is_found(shared: Path, game: str, name: str, tmp_path: Path) -> None:
    check_found(path_of(shared, game), name, tmp_path)


def test_a_save_written_anew_is_the_same(tmp_path: Path) -> None:
    """Else what is found might be the writer's, and not the forger's."""
    with deep():
        again = Forged(SAMPLE).write(tmp_path / "again.tsvg")
    found = beside(SAMPLE, again)
    assert found.pairs and not found.findings


def check_honest(save: Save, name: str, oracle: dict[int, dict[str, object]] | None = None) -> int:
    whole, nodes = of_save.trail_of(save, name), moments(save, EARLIER)
    for node in nodes:
        first = earlier(save, node)
        if oracle is not None:
            said, saved = oracle[node], summary(TripleaState(first))
            assert all(saved[part] == said[part] for part in ("resources", "owners", "units", "tech")), "the engine says so itself"
        found = of_trails([of_save.trail_of(first, "earlier"), whole])
        assert found.pairs == (("earlier", name),)
        assert not found.findings, found.findings[:3]
    return len(nodes)


def test_earlier_saves_of_the_sample_are_followed() -> None:
    assert check_honest(honest(SAMPLE), "sample") == EARLIER


@pytest.mark.shared
@pytest.mark.parametrize("game", slow_among(set(GAMES[1::2]), GAMES))
def test_honest_saves_are_not_accused(shared: Path, game: str) -> None:
    oracle = {int(line["node_index"]): line for line in lines_of(shared, game, "oracle") if line["kind"] == "step"}
    assert check_honest(read_save(path_of(shared, game)), game, oracle) == EARLIER


@pytest.mark.shared
@pytest.mark.parametrize("first, then", RESUMED)
def test_saves_that_the_program_wrote_one_after_the_other(shared: Path, first: str, then: str) -> None:
    """Of the pair of 2008 each shows its edits: what stands there, and nothing of the pair."""
    found = of_trails([trail_of(path_of(shared, one)) for one in (then, first)])
    assert found.pairs == ((str(path_of(shared, first)), str(path_of(shared, then))),)
    assert not [one for one in found.findings if one.other]
    edits = [one for one in found.findings if one.kind == "edit"]
    assert len(edits) == len(found.findings) == (22 if first.startswith("old-2008") else 0)
    assert {(one.power, one.round) for one in edits} <= {("Japanese", 1), ("Japanese", 2)}


@pytest.mark.shared
def test_games_of_one_map_are_no_pair(shared: Path) -> None:
    found = of_trails([trail_of(path_of(shared, one)) for one in ("ai-ww2v4-g1-fast", "ai-ww2v4-g2-mix")])
    assert not found.pairs and not found.findings
