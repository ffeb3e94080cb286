"""Who is allied with whom in a summary of a map that nobody knows."""

from __future__ import annotations

import pytest

from ingest.turn_summaries.reader import alliances
from ingest.turn_summaries.sentences import Sentence
from tests.turn_summaries.texts import played


def battle(attacker: str, defender: str) -> list[Sentence]:
    """The two sentences that open a battle."""
    said = {"attack": f"{attacker} attack with 1 infantry", "defend": f"{defender} defend with 1 infantry"}
    return [Sentence(kind, {"forces": text}, 1, text) for kind, text in said.items()]


def test_nations_of_the_war_are_on_their_usual_sides() -> None:
    told = alliances(["Germans", "Russians", "Neutral"], battle("Germans", "Russians") + battle("Germans", "Neutral"))
    assert told == {"Germans": "Axis", "Russians": "Allies", "Neutral": "Neutral"}


@pytest.mark.parametrize(
    ("powers", "text", "why"),
    [
        (["Germans", "Gondor"], [], "nobody knows Gondor"),
        (["Germans", "Italians"], [], "both are on one side"),
        (["Germans", "Russians", "British"], battle("Russians", "British"), "allies fight each other"),
        (["Germans", "Spanish", "British"], [], "Spain is on either side"),
    ],
)
def test_no_alliance_is_guessed(powers: list[str], text: list[Sentence], why: str) -> None:
    assert alliances(powers, text) == {}, why


UNKNOWN = """
Round :1
    Combat Move - Germans
        1 infantry moved from Alsace to Lorraine
    Combat - Germans
        Battle in Lorraine
            Germans attack with 1 infantry
            French defend with 1 infantry
            Germans win, taking Lorraine from French with 1 infantry remaining. Battle score for attacker is 3
            Casualties for French: 1 infantry
"""


def test_the_title_of_a_text_has_these_sides_and_its_winner_is_one() -> None:
    title = played(UNKNOWN).title
    assert {row.power: row.side for row in title.powers.values()} == {"germany": "axis", "france": "allies"}
    assert [side.name for side in title.sides.values()] == ["Axis", "Allies"]


def test_powers_of_a_map_of_another_war_are_sides_of_their_own() -> None:
    title = played(UNKNOWN.replace("French", "Burgundians")).title
    assert {row.side for row in title.powers.values()} == {"germany", "burgundians"}
