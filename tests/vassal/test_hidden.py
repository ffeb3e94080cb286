"""What is hidden stays hidden until it is shown: pieces that are masked, unseen, face down, or in somebody's hand."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.events import UnitsChanged, UnitsMoved, UnitsPlaced
from engine.recording import Recording
from tests.vassal.module import MiniGame, traits
from tests.vassal.telling import events, stacks, told, with_module
from tests.vassal.writer import add, change, move, state

SPOT = ("World", 300, 70)


def with_secret(**how: str) -> MiniGame:
    """A game in which the red player has a secret bomb on the map."""
    game = MiniGame.begun()
    game.opening.append(add("77", traits("purple", "bomb", **how), "Bomb", *SPOT))
    return game


def mentions(recording: Recording, word: str) -> bool:
    """Whether a word stands anywhere in a recording: its title, its events, its header."""
    return (
        word
        in msgspec.json.encode((recording.entries, recording.title, recording.header), enc_hook=str).decode().lower()
    )


def test_a_masked_piece_is_its_mask_and_nothing_of_it_is_told() -> None:
    recording = told(with_secret(mask="ann"))
    assert not mentions(recording, "bomb")
    assert not mentions(recording, "purple")
    assert [key[1:3] for key in stacks(recording) if "masked-" in key[2]] == [("red", "masked-secret-division")]


def test_a_masked_piece_that_moves_is_told_as_its_mask() -> None:
    recording = told(with_secret(mask="ann").do(move("77", ("World", 60, 70), "2", SPOT, "ann")))
    assert [event.unit for event in events(recording, UnitsMoved)] == ["masked-secret-division"]
    assert not mentions(recording, "bomb")


def test_a_mask_that_is_taken_off_shows_the_piece_from_then_on() -> None:
    old, new = (state(traits("purple", "bomb", mask=mask), *SPOT) for mask in ("ann", "null"))
    recording = told(with_secret(mask="ann").do(change("77", new, old)))
    changed = events(recording, UnitsChanged)
    assert [(event.power, event.unit, event.to_power, event.to_unit, event.cause) for event in changed] == [
        ("red", "masked-secret-division", "purple", "bomb", "revealed")
    ]


def test_a_piece_that_is_masked_later_is_not_followed_by_name() -> None:
    old, new = (state(traits("purple", "bomb", mask=mask), *SPOT) for mask in ("null", "ann"))
    recording = told(with_secret().do(change("77", new, old)).do(move("77", ("World", 60, 70), "2", SPOT, "ann")))
    assert [event.to_unit for event in events(recording, UnitsChanged)] == ["masked-secret-division"]
    assert [event.unit for event in events(recording, UnitsMoved)] == ["masked-secret-division"]


def test_an_unseen_piece_is_not_told_at_all_until_it_is_shown() -> None:
    hidden = with_secret(hide="ann").do(move("77", ("World", 60, 70), "2", SPOT, "ann"))
    assert not mentions(told(hidden), "bomb")
    assert stacks(told(hidden)) == stacks(told(MiniGame.begun()))
    old, new = (state(traits("purple", "bomb", hide=hide), "World", 60, 70) for hide in ("ann", "null"))
    shown = events(told(hidden.do(change("77", new, old))), UnitsPlaced)
    assert [(event.unit, event.cause) for event in shown[-1:]] == [("bomb", "placed")]


def test_cards_of_a_deck_that_lies_face_down_are_counted_only() -> None:
    recording = told(MiniGame.begun())
    assert not mentions(recording, "card-1")
    assert [count for key, count in stacks(recording).items() if key[0] == "draw"] == [3]


def test_cards_of_a_hand_are_masked_by_the_modules_maps_and_shown_when_they_are_played(tmp_path: Path) -> None:
    hand, board = ("Red's cards", 5, 5), ("World", 60, 70)
    game = MiniGame.begun().do(move("12", hand, "null", ("World", 700, 250), "ann"))
    folder = with_module(tmp_path)
    recording = told(game, folder)
    assert not mentions(recording, "card 2")
    assert [key[2] for key in stacks(recording) if key[0] == "reds-cards"] == ["masked"]
    played = told(game.do(move("12", board, "2", hand, "ann")), folder)
    assert [event.to_unit for event in events(played, UnitsChanged)] == ["card-2"]


def test_a_map_called_a_hand_is_one_without_the_module_too() -> None:
    game = MiniGame.begun()
    game.opening.append(add("78", [("mark;Kind", "card")], "Trick", "Blue hand", 5, 5))
    assert not mentions(told(game), "trick")
