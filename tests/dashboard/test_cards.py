"""Battle cards: the battles that mattered, and all of them in a table."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl
import pytest

from dashboard.odds.answer import FEW, often
from dashboard.odds.of_game import odds_in
from dashboard.review.battle_rows import how_it_ended
from dashboard.review.battles import battles_answer
from dashboard.review.cards.card import MOST, cards, mattered
from dashboard.review.cards.drawing import RESULTS, _decided, _odds, cards_html
from dashboard.review.moment_links import anchor
from dashboard.review.percentiles import percentile, placed
from dashboard.review.reader import Reader
from dashboard.ui.sampled import chance_told
from dashboard.ui.templates import trusted
from engine.events import BattleEnded, BattleStarted, Event
from engine.strictness import Strictness
from ingest import replay_file
from ingest.samples import HERE
from tests.dashboard.conftest import EVIL, hand_made, raid
from tests.kept import rows_of
from warehouse import Lake

MakeLake = Callable[..., Lake]


def battle(number: int, area: str, lost: tuple[int, int], winner: str = "attacker") -> list[Event]:
    sides = (area, "germany", "soviet-union")
    return [
        BattleStarted(number, "land", *sides, "3 infantry, tank", "2 infantry", 15, 6),
        BattleEnded(number, "land", *sides, 1, winner, "", "tank", "", *lost),
    ]


def read(make_lake: MakeLake, **how: object) -> Reader:
    return Reader.of_lake(make_lake(hand_made("game", **how)), "game")


@pytest.fixture(scope="module")
def moscow(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    lake = Lake.create(tmp_path_factory.mktemp("cards"))
    lake.write([rows_of(HERE / "axis-takes-moscow.jsonl")])
    return Reader.of_lake(lake, "axis-takes-moscow")


def test_the_battles_that_mattered_are_those_of_the_largest_swings_in_the_order_of_play(make_lake):
    fought = [event for number in range(1, 8) for event in battle(number, "belorussia", (number, 2 * number))]
    found = cards(read(make_lake, deeds={(1, "germany"): fought}))
    assert len(found) == 7 and [card.battle for card in mattered(found)] == [3, 4, 5, 6, 7]
    assert len(mattered(found)) == MOST


def test_the_fall_of_a_capital_has_a_card_however_little_it_cost(moscow):
    told = mattered(cards(moscow))
    assert [card.where for card in told if card.taken] == ["Russia"]
    swings = sorted((abs(card.swing or 0) for card in cards(moscow)), reverse=True)
    fall = next(card for card in told if card.taken)
    assert abs(fall.swing) < swings[MOST - 1]


def test_a_card_adds_up(moscow):
    known = [card for card in cards(moscow) if card.dice is not None]
    assert len(known) > 20
    for card in known:
        assert card.expected + card.dice + card.players == pytest.approx(card.swing)
        assert card.swing == card.defender.lost - card.attacker.lost and sum(card.odds) == pytest.approx(1)


def test_a_card_tells_forces_odds_losses_dice_and_who_decided(moscow):
    html = cards_html(moscow, anchor)
    first = html.split("</article>")[0]
    plain = " ".join(re.sub("<[^>]*>", " ", first).split())
    assert plain == (
        "Round 1, Germany Germany&#39;s attack on the Caucasus: beaten off Germany Attacker 7 Infantry, 2 Artillery, 1 Tank and "
        "2 Fighters, worth 54 IPC Lost: 27 IPC Left: 3 Infantry, 2 Artillery and 1 Fighter Soviet Union Defender 7 Infantry, 1 "
        "Artillery, 1 Tank and 1 Anti-aircraft Gun, worth 36 IPC Lost: 3 IPC Left: 6 Infantry, 1 Artillery, 1 Tank and 1 "
        "Anti-aircraft Gun Odds before the first die: attacker 88%, defender 11% Result: 12th percentile for the attacker expected "
        "+3 dice −37 players +10 swing −24 IPC"
    )
    assert first.count('<a href="#map=2">') == 1 and "<a " not in cards_html(moscow, None)


def test_a_card_and_the_odds_of_its_battle_tell_one_percentile(moscow):
    """The odds are worked out anew from the forces, as their page does."""
    told = 0
    for card in mattered(cards(moscow)):
        found = odds_in(moscow, card.battle, 500, lambda: None).answer
        if found is None or found.result.samples or card.by_hits:
            continue
        told += 1
        assert percentile(found.result.percentile(float(card.swing))) == percentile(card.percentile)
    assert told >= 3


@pytest.fixture(scope="module")
def spain(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    lake = Lake.create(tmp_path_factory.mktemp("spain"))
    lake.write([rows_of(HERE / "spain-and-china.jsonl")])
    return Reader.of_lake(lake, "spain-and-china")


def test_a_battle_with_a_card_is_worked_out_or_played_as_often_as_the_page_of_its_odds_plays_it(spain):
    """So both tell the same chance and the same percentile, and the story and the summary, which name them too."""
    game = replay_file(HERE / "spain-and-china.jsonl", Strictness.COLLECT)
    told = mattered(cards(spain))
    assert {card.samples for card in told} == {0, FEW}, "some are too large to be followed"
    for card in told:
        found = odds_in(spain, card.battle, FEW, lambda: game).answer.result
        assert (found.samples, found.played + found.samples) == (card.samples, FEW), card
        assert often(found, found.win) == chance_told(card.odds[0], card.samples) or not card.samples
        assert found.win == pytest.approx(card.odds[0]), card
        assert placed(found.percentile(float(card.swing)), found.samples) == placed(card.percentile, card.samples)


def test_freak_results_are_counted_by_what_the_cards_tell(moscow):
    """Three battles are given the percentiles of freak results, and two others such as are not quite."""
    odds = moscow.frame("battle_luck")
    far = [0.01, 0.99, 0.02, 0.03, 0.97, *[0.5] * (odds.height - 5)]
    changed = odds.with_columns(percentile=pl.Series(far))
    of = Reader(moscow.game, lambda table: changed if table == "battle_luck" else moscow.frame(table), moscow.measure)
    unknown = [card for card in cards(of) if card.by_hits and card.percentile is not None]
    assert all(0.025 < card.percentile < 0.975 for card in unknown)
    assert f"3 of {odds.height + len(unknown)} ended with a freak result (1 in 20)." in battles_answer(of)
    told = sorted(card.percentile for card in cards(of) if not card.by_hits)
    assert told[:3] == [0.01, 0.02, 0.03] and told[-2:] == [0.97, 0.99]


def test_the_parts_of_a_swing_add_up_as_they_are_rounded(moscow):
    card = cards(moscow)[0]._replace(expected=2.6, dice=2.6, players=-0.2, swing=5)
    numbers = [int(part.replace("−", "-")) for part in re.findall(r"</small> ([+−]?\d+)", _decided(card, "IPC"))]
    assert sum(numbers[:3]) == numbers[3] == 5
    html = "".join(_decided(card, "IPC") for card in cards(moscow))
    for told in html.split("</p>")[:-1]:
        numbers = [int(part.replace("−", "-").replace(",", "")) for part in re.findall(r"</small> ([+−]?[\d,]+)", told)]
        assert sum(numbers[:3]) == numbers[3], told


def test_parts_of_battles_played_say_how_good_they_are(moscow):
    card = cards(moscow)[0]._replace(expected=2.0, dice=3.0, players=0.0, swing=5, error=0.6)
    assert [part in _decided(card, "IPC") for part in ("+2 ±2<", "+3 ±2<", "</small> 0<")] == [True] * 3
    assert "±" not in _decided(card._replace(error=0.2), "IPC"), "good to the digit that is told"


def test_all_battles_are_in_the_table_in_the_order_of_play(moscow):
    html = cards_html(moscow, anchor)
    rows = re.findall(r"<tr>(<td>.*?)</tr>", html)
    raids = moscow.frame("battle_started").filter(pl.col("kind") == "raid").height
    assert len(rows) == moscow.frame("battle_ended").height - raids and "<summary>All 55 battles</summary>" in html
    turns = [int(re.search(r"#map=(\d+)", row)[1]) for row in rows]
    assert turns == sorted(turns)


def test_a_raid_of_bombers_is_no_battle_and_a_game_without_any_has_no_cards(make_lake):
    of = read(make_lake, deeds={(1, "germany"): raid(1, "germany", "russia", "soviet-union", 5, lost=1)})
    assert cards(of) == [] and cards_html(of, anchor) == ""


def test_names_of_a_record_are_text_on_a_card(make_lake):
    of = read(make_lake, deeds={(1, "germany"): battle(1, "belorussia", (3, 6))})
    whole = of.frame("title_powers").with_columns(name=pl.lit(EVIL))
    evil = Reader(of.game, lambda table: whole if table == "title_powers" else of.frame(table), of.measure)
    html = cards_html(evil, anchor)
    assert "<img" not in html and "&lt;img" in html


def test_odds_tell_that_nobody_may_win(moscow):
    card = next(card for card in cards(moscow) if card.odds is not None)
    told = [_odds(card._replace(odds=odds)) for odds in ((0.16, 0.10, 0.74), (0.88, 0.11, 0.01))]
    assert "attacker 16%, defender 10%, neither 74%<" in told[0] and "attacker 88%, defender 11%<" in told[1]


def test_a_ship_that_sinks_with_its_cargo_costs_more_than_it_is_worth(make_lake):
    sunk = [
        BattleStarted(1, "sea", "sea-zone-5", "germany", "united-kingdom", "transport", "submarine", 7, 6),
        BattleEnded(1, "sea", "sea-zone-5", "germany", "united-kingdom", 1, "defender", "", "", "submarine", 13, 0),
    ]
    html = cards_html(read(make_lake, deeds={(1, "germany"): sunk}), anchor)
    assert "Lost: <b>13 IPC</b> with cargo<" in html and html.count("with cargo") == 1


def test_what_else_can_be_asked_of_a_battle_stands_at_the_foot_of_its_card(make_lake):
    of = read(make_lake, deeds={(1, "germany"): battle(1, "belorussia", (3, 6))})
    assert "<p>of 1</p></article>" in cards_html(of, anchor, lambda card: trusted(f"<p>of {card.battle}</p>"))


@pytest.mark.parametrize(
    ("winner", "attacker", "defender", "said"),
    [
        ("defender", (9, 0), (6, 6), "defenders destroyed, advance blocked"),
        ("defender", (9, 9), (6, 6), "both sides destroyed"),
        ("defender", (9, 9), (6, 3), "beaten off"),
        ("none", (9, 9), (6, 0), "attackers destroyed"),
        ("none", (9, 3), (6, 3), "broken off"),
        ("attacker", (9, 3), (6, 6), "won"),
    ],
)
def test_how_a_battle_ended_is_told_by_what_is_left(winner: str, attacker: tuple[int, int], defender: tuple[int, int], said: str) -> None:
    """worth and lost of each side; nothing is left of one that lost all."""
    row = {"winner": winner}
    for side, (worth, lost) in (("attacker", attacker), ("defender", defender)):
        left = "" if lost == worth else "infantry"
        row |= {f"{side}_value": worth, f"{side}_lost": lost, f"{side}s_left": left, f"{side}_unpriced": 0}
    assert RESULTS.get(how_it_ended(row), "won") == said
