"""The spine of a review: who was winning turn by turn, and the turns that moved it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser, expect

from dashboard.charts.style import side_colors
from dashboard.review.export import write_review
from dashboard.review.moment_links import addressed, anchor
from dashboard.review.reader import Reader
from dashboard.review.spine.course import CHANCE, STRENGTH, Course, course, key_moments
from dashboard.review.spine.deeds import deed
from dashboard.review.spine.drawing import WIDEST, WIDTH, spine_html
from dashboard.review.spine.spine_text import answer, note, signed_percent
from dashboard.review.story.wording import the
from dashboard.ui.chances import Chances, chances
from engine.events import BattleEnded, BattleStarted
from ingest.samples import samples
from tests.dashboard.browsing import chromium, watched
from tests.dashboard.conftest import DEEDS, EVIL, hand_made
from tests.kept import rows_of
from warehouse import Lake
from warehouse.winning.model import load

MANY_SIDES = ("rise-and-fall", "won-by-a-point", "barbarossa", "paris-in-the-winter", "axis-takes-moscow")
STRONGER = "Of all units and production the Allies had 53%: the chance goes by how other games went on from there."
MakeLake = Callable[..., Lake]


@pytest.fixture(scope="module")
def offline() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def read(make_lake: MakeLake, **how: object) -> Reader:
    return Reader.of_lake(make_lake(hand_made("game", **how)), "game")


def told(of: Reader, *values: float, low: float | None = None, dice: float | None = None) -> Reader:
    """Return a game whose chances of the Axis after its first turns are these."""
    rows, before = [], None
    for turn, axis in enumerate(values):
        for side, value in (("allies", 1 - axis), ("axis", axis)):
            change = None if before is None else (axis - before) * (1 if side == "axis" else -1)
            by = None if change is None or dice is None else dice
            players = None if by is None else change - by
            rest = change if by is None else 0.0
            rows.append((turn, of.rounds[turn], side, value, low, None if low is None else value, change, by, players, rest))
        before = axis
    names = ("turn", "round", "side", "chance", "low", "high", "change", "by_dice", "by_players", "not_told_apart")
    schema = {name: pl.String if name == "side" else pl.Int64 if name in ("turn", "round") else pl.Float64 for name in names}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return Reader(of.game, of.frame, of.measure, lambda: Chances("20 decided games of bots", frame))


def found(of: Reader) -> Course:
    it = course(of)
    assert it is not None
    return it


def test_of_two_sides_only_one_is_drawn_the_winner(make_lake):
    it = found(told(read(make_lake), 0.5, 0.6, 0.4, 0.7))
    assert (it.kind, it.focus, it.sides) == (CHANCE, "Axis", ("Axis",))


@pytest.mark.parametrize(
    ("values", "said"),  # the last value is the result
    [
        ((0.6, 0.7, 0.8, 1.0), "The Axis led from the start: 80% chance of winning before the last turn."),
        (
            (0.6, 0.4, 0.3, 0.6, 0.4, 0.4, 0.7, 1.0),
            "The Axis took the lead for good in round 2: 70% chance of winning before the last turn.",
        ),
    ],
)
def test_the_answer_says_who_led_since_when(make_lake, values, said):
    of = told(read(make_lake), *values)
    assert answer(of, found(of)) == f"{said} {STRONGER}"


def test_without_a_model_the_line_is_the_share_of_all_units_and_production(make_lake):
    whole = read(make_lake)
    of = Reader(whole.game, whole.frame, whole.measure)
    it = found(of)
    last = of.frame("powers").filter(pl.col("turn") == pl.col("turn").max())
    sums = dict(last.group_by("side").agg((pl.col("tuv") + pl.col("production")).sum()).iter_rows())
    assert it.kind == STRENGTH and it.of("Axis")["value"][-1] == pytest.approx(sums["axis"] / (sums["axis"] + sums["allies"]))
    assert "share of all units (TUV) and production" in note(it, True) and '<polygon class="band"' not in spine_html(of, anchor)


def test_where_the_chance_is_not_known_the_line_is_the_share_of_strength_and_says_why(make_lake):
    lake = make_lake(hand_made("game"))
    (known,) = [title for title in load().shown if title == "aa1942"]
    shown = chances(lake, "game", known)
    assert shown.rows["turn"].max() == 15 and "decided game" in shown.basis and not shown.unknown
    of = read(make_lake)
    why = chances(lake, "game", "a-map-of-somebody")
    assert why.rows.is_empty() and why.unknown == load().unknown("a-map-of-somebody") != ""
    it = found(Reader(of.game, of.frame, of.measure, lambda: why))
    assert it.kind == STRENGTH and f"The chance of winning is not known: {why.unknown}." in note(it, True)
    assert it.rows["low"].null_count() == it.rows.height


def test_every_turn_is_a_link_to_its_moment(make_lake):
    of = told(read(make_lake), 0.5, 0.6, 0.7)
    html = spine_html(of, anchor)
    assert re.findall(r'<a href="#map=(\d+)" class="turn"', html) == ["0", "1", "2"]
    assert 'title="Round 1, Soviet Union: Axis 60%"' in html
    assert '<a href="?game=g&amp;turn=2" data-turn="2" class="turn"' in spine_html(of, addressed({"game": "g"}))
    assert "<a " not in spine_html(of, None)


def test_key_moments_are_the_turns_that_moved_it_most_with_what_happened(make_lake):
    fought = [
        BattleStarted(1, "land", "belorussia", "germany", "soviet-union", "infantry", "infantry"),
        BattleEnded(1, "land", "belorussia", "germany", "soviet-union", 1, "defender", "", "", "infantry", 30, 3),
    ]
    of = told(read(make_lake, deeds={(1, "germany"): fought}), 0.5, 0.6, 0.4, 0.42, dice=0.1)
    keys = key_moments(of, found(of))
    assert keys["turn"].to_list() == [2], "in turn 1 nothing happened but an order to build, turn 3 moved it too little"
    assert keys["deed"][0] == "Germany's attack on Belorussia failed: 27 IPC swing to the Soviet Union"
    html = spine_html(of, anchor)
    assert '<a href="#map=2" class="key"' in html and "Allies +20%: dice +10%, players +10%" in html


def test_a_moment_names_a_power_once_and_what_it_took(make_lake):
    fought = [
        BattleStarted(1, "land", "brazil", "germany", "united-states", "infantry", "infantry"),
        BattleEnded(1, "land", "brazil", "germany", "united-states", 1, "attacker", "", "infantry", "", 0, 3),
    ]
    of = read(make_lake, deeds={(1, "germany"): fought})
    turn = of.measure("changes_of_hand").filter(area="brazil")["turn"][0]
    assert deed(of, turn, "Axis") == ("Germany took Brazil; its attack on Brazil succeeded: 3 IPC swing to Germany")


def test_a_moment_of_the_other_side_names_nothing_of_it(make_lake):
    fought = [
        BattleStarted(1, "land", "brazil", "germany", "united-states", "infantry", "infantry"),
        BattleEnded(1, "land", "brazil", "germany", "united-states", 1, "attacker", "", "infantry", "", 0, 3),
    ]
    of = read(make_lake, deeds={(1, "germany"): fought})
    turn = of.measure("changes_of_hand").filter(area="brazil")["turn"][0]
    assert deed(of, turn, "Allies") == "", "Germany took Brazil and won there: none of it helped the Allies"


def test_every_moment_of_the_samples_names_what_helped_the_side_that_gained(tmp_path):
    """Read from the sentence alone: who took, who gained or lost the swing, and which sides these are on."""
    lake, counted = Lake.create(tmp_path / "lake"), 0
    lake.write([rows_of(path) for path in samples() if path.name.split(".")[0] in MANY_SIDES])
    for game in lake.games()["game_id"]:
        of = Reader.of_lake(lake, game)
        sides = {the(name): side for name, side in of.all_powers.select("name", "side_name").iter_rows()}
        for row in key_moments(of, found(of)).iter_rows(named=True):
            swing = re.search(r" swing (to|against) (.*)$", row["deed"])
            if swing:
                counted += 1
                assert (sides[swing[2]] == row["side_name"]) == (swing[1] == "to"), row["deed"]
            takers = re.findall(r"(?:^|and )((?:[Tt]he )?[A-Z][\w ]*?) took", row["deed"].split(";")[0])
            taken_from = " from " in row["deed"].split(";")[0]
            for taker in takers:
                whose_ = {who.lower(): side for who, side in sides.items()}.get(taker.lower())
                counted += 1
                assert whose_ is None or (whose_ == row["side_name"]) != taken_from, row["deed"]
    assert counted > 10


def test_where_no_area_has_a_value_what_was_fought_over_is_named(make_lake):
    of = read(make_lake)
    nothing = of.frame("title_areas").with_columns(value=pl.lit(0), victory_city=pl.lit(""))
    changes = of.measure("changes_of_hand").with_columns(value=pl.lit(0))
    untold = Reader(
        of.game,
        lambda name: nothing if name == "title_areas" else of.frame(name),
        lambda name: changes if name == "changes_of_hand" else of.measure(name),
    )
    assert deed(untold, changes.filter(area="kenya")["turn"][0], "Axis") == "Japan took Kenya"


def test_the_split_of_each_swing_adds_up(make_lake):
    of = told(read(make_lake), 0.5, 0.6, 0.4, dice=0.1)
    html = spine_html(of, anchor)
    assert html.count('<rect class="dice"') == 2 and html.count('<rect class="players"') == 1
    assert "chance over the game: −10%: +20% by the dice of battles, −30% by what the players did<" in html
    assert 'class="split"' not in spine_html(told(read(make_lake), 0.5, 0.6, 0.4), anchor)


def test_turns_whose_dice_are_unknown_are_a_part_of_what_is_told(make_lake):
    of = told(read(make_lake), 0.31, 0.3, 0.552, 1.0, dice=0.1)
    rows = of.chances().rows.with_columns(
        pl.when(turn=2).then(None).otherwise(pl.col(name)).alias(name) for name in ("by_dice", "by_players")
    )
    rows = rows.with_columns(not_told_apart=pl.col("change") - pl.sum_horizontal("by_dice", "by_players"))
    some = Reader(of.game, of.frame, of.measure, lambda: Chances("20 decided games of bots", rows))
    html = spine_html(some, anchor)
    told_ = re.search(r"chance over the game: ([+−]\d+)%: ([^<]*)<", html)
    assert told_ is not None
    numbers = [int(part.replace("−", "-")) for part in re.findall(r"([+−]?\d+)%", told_[2])]
    assert int(told_[1]) == 69 == sum(numbers) and "not told apart (1 turn of 3 and the last step to the result)" in told_[2]
    assert html.count('<rect class="not_told_apart"') == 1 and "</i>Not told apart" in html


def test_who_was_behind_by_chance_and_strength_won_from_behind(make_lake):
    of = told(read(make_lake), 0.4, 0.3, 1.0)
    assert answer(of, found(of)) == "The Axis won from behind: 30% chance of winning before the last turn."


def test_a_chance_of_which_little_is_known_is_told_with_its_range(make_lake):
    of = told(read(make_lake), 0.5, 0.8, 1.0, low=0.2)
    assert "80% chance of winning before the last turn, anywhere from 20% to 80%." in answer(of, found(of))


def test_the_band_is_drawn_where_there_is_one(make_lake):
    assert '<polygon class="band"' in spine_html(told(read(make_lake), 0.5, 0.6, low=0.2), anchor)


def test_a_game_without_two_turns_has_no_spine(make_lake):
    assert spine_html(read(make_lake, stop=(1, "soviet-union"), ended=False), anchor) == ""


@pytest.mark.browser
def test_a_click_on_a_turn_shows_it_on_the_map_and_the_line_follows(offline: Browser, make_lake: MakeLake, tmp_path: Path) -> None:
    path = write_review(make_lake(hand_made("first", deeds=DEEDS, player=EVIL)), "first", tmp_path / "review.html")
    with watched(offline) as (page, complaints):
        page.goto(path.as_uri())
        page.locator('.sitrep-spine a.turn[href="#map=7"]').click()
        expect(page.locator(".clock")).to_have_text("Round 2, Germany")
        line = page.locator(".sitrep-spine .cursor")
        expect(line).to_be_visible()
        assert page.locator(".sitrep-spine").evaluate("spine => spine.style.getPropertyValue('--turn')") == "7"
        assert complaints == []


def test_numbers_are_explained_where_there_are_some(make_lake):
    still, moved = (told(read(make_lake), *values) for values in ((0.5, 0.5, 0.5), (0.5, 0.6, 0.9)))
    assert "The numbers mark" not in spine_html(still, anchor)
    assert ("The numbers mark" in spine_html(moved, anchor)) == bool(key_moments(moved, found(moved)).height)
    assert note(found(moved), True).endswith("The numbers mark the turns that moved the line most.")


def test_of_a_game_without_a_winner_nobody_won_from_behind(make_lake):
    whole = told(read(make_lake), 0.6, 0.5, 0.5)
    of = Reader(whole.game | {"winner": "", "ended": False}, whole.frame, whole.measure, whole.chances)
    assert answer(of, found(of)).startswith("Nobody was ahead where the record stops.")


def test_a_lead_too_small_to_be_seen_is_none(make_lake):
    whole = told(read(make_lake), 0.4, 0.502)
    of = Reader(whole.game | {"winner": "", "ended": False}, whole.frame, whole.measure, whole.chances)
    assert answer(of, found(of)).startswith("Nobody was ahead where the record stops.")


def test_what_comes_to_nothing_has_no_sign() -> None:
    assert [signed_percent(part) for part in (0.12, -0.03, 0.004, -0.004)] == ["+12%", "−3%", "0%", "0%"]


def test_the_bars_of_a_short_game_stay_within_its_drawing(make_lake):
    html = spine_html(told(read(make_lake), 0.5, 0.6, 0.4, dice=0.1), anchor)
    bars = [(float(x), float(wide)) for x, wide in re.findall(r'<rect class="\w+" x="([\d.-]+)" y="[\d.]+" width="([\d.]+)"', html)]
    assert bars and all(x >= 0 and x + wide <= WIDTH and wide <= WIDEST for x, wide in bars)


def test_nations_without_allies_have_the_colors_of_their_powers() -> None:
    assert side_colors(["Germany", "Japan", "Axis"]) == ["#6b7178", "#ffd83d", "#d9730d"]
