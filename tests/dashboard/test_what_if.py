"""What if: from where a game can be played on, what came out, and the command that does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from dashboard.review.cards.card import cards, mattered
from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.review.what_if.changed import changed, examples
from dashboard.review.what_if.choices import can, choices, command, could_go_otherwise
from dashboard.review.what_if.command import commands
from dashboard.review.what_if.continuations import plan_of, standing, told
from engine.errors import SitrepError
from engine.recording import Fidelity
from engine.simulation import Continuation
from engine.simulation.play_on import Strength, _begun
from ingest.play_on import play_many
from ingest.samples import HERE
from ingest.workers import local
from tests.dashboard.conftest import hand_made
from tests.kept import rows_of
from tests.slow import slow_after
from warehouse import Lake

MakeLake = Callable[..., Lake]
NAME = "axis-takes-moscow.jsonl"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    folder = tmp_path_factory.mktemp("what-if")
    (folder / NAME).write_bytes((HERE / NAME).read_bytes())
    lake = Lake.create(folder / "lake")
    lake.write([rows_of(HERE / NAME)])
    return Reader.of_lake(lake, "axis-takes-moscow")


def test_a_game_of_orders_goes_on_from_its_battles_and_turns(game):
    found = choices(game)
    doubtful = [card for card in cards(game) if could_go_otherwise(card)]
    assert [choice.battle for choice in found[:5]] == [card.battle for card in mattered(doubtful)]
    assert found[0].said == "Germany's attack on the Caucasus succeeds (Round 1, Germany)"
    assert [choice.said for choice in found[5:7]] == ["Round 1, Soviet Union", "Round 1, Germany"] and len(found) == 40
    assert command(game, found[0]) == f"sitrep play-on {NAME} --flip 1 --games 50 --rounds 6 --seed what-if"
    begun = game.frame("phase_started").filter(turn=2)["seq"].min()
    assert command(game, found[6]) == f"sitrep play-on {NAME} --at {begun} --games 50 --rounds 6 --seed what-if"


def test_a_battle_that_was_as_good_as_decided_is_no_question(game):
    card = mattered(cards(game))[0]
    assert card.winner == "defender"
    for odds, asked in [
        ((0.0, 1.0, 0.0), False),
        ((0.005, 0.995, 0.0), False),
        ((0.02, 0.98, 0.0), True),
        (None, True),
    ]:
        assert could_go_otherwise(card._replace(odds=odds)) == asked, odds
    assert not could_go_otherwise(card._replace(odds=None, winner="")), "nobody won, and nobody knows who could have"


def test_each_card_of_a_file_has_the_command(game):
    told = [commands(game)(card) for card in mattered(cards(game))]
    words = "".join(f" <span>{word}</span>" for word in f"sitrep play-on {NAME} --flip 1 --games 50 --rounds 6 --seed what-if".split())
    assert f"<code>{words.strip()}</code>" in told[0] and all("--flip" in text for text in told)
    asked = " ".join(f"<span>{word}</span>" for word in f"sitrep odds {NAME} --battle 1".split())
    assert f"<summary>What were its odds?</summary><p><code>{asked}</code>" in told[0]


def test_what_was_only_seen_or_has_no_rules_cannot_be_played_on(make_lake, game):
    seen = Reader.of_lake(make_lake(hand_made("seen", fidelity=Fidelity.OBSERVED)), "seen")
    assert not can(seen) and choices(seen) == [] and commands(seen)(mattered(cards(game))[0]) == ""
    unknown = Reader(game.game | {"title": "a-map-of-somebody"}, game.frame, game.measure)
    assert not can(unknown)


def test_a_save_goes_on_from_turns_alone(make_lake):
    of = Reader.of_lake(make_lake(hand_made("save", fidelity=Fidelity.CHANGES)), "save")
    assert can(of) and all(choice.at and not choice.battle for choice in choices(of))


def test_the_record_is_played_on_where_it_lies_unchanged(game):
    record = record_of(game)
    assert record is not None
    plan = plan_of(game, record, choices(game)[0])
    assert plan.flip is not None and (plan.flip.battle, plan.flip.winner) == (1, "defender")
    assert plan_of(game, record, choices(game)[6]).flip is None
    other = Reader(game.game | {"digest": "0" * 64}, game.frame, game.measure)
    with pytest.raises(SitrepError, match="has changed since it was ingested"):
        plan_of(other, record, choices(game)[0])
    assert record_of(Reader(game.game | {"name": str(Path("gone") / NAME)}, game.frame, game.measure)) is None


ONE_OF_EACH = (
    NAME,
    "axis-projects-power.tsvg",
    "convoys-of-the-atlantic.jsonl",
    "warsaw-holds.jsonl",
    "war-over-europe.jsonl.zst",
    "spain-and-china.jsonl",
)
MONEY = '{"see":"bank","power":"germany","amount":60}'


def test_the_board_is_changed_first_and_the_command_does_the_same(game):
    record, turn = record_of(game), choices(game)[6]
    plan = plan_of(game, record, turn, f"{MONEY}\n# a remark\n\n")
    assert list(changed(plan)) == ["Change 1: bank germany 60"]
    assert command(game, turn, f" {MONEY} \n# a remark\n\n").endswith(
        f" --at {turn.at} --as '{MONEY}' --games 50 --rounds 6 --seed what-if"
    )
    assert list(changed(plan_of(game, record, choices(game)[0]))) == [
        "As if battle 1 had gone the other way: Germany's attack on the Caucasus, which failed."
    ]
    with pytest.raises(SitrepError, match=r"the changes:2 \[do\]: unknown order \"more\"; did you mean 'move'"):
        plan_of(game, record, turn, f"{MONEY}\nmore money for Germany")


def test_a_game_that_takes_too_long_for_a_page_is_given_up(game):
    # On a quick machine a short game may be over by then: this one goes on for minutes.
    long = {"seconds": 0.1, "rounds": 200, "options": {"victory": "total"}}
    plan = msgspec.structs.replace(plan_of(game, record_of(game), choices(game)[6]), **long)
    with (
        pytest.raises(SitrepError, match=r"game 1 was not played within 0\.1 seconds of a processor; play on for fewer"),
        local(1) as another,
    ):
        # As the page does it: the limit's signal may fall into a moment in which Python can only complain to this process.
        play_many(plan, 1, another)


@pytest.mark.parametrize("name", slow_after(2, ONE_OF_EACH))
def test_the_examples_of_changes_can_be_made(tmp_path: Path, name: str) -> None:
    path, lake = HERE / name, Lake.create(tmp_path / "lake")
    lake.write([rows_of(path)])
    of = Reader.of_lake(lake, lake.games()["game_id"][0])
    lines = examples(of)
    first = next(choice for choice in choices(of) if not choice.battle)
    plan = plan_of(of, path, first, "\n".join(lines))
    assert len(lines) == 2 == len(list(changed(plan))), "no change leaves what no turn ends with"
    begun = _begun(plan.start, "1", "greedy", 1, plan.changes, {})
    bank, units = plan.changes
    state = begun.play.state
    assert state.resources[bank.power, bank.resource] == bank.amount
    there = Counter[str]()
    for key, count in begun.play.position.stacks(units.area):
        there[key.unit] += count if key.power == units.power else 0
    assert units.units == ", ".join(f"{count} {unit}" for unit, count in sorted(there.items()) if count)


def test_what_came_out_is_told_with_its_range(game):
    plan = plan_of(game, record_of(game), choices(game)[6])
    ends = (("axis",), "total"), ((), "tie"), ((), "round-limit")
    done = [Continuation(number, *ends[(number > 6) + (number > 7)], 7, 1, (), ()) for number in range(1, 11)]
    assert told(game, plan, done) == [
        "The Axis won 6 of 10 (95% range 31% to 83%).",
        "1 game ended in a draw.",
        "3 games had no winner after 6 more rounds.",
        "In the game as it was played, the Axis won.",
    ]


def undecided(number: int, *course: tuple[int, int, int]) -> Continuation:
    """A game stopped at its limit: of each round played on, its number and what the two sides have, half of it as areas."""
    strengths = (
        Strength(round_, side, much - much // 2, much // 2)
        for round_, *both in course
        for side, much in zip(("axis", "allies"), both, strict=True)
    )
    return Continuation(number, (), "round-limit", course[-1][0], 1, tuple(strengths), ())


def test_games_without_a_winner_say_who_stands_better_than_as_it_was_played(game):
    """The longest of the four went on to round 4; all of them are compared at the end of round 3."""
    played = game.measure("strength_by_round").filter(round=3)
    axis = played.filter(side="axis")["strength"].item() / played["strength"].sum()
    done = [undecided(number, (3, 50 + number, 50 - number)) for number in (1, 2, 3)] + [undecided(4, (3, 54, 46), (4, 1, 99))]
    assert standing(game, done) == (
        "At the end of round 3, the Axis had 52% of all strength in the median game, 52% to 53% in the middle half of them; "
        f"as it was played, {axis:.0%}."
    )
    assert standing(game, done[:1]) == (
        f"At the end of round 3, the Axis had 51% of all strength in the median game; as it was played, {axis:.0%}."
    )


def test_a_round_that_the_record_does_not_reach_is_compared_with_nothing(game):
    assert standing(game, [undecided(1, (9, 40, 60))]) == ("At the end of round 9, the Allies had 60% of all strength in the median game.")
    cut_off = Reader(game.game | {"finished_rounds": 2}, game.frame, game.measure)
    assert standing(cut_off, [undecided(1, (3, 40, 60))]) == (
        "At the end of round 3, the Allies had 60% of all strength in the median game."
    )
    assert standing(game, [Continuation(1, (), "", 3, 1, (), ())]) == ""
