"""The luck of battles that TripleA recorded, against what does not follow from the ledger's own definition.

By hand, by a second implementation (`second_ledger`), and by what luck is: over many battles nothing on average, uniform in rank.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
import scipy

from engine import events as ev
from engine.odds.ledger import Entry, ledger
from engine.odds.recorded_battle import EDITED, FAIR, KINDS, LOW_LUCK
from engine.replay import Game
from engine.strictness import Strictness
from engine.titles import load_title
from ingest import replay_file
from ingest.samples import samples
from tests.odds.second_ledger import Told, second_ledger

ERRORS = 4.0
"""Standard errors that a mean may be off."""
UNLIKELY = 1e-4
"""What a test of a distribution calls too unlikely."""


def game_of(name: str) -> Game:
    return replay_file(next(path for path in samples() if path.name == name), Strictness.COLLECT)


@pytest.fixture(scope="module")
def saves(shared: Path) -> dict[str, Game]:
    """Every save of the reference material that holds battles, by name."""
    paths = sorted((shared / "saves").rglob("*.tsvg"))
    found = {path.name: replay_file(path, Strictness.COLLECT) for path in paths}
    return {name: game for name, game in found.items() if any(isinstance(event, ev.BattleEnded) for event in game.events)}


# ---- by hand


def of_triplea(side: str, target: int, *dice: int, unit: str = "", number: int = 1) -> ev.DiceRolled:
    """Dice as the program tells them: all types of one strength together, none named."""
    power = "germany" if side == "attacker" else "soviet-union"
    hits = sum(die <= target for die in dice)
    purpose = "attack" if side == "attacker" else "defence"
    return ev.DiceRolled(1, "ukraine-ssr", power, side, purpose, number, unit, target, dice, hits, len(dice) * target / 6)


def start(attackers: str, defenders: str, area: str = "ukraine-ssr", kind: str = "land") -> ev.BattleStarted:
    return ev.BattleStarted(1, kind, area, "germany", "soviet-union", attackers, defenders)


def end(rounds: int, mine: int, theirs: int, kind: str = "land") -> ev.BattleEnded:
    return ev.BattleEnded(1, kind, "ukraine-ssr", "germany", "soviet-union", rounds, "attacker", "eliminated", "", "", mine, theirs)


def lost(power: str, unit: str, n: int = 1, cause: str = "combat") -> ev.UnitsRemoved:
    return ev.UnitsRemoved(power, unit, n, "ukraine-ssr", cause=cause, battle=1)


def fought(*events: ev.Event) -> Entry:
    (entry,) = ledger(load_title("aa1942"), events)
    return entry


def test_a_hit_of_dice_that_no_unit_is_named_for_is_luck() -> None:
    """Artillery and infantry, both at 2, against an infantry at 2; one round, one hit, the other misses.

    Nobody chose anything. Before: from 2 units 1 - (4/6)^2 = 5/9 hit a round, from 1 at 1 (infantry alone: the artillery, of 4, is
    kept to the last and hits at 2) 2/6; the defender hits 2/6.
    """
    entry = fought(
        start("artillery, infantry", "infantry"),
        of_triplea("attacker", 2, 4, 2),
        of_triplea("defender", 2, 5, unit="infantry"),
        lost("soviet-union", "infantry"),
        end(1, 0, 3),
    )
    # The artillery alone: both hit 1/3 a round: dead, killed, or both: swing (3*(1/3*2/3) - 4*(2/3*1/3) + (3-4)*1/9) / (1 - 4/9)
    alone = (3 * 2 / 9 - 4 * 2 / 9 - 1 / 9) / (5 / 9)
    # Both: the infantry is lost first.
    both = (5 / 9 * 2 / 3 * 3 + 5 / 9 * 1 / 3 * 0 + 4 / 9 * 1 / 3 * (alone - 3)) / (1 - 4 / 9 * 2 / 3)
    assert entry.expected == pytest.approx(both)
    assert (entry.luck, entry.decisions) == (pytest.approx(3 - both), pytest.approx(0.0, abs=1e-9))


def test_pooled_dice_at_sea_are_those_of_the_units_with_that_number() -> None:
    """A cruiser and a fighter at 3 against a destroyer and a submarine: without a destroyer the fighter cannot hit the submarine.

    The program rolls the fighter apart then, so that its two rolls are told from each other by how many dice they have.
    """
    begun = start("cruiser, 2 fighter", "destroyer, submarine", "sea-zone-5", "sea")
    entry = fought(
        begun,
        of_triplea("attacker", 3, 1, 1),
        of_triplea("attacker", 3, 6),
        of_triplea("defender", 2, 6, unit="destroyer"),
        of_triplea("defender", 1, 6, unit="submarine"),
        lost("soviet-union", "destroyer"),
        end(1, 0, 8, "sea"),
    )
    assert entry.dice == FAIR and entry.luck + entry.decisions == pytest.approx(8 - entry.expected)


def test_submarines_that_submerge_before_the_first_die_are_out_of_what_is_expected_and_later_a_decision() -> None:
    begun = start("battleship", "cruiser, submarine", "sea-zone-5", "sea")
    dived = ev.UnitsChanged("soviet-union", "submarine", 1, "sea-zone-5", becomes="submerged", cause="submerge", battle=1)
    rest = (
        of_triplea("attacker", 4, 1, unit="battleship"),
        of_triplea("defender", 3, 6, unit="cruiser"),
        lost("soviet-union", "cruiser"),
    )
    entry = fought(begun, dived, *rest, end(1, 0, 12, "sea"))
    without = fought(start("battleship", "cruiser", "sea-zone-5", "sea"), *rest, end(1, 0, 12, "sea"))
    assert (entry.expected, entry.luck, entry.decisions) == pytest.approx((without.expected, without.luck, 0.0))
    # In a second round, after a first one without a hit.
    missed = [
        of_triplea("attacker", 4, 6, unit="battleship"),
        of_triplea("defender", 3, 6, unit="cruiser"),
        of_triplea("defender", 1, 6, unit="submarine"),
    ]
    rest = (
        of_triplea("attacker", 4, 1, unit="battleship", number=2),
        of_triplea("defender", 3, 6, unit="cruiser", number=2),
    )
    later = fought(begun, *missed, dived, *rest, lost("soviet-union", "cruiser"), end(2, 0, 12, "sea"))
    both = fought(begun, *missed, lost("soviet-union", "cruiser"), end(1, 0, 12, "sea"))
    assert later.expected == pytest.approx(both.expected) != pytest.approx(without.expected)
    assert later.decisions != pytest.approx(0.0, abs=0.1)
    assert later.luck + later.decisions == pytest.approx(12 - later.expected)


def test_cargo_goes_down_with_its_ships_in_what_is_expected_too() -> None:
    """A bomber against loaded transports is certain: all is expected, nothing is luck or a decision."""
    entry = fought(
        start("bomber", "infantry, tank, 2 transport", "sea-zone-5", "sea"),
        lost("soviet-union", "transport", 2, "defenceless"),
        lost("soviet-union", "infantry", 1, "cargo-lost"),
        lost("soviet-union", "tank", 1, "cargo-lost"),
        of_triplea("attacker", 4, 6, unit="bomber"),
        end(1, 0, 22, "sea"),
    )
    assert (entry.expected, entry.luck, entry.decisions) == (22.0, pytest.approx(0.0), pytest.approx(0.0))


def test_a_ship_that_comes_damaged_is_lost_by_one_hit() -> None:
    placed = ev.UnitsPlaced("soviet-union", "battleship", 1, "sea-zone-5", strength=1)
    events = (
        start("2 cruiser", "battleship", "sea-zone-5", "sea"),
        of_triplea("attacker", 3, 1, 6, unit="cruiser"),
        of_triplea("defender", 4, 6, unit="battleship"),
        lost("soviet-union", "battleship"),
        end(1, 0, 20, "sea"),
    )
    whole, damaged = fought(*events), fought(placed, *events)
    assert damaged.expected > whole.expected + 5 and damaged.decisions == pytest.approx(0.0)


def test_what_bombardment_hits_may_be_removed_with_the_losses_of_the_first_round() -> None:
    bombarded = ev.DiceRolled(1, "ukraine-ssr", "germany", "attacker", "bombardment", 0, "battleship", 4, (1,), 1, 4 / 6)
    events = (of_triplea("attacker", 3, 6, 6, unit="tank"), of_triplea("defender", 2, 6, 6, 6, unit="infantry"))
    begun = start("battleship, 2 tank", "3 infantry", kind="amphibious")
    gone = lost("soviet-union", "infantry")
    at_once = fought(begun, bombarded, gone, *events, end(1, 0, 3, "amphibious"))
    later = fought(begun, bombarded, *events, gone, end(1, 0, 3, "amphibious"))
    assert later.luck == pytest.approx(at_once.luck) and later.decisions == pytest.approx(at_once.decisions)


def test_luck_is_told_only_where_the_dice_are_those_that_the_odds_know() -> None:
    """Three dice of one infantry: a rule that the exact odds do not have."""
    odd = (
        start("infantry", "infantry"),
        of_triplea("attacker", 1, 6, 6, 6),
        of_triplea("defender", 2, 6),
        end(1, 0, 0),
    )
    assert ledger(load_title("aa1942"), odd) == []


# ---- by a second implementation


def entries(game: Game) -> tuple[Entry, ...]:
    """Return the ledger of a game, made once."""
    key = game.name, len(game.events)
    if key not in MADE:
        MADE[key] = tuple(ledger(game.title, game.events))
    return MADE[key]


MADE: dict[tuple[str, int], tuple[Entry, ...]] = {}


def compare(game: Game) -> list[Told]:
    """Return the battles of which both speak; they say the same."""
    first = {entry.seq: entry for entry in entries(game)}
    both = [told for told in second_ledger(game.title, game.events) if told.seq in first]
    for told in both:
        entry = first[told.seq]
        if entry.dice == FAIR:
            found, expected = (entry.expected, entry.luck, entry.decisions), (told.expected, told.luck, told.decisions)
            assert found == pytest.approx(expected, abs=1e-6), (game.name, entry.battle)
    return both


def test_a_second_ledger_says_the_same_of_the_sample_save() -> None:
    assert len(compare(game_of("axis-projects-power.tsvg"))) >= 30


@pytest.mark.parametrize(
    "names",
    [
        ("axis-takes-moscow.jsonl", "allies-take-berlin.jsonl.zst"),
        ("paris-and-moscow-fall.jsonl.zst", "war-over-europe.jsonl.zst"),
    ],
    ids=["aa1942", "global"],
)
def test_a_second_ledger_says_the_same_of_own_logs(names: tuple[str, ...]) -> None:
    assert sum(len(compare(game_of(name))) for name in names) >= 25


@pytest.mark.shared
def test_a_second_ledger_says_the_same_of_saves(saves: dict[str, Game]) -> None:
    by_map: dict[str, int] = {}
    for game in saves.values():
        by_map[game.title.name] = by_map.get(game.title.name, 0) + len(compare(game))
    assert sum(by_map.values()) > 700 and sum(n >= 10 for n in by_map.values()) >= 5, by_map


# ---- by what luck is


def entries_of(games: Sequence[Game]) -> Iterator[tuple[Game, Entry]]:
    for game in games:
        for entry in entries(game):
            if entry.dice == FAIR:
                yield game, entry


def rank(less: float, same: float, seed: str) -> float:
    """Return a rank that is uniform if these chances are right: ties are broken by chance."""
    return less + Random(seed).random() * same


@pytest.mark.shared
def test_luck_is_nothing_on_average_in_every_engine_and_kind_of_battle(saves: dict[str, Game]) -> None:
    groups: dict[str, list[float]] = {}
    for game, entry in entries_of([*saves.values()]):
        end = game.events[entry.seq - 1]
        for group in ("all", end.kind, game.header.source, "attackers' hits are pooled" * pooled(game, entry)):
            groups.setdefault(group, []).append(entry.luck)
    assert len(groups["all"]) > 1500
    for group, luck in groups.items():
        if group and len(luck) >= 30:
            mean, error = sum(luck) / len(luck), scipy.stats.tstd(luck) / len(luck) ** 0.5
            assert abs(mean) <= ERRORS * error, f"{group}: mean luck {mean:+.2f}, standard error {error:.2f}, {len(luck)} battles"


def pooled(game: Game, entry: Entry) -> bool:
    return any(
        isinstance(event, ev.DiceRolled) and event.battle == entry.battle and event.side == "attacker" and event.hits and not event.unit
        for event in game.events[: entry.seq]
    )


@pytest.mark.shared
def test_luck_goes_with_hits_above_expectation(saves: dict[str, Game]) -> None:
    luck, hits = [], []
    for game, entry in entries_of([*saves.values()]):
        rolls = [one for one in game.events[: entry.seq] if isinstance(one, ev.DiceRolled) and one.battle == entry.battle]
        luck.append(entry.luck)
        hits.append(sum((roll.hits - roll.expected) * (1 if roll.side == "attacker" else -1) for roll in rolls))
    assert scipy.stats.pearsonr(luck, hits).statistic > 0.6


@pytest.mark.shared
def test_what_happened_is_uniform_in_rank(saves: dict[str, Game]) -> None:
    """Of whole battles by the odds before the first die, and of each round by the second ledger."""
    ranks = []
    for game, entry in entries_of([*saves.values()]):
        less = sum(chance for swing, chance in entry.swings if swing < entry.actual - 1e-6)
        same = sum(chance for swing, chance in entry.swings if abs(swing - entry.actual) <= 1e-6)
        ranks.append(rank(less, same, f"{game.name} {entry.battle}"))
    assert scipy.stats.kstest(ranks, "uniform").pvalue > UNLIKELY, f"whole battles: mean {sum(ranks) / len(ranks)}"
    rounds = [
        rank(*one, f"{name} {told.seq} {at}")
        for name, game in saves.items()
        for told in second_ledger(game.title, game.events)
        for at, one in enumerate(told.rounds)
    ]
    assert len(rounds) > 1000
    assert scipy.stats.kstest(rounds, "uniform").pvalue > UNLIKELY, f"rounds: mean {sum(rounds) / len(rounds)}"


@pytest.mark.shared
def test_nearly_every_battle_of_saves_is_in_the_ledger_and_few_are_called_edited(saves: dict[str, Game]) -> None:
    fought = entered = edited = 0
    for game in saves.values():
        fought += sum(isinstance(event, ev.BattleEnded) and event.kind in KINDS for event in game.events)
        told = [entry.dice for entry in entries(game)]
        entered, edited = entered + len(told), edited + told.count(EDITED)
    assert entered > 0.98 * fought and edited <= 5, (entered, edited, fought)


@pytest.mark.shared
def test_with_low_luck_nothing_is_luck_only_where_nothing_was_rolled(saves: dict[str, Game]) -> None:
    found = [(game, entry) for game in saves.values() for entry in entries(game) if entry.dice == LOW_LUCK]
    assert len(found) >= 40
    for game, entry in found:
        rolls = [one for one in game.events[: entry.seq] if isinstance(one, ev.DiceRolled) and one.battle == entry.battle]
        if not any(roll.dice for roll in rolls):
            assert entry.luck == pytest.approx(0.0, abs=1e-6), (game.name, entry.battle)
    lucky = [entry.luck for _, entry in found if abs(entry.luck) > 1e-9]
    assert len(lucky) > len(found) / 2


@pytest.mark.shared
@pytest.mark.parametrize("name", ["ai-ww2v4-g1-fast", "ai-ww2v4-g2-mix", "ai-global40-g1-fast"])
def test_a_text_of_a_game_tells_the_luck_that_its_save_tells(shared: Path, tmp_path: Path, name: str) -> None:
    """The text names no unit and no target for its dice, and rounds what it expects."""
    text = tmp_path / f"{name}.txt"
    text.write_bytes(gzip.decompress((shared / "saves" / f"{name}.turns.txt.gz").read_bytes()))
    games = [replay_file(path, Strictness.COLLECT) for path in (shared / "saves" / f"{name}.tsvg", text)]
    saved, told = (luck_by_battle(game) for game in games)
    both = saved.keys() & told.keys()
    alike = [battle for battle in both if saved[battle] == pytest.approx(told[battle], abs=1e-6)]
    assert len(both) > 0.8 * len(saved) and len(alike) > 0.95 * len(both), (len(saved), len(told), len(both), len(alike))


def luck_by_battle(game: Game) -> dict[tuple[int, str, str], float]:
    """Return the luck of each battle by (round, area, attacker): texts leave out landings without a battle, so that numbers differ."""
    found = {entry.battle: entry.luck for entry in ledger(game.title, game.events)}
    luck, round_ = {}, 0
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            round_ = event.round
        elif isinstance(event, ev.BattleStarted) and event.battle in found:
            luck[round_, event.area, event.attacker] = found[event.battle]
    return luck


@pytest.mark.shared
def test_a_text_of_a_map_whose_figures_are_not_known_has_no_luck(shared: Path, tmp_path: Path) -> None:
    text = tmp_path / "game.txt"
    told = gzip.decompress((shared / "saves" / "ai-global40-g1-fast.turns.txt.gz").read_bytes())
    text.write_bytes(told.replace(b"UK_Pacific", b"Raj"))  # a power that no title has
    game = replay_file(text, Strictness.COLLECT)
    assert game.title.name == "TripleA game, map not named"
    assert ledger(game.title, game.events) == []
