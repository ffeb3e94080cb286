"""The questions of a review: who takes part, where moments lead, and what each question says of small games."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl
import pytest

from dashboard.charts.style import round_axis
from dashboard.player.prepared_game import played
from dashboard.review.battles import battles_answer, biggest
from dashboard.review.cards.card import cards, mattered
from dashboard.review.control import ground
from dashboard.review.economy import stores
from dashboard.review.findings import moved, nearest
from dashboard.review.headline import headline
from dashboard.review.main_charts import _lucky, race, side_units
from dashboard.review.questions import sections
from dashboard.review.races import races
from dashboard.review.reader import FEW, Reader
from dashboard.review.section import meaning
from engine.events import BattleEnded, BattleStarted, Event, UnitsRemoved
from engine.recording import Fidelity
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, hand_made, unpriced
from tests.kept import rows_of
from warehouse import Lake

MakeLake = Callable[..., Lake]


def battle(number: int, attacker: str, area: str, defender: str, lost: tuple[int, int]) -> list[Event]:
    """Return a battle that the side wins which lost less."""
    winner = "attacker" if lost[0] < lost[1] else "defender"
    return [
        BattleStarted(number, "land", area, attacker, defender, "2 tank", "3 infantry", 12, 9),
        BattleEnded(number, "land", area, attacker, defender, 1, winner, "eliminated", "", "", *lost),
    ]


def read(make_lake: MakeLake, **how: object) -> Reader:
    return Reader.of_lake(make_lake(hand_made("game", **how)), "game")


def crowded(of: Reader, count: int, holding: bool = False) -> Reader:
    """Return a game with so many more powers that never have units, income or a turn; `holding` gives each of them an area."""
    model = of.frame("title_powers").head(1).drop("power", "name", "side", "side_name")
    names = pl.DataFrame({"power": [f"idle-{at}" for at in range(count)], "side": "neutral", "side_name": "Neutral"})
    idle = names.join(model, how="cross").with_columns(pl.col("power").str.replace("idle-", "Idle ").alias("name"))

    def frame(table: str) -> pl.DataFrame:
        rows = of.frame(table)
        if table == "title_powers":
            return rows.vstack(idle.select(rows.columns))
        if table == "areas" and holding:
            return rows.vstack(rows.head(count).with_columns(controller=idle["power"]))
        return rows

    return Reader(of.game, frame, of.measure)


def test_powers_that_take_no_part_fill_no_legend(make_lake: MakeLake) -> None:
    of = crowded(read(make_lake, deeds=DEEDS), 45)
    assert of.all_powers.height == 50 and of.powers.height == of.on_map.height == 5
    assert of.side_names == ["Allies", "Axis"]
    said = headline(of)
    assert "Idle 7" not in said and "45 others without units, income or a turn" in said
    drawn = [(section.question, str(drawing.chart.to_dict())) for section in sections(of) for drawing in section.drawings]
    assert len(drawn) > 10 and not [question for question, chart in drawn if "Idle" in chart or "Neutral" in chart]


def test_a_headline_names_those_who_play_and_counts_bystanders_with_units(make_lake: MakeLake) -> None:
    of = crowded(read(make_lake), FEW + 1)
    tables = {name: of.frame(name) for name in ("title_powers", "powers", "seats")}
    idle = tables["title_powers"].filter(pl.col("power").str.starts_with("idle-"))["power"]
    row = tables["powers"].head(1).with_columns(income=0, units=3, treasury=0).drop("power").cast(tables["powers"].drop("power").schema)
    standing = tables["powers"].vstack(pl.DataFrame({"power": idle}).join(row, how="cross").select(tables["powers"].columns))
    bystanders = Reader(of.game, lambda table: standing if table == "powers" else of.frame(table), of.measure)
    assert bystanders.powers.height == 5 + FEW + 1 and bystanders.playing.height == 5
    said = headline(bystanders)
    assert "Idle 1" not in said and f"{FEW + 1} others without a turn or income" in said
    few = Reader(
        of.game,
        lambda table: standing.filter(~pl.col("power").is_in(idle[:1].to_list())) if table == "powers" else of.frame(table),
        of.measure,
    )
    assert "Idle 1" in headline(few) and "1 other without units, income or a turn" in headline(few)


def test_a_headline_names_all_with_units_where_no_turn_of_theirs_is_told(make_lake: MakeLake) -> None:
    of = crowded(read(make_lake), FEW + 1)
    powers = of.frame("powers").with_columns(income=0, treasury=0)
    idle = of.all_powers.filter(pl.col("power").str.starts_with("idle-"))["power"]
    row = powers.head(1).with_columns(units=3).drop("power").cast(powers.drop("power").schema)
    tables = {
        "powers": pl.DataFrame({"power": idle}).join(row, how="cross").select(powers.columns),
        "seats": of.frame("seats").head(1),
    }
    seen = Reader(of.game, lambda table: tables[table] if table in tables else of.frame(table), of.measure)
    said = headline(seen)
    assert "Idle 1" in said and "without a turn" not in said


def test_a_power_that_is_a_side_of_its_own_is_named_once(make_lake: MakeLake) -> None:
    of = read(make_lake)
    alone = of.all_powers.with_columns(side=pl.col("power"), side_name=pl.col("name"))
    said = headline(Reader(of.game, lambda table: alone if table == "title_powers" else of.frame(table), of.measure))
    assert "<b>Germany</b> (Bert)" in said and "(Germany" not in said


def test_a_record_that_tells_of_no_round_is_not_asked_for_rounds(make_lake: MakeLake) -> None:
    of = read(make_lake, deeds=DEEDS)
    start = Reader(of.game, of.frame, lambda name: _at_first(of.measure(name)))
    asked = {section.question for section in sections(start)}
    assert not asked & {"Who earns the most, and who has money in hand?", "Who met their national objectives?"}
    poor = Reader(of.game, of.frame, lambda name: _worthless(of.measure(name)))
    assert "Whose forces are worth more?" not in {section.question for section in sections(poor)}


def _at_first(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("round") == 0) if frame.schema.get("round") else frame


def _worthless(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(tuv=pl.lit(0)) if "tuv" in frame.columns else frame


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (FEW, FEW), (FEW + 1, 0)])
def test_idle_holders_are_on_the_map_while_they_are_few(make_lake: MakeLake, count: int, shown: int) -> None:
    of = crowded(read(make_lake), count, holding=True)
    assert of.on_map.height == 5 + shown
    assert of.map_frame("title_powers").height == 5 + shown and of.map_frame("areas").height == of.frame("areas").height


def unpriced_battles() -> dict[tuple[int, str], list[Event]]:
    """Return two battles of a text that tells the price of tanks alone: infantry fell in both, a tank in the second."""
    fell = [
        UnitsRemoved("japan", "infantry", 2, "japan", battle=1),
        UnitsRemoved("japan", "infantry", 1, "japan", battle=2),
    ]
    tank = UnitsRemoved("united-kingdom", "tank", 1, "united-kingdom", battle=2)
    one, two = (battle(number, "japan", "india", "united-kingdom", (0, 5 * (number - 1))) for number in (1, 2))
    return {(2, "japan"): [*one[:-1], fell[0], one[-1], *two[:-1], fell[1], tank, two[-1]]}


def test_unknown_prices_are_told_as_unknown_and_never_as_0(make_lake: MakeLake) -> None:
    how = {"title": unpriced("tank"), "fidelity": Fidelity.OBSERVED, "deeds": unpriced_battles()}
    of = read(make_lake, **how)
    assert biggest(of) is None, "what a battle swung is unknown where a price is, and no dice are on record"
    assert battles_answer(of) == "2 battles: units worth 5 IPC, and 3 units with an unknown price were lost."
    lost = [(card.attacker.lost_told, card.defender.lost_told) for card in mattered(cards(of))]
    assert lost == [("2 units with an unknown price", "0 IPC"), ("1 unit with an unknown price", "5 IPC")]
    assert "lost most" not in headline(of)


def test_a_battle_in_a_turn_of_several_powers_is_told_by_who_fought_and_by_their_camp(make_lake: MakeLake) -> None:
    record = next(path for path in samples() if path.name.startswith("rise-and-fall."))
    lake = make_lake()
    lake.write([rows_of(record)])
    of = Reader.of_lake(lake, "rise-and-fall")
    soviet = [card for card in cards(of) if card.attacker.name == "Soviet Union"]
    assert soviet and all(re.fullmatch(r"(Spring|Summer|Fall|Winter) \d{4}, Allies", card.when) for card in soviet)
    assert not any("Great Britain" in when for when in of.whens.values())
    game = played(lake, "rise-and-fall", [])
    assert {game["powers"][power]["turn"] for _, power in game["turns"] if power >= 0} == {"Axis", "Allies"}


def test_a_game_of_one_resource_is_not_asked_for_others(make_lake: MakeLake) -> None:
    assert stores(read(make_lake)) is None


def test_a_chart_whose_lines_never_move_is_none_of_the_five(make_lake: MakeLake) -> None:
    stopped = read(make_lake, stop=(1, "germany"), ended=False)
    assert side_units(stopped) is None and race(stopped) is None
    whole = Reader.of_lake(make_lake(hand_made("whole")), "whole")
    assert race(whole) is not None, "a game that ended tells how far each side had come"


def test_of_three_sides_one_has_the_strongest_forces(make_lake: MakeLake) -> None:
    of = read(make_lake)
    frame = of.measure("strength_by_round")
    third = frame.filter(side="axis").with_columns(side=pl.lit("comintern"), tuv=pl.col("tuv") // 2)
    rows = pl.concat(
        [frame.with_columns(tuv=pl.col("tuv") + pl.col("round").cast(pl.Int64)), third.select(frame.columns)],
        how="vertical_relaxed",
    )
    many = Reader(of.game, of.frame, lambda name: rows if name == "strength_by_round" else of.measure(name))
    many.__dict__ |= {"sides": of.sides | {"comintern": "Comintern"}, "side_names": [*of.side_names, "Comintern"]}
    assert "had the strongest forces" in side_units(many).finding and "had the stronger forces" in side_units(of).finding


def test_a_turn_that_ends_in_a_phase_of_nobody_is_that_of_who_acted_in_it(make_lake: MakeLake) -> None:
    whole = read(make_lake)
    last = pl.col("turn") == pl.col("turn").max()
    cut = whole.frame("powers").with_columns(turn_power=pl.when(last).then(pl.lit("")).otherwise(pl.col("turn_power")))
    of = Reader(whole.game, lambda table: cut if table == "powers" else whole.frame(table), whole.measure)
    assert of.whens == whole.whens and of.map_frame("powers").equals(whole.frame("powers"))


def test_a_front_that_stands_still_tells_who_holds_most(make_lake: MakeLake) -> None:
    rows = [(at, side, share) for at in (0, 1) for side, share in (("Reds", 0.1), ("Blues", 0.6), ("Greens", 0.3))]
    frame = pl.DataFrame(rows, schema=["round", "side_name", "share"], orient="row")
    assert moved(frame, "share", "the board") == "The front hardly moved: the Blues held 60% of the board"


def test_less_than_a_hit_is_no_luck(make_lake: MakeLake) -> None:
    of = read(make_lake)
    rows = pl.DataFrame({"side_name": ["Axis", "Allies"], "luck": [0.9, -0.5]})
    assert _lucky(of, rows, None) == ""
    assert _lucky(of, rows.with_columns(luck=2 * pl.col("luck")), None) == "The Axis had 1.8 hits more than expected"


def test_a_short_axis_names_each_round_once() -> None:
    axis = round_axis(pl.DataFrame({"round": [0, 1, 2]})).to_dict()["axis"]
    assert "tickMinStep" not in axis and axis["format"] != "d", "wide charts of browsers leave out every second of given ticks otherwise"
    assert axis["values"] == [0, 1, 2] and "values" not in round_axis(pl.DataFrame({"round": [0, 30]})).to_dict()["axis"]


def test_a_scenario_that_no_title_names_is_left_out(make_lake: MakeLake) -> None:
    of = read(make_lake)
    assert "<b>Scenario</b> Standard, spring 1942" in headline(of)
    assert "<b>Scenario</b>" not in headline(Reader(of.game | {"title": "somebodys-map"}, of.frame, of.measure))


def test_ground_and_races(make_lake: MakeLake) -> None:
    of = read(make_lake)
    won, race = ground(of), races(of)
    assert won is not None and won.answer.startswith("Share of all value: Allies from 58% to 55% and Axis from 42% to 45%.")
    taken = won.drawings[1].rows.sort("round", "side_name").select("round", "side_name", "areas").rows()
    assert taken == [(1, "Axis", 1), (2, "Allies", 1), (2, "Axis", 1)]
    assert race is not None and race.answer == "At the end, victory cities: Allies 6 of 10 and Axis 6 of 10."


@pytest.mark.parametrize(
    ("totals", "needed", "said"),
    [
        ((20, 17), (24, 18), "The Allies came nearest: 17 of the 18 points needed"),
        ((9, 8), (10, 10), "The Axis came nearest: 9 of the 10 points needed"),
        ((9, 9), (10, 10), "The Axis and the Allies came equally near: 9 of the 10 points needed"),
        ((23, 18), (24, 18), "The Allies reached the 18 points needed from the start"),
    ],
)
def test_nearest_to_winning_is_who_has_most_of_what_it_needs(
    make_lake: MakeLake, totals: tuple[int, int], needed: tuple[int, int], said: str
) -> None:
    rows = pl.DataFrame({"round": 3, "name": ["Axis", "Allies"], "total": totals, "threshold": needed})
    assert nearest(read(make_lake), rows, "points") == said


def test_races_for_areas_are_told_in_words_and_holders_share_a_sentence(make_lake: MakeLake) -> None:
    of = read(make_lake)
    turns = of.measure("race_progress").with_columns(hold=pl.lit(1))
    both = pl.concat(
        [
            turns,
            turns.with_columns(measure=pl.lit("all-of"), total=0 * pl.col("total"), threshold=0 * pl.col("threshold") + 2),
        ]
    )
    race = races(Reader(of.game, of.frame, lambda name: both if name == "race_progress" else of.measure(name)))
    assert race is not None and race.answer.startswith(
        "At the end, victory cities: Allies 6 of 10 and Axis 6 of 10; certain areas (all are needed): Allies 0 of 2 and Axis 0 of 2."
    )
    assert race.note.endswith(" The Allies and the Axis must hold 10 victory cities and certain areas (all are needed) for 1 whole round.")
    assert [drawing.name for drawing in race.drawings] == ["Victory cities by contender and round"], "no line along 0"
    both = pl.concat([turns, turns.with_columns(measure=pl.lit("all-of"))])
    race = races(Reader(of.game, of.frame, lambda name: both if name == "race_progress" else of.measure(name)))
    assert race is not None
    assert [drawing.name for drawing in race.drawings][1] == "Certain areas (all are needed) by contender and round"


def test_the_race_of_the_five_charts_is_drawn_where_another_that_never_moves_comes_first(make_lake: MakeLake) -> None:
    of = read(make_lake)
    cities = of.measure("race_progress")
    areas = cities.with_columns(measure=pl.lit("one-of"), total=0 * pl.col("total"), threshold=0 * pl.col("threshold") + 1)
    both = pl.concat([areas, cities])
    told = race(Reader(of.game, of.frame, lambda name: both if name == "race_progress" else of.measure(name)))
    assert told is not None and told.finding == "The Allies and the Axis came equally near: 6 of the 10 victory cities needed"
    (drawing,) = told.drawings
    assert drawing.name == "Victory cities by contender and round"
    assert set(drawing.rows["measure"]) == {"victory-cities"}


def test_a_race_for_the_most_says_who_leads_and_draws_no_winning_total(make_lake: MakeLake) -> None:
    of = read(make_lake)
    turns = of.measure("race_progress").with_columns(
        most=pl.lit(True), threshold=pl.lit(None, pl.Int32), total=pl.col("total") + (pl.col("contender") == "axis")
    )
    race = races(Reader(of.game, of.frame, lambda name: turns if name == "race_progress" else of.measure(name).clear()))
    assert race is not None and race.note == "Each contender's total at the end of each round."
    assert race.answer == ("At the end, victory cities: Allies 6 and Axis 7. The most victory cities win; the Axis is ahead by 1.")
    tied = turns.with_columns(total=pl.lit(6))
    race = races(Reader(of.game, of.frame, lambda name: tied if name == "race_progress" else of.measure(name).clear()))
    assert race is not None and race.answer.endswith(" The most victory cities win; the Allies and the Axis are tied.")


@pytest.mark.parametrize("deeds", [{}, DEEDS])
def test_names_of_charts_are_unique_in_a_review(make_lake: MakeLake, deeds: dict[tuple[int, str], list[Event]]) -> None:
    found = list(sections(read(make_lake, deeds=deeds)))
    names = [drawing.name for section in found for drawing in section.drawings]
    assert len(names) == len(set(names)) and all(section.help and (section.answer or section.finding) for section in found)


def test_meanings_come_from_the_dictionary() -> None:
    assert meaning("losses_by_round") == (
        "Units that left the board or changed owner, and lost steps of blocks, by cause; a power that lost nothing in a "
        "round has one row with an empty cause."
    )
