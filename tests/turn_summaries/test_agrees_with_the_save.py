"""One game, read from its save and from its turn summaries: wherever both speak they say the same."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from engine import events as ev
from engine.replay import Game
from engine.state import state_at
from ingest.read import replay_file

pytestmark = pytest.mark.shared

OLDER = (
    "ai-classic-g1", "ai-global40-g1-fast", "ai-global40-g2-tech", "ai-revised-g1-fast", "ai-ww2v4-g1-fast", "ai-ww2v4-g2-mix",
    "ai-ww2v5-g1-fast", "ai-ww2v5-g3-mix", "ai-ww2v5-g4-tech", "ai-ww2v5-g5-midbattle",
)  # fmt: skip

NEWEST = (
    "h2_global40_edit",
    "h2_ww2v5_undo",
    "h_classic_g7",
    "h_global40_g3",
    "h_ww2v3_g6_tech",
    "h_ww2v4_g2_tech",
)
"""Games of the newest program, in the folder `newest`, their texts in `newest/turns`."""

NOT_TOLD = {
    # Fighters that scramble: the text says only how many.
    ("ai-global40-g1-fast", "moves"): {(1, "fighter", "scotland", "sea-zone-111")},
    # A land taken without a battle, by a power whose later battles have no casualties: the program does not print it.
    ("ai-global40-g2-tech", "control"): {(3, "british-somaliland", "united-kingdom")},
    ("h2_global40_edit", "moves"): {(1, "fighter", "scotland", "sea-zone-111")},
    # A sea zone won in a battle whose end is not printed; the same of the land below.
    ("h2_global40_edit", "control"): {(1, "sea-zone-35", "united-states")},
    ("h_ww2v4_g2_tech", "control"): {(2, "algeria", "united-states")},
    # Damage set by hand: the text does not say where.
    ("h2_global40_edit", "bombed"): {(1, "western-germany", "major-factory")},
    # `Chinese builds 2 units.` does not say which.
    ("h_ww2v3_g6_tech", "bought"): {(1, "china", "infantry"), (2, "china", "infantry")},
    ("h_ww2v3_g6_tech", "placed"): {(1, "china", "infantry", "chinghai"), (2, "china", "infantry", "yunnan")},
}
"""What the save tells and the text does not."""

GUESSED = {
    # Two fighters of two powers leave one carrier in one phase; the text names no owner, and the guess was the wrong way round.
    "ai-ww2v4-g1-fast": {
        (9, "united-states", "fighter", "sea-zone-14", "sea-zone-13"),
        (9, "united-kingdom", "fighter", "sea-zone-14", "russia"),
    },
    "h_ww2v4_g2_tech": {
        (3, "united-kingdom", "fighter", "sea-zone-32", "sea-zone-15"),
        (3, "united-states", "fighter", "sea-zone-32", "persia"),
        (3, "united-kingdom", "fighter", "sea-zone-15", "libya"),
    },
}
"""Moves whose owner the text leaves open, and that were given to another than the save says."""

GAMES = OLDER + NEWEST


@lru_cache(maxsize=len(GAMES))
def both(shared: Path, name: str) -> tuple[Game, Game]:
    folder = shared / "saves" / ("newest" if name in NEWEST else "")
    texts = folder / "turns" if name in NEWEST else folder
    return replay_file(folder / f"{name}.tsvg"), replay_file(texts / f"{name}.turns.txt.gz")


def counted(game: Game, key) -> Counter:
    """Sum what `key` says of each event: None, or (what, how much); rounds are counted along."""
    found: Counter = Counter()
    round_ = 0
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            round_ = event.round
        elif round_ and (said := key(event)):
            found[(round_, *said[0])] += said[1]
    return +found


def bought(e: ev.Event):
    return ((e.power, e.unit), e.count) if isinstance(e, ev.UnitsPurchased) else None


def placed(e: ev.Event):
    return ((e.power, e.unit, e.area), e.count) if isinstance(e, ev.UnitsPlaced) and e.cause == "mobilize" else None


def lost(e: ev.Event):
    return ((e.power, e.unit, e.area), e.count) if isinstance(e, ev.UnitsRemoved) and e.battle else None


def moved(e: ev.Event):
    return ((e.power, e.unit, e.origin, e.destination), e.count) if isinstance(e, ev.UnitsMoved) else None


def moved_by_anyone(e: ev.Event):
    return ((e.unit, e.origin, e.destination), e.count) if isinstance(e, ev.UnitsMoved) else None


def taken(e: ev.Event):
    return ((e.area, e.after), 1) if isinstance(e, ev.ControlChanged) else None


def dice(e: ev.Event):
    return ((e.area, e.purpose == "research" and e.power), len(e.dice)) if isinstance(e, ev.DiceRolled) else None


def dice_by_power(e: ev.Event):
    own = isinstance(e, ev.DiceRolled) and e.purpose in ("attack", "defence", "bombardment")
    return ((e.area, e.power), len(e.dice)) if own else None


def hits(e: ev.Event):
    own = isinstance(e, ev.DiceRolled) and e.purpose in ("attack", "defence", "bombardment", "anti-air")
    return ((e.area,), e.hits) if own else None


def hits_by_power(e: ev.Event):
    own = isinstance(e, ev.DiceRolled) and e.purpose in ("attack", "defence", "bombardment")
    return ((e.area, e.power), e.hits) if own else None


def techs(e: ev.Event):
    return ((e.power, e.tech), 1) if isinstance(e, ev.TechAdvanced) else None


def relations(e: ev.Event):
    return ((*sorted((e.power, e.other)), e.after), 1) if isinstance(e, ev.RelationChanged) else None


def bombed(e: ev.Event):
    return ((e.area, e.facility), e.delta) if isinstance(e, ev.FacilityChanged) and e.delta > 0 else None


SAME = (bought, placed, lost, dice, dice_by_power, hits, hits_by_power, techs, relations, bombed)


@pytest.mark.parametrize("key", SAME, ids=lambda key: key.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_both_say_the_same(shared: Path, name: str, key) -> None:
    save, text = both(shared, name)
    untold = NOT_TOLD.get((name, key.__name__), set())
    assert set(counted(save, key) - counted(text, key)) == untold
    assert not counted(text, key) - counted(save, key)


def test_there_is_much_to_compare(shared: Path) -> None:
    _, text = both(shared, "ai-global40-g2-tech")
    keys = (bought, placed, lost, moved, dice, hits, taken, techs, bombed, relations)
    assert {key.__name__: counted(text, key).total() for key in keys} == {
        "bought": 460, "placed": 460, "lost": 400, "moved": 3681, "dice": 1493, "hits": 501, "taken": 154, "techs": 10, "bombed": 22,
        "relations": 44,
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_moves(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    untold = NOT_TOLD.get((name, "moves"), set())
    told = counted(save, moved_by_anyone)
    assert set(told - counted(text, moved_by_anyone)) == untold
    assert not counted(text, moved_by_anyone) - told
    assert set(counted(text, moved) - counted(save, moved)) == GUESSED.get(name, set())


@pytest.mark.parametrize("name", GAMES)
def test_control(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    assert set(counted(save, taken) - counted(text, taken)) == NOT_TOLD.get((name, "control"), set())
    assert set(counted(text, taken) - counted(save, taken)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_income_and_other_money(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    resource = save.title.resource

    def money(e: ev.Event):
        return ((e.power, e.cause), abs(e.delta)) if isinstance(e, ev.ResourceChanged) and e.resource == resource else None

    assert counted(text, money) == counted(save, money)


@pytest.mark.parametrize("name", GAMES)
def test_faces_of_bombing_convoy_and_research_dice(shared: Path, name: str) -> None:
    def faces(e: ev.Event):
        told = isinstance(e, ev.DiceRolled) and e.purpose in ("bombing", "convoy", "research") and any(e.dice)
        return ((e.area, e.purpose, e.dice), 1) if told else None

    save, text = both(shared, name)
    assert not counted(text, faces) - counted(save, faces)


@pytest.mark.parametrize("name", GAMES)
def test_prices_that_purchases_and_scores_show_are_the_maps(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    wrong = {unit: row.cost for unit, row in text.title.units.items() if row.cost and row.cost != save.title.units[unit].cost}
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_stores_at_the_end_of_every_turn(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    resource = save.title.resource
    assert stores(text, resource) == stores(save, resource)


def stores(game: Game, resource: str) -> list[tuple[int, str, int]]:
    """What a power has once it has collected its income, by round."""
    found, round_ = {}, 0
    held: dict[str, int] = {}
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            round_ = event.round
        elif isinstance(event, ev.ResourceChanged) and event.resource == resource:
            held[event.power] = event.balance
            if event.cause == "income":
                found[round_, event.power] = event.balance
    return [(*key, amount) for key, amount in found.items()]


@pytest.mark.parametrize("name", ["ai-ww2v4-g2-mix"])
def test_a_game_of_a_known_title_has_the_same_board_at_the_end_of_every_round(shared: Path, name: str) -> None:
    save, text = both(shared, name)
    for round_ in range(1, 7):
        assert board(text, round_) == board(save, round_), round_


def board(game: Game, round_: int) -> tuple[Counter, dict[str, str]]:
    """Units by area, power and type, and who holds what, when a round is over."""
    ends = [at for at, event in enumerate(game.events) if isinstance(event, ev.RoundStarted) and event.round == round_ + 1]
    state = state_at(game.events, ends[0] if ends else len(game.events))
    units: Counter = Counter()
    for (area, power, unit, *_), count in state.stacks.items():
        units[area, power, unit] += count
    return units, state.control
