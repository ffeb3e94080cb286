"""The page Odds of battles, turns and raids of recorded games."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import polars as pl
import pytest
from click.testing import CliRunner

from dashboard.odds import answer, of_game, whole_turn
from dashboard.odds.of_game import odds_in
from dashboard.review.cards.card import cards, mattered
from dashboard.review.export import page_of
from dashboard.review.page import _odds_link
from dashboard.review.reader import Reader
from dashboard.review.record import game_of
from dashboard.ui.sampled import sampled, share
from engine.events import BattleStarted
from engine.forces import parse_units
from engine.odds.answers import Answer
from engine.odds.names import OddsError
from engine.odds.recorded import battle_of
from engine.odds.result import Result
from engine.titles import load_title
from ingest import replay_file
from ingest.samples import HERE
from sitrep import main
from tests.dashboard.test_odds_page import lost_of, told_by
from tests.dashboard.test_pages import commands, html, opened
from tests.kept import rows_of
from tests.slow import slow_after
from warehouse import Lake

BATTLES = {
    "axis-takes-moscow.jsonl": 1,
    "barbarossa.jsonl.zst": 2,
    "axis-projects-power.tsvg": 3,
    "war-over-europe.jsonl.zst": 1,
    "spain-and-china.jsonl": 3,
    "convoys-of-the-atlantic.jsonl": 20,
}
"""A sample of each title and a save, and a battle of it."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with these samples, which lie beside it."""
    folder = tmp_path_factory.mktemp("odds")
    for name in BATTLES:
        (folder / name).write_bytes((HERE / name).read_bytes())
    Lake.create(folder / "lake").write([rows_of(HERE / name) for name in BATTLES])
    return folder


@pytest.fixture
def shown(records: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SITREP_LAKE", str(records / "lake"))
    return records


def reader_of(folder: Path, name: str) -> Reader:
    lake = Lake.open(folder / "lake")
    (game,) = lake.games().filter(pl.col("name").str.ends_with(name))["game_id"]
    return Reader.of_lake(lake, game)


@pytest.mark.parametrize(("name", "battle"), slow_after(3, BATTLES.items()))
def test_a_battle_of_a_game_of_any_title_has_the_odds_that_the_command_prints(shown: Path, name: str, battle: int) -> None:
    app = opened("odds.py", game=reader_of(shown, name).game_id, battle=str(battle))
    said = CliRunner().invoke(main, ["odds", str(shown / name), "--battle", str(battle), "--json", "--games", str(answer.FEW)])
    told = json.loads(said.output)
    text = unescape(html(app))
    win = sampled(told["win"], told["samples"]) if told["samples"] else share(told["win"])
    assert not app.exception and f"<small>Attacker wins</small><b>{win}</b>" in text
    assert lost_of(told) in text
    assert ("Worked out exactly" in text) == told["exact"]
    if told["samples"]:
        assert f"Played {answer.FEW} times through the title's rules, because {told['sampled_because']}" in text
    elif not told["exact"]:
        assert f"is of {answer.FEW} battles played, because {told['sampled_because']}" in text
    assert ("What is left of the defender?" in [box.value for box in app.header]) and 'class="forces"' in text


@pytest.mark.parametrize("name", slow_after(2, BATTLES))
def test_every_battle_of_a_review_leads_to_its_odds(shown: Path, name: str) -> None:
    of = reader_of(shown, name)
    text = unescape(html(opened("review.py", game=of.game_id)))
    numbers = {int(number) for number in re.findall(rf'href="odds\?game={of.game_id}&battle=(\d+)"', text)}
    assert numbers == {card.battle for card in cards(of)}
    assert text.count(f'href="odds?game={of.game_id}') == len(numbers) + len(mattered(cards(of)))


@pytest.mark.parametrize(("name", "at"), [("axis-takes-moscow.jsonl", "2000"), ("axis-projects-power.tsvg", "1150")])
def test_a_whole_turn_of_a_recorded_game_has_each_battle_and_how_many_work(shown: Path, name: str, at: str) -> None:
    app = opened("odds.py", what="A whole turn", of=reader_of(shown, name).game_id, at=at)
    assert not app.exception and [box.label for box in app.selectbox] == ["Game", "Turn", "Moment"]
    (command,) = commands(app)
    told, text = told_by(command, shown), unescape(html(app))
    assert len(told["battles"]) > 1 and f"{len(told['battles'])} battles due" in text
    for row in told["battles"]:
        assert f"battle={row['battle']}" in text and f"<td>{share(row['works'])}</td>" in text
    assert f"All of them work in {share(told['just'][-1])}, none in {share(told['just'][0])}" in text
    assert f"<span>{share(sum(told['just'][1:]))}</span>" in text, "at least one"


def test_another_moment_of_a_turn_leaves_out_what_is_over(shown: Path) -> None:
    app = opened("odds.py", what="A whole turn", of=reader_of(shown, "axis-takes-moscow.jsonl").game_id)
    turn = next(box for box in app.selectbox if box.label == "Turn")
    app = turn.select(next(at for at in reversed(turn.options) if "3 battles" in at)).run()
    assert "3 battles due" in html(app)
    moment = next(box for box in app.selectbox if box.label == "Moment")
    assert len(moment.options) == 3 and moment.options[0] == "Before its battles"
    app = moment.select(moment.options[1]).run()
    assert not app.exception and "2 battles due" in html(app)
    assert len(told_by(commands(app)[0], shown)["battles"]) == 2


def test_a_turn_of_a_lake_without_its_records_is_asked_of_the_lake(shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = reader_of(shown, "axis-takes-moscow.jsonl")
    words = {"what": "A whole turn", "of": of.game_id, "at": "2000"}
    here = html(opened("odds.py", **words))
    monkeypatch.setattr(whole_turn, "record_of", lambda of: None)
    assert html(opened("odds.py", **words)) == here and "battles due" in here


def test_a_battle_of_a_game_leads_to_all_battles_of_its_turn(shown: Path) -> None:
    of = reader_of(shown, "axis-takes-moscow.jsonl")
    text = unescape(html(opened("odds.py", game=of.game_id, battle="5")))
    (to,) = re.findall(r'href="odds\?(what=A\+whole\+turn[^"]*)"', text)
    words = {name: value for name, (value,) in parse_qs(to).items()}
    assert f"odds?game={of.game_id}&battle=5" in unescape(html(opened("odds.py", **words)))


def test_a_raid_does_what_the_command_says() -> None:
    words = {
        "what": "A bombing raid",
        "raid-title": "Axis & Allies Global 1939",
        "raid-area": "Germany",
        "intercept": "1 fighter",
    }
    app = opened("odds.py", **words, **{"a-bomber": "2", "a-fighter": "1", "d-fighter": "2", "d-major-factory": "1"})
    assert not app.exception
    (command,) = commands(app)
    told, text = told_by(command, Path()), unescape(html(app))
    assert (told["area"], told["target"]) == ("germany", "major-factory") and "--intercept" in command
    low, high = map(float, re.search(r"On average (\S+) to (\S+) damage to the Major Factory in Germany", text).groups())
    assert low <= told["mean_damage"] <= high and told["samples"] == answer.FEW, "200 raids do not tell tenths"
    for row in told["attackers_left"][:3]:
        assert f"<span>{sampled(row['chance'], told['samples'])}</span>" in text
    assert "Give the attacker some bombers" in html(opened("odds.py", what="A bombing raid"))


def test_a_defender_whose_attacker_retreats_holds_as_the_card_of_the_battle_says(shown: Path) -> None:
    of = reader_of(shown, "barbarossa.jsonl.zst")
    told = odds_in(of, 2, answer.FEW, lambda: game_of(of, shown / "barbarossa.jsonl.zst")).answer.result
    assert told.retreat > 0.5 > told.lose
    held = f"the defender holds in {share(told.lose + told.retreat)}, the attacker retreating in {share(told.retreat)}."
    assert held in answer.who_wins(told)
    (card,) = [card for card in cards(of) if card.battle == 2]
    assert card.odds[1] == pytest.approx(told.lose + told.retreat)


def test_blocks_that_were_weakened_before_are_told(shown: Path) -> None:
    app = opened("odds.py", game="barbarossa", battle="2")
    assert [text.value for text in app.caption] == ["As the battle began, the defender had 12 of 14 steps."]


@pytest.mark.slow
def test_a_file_has_no_link_to_the_page(shown: Path) -> None:
    page = page_of(reader_of(shown, "barbarossa.jsonl.zst"))
    assert "battle-card" in page and 'href="odds?' not in page


def test_another_battle_can_be_picked_and_is_in_the_address(shown: Path) -> None:
    of = reader_of(shown, "barbarossa.jsonl.zst")
    app = opened("odds.py", game=of.game_id, battle="2")
    app.selectbox[0].select(3).run()
    assert app.query_params["battle"] in ("3", ["3"]) and app.selectbox[0].value == 3
    assert "Review of barbarossa" in html(app) and "2. Germany's attack on Lvov" in app.selectbox[0].options[1]


def test_a_game_without_a_battle_in_its_address_begins_with_its_first(shown: Path) -> None:
    app = opened("odds.py", game="barbarossa")
    assert not app.warning and app.selectbox[0].value == 1


def test_a_battle_is_played_more_often_at_a_button(shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A raid on convoys: battles at sea are played."""
    monkeypatch.setattr(answer, "MANY", 2 * answer.FEW)
    app = opened("odds.py", game="barbarossa", battle="15")
    app.button[-1].click().run()
    assert f"Played {answer.MANY:,} times" in html(app)


@pytest.mark.parametrize("words", [{"game": "no-such-game", "battle": "1"}, {"game": "barbarossa", "battle": "999"}])
def test_a_battle_that_is_not_there_is_said(shown: Path, words: dict[str, str]) -> None:
    app = opened("odds.py", **words)
    assert [box.value for box in app.warning] == ["There is no such battle."] and words["game"] in app.text[0].value


def test_without_the_record_the_ledger_has_the_odds(shown: Path) -> None:
    of = reader_of(shown, "barbarossa.jsonl.zst")
    told = odds_in(of, 2, answer.FEW, lambda: None)
    luck = of.frame("battle_luck").row(by_predicate=pl.col("battle") == 2, named=True)
    assert told.answer and (told.answer.result.win, told.answer.result.samples) == (
        luck["win_chance"],
        luck["samples"],
    )
    assert told.answer.result.swing != told.answer.result.swing, "losses are not known, and not 0"
    assert "survivors" in told.why
    empty = Reader(of.game, lambda table: of.frame(table).clear(), of.measure)
    assert odds_in(empty, 2, answer.FEW, lambda: None).answer is None


def test_a_lake_tells_as_the_record_does_whose_submarines_submerge(tmp_path: Path) -> None:
    """Also what their power did in the battles before, and in battles in which no die was rolled."""
    path = HERE / "axis-takes-moscow.jsonl"
    game, rows = replay_file(path), rows_of(path)
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows])
    of = Reader.of_lake(lake, lake.games()["game_id"][0])
    at_sea = [
        event.battle
        for event in game.events
        if isinstance(event, BattleStarted) and event.kind == "sea" and "submarine" in event.attackers + event.defenders
    ]
    shown = {number: of_game._known(game.title, of, number).dive for number in at_sea}
    assert shown == {number: battle_of(game.title, game.events, number).dive for number in at_sea}
    assert {(True, False), (False, True), (False, False)} <= set(shown.values())


def test_odds_of_a_title_that_is_worked_out_need_no_record(shown: Path) -> None:
    told = odds_in(reader_of(shown, "axis-takes-moscow.jsonl"), 1, answer.FEW, lambda: pytest.fail("asked"))
    assert told.answer and not told.answer.sampled and told.answer.result.attackers


def test_a_battle_that_nobody_can_win_says_so_and_one_that_is_always_left_does_not() -> None:
    none = Result(0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, samples=500)
    assert answer.who_wins(none) == "Such a battle has no winner."
    assert "the defender holds in over 99%" in answer.who_wins(none._replace(draw=0.0, retreat=1.0))


def test_a_share_of_battles_played_is_never_quite_sure() -> None:
    none = Answer(Result(0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, samples=500), "of something")
    assert "lies between 0.0% and 0.8%" in answer.precision(none)
    low, high = none.result._replace(win=0.5).within(0.5)
    assert (low, high) == pytest.approx((0.4564, 0.5436), abs=1e-4), "Wilson's interval of 250 in 500"


@pytest.mark.parametrize("name", slow_after(1, ["barbarossa.jsonl.zst", "spain-and-china.jsonl", "convoys-of-the-atlantic.jsonl"]))
def test_the_forces_of_a_recorded_battle_can_be_changed(shown: Path, name: str) -> None:
    of, battle = reader_of(shown, name), 4 if name == "barbarossa.jsonl.zst" else BATTLES[name]
    text = unescape(html(opened("odds.py", game=of.game_id, battle=str(battle))))
    (to,) = re.findall(r'<a href="(odds\?[^"]*)">Change the forces', text)
    words = parse_qs(urlparse(to).query)
    app = opened("odds.py", **{key: value if len(value) > 1 else value[0] for key, value in words.items()})
    row = of.frame("battle_started").row(by_predicate=pl.col("battle") == battle, named=True)
    title = load_title(row_title := of.game["title"])
    assert not app.exception and row_title
    (command,) = [line for line in commands(app) if line.startswith("sitrep odds")]
    _, _, _, attackers, defenders, *more = shlex.split(command)
    for units, side in ((attackers, "attackers"), (defenders, "defenders")):
        assert sum(one.count for one in parse_units(units)) == sum(one.count for one in parse_units(row[side]))
    assert more[:6] == ["--in", row["area"], "--attacker", row["attacker"], "--defender", row["defender"]]
    assert title.areas[row["area"]].name in app.selectbox[1].value


def test_odds_that_cannot_be_worked_out_are_those_of_the_ledger(shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OddsError("too large")

    monkeypatch.setattr(of_game, "battle_odds", fails)
    of = reader_of(shown, "axis-takes-moscow.jsonl")
    told = odds_in(of, 1, answer.FEW, lambda: None)
    luck = of.frame("battle_luck").row(by_predicate=pl.col("battle") == 1, named=True)
    assert told.answer and told.answer.result.win == luck["win_chance"] and "too large" in told.why


@pytest.mark.parametrize("name", ["barbarossa.jsonl.zst", "axis-projects-power.tsvg"])
def test_a_record_that_was_only_dropped_leads_to_the_same_forces(shown: Path, name: str) -> None:
    of = reader_of(shown, name)
    link = _odds_link(of, linked=False)
    assert all(link(card).startswith("odds?title=") for card in cards(of))
    assert _odds_link(Reader(of.game | {"title": "a-map"}, of.frame, of.measure), linked=False)(cards(of)[0]) == ""
