"""The referee: games that TripleA played on the boards of titles, put to their rules.

The literal tables beside this file say where the engine and the rule book differ. A difference that is not in them
fails, and so does one that they list and that is gone.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.dice import SeededDice
from engine.errors import IllegalOrder
from engine.events import DefectFound, Event
from engine.play import Play
from engine.recording import CorrectionEntry, DiceEntry, NoteEntry, ObservationEntry, OrderEntry
from engine.replay import replay
from engine.rules import Position, load_rules
from engine.setting_right import set_right
from engine.strictness import Strictness
from engine.title.loader import load_title
from engine.title.model import Title
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from ingest.triplea.model import Save
from ingest.triplea.orders.compare import corrections, gaps, ours, theirs
from ingest.triplea.orders.names import Names
from ingest.triplea.orders.referee import Refereed, orders_of, referee
from ingest.triplea.replay import Replay
from ingest.triplea.title.reading import title_of
from tests.slow import slow_after
from tests.triplea.refereed import NUMBERS, SAVES, asked, rows_of
from tests.triplea.saves import save_of

HERE = Path(__file__).parent
USUAL = {
    "aa1942": "moderate",
    "aa1942-second-edition": "honorable-surrender",
    "revised": "projection-of-power",
    "classic": "capitals",
    "aa50-1941": "projection-of-power",
}
TO_NO_VICTORY = ("ai-ww2v5-g4-tech",)
"""Games whose options have no victory by cities."""


@lru_cache(maxsize=2)
def refereed(shared: Path, name: str) -> Refereed:
    return referee(save_of(shared, name))


def allowed(name: str) -> Counter[tuple[str, ...]]:
    with (HERE / "referee/differences.csv").open(encoding="utf-8", newline="") as table:
        rows = [tuple(row.values()) for row in csv.DictReader(table)]
    return Counter(row[1:] for row in rows if row[0] == name)


def rules() -> dict[str, dict[str, str]]:
    return tomllib.loads((HERE / "referee/rules.toml").read_text(encoding="utf-8"))


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_the_engine_and_the_rules_differ_where_the_table_says_and_nowhere_else(shared: Path, name: str) -> None:
    found = Counter(rows_of(refereed(shared, name)))
    assert found == allowed(name)


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_how_much_was_refereed(shared: Path, name: str) -> None:
    tally = refereed(shared, name).tally
    assert {key: getattr(tally, key) for key in NUMBERS} == {key: int(asked(name)[key]) for key in NUMBERS}


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_every_die_of_the_save_is_in_the_recording_but_those_not_called_for(shared: Path, name: str) -> None:
    out, rolled, save = refereed(shared, name), Counter[int](), save_of(shared, name)
    for part in save.history.rounds:
        for step in part.steps:
            for event in step.events:
                if step.delegate == "tech" and "research" in title_of(save).phases:
                    rolled.update(die.pips for die in getattr(event.shown, "dice", ()))
                    rolled.update(map(int, re.findall(r"\d+", event.title.partition("resolve tech hits:")[2])))
                if bonds := re.search(r" collect (\d+) PUs? from War Bonds", event.title):
                    rolled[int(bonds[1])] += 1
                if thrown := re.search(r"^Kamikaze Suicide Attack .* Rolls: ([\d,]+)", event.title):
                    rolled.update(map(int, thrown[1].split(",")))
                for child in event.children:
                    rolled.update(die.pips for die in getattr(child.shown, "dice", ()))
                    if child.title.startswith("Bombing raid in ") and " rolls: " in child.title:
                        shown = [*map(int, child.title.split(" rolls: ")[1].split(" ")[0].split(","))]
                        alone = re.search("unit: (airfield|harbour)", child.title) and max(shown) <= 6  # tactical bombers add nothing
                        rolled.update(max(1, pips - (0 if alone else added_to_bombs(save))) for pips in shown)
                    if child.title.startswith("Rolling for Convoy Blockade Damage"):
                        rolled.update(map(int, child.title.split(" Rolls: ")[1].split(",")))
    kept = Counter(die for entry in out.entries if isinstance(entry, DiceEntry) for die in entry.dice)
    spare = sum(int(one.found) for one in out.differences if one.rule == "dice/not-called-for")
    assert kept.total() == out.tally.dice
    assert not kept - rolled
    unfought = [one for one in out.differences if one.rule == "dice/others"]
    assert (rolled - kept).total() >= spare if unfought else (rolled - kept).total() == spare


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_the_recording_replays_to_the_saved_state_and_so_does_its_log(shared: Path, name: str) -> None:
    save = save_of(shared, name)
    title = title_of(save)
    recording = orders_of(save, title, name)
    game = replay(recording, title)
    end, names = Replay(save), Names(title)
    assert list(gaps(ours(Position(title, game.state)), theirs(end.finish(), names))) == []
    seen_otherwise = [event for event in game.events if isinstance(event, DefectFound) and event.rule == "observation"]
    assert seen_otherwise == []
    for words in (True, False):
        again = replay(parse_log(write_log(recording, words=words), name, None), title)
        assert again.events == game.events or [*map(bare, again.events)] == [*map(bare, game.events)]
    seen = [entry for entry in recording.entries if isinstance(entry, ObservationEntry)]
    assert len(seen) >= 8 * int(asked(name)["turns"])
    as_the_map_has_it = (
        {"unplaced-units": "lost", "ship-repair": "end-of-turn"} if title.slug in ("aa1942", "aa1942-second-edition") else {}
    )
    if title.slug == "aa1942":
        as_the_map_has_it |= {"bombardment-strikes": "all"}
    if save.options["Tech Development"].value and "technology" in title.options and title.options["technology"].default == "off":
        as_the_map_has_it |= {"technology": "on"}
    level = {"victory": "total-victory" if name in TO_NO_VICTORY else USUAL[title.slug]} if "victory" in title.options else {}
    assert recording.header.options == level | as_the_map_has_it
    assert game.state.winners == told_winners(save)


def added_to_bombs(save: Save) -> int:
    """What bombers add to their dice, which the program has added in what it tells of raids on factories."""
    return max(row.number("bomb-bonus") for row in title_of(save).units.values())


def told_winners(save: Save) -> tuple[str, ...]:
    """Who has won, by the program's own sentence."""
    events = (event.title for part in save.history.rounds for step in part.steps for event in step.events)
    return tuple(title.partition(" achieve ")[0].split()[-1].lower() for title in events if " achieve " in title)[:1]


def bare(event: Event) -> Event:
    """An event without the place in the file that a defect names."""
    return replace(event, where="") if isinstance(event, DefectFound) else event


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_corrections_are_few_and_stand_where_a_difference_was_found(shared: Path, name: str) -> None:
    out = refereed(shared, name)
    set_right_by = [entry.observation for entry in out.entries if isinstance(entry, CorrectionEntry)]
    orders = [entry for entry in out.entries if isinstance(entry, OrderEntry)]
    assert len(set_right_by) == out.tally.corrections < len(orders) / 10
    outcomes = [one for one in out.differences if one.rule.startswith("outcome/")]
    notes = [entry.text for entry in out.entries if isinstance(entry, NoteEntry)]
    unfought = [one.what.removeprefix("battle ") for one in out.differences if one.rule == "dice/others"]
    assert [note.split(" is only set right")[0] for note in notes] == [f"The battle of {area}" for area in unfought]
    first = next((at for at, entry in enumerate(out.entries) if isinstance(entry, OrderEntry)), 0)
    bids = [entry for entry in out.entries[:first] if isinstance(entry, CorrectionEntry)]
    assert len(set_right_by) <= len(outcomes) + len(bids) and (len(bids) <= 9 or name.endswith("_edit"))


@pytest.mark.shared
def test_what_the_engine_let_and_the_rules_do_not_is_illegal_in_the_recording(shared: Path) -> None:
    save = save_of(shared, "ai-ww2v4-g2-mix")
    with pytest.raises(IllegalOrder, match="combat-move/undelivered"):
        replay(orders_of(save), title_of(save), Strictness.RAISE)


def test_every_rule_of_the_table_is_explained_and_none_is_idle() -> None:
    with (HERE / "referee/differences.csv").open(encoding="utf-8", newline="") as table:
        used = {row["rule"] for row in csv.DictReader(table)}
    assert used == set(rules())
    assert all(set(row) == {"section", "why"} and all(row.values()) for row in rules().values())


@pytest.mark.shared
def test_the_rule_book_has_the_sections_that_the_table_names(shared: Path) -> None:
    book = (shared / "rulebooks" / "aa1942.txt").read_text(encoding="utf-8")
    marks = [line.strip("#*_: ") for line in book.splitlines() if line.startswith(("#", "**"))]
    inline = [line[2:].split(":**")[0] for line in book.splitlines() if ":**" in line]
    for rule, row in rules().items():
        assert row["section"] in {*marks, *inline}, rule


def changed(unit: str, **figures: int) -> Title:
    """The title with other figures for one unit."""
    title = load_title("aa1942")
    return replace(title, units={**title.units, unit: replace(title.units[unit], **figures)})


@pytest.mark.shared
@pytest.mark.parametrize(
    ("unit", "figures", "rule"),
    [
        ("tank", {"move": 1}, "combat-move/range"),
        ("infantry", {"defense": 3}, "dice/others"),
        ("fighter", {"cost": 11}, "purchase/funds"),
        ("battleship", {"strength": 1}, "outcome/units"),
    ],
)
def test_a_wrong_figure_does_not_go_unseen(shared: Path, unit: str, figures: dict[str, int], rule: str) -> None:
    save = save_of(shared, "ai-ww2v4-g1-fast")
    first = replace(save, history=replace(save.history, rounds=save.history.rounds[:1]))
    fine = {one.rule for one in referee(first).differences}
    found = {one.rule for one in referee(first, changed(unit, **figures)).differences}
    assert rule in found - fine


@pytest.mark.shared
def test_the_map_of_another_game_is_no_title(shared: Path) -> None:
    with pytest.raises(LookupError, match="no rules of its own"):
        orders_of(save_of(shared, "newest/h4_v2-nwo_smalls_ai_game_during_combat_resumed"))


@pytest.mark.shared
def test_corrections_make_the_game_the_saves(shared: Path) -> None:
    """From the first position to the last of a whole game, by nothing but corrections."""
    save = save_of(shared, "ai-ww2v4-g1-fast")
    title = title_of(save)
    play = Play(load_rules(title), SeededDice(1))
    play.start()
    end = theirs(Replay(save).finish(), Names(title))
    assert list(gaps(ours(play.position), end))
    for wanted in corrections(play.position, end):
        set_right(play, wanted)
    assert [gap for gap in gaps(ours(play.position), end) if gap.what != "damage"] == []
