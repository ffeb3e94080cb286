"""What transports carry is written beside them, is lost with them, and is refused where they cannot carry it."""

from __future__ import annotations

import pytest

from engine.families import family_of
from engine.odds.answers import battle_odds
from engine.odds.names import OddsError
from engine.odds.waves import one_after_the_other
from engine.odds.written import forces_of
from engine.titles import load_title
from tests.cli.test_odds import run

TITLE, AFAR = load_title("aa1942"), load_title("global-war-1936")


def test_what_is_carried_is_lost_with_its_ship_by_hand() -> None:
    """A cruiser (3 of 6) against a destroyer (2 of 6): a round is a win with 1/3, both lost with 1/6, lost with 1/6, again with 1/3.

    So it wins with 1/2, and then a transport (7) with two infantry (3 each) goes down after a destroyer (8); with 1/4 that alone.
    """
    found = battle_odds(TITLE, forces_of(TITLE, "cruiser", "destroyer, transport with 2 infantry")).result
    assert found.win == pytest.approx(1 / 2)
    assert found.defender_lost == pytest.approx(1 / 2 * (8 + 7 + 3 + 3) + 1 / 4 * 8)
    assert found.attacker_lost == pytest.approx(1 / 2 * 12)


@pytest.mark.parametrize(
    ("text", "ships", "load"),
    [
        ("trn with inf and a tank", {"transport": 1}, {"infantry": 1, "tank": 1}),
        ("2 transports carrying 3 inf + art, dd", {"transport": 2, "destroyer": 1}, {"infantry": 3, "artillery": 1}),
        ("transport with inf; destroyer; transport with 2 infantry", {"transport": 2, "destroyer": 1}, {"infantry": 3}),
        ("destroyer, 2 transport", {"transport": 2, "destroyer": 1}, {}),
    ],
)
def test_what_is_carried_goes_to_the_next_comma(text: str, ships: dict[str, int], load: dict[str, int]) -> None:
    forces = forces_of(TITLE, "3 fighter", text, defender="japan")
    assert forces.defenders == {(unit, "japan"): n for unit, n in ships.items()}
    assert forces.defend_load == {(unit, "japan"): n for unit, n in load.items()}
    assert forces.defend_cargo == sum({"infantry": 3, "artillery": 4, "tank": 5}[unit] * n for unit, n in load.items())


@pytest.mark.parametrize(
    ("text", "area", "said"),
    [
        ("2 transport with 5 infantry", "", "found 5 land units, 0 of heavy cargo; expected 4 land units at most"),
        ("transport with 2 tank", "", "found 2 land units, 2 of heavy cargo; expected 2 land units at most, 1 of them of heavy cargo"),
        ("transport with", "", "found 0 land units"),
        ("destroyer with infantry", "", "destroyer carries no land units: of Axis & Allies 1942 transport may"),
        ("transport with fighter", "", "fighter is carried by no ship to a battle: expected infantry"),
        ("transport with infanty", "", "did you mean infantry"),
        ("transport, infantry", "", "written 'transport with infantry'"),
        ("transport with infantry", "ukraine-ssr", "a battle on land: transports do not fight there"),
    ],
)
def test_what_cannot_be_carried_is_refused(text: str, area: str, said: str) -> None:
    with pytest.raises(OddsError, match=said):
        forces_of(TITLE, "fighter", text, area=area)


def test_what_the_defender_carries_is_not_forgotten_between_attacks() -> None:
    attacks = [forces_of(TITLE, "fighter", "transport with infantry")] * 2
    with pytest.raises(OddsError, match="not followed from one attack to the next"):
        one_after_the_other(TITLE, attacks, {})


def test_battles_that_are_played_count_what_is_carried_as_the_rules_do() -> None:
    """The exact odds beside the rules on one title; on another, whose battles are played, they cost what is carried more."""
    forces = forces_of(TITLE, "cruiser, transport with 2 infantry", "destroyer, 2 transport with 2 infantry and a tank")
    exact, played = battle_odds(TITLE, forces).result, family_of(TITLE).sampled(TITLE, forces, games=1500, seed=3)  # type: ignore[union-attr,misc]
    for name in ("attacker_lost", "defender_lost"):
        assert getattr(played, name) == pytest.approx(getattr(exact, name), abs=1.0), name
    empty, laden = (
        battle_odds(AFAR, forces_of(AFAR, "4 fighter, destroyer", text), games=40).result
        for text in ("naval-transport", "naval-transport with 2 infantry")
    )
    assert empty.win == laden.win == 1.0
    assert laden.defender_lost == empty.defender_lost + 2 * 3


def test_the_command_says_who_carries_what() -> None:
    code, text = run("aa1942", "fighter", "transport with 2 infantry")
    assert code == 0 and "fighter against transport (aboard: 2 infantry) at sea" in text and "the defender 13.0" in text
