"""Odds, recorded battles and the ledger go by the options that a game is played with: carriers that take two hits from the start."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.bots.style import styles
from engine.events import BattleEnded, BattleStarted, DiceRolled, Event, GameStarted, TechAdvanced, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.sampled_odds import position_of
from engine.odds.answers import battle_odds
from engine.odds.battle import Forces
from engine.odds.ledger import ledger
from engine.odds.recorded import battle_of, recorded_odds, why_sampled
from engine.recording import Fidelity, Header
from engine.replay import Game, replay
from engine.rules import Position
from engine.state import GameState
from engine.titles import load_title
from ingest.log.reader import parse_log
from sitrep import main

TITLE, ZONE = load_title("global-1939"), "sea-zone-96"
SIDES = ZONE, "italy", "united-kingdom"
FORCES = Forces({("cruiser", "italy"): 2}, {("aircraft-carrier", "united-kingdom"): 1}, at_sea=True)


def by_hand(hits: int) -> float:
    """Two cruisers hit on 3, a carrier on 2: the chance that it has taken so many hits before both cruisers are sunk."""
    chances: dict[tuple[int, int], float] = {}

    def win(ships: int, left: int) -> float:
        if left <= 0:
            # The carrier, too, has fired in the last round.
            return float(ships > 0)
        if not ships:
            return 0.0
        if (ships, left) not in chances:
            total, same = 0.0, 0.0
            fire = {2: ((0, 0.25), (1, 0.5), (2, 0.25)), 1: ((0, 0.5), (1, 0.5))}[ships]
            for mine, one in fire:
                for back, other in ((0, 2 / 3), (1, 1 / 3)):
                    if mine == back == 0:
                        same += one * other
                    else:
                        total += one * other * win(ships - back, left - mine)
            chances[ships, left] = total / (1 - same)
        return chances[ships, left]

    return win(2, hits)


def events(options: dict[str, str]) -> list[Event]:
    """A battle as a record has it: the two cruisers sink the carrier in the first round."""
    return [
        GameStarted(TITLE.slug, next(iter(TITLE.scenarios)), options),
        BattleStarted(1, "sea", *SIDES, "2 cruiser", "aircraft-carrier"),
        DiceRolled(1, ZONE, "italy", "attacker", "fire", 1, "cruiser", 3, (1, 2), 2, 1.0),
        DiceRolled(1, ZONE, "united-kingdom", "defender", "fire", 1, "aircraft-carrier", 2, (6,), 0, 1 / 3),
        UnitsRemoved("united-kingdom", "aircraft-carrier", 1, ZONE, cause="combat", battle=1),
        BattleEnded(1, "sea", *SIDES, 1, "attacker", "eliminated", "2 cruiser", "", 0, 16),
    ]


@pytest.mark.parametrize(("value", "hits"), [("technology", 1), ("always", 2)])
def test_a_recorded_battle_is_weighed_by_the_options_of_its_game(value: str, hits: int) -> None:
    options = {"carrier-hits": value}
    assert isclose(battle_odds(TITLE, FORCES, options=options).result.win, by_hand(hits), abs_tol=1e-8)
    known = battle_of(TITLE, events(options), 1)
    assert known.options == options
    (entry,) = ledger(TITLE, events(options))
    assert isclose(entry.win, by_hand(hits), abs_tol=1e-6)


def test_the_command_takes_options_and_says_which_there_are() -> None:
    words = ["odds", "global-1939", "2 cruiser (italy)", "carrier (uk)", "--at-sea", "--json"]
    for value, hits in (("technology", 1), ("always", 2)):
        told = CliRunner().invoke(main, [*words, "--option", f"carrier-hits={value}"])
        assert isclose(json.loads(told.output)["win"], by_hand(hits), abs_tol=1e-8), told.output
    wrong = CliRunner().invoke(main, [*words, "--option", "carrier-hit=always"])
    assert wrong.exit_code == 1 and "did you mean carrier-hits?" in wrong.output
    wrong = CliRunner().invoke(main, [*words, "--option", "carrier-hits=two"])
    assert wrong.exit_code == 1 and "it has technology, always" in wrong.output


def test_battles_that_are_played_are_played_by_the_options_too() -> None:
    """Forces that the exact odds do not follow: a first strike of a battleship's technology."""
    techs = {("italy", "super-battleships"): 1}
    forces = Forces({("battleship", "italy"): 1}, {("aircraft-carrier", "united-kingdom"): 2}, at_sea=True)
    few, many = (battle_odds(TITLE, forces, techs=techs, options={"carrier-hits": value}, games=150) for value in ("technology", "always"))
    assert few.sampled and many.sampled and few.result.win > many.result.win + 0.1


@pytest.mark.parametrize(("value", "hits"), [("technology", 1), ("always", 2)])
def test_bots_weigh_battles_by_the_options_of_their_game(value: str, hits: int) -> None:
    state = position_of(TITLE, FORCES, "", {}, options={"carrier-hits": value})
    view = View(Position(TITLE, state), styles()["greedy"])
    assert isclose(judge(view.book, {"cruiser": 2}, {"aircraft-carrier": 1}).win, by_hand(hits), abs_tol=1e-6)


def test_a_page_of_a_lake_weighs_it_so_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dashboard.odds.of_game import odds_in
    from dashboard.review.reader import Reader
    from warehouse import Lake

    options = {"carrier-hits": "always"}
    told = events(options)
    state = GameState()
    for event in told[:1]:
        state.apply(event)
    header = Header(TITLE.slug, options=options, game="carriers")
    lake = Lake.create(tmp_path / "lake")
    lake.write([Game(TITLE, header, told[:2], state, Fidelity.OBSERVED, "carriers.jsonl", "carriers")])
    found = odds_in(Reader.of_lake(lake, lake.games()["game_id"][0]), 1, 20, lambda: None)
    assert found.answer and isclose(found.answer.result.win, by_hand(2), abs_tol=1e-8)


def test_a_raid_is_flown_by_the_options_too(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def position(*of: object, **how: object) -> GameState:
        begun.append(position_of(*of, **how))  # type: ignore[arg-type]
        return begun[-1]

    monkeypatch.setattr("engine.families.axis_allies.sampled_raid.position_of", position)
    words = ["odds", "global-1939", "2 bomber (germany)", "major factory (uk)", "--raid", "--games", "10"]
    told = CliRunner().invoke(main, [*words, "--option", "naval-strike=4"])
    assert told.exit_code == 0 and begun[0].options["naval-strike"] == "4", told.output
    wrong = CliRunner().invoke(main, [*words, "--option", "naval-strik=4"])
    assert wrong.exit_code == 1 and "did you mean naval-strike?" in wrong.output


def test_destroyers_bombard_in_a_recorded_battle_once_a_technology_lets_them() -> None:
    title = load_title("revised")
    begin = BattleStarted(1, "amphibious", "algeria", "united-kingdom", "germany", "2 infantry, destroyer, battleship", "infantry")
    for known, ships in (((), {"battleship"}), ((TechAdvanced("united-kingdom", "destroyer-bombard"),), {"battleship", "destroyer"})):
        found = battle_of(title, [GameStarted("revised", "standard", {}, {}), *known, begin], 1)
        assert {unit for unit, _ in found.forces.bombard} == ships


def test_a_battleship_that_takes_two_hits_by_an_option_is_known_to_be_damaged() -> None:
    title, zone = load_title("classic"), "alaska-sea-zone"
    begin = BattleStarted(1, "sea", zone, "japan", "united-states", "2 battleship", "submarine")
    for value, hurt in (("on", {("battleship", "japan"): 1}), ("off", {})):
        told = [GameStarted("classic", "standard", {"two-hit-battleships": value}, {}), UnitsPlaced("japan", "battleship", 1, zone, 1)]
        assert battle_of(title, [*told, begin], 1).forces.attack_damaged == hurt


def test_the_exact_odds_do_not_fit_where_infantry_may_fall_with_its_bomber() -> None:
    title, area = load_title("aa50-1941"), "east-poland"
    for dropped, gun in (("airborne moved", "anti-aircraft-gun"), ("moved", "anti-aircraft-gun"), ("airborne moved", "tank")):
        begin = BattleStarted(1, "land", area, "germany", "soviet-union", "infantry, bomber", f"infantry, {gun}")
        there = UnitsPlaced("germany", "infantry", 1, area, 1, "setup", dropped)
        why = why_sampled(title, battle_of(title, [GameStarted(title.slug, "standard", {}, {}), there, begin], 1))
        assert why == ("infantry falls with the aircraft that are shot down" if "airborne" in dropped and gun != "tank" else "")


FALLS = """\
{"sitrep":1,"title":"aa50-1941"}
{"set":"technology","power":"germany","technology":"paratroopers"}
{"set":"units","area":"poland","power":"germany","units":"infantry, bomber"}
{"set":"units","area":"east-poland","power":"soviet-union","units":"anti-aircraft-gun"}
{"do":"end","phase":"purchase-units"}
{"do":"move","units":"bomber, infantry","path":"poland > east-poland","drop":true}
{"do":"end"}
{"do":"battle","area":"east-poland"}
{"dice":"6"}
"""


def test_a_battle_played_on_from_its_record_knows_who_falls_with_its_bomber() -> None:
    """A die of six shoots both down: the states that are followed know it without the events before them."""
    game = replay(parse_log(FALLS.encode(), "falls", None), load_title("aa50-1941"))
    _, found = recorded_odds(game, 1, games=20)
    assert found.sampled and isclose(found.result.swing, -15 / 6, abs_tol=1e-8) and isclose(found.result.take, 5 / 6, abs_tol=1e-8)
