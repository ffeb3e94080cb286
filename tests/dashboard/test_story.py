"""The story of a game: what its sentences say, and what they leave out."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import pytest

from dashboard.review.moment_links import addressed, anchor
from dashboard.review.reader import Reader
from dashboard.review.story.balance import shares
from dashboard.review.story.captures import gained, taken
from dashboard.review.story.dice import biggest_swing, lucky
from dashboard.review.story.ending import ended
from dashboard.review.story.sentence import plain
from dashboard.review.story.standing import cost, stands
from dashboard.review.story.tell import story, story_html
from dashboard.review.story.wording import an, nth, share, small, the, their, there, whose
from engine.events import BattleEnded, BattleStarted, ResourceChanged, UnitsRemoved
from engine.recording import Fidelity
from engine.rules import NEUTRAL
from engine.title.rounds import round_name
from engine.titles import load_title
from ingest.samples import HERE
from ingest.triplea.title.tables import nations
from tests.dashboard.conftest import hand_made
from tests.kept import rows_of
from warehouse import Lake

MakeLake = Callable[..., Lake]
TOLD = {
    "axis-takes-moscow.jsonl": (
        "Germany took Moscow in round 3. Japan's capture of Calcutta in round 7 gave the Axis its ninth victory city, and the game. "
        "Germany's attack on the Caucasus in round 1 failed despite an 88% chance: 27 IPC lost for 3. "
        "From round 4 on the Axis collected more than the Allies: 97 IPC to 75 by round 7."
    ),
    "barbarossa.jsonl.zst": (
        "Germany took Moscow in Summer 1941. When the game ended in Fall 1941 the Axis led the Western Allies 8 to 6 in strategic power. "
        "From Summer 1941 on the Axis collected more than the Soviets: 85 PP to 40 by Fall 1941."
    ),
    "convoys-of-the-atlantic.jsonl": "When the game ended in turn 9 Germany led the AFA 15 to 7 in Victory Points. ",
}
"""Sample to how its story begins."""


def story_text(of: Reader) -> str:
    """Return the story as plain text; empty where there is nothing to tell."""
    return " ".join(plain(told) for told in story(of))


def read(make_lake: MakeLake, **how: object) -> Reader:
    return Reader.of_lake(make_lake(hand_made("game", **how)), "game")


@pytest.fixture(scope="module")
def of_sample(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Reader]:
    made: dict[str, Reader] = {}

    def reader(name: str) -> Reader:
        if name not in made:
            lake = Lake.create(tmp_path_factory.mktemp("story"))
            lake.write([rows_of(HERE / name)])
            made[name] = Reader.of_lake(lake, lake.games()["game_id"].item())
        return made[name]

    return reader


@pytest.mark.parametrize("name", TOLD)
def test_the_story_of_a_game_of_each_title(of_sample, name):
    assert story_text(of_sample(name)).startswith(TOLD[name])


@pytest.mark.parametrize("name", TOLD)
def test_every_sentence_of_a_story_leads_to_a_turn_in_which_that_happened(of_sample, name):
    of = of_sample(name)
    for told in story(of):
        turns = [clause.turn for clause in told if clause.turn is not None]
        assert turns and set(turns) <= set(of.moments), plain(told)
        assert of.when(of.rounds[turns[0]]) in plain(told) or "over the game" in plain(told)
    assert 2 <= len(story(of)) <= 5


def test_what_fell_fell_in_the_turn_that_its_clause_leads_to(of_sample):
    of = of_sample("axis-takes-moscow.jsonl")
    changes = of.measure("changes_of_hand")
    moscow, calcutta = (changes.filter(pl.col("victory_city") == city)["turn"].to_list() for city in ("Moscow", "Calcutta"))
    assert [clause.turn for told in story(of)[:2] for clause in told if clause.turn] == [moscow[0], calcutta[-1]]


def test_links_of_a_story_are_those_of_the_place_that_it_stands_in(of_sample):
    of = of_sample("axis-takes-moscow.jsonl")
    assert '<a href="#map=12">Germany took Moscow in round 3</a>.' in story_html(of, anchor)
    assert '<a href="?game=g&amp;turn=12" data-turn="12">Germany took' in story_html(of, addressed({"game": "g"}))
    assert '<a href="#" data-turn="12">' in story_html(of, addressed(None))
    assert "<a" not in story_html(of, None) and "Germany took Moscow in round 3." in story_html(of, None)


def moscow(of: Reader, *hands: tuple[int, str]) -> Reader:
    """Return a game in which Moscow, Soviet at first, went to other powers: the turn, and who took it."""
    rows, before = [], "soviet-union"
    for turn, power in hands:
        place, sides = ("russia", "Russia", "land", 8, "Moscow"), (_side(of, before), power, _side(of, power))
        rows.append((of.rounds[turn], turn, 100 * turn, *place, before, *sides, "captured"))
        before = power
    empty = of.measure("changes_of_hand").clear()
    told = pl.DataFrame(rows, schema=empty.schema, orient="row")
    return Reader(of.game, of.frame, lambda name: told if name == "changes_of_hand" else of.measure(name))


def _side(of: Reader, power: str) -> str:
    return str(dict(of.all_powers.select("power", "side").iter_rows())[power])


def test_names_of_a_record_are_text_in_a_story(make_lake):
    of = moscow(read(make_lake), (9, "japan"))
    of.__dict__["names"] = of.names | {"japan": "<b>Japan</b>"}
    assert "&lt;b&gt;Japan&lt;/b&gt; took Moscow" in story_html(of, anchor)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ([(4, "japan")], "Japan took Moscow in round 1."),
        ([(4, "japan"), (15, "soviet-union")], "Moscow fell to Japan in round 1 and was won back by the Soviet Union in round 3."),
        (
            [(4, "japan"), (5, "united-states"), (12, "germany")],
            "Moscow fell to Japan in round 1, changed hands three times and was Germany's from round 3 on.",
        ),
    ],
)
def test_a_capital_is_told_with_what_became_of_it(make_lake, hands, told):
    assert story_text(moscow(read(make_lake), *hands)).startswith(told)


def test_a_capital_that_changes_hands_among_allies_is_no_news(make_lake):
    assert "Moscow" not in story_text(moscow(read(make_lake), (5, "united-kingdom")))


def test_the_costliest_battle_is_told_with_the_part_of_all_that_was_lost(make_lake):
    fought = [
        BattleStarted(1, "land", "belorussia", "germany", "soviet-union", "20 infantry", "infantry"),
        UnitsRemoved("germany", "infantry", 3, "germany", cause="combat", battle=1),
        BattleEnded(1, "land", "belorussia", "germany", "soviet-union", 1, "defender", "", "", "infantry", 100, 3),
    ]
    of = read(make_lake, deeds={(2, "germany"): fought})
    lost = share(100 / of.value_before("germany", of.frame("battle_ended")["turn"][0]))
    assert f"Germany's attack on Belorussia in round 2 failed: 100 IPC lost for 3, {lost} of all that Germany had." in story_text(of)


@pytest.mark.parametrize(("fidelity", "told"), [(Fidelity.ORDERS, ", all that Germany had."), (Fidelity.OBSERVED, ".")])
def test_all_that_a_power_had_is_no_part_of_it_and_no_record_of_what_was_seen_knows_it(make_lake, fidelity, told):
    fought = [
        BattleStarted(1, "land", "belorussia", "germany", "soviet-union", "20 infantry", "infantry"),
        UnitsRemoved("germany", "infantry", 3, "germany", cause="combat", battle=1),
        BattleEnded(1, "land", "belorussia", "germany", "soviet-union", 1, "defender", "", "", "infantry", 9_000, 3),
    ]
    of = read(make_lake, deeds={(2, "germany"): fought}, fidelity=fidelity)
    assert f"failed: 9,000 IPC lost for 3{told}" in story_text(of)


def test_a_battle_of_allies_names_those_whose_units_were_lost(make_lake):
    """Whoever stands first on the defender's side is not the only one who lost units there, or lost any."""
    sides = ("united-kingdom", "germany", "soviet-union")
    fought = [
        BattleStarted(1, "land", *sides, "infantry", "infantry (united-kingdom), 20 infantry (soviet-union)"),
        UnitsRemoved("united-kingdom", "infantry", 1, "united-kingdom", cause="combat", battle=1),
        UnitsRemoved("soviet-union", "infantry", 2, "russia", cause="combat", battle=1),
        BattleEnded(1, "land", *sides, 1, "attacker", "", "infantry", "", 0, 63),
    ]
    assert "destroyed 63 IPC of Soviet and British units without loss, " in story_text(read(make_lake, deeds={(1, "germany"): fought}))


def test_a_battle_that_its_loser_could_bear_is_left_out(make_lake):
    fought = [
        BattleStarted(1, "land", "belorussia", "germany", "soviet-union", "infantry", "infantry"),
        BattleEnded(1, "land", "belorussia", "germany", "soviet-union", 1, "defender", "", "", "infantry", 3, 0),
    ]
    assert "Belorussia" not in story_text(read(make_lake, deeds={(2, "germany"): fought}))


def test_convoy_raids_that_cost_a_tenth_of_an_income_are_told(make_lake):
    raided = {(round_, "japan"): [ResourceChanged("united-kingdom", "ipc", -9, 0, "convoy", "japan")] for round_ in (1, 2, 3)}
    assert "Convoy raids cost the United Kingdom 27 IPC over the game, " in story_text(read(make_lake, deeds=raided))
    assert "Convoy raids" not in story_text(read(make_lake, deeds=dict([*raided.items()][:1])))


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.7, "The record stops in round 3; the Axis had 70% of all units and production."),
        (0.51, ""),
    ],
)
def test_a_record_that_stops_says_where_and_who_was_ahead(make_lake, share, told):
    of = read(make_lake, ended=False)
    axis = pl.col("side") == "axis"
    strength = of.measure("strength_by_round").with_columns(share=pl.when(axis).then(share).otherwise(1 - share))
    ahead = Reader(of.game, of.frame, lambda name: strength if name == "strength_by_round" else of.measure(name))
    assert plain(ended(ahead)) == told


def test_nothing_is_said_of_a_game_in_which_nothing_happened(make_lake):
    of = read(make_lake)
    said = story_text(of)
    for filler in ("no single", "0%", "nothing", "nobody", "None"):
        assert filler not in said


@pytest.mark.parametrize(
    ("name", "told"),
    [("Axis", "the Axis"), ("Soviet Union", "the Soviet Union"), ("States of X", "the States of X"),
     ("Germany", "Germany"),
     ("Americans", "the Americans"), ("USSR", "the USSR"), ("ANZAC", "ANZAC"), ("British", "the British"),
     ("The Reds", "The Reds"), ("Laos", "Laos")],
)  # fmt: skip
def test_names_stand_with_the_article_that_they_take(name, told):
    assert the(name) == told


@pytest.mark.parametrize(
    ("told", "named"), [("88%", "an 88%"), ("80%", "an 80%"), ("11%", "an 11%"), ("18%", "an 18%"), ("1%", "a 1%"), ("75%", "a 75%")]
)
def test_a_number_has_the_article_that_it_is_read_with(told, named):
    assert an(told) == named


@pytest.mark.parametrize(
    ("name", "told"), [("Axis", "its"), ("Western Allies", "their"), ("Soviets", "their"), ("Germany and Italy", "their")]
)
def test_what_is_a_sides(name, told):
    assert their(name) == told


def test_numbers_and_shares_stand_in_words_that_are_near_enough():
    assert [nth(n) for n in (1, 9, 20, 21, 22, 23, 24, 111)] == [
        "first",
        "ninth",
        "twentieth",
        "21st",
        "22nd",
        "23rd",
        "24th",
        "111th",
    ]
    assert [small(n) for n in (0, 7, 13)] == ["no", "seven", "13"]
    assert [share(part) for part in (0.1, 0.14, 0.155, 0.24, 0.34, 0.29, 0.5, 1.0)] == [
        "a tenth", "an eighth", "a sixth", "a quarter", "a third", "29%", "half", "all",
    ]  # fmt: skip
    assert whose("Allies") == "the Allies'" and whose("Germany") == "Germany's"


@pytest.mark.parametrize(
    ("title", "scenario", "told"),
    [
        ("aa1942", "standard", "round 5"),
        ("black-swan", "campaign-1939", "Summer 1940"),
        ("global-war-1936", "1936", "July 1938"),
        ("blitz", "campaign", "turn 5"),
    ],
)
def test_a_round_has_the_name_that_its_title_gives_it(title, scenario, told):
    assert round_name(load_title(title), scenario, 5) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Caucasus", "the Caucasus"),
        ("Ukraine", "the Ukraine"),
        ("Eastern Ukraine", "Eastern Ukraine"),
        ("Baltic States", "the Baltic States"),
        ("Solomon Islands", "the Solomon Islands"),
        ("Wake Island", "Wake Island"),
        ("SZ 10 North Sea", "SZ 10 North Sea"),
        ("Gulf of Siam (79)", "the Gulf of Siam (79)"),
        ("Timor Sea (109)", "the Timor Sea (109)"),
        ("Sea Zone 5", "Sea Zone 5"),
        ("Karelia S.S.R.", "Karelia S.S.R."),
        ("Paris", "Paris"),
        ("The Hague", "The Hague"),
        ("Soviet Far East", "the Soviet Far East"),
        ("Eastern United States", "the Eastern United States"),
    ],
)
def test_places_stand_with_the_article_that_they_take(name, told):
    assert there(name) == told


def test_a_short_record_tells_where_it_stops_and_who_was_ahead(make_lake):
    of = read(make_lake, stop=(2, "germany"), ended=False)
    frame = of.by_side("strength_by_round").filter(round=2)
    share = dict(frame.select("side_name", "share").iter_rows())
    ahead = max(share, key=share.__getitem__)
    assert plain(stands(of)) == (
        f"The record stops in round 2 with the Soviet Union's turn; the {ahead} had {share[ahead]:.0%} of all units and production."
    )
    assert stands(read(make_lake)) == (), "a game that ended"


def test_a_short_game_tells_what_its_battles_cost_those_at_the_table(make_lake):
    sides = ("belorussia", "germany", "soviet-union")
    fought = [
        BattleStarted(1, "land", *sides, "infantry", "infantry"),
        UnitsRemoved("germany", "infantry", 1, "germany", cause="combat", battle=1),
        UnitsRemoved("soviet-union", "infantry", 3, "russia", cause="combat", battle=1),
        BattleEnded(1, "land", *sides, 1, "attacker", "", "", "infantry", 3, 9),
        BattleStarted(2, "land", *sides, "infantry", ""),
        BattleEnded(2, "land", *sides, 1, "attacker", "", "infantry", "", 0, 0),
    ]
    assert plain(cost(read(make_lake, deeds={(1, "germany"): fought}))) == "Two battles cost the Soviet Union 9 IPC and Germany 3."


def test_a_short_game_without_battles_has_cost_nothing(make_lake):
    assert cost(read(make_lake)) == ()


def test_a_short_game_tells_what_ground_was_taken(make_lake):
    """Brazil was nobody's, Kenya and Formosa were others'; no city fell."""
    of = read(make_lake)
    assert taken(of) == ()
    assert plain(gained(of)) == ("Germany took Brazil in round 1; Japan took Kenya in round 2; the United States took Formosa in round 2.")
    assert plain(gained(of)) in story_text(of)


def test_what_several_powers_took_in_one_round_is_one_sentence(make_lake):
    of = read(make_lake)
    changes = of.measure("changes_of_hand").with_columns(round=pl.lit(2, pl.Int32))
    at_once = Reader(of.game, of.frame, lambda name: changes if name == "changes_of_hand" else of.measure(name))
    told = "In round 2 Germany took Brazil, Japan took Kenya and the United States took Formosa."
    assert plain(gained(at_once)) == told


def test_a_record_of_a_set_up_tells_who_begins_ahead(make_lake):
    of = read(make_lake, stop=(1, "soviet-union"), ended=False)
    of.game = {**of.game, "rounds": 0}
    assert plain(stands(of)).startswith("At the set-up the Allies had 5")


def test_strength_is_that_of_those_at_war(make_lake):
    """Neutrals, however strong, take no share of it: so the story says the same of it as the line below it."""
    of = read(make_lake, ended=False)
    strength = of.measure("strength_by_round")
    neutral = strength.filter(side="axis").with_columns(side=pl.lit(NEUTRAL))
    rows = pl.concat([strength, neutral])
    beside = Reader(of.game, of.frame, lambda name: rows if name == "strength_by_round" else of.measure(name))
    beside.__dict__["side_names"] = [*of.side_names, NEUTRAL]
    assert shares(beside) == shares(of) and sum(part for _, part in shares(of)) == pytest.approx(1)


def test_a_battle_that_luck_decided_is_told_once(of_sample):
    of = of_sample("paris-and-moscow-fall.jsonl.zst")
    told = lucky(of)
    assert told["area"] == "france" and biggest_swing(of, 1) != told["battle"]
    assert story_text(of).count("The dice favored") == 1


def test_a_game_of_one_round_says_when_it_lost_its_income(make_lake):
    raided = {(1, "japan"): [ResourceChanged("united-kingdom", "ipc", -9, 0, "convoy", "japan")]}
    of = read(make_lake, rounds=1, deeds=raided)
    assert "Convoy raids cost the United Kingdom 9 IPC in round 1, " in story_text(of)


def test_powers_of_saves_stand_in_a_sentence_as_players_say_them() -> None:
    united = {nation.name for nation in nations().values() if nation.name.startswith(("United", "UK"))}
    assert {the(name) for name in united} == {"the United Kingdom", "the United States", "UK Europe", "UK Pacific"}
