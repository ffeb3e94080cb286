"""What is hidden stays hidden until it is shown: pieces that are masked, unseen, face down, or in somebody's hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.events import DefectFound, MarkerSet, UnitsChanged, UnitsMoved, UnitsPlaced
from engine.recording import Recording
from ingest.vassal.adapter import ANY, load
from ingest.vassal.reader import parse
from tests.attack.table_talk import attack
from tests.vassal.module import MiniGame, traits
from tests.vassal.telling import events, stacks, told, with_module
from tests.vassal.writer import add, change, container, deck, move, state

SPOT = ("World", 300, 70)


def with_secret(**how: str) -> MiniGame:
    """A game in which the red player has a secret bomb on the map."""
    game = MiniGame.begun()
    game.opening.append(add("77", traits("purple", "bomb", **how), "Bomb", *SPOT))
    return game


def mentions(recording: Recording, word: str) -> bool:
    """Whether a word stands anywhere in a recording: its title, its events, its header."""
    return word in msgspec.json.encode((recording.entries, recording.title, recording.header), enc_hook=str).decode().lower()


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


def test_cards_of_a_deck_are_no_units_and_are_not_named() -> None:
    recording = told(MiniGame.begun())
    assert not mentions(recording, "card-1")
    assert [count for key, count in stacks(recording).items() if key[0] == "draw"] == []


def test_units_in_a_deck_that_lies_face_down_are_counted_only() -> None:
    """Some modules keep reinforcements in decks: what has an owner's marker is a unit, though its name is not seen."""
    game = MiniGame.begun()
    game.opening += [
        add("60", traits("red", "land"), "Guards", "Pool", 5, 5),
        deck("202", "Reserves", "Pool", 5, 5, True, "60"),
    ]
    recording = told(game)
    assert not mentions(recording, "guards")
    assert [(key[2], count) for key, count in stacks(recording).items() if key[0] == "reserves"] == [("masked", 1)]


def test_a_card_that_is_played_is_told_from_then_on() -> None:
    game = MiniGame.begun().do(move("12", ("World", 60, 70), "2", ("World", 700, 250), "ann"))
    assert [event.unit for event in events(told(game), UnitsPlaced) if event.unit == "card-2"] == ["card-2"]


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


def with_trait(trait: str, state: str) -> MiniGame:
    """A game in which a purple bomb has a trait of the module's own."""
    game = MiniGame.begun()
    game.opening.append(add("77", [(trait, state), *traits("purple", "bomb")], "Bomb", *SPOT))
    return game


@pytest.mark.parametrize(
    ("trait", "state"),
    [
        ("conceal;C;?;ge", "ann;|0"), ("conceal;C;?;ge", "password;|0"), ("fog;F", "ann"), ("fog;F", "0;true"), ("fog;F", "true"),
        ("fog;F", "3;bob;false"), ("fog;F", "7;hunter2"), ("fog;F", "81726354"), ("fog;F;ann", ""), ("fog;ann;F", "false"), ("fog", "x"),
        ("obs2;72", "ann;"), ("hideMe;1", "Ann"), ("fog;F", "\u0663"), ("fog;F", "1"), ("fog;F", "0"), ("fog;F", "false"),
        ("fog;F", "-1"), ("fog;F", "null;1"), ("fog;F", "45.0"), ("fog;F", "3;;false"), ("fog;F", "12|"), ("fog;1", "true"), ("1", "1"),
    ],
)  # fmt: skip
def test_a_trait_of_the_modules_own_that_may_hide_a_piece_is_a_mask(trait: str, state: str) -> None:
    """A player's id, a word, a flag that is set or not, a number: nobody here can know that they hide nothing."""
    recording = told(with_trait(trait, state).do("CHAT* a step"))
    assert not mentions(recording, "bomb")
    assert not mentions(recording, "purple")
    assert [key[2] for key in stacks(recording) if key[2] == "masked" and key[0] != "draw"] == ["masked"]


@pytest.mark.parametrize("state", ["", "null", "null;", ";;", "null|null"])
def test_a_trait_of_the_modules_own_that_says_nothing_hides_nothing(state: str) -> None:
    """Not every piece with a strange trait is hidden: VASSAL writes `null` where nobody hides a piece."""
    recording = told(with_trait("fog;F", state))
    assert [(key[1], key[2]) for key in stacks(recording) if key[2] == "bomb"] == [("purple", "bomb")]
    assert "observed/traits" not in [event.rule for event in events(recording, DefectFound)]


def test_what_was_taken_for_a_mask_is_said_with_the_cure_and_without_the_piece() -> None:
    (gap,) = [event for event in events(told(with_trait("fog;F", "ann")), DefectFound) if event.rule == "observed/traits"]
    assert "'fog'" in gap.message
    assert "traits.csv" in gap.message


def test_a_mask_of_the_modules_own_is_his_whose_id_it_holds_and_shows_the_piece_once_it_is_off() -> None:
    hidden = [("fog;F", "ann"), *traits("purple", "bomb")]
    shown = [("fog;F", "null"), *traits("purple", "bomb")]
    game = with_trait("fog;F", "ann").do(change("77", state(shown, *SPOT), state(hidden, *SPOT)))
    (changed,) = events(told(game), UnitsChanged)
    assert (changed.power, changed.unit, changed.to_power, changed.to_unit) == ("red", "masked", "purple", "bomb")
    assert changed.cause == "revealed"


def test_traits_that_a_modules_tables_list_hide_what_they_say() -> None:
    """VASL marks what has moved by a trait of its own, and conceals by another."""
    game = MiniGame.begun()
    game.opening.append(add("77", [("moved;m", "true"), *traits("purple", "bomb")], "Bomb", *SPOT))
    game.opening.append(add("78", [("conceal;C;?;ge", "pw;"), *traits("purple", "gun")], "Gun", "World", 60, 70))
    recording = parse(container(game.text, "VASL"), "game.vlog")
    assert [key[1:3] for key in stacks(recording) if key[2] == "bomb"] == [("purple", "bomb")]
    assert not mentions(recording, "gun")


@pytest.mark.parametrize("command", ["RALLY\tthe BOMB explodes", "+/99/mark;Kind\tpiece;;;bomb.png;Bomb", "QWERTY\tbomb.png"])
def test_a_command_that_nobody_knows_names_no_hidden_piece(command: str) -> None:
    recording = told(with_secret(hide="ann").do(command, "XYZZY\tone"))
    assert not mentions(recording, "bomb")
    assert "XYZZY\tone" in [event.value for event in events(recording, MarkerSet) if event.scope == "command"]
    assert mentions(told(MiniGame.begun().do("RALLY\tthe BOMB explodes")), "bomb")


@pytest.mark.parametrize(("name", "said"), [("Bomb", "the superbomber2"), ("戦車", "この戦車隊"), ("HQ", "an hq!")])
def test_a_command_that_nobody_knows_names_no_hidden_piece_within_a_word_nor_by_two_letters(name: str, said: str) -> None:
    game = MiniGame.begun().do(f"RALLY\t{said}", "XYZZY\tone")
    assert mentions(told(game), said)
    game.opening.append(add("77", traits("purple", "x", mask="ann"), name, *SPOT))
    assert not mentions(told(game), said) and mentions(told(game), "xyzzy\\tone")


def test_every_trait_of_vassals_own_is_listed_and_only_invisible_and_mask_hide() -> None:
    listed = load(ANY).traits
    assert {row.trait: row.hides for row in listed.values() if row.hides != "nothing"} == {
        "hide": "piece",
        "obs": "name",
    }
    assert {
        "emb2",
        "emb",
        "mark",
        "PROP",
        "label",
        "immob",
        "hideCmd",
        "rotate",
        "footprint",
        "markmoved",
    } <= listed.keys()


def test_hostile_dice_and_masks_of_all_kinds_find_nothing() -> None:
    """A few rounds of what `make attack` tries for longer."""
    assert [row.found for row in attack(11, range(4))] == [(), ()]
