"""Section Victory Conditions: each contender's condition, held for a complete turn."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies import victory
from engine.families.axis_allies.victory import meets
from engine.play import Play
from engine.title.contenders import HELD, contenders, hold_of, said
from tests.global1939.positions import TITLE
from tests.global1939.turns import new_game, pass_by

pytestmark = pytest.mark.section("Victory Conditions")

OTHERS = [area for area, city in TITLE.cities.items() if city.points == 1]


def game_with(holders: dict[str, str], options: dict[str, str] | None = None) -> Play:
    """A game at its start, with areas handed to other powers."""
    play = new_game(options)
    for area, power in holders.items():
        before = play.state.control[area]
        if before != power:
            play.emit(ev.ControlChanged(area, before, power, "test"))
            victory.score_change(play, area, before, power)
    return play


def holding(power: str, points: int, *, capitals: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> dict[str, str]:
    """Areas that bring a power to so many points: these capitals, then strategic cities that it has not yet."""
    play = new_game()
    slug = next(slug for slug, row in contenders(TITLE).items() if power in row.powers)
    total = play.state.points[slug, "points"] + 5 * len(capitals)
    found = dict.fromkeys(capitals, power)
    for area in OTHERS:
        if total < points and area not in without and play.state.control[area] not in contenders(TITLE)[slug].powers:
            found[area] = power
            total += 1
    return found


@pytest.mark.parametrize(("power", "points", "capitals"), [
    ("germany", 24, ("russia",)), ("italy", 24, ("united-kingdom",)), ("japan", 18, ()), ("soviet-union", 24, ("germany",)),
    ("united-kingdom", 24, ("southern-italy",)), ("united-states", 24, ("japan",)),
])  # fmt: skip
def test_points_and_capitals_win(power: str, points: int, capitals: tuple[str, ...]) -> None:
    slug = next(slug for slug, row in contenders(TITLE).items() if power in row.powers)
    paris = {"france": "united-states"} if power == "united-kingdom" else {}
    met = game_with(holding(power, points, capitals=capitals, without=("france",)) | paris)
    assert met.state.points[slug, "points"] >= points
    assert meets(met.position, contenders(TITLE)[slug])
    one_less = game_with(holding(power, points - 1, capitals=capitals, without=("france",)) | paris)
    assert one_less.state.points[slug, "points"] == points - 1
    assert not meets(one_less.position, contenders(TITLE)[slug])


@pytest.mark.parametrize("power", ["germany", "soviet-union", "united-kingdom", "united-states"])
def test_points_without_the_capital_do_not(power: str) -> None:
    play = game_with(holding(power, 24) | ({"france": power} if power == "united-kingdom" else {}))
    slug = next(slug for slug, row in contenders(TITLE).items() if power in row.powers)
    assert play.state.points[slug, "points"] >= 24 and not meets(play.position, contenders(TITLE)[slug])


@pytest.mark.parametrize(("holder", "wins"), [("united-kingdom", True), ("united-states", True), ("france", False), ("germany", False)])
def test_the_united_kingdom_needs_paris_in_british_or_american_hands(holder: str, wins: bool) -> None:
    play = game_with(holding("united-kingdom", 25, capitals=("southern-italy",), without=("france",)) | {"france": holder})
    assert meets(play.position, contenders(TITLE)["united-kingdom"]) is wins


def test_germany_and_italy_have_combined_points() -> None:
    play = game_with({"france": "italy", "poland": "germany"})
    assert play.state.points["germany-italy", "points"] == 14 + 2


def test_the_condition_must_hold_for_a_complete_turn() -> None:
    play = game_with(holding("japan", 18))
    while play.state.clock.round == 1:
        pass_by(play)
    assert not play.state.ended and play.state.points["japan", HELD] == 7
    while not play.state.ended:
        pass_by(play)
    assert (play.state.winners, play.state.how) == (("axis",), "points-japan")
    assert (play.state.clock.round, play.state.clock.power) == (2, "germany")
    assert play.state.points["japan", HELD] == len(TITLE.turns) == 8


ALLIES = [("soviet-union", ("germany",)), ("united-kingdom", ("southern-italy",)), ("united-states", ("japan",))]


def allied(power: str, capitals: tuple[str, ...], options: dict[str, str] | None = None) -> Play:
    """A game in which an Allied power meets its condition from Germany's first turn on."""
    paris = {"france": "united-states"} if power == "united-kingdom" else {}
    play = game_with(holding(power, 24, capitals=capitals, without=("france",)) | paris, options)
    for key, n in [item for capital in capitals for item in play.position.stacks(capital)]:
        play.emit(ev.UnitsRemoved(key[1], key[2], n, key[0], key[3], "test", key[4]))
    return play


@pytest.mark.parametrize(("power", "capitals"), ALLIES)
def test_an_ally_has_won_as_the_turn_ends_in_which_it_has_all_it_needs(power: str, capitals: tuple[str, ...]) -> None:
    play = allied(power, capitals)
    first = play.state.clock.turn
    while not play.state.ended and play.state.clock.turn == first:
        pass_by(play)
    assert (play.state.winners, play.state.how) == (("allies",), f"points-{power}")


@pytest.mark.parametrize(("power", "capitals"), ALLIES)
def test_by_option_an_ally_must_hold_it_for_a_complete_turn_too(power: str, capitals: tuple[str, ...]) -> None:
    play = allied(power, capitals, {"allied-hold": "turn"})
    while not play.state.ended and play.state.clock.round == 1:
        pass_by(play)
    assert not play.state.ended and play.state.points[power, HELD] > 0
    while not play.state.ended:
        pass_by(play)
    assert (play.state.how, play.state.points[power, HELD]) == (f"points-{power}", len(TITLE.turns))


def test_each_contender_has_its_own_time_to_hold() -> None:
    choices = [TITLE.choices({}), TITLE.choices({"allied-hold": "turn"})]
    assert {slug: tuple(hold_of(row, chosen) for chosen in choices) for slug, row in contenders(TITLE).items()} == {
        "germany-italy": (1, 1),
        "japan": (1, 1),
        "soviet-union": (0, 1),
        "united-kingdom": (0, 1),
        "united-states": (0, 1),
    }


def test_a_condition_lost_begins_anew() -> None:
    play = game_with(holding("japan", 18))
    while play.state.clock.power != "italy":
        pass_by(play)
    lost = next(area for area in OTHERS if play.state.control[area] == "japan")
    play.emit(ev.ControlChanged(lost, "japan", "china", "test"))
    while play.state.clock.round == 1:
        pass_by(play)
    assert play.state.points["japan", HELD] == 0
    assert play.state.marker("game", f"{HELD}|japan") == ""


def test_the_end_is_told_as_a_player_would_tell_it() -> None:
    assert said(TITLE, "points-germany-italy") == ("Germany and Italy held 24 victory points and an enemy capital for a full round")
    assert said(TITLE, "points-soviet-union") == "the Soviet Union reached 24 victory points and took Germany"
    assert said(TITLE, "points-japan") == "Japan held 18 victory points for a full round"
    assert all(said(TITLE, f"points-{slug}") and "{" not in said(TITLE, f"points-{slug}") for slug in contenders(TITLE))
    assert said(TITLE, "round-limit") == ""


def test_every_contender_has_its_number_for_the_races() -> None:
    assert {slug: row.points for slug, row in contenders(TITLE).items()} == {
        "germany-italy": 24,
        "japan": 18,
        "soviet-union": 24,
        "united-kingdom": 24,
        "united-states": 24,
    }
