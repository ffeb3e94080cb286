"""The figures of the title stand in its tables: an overlay changes them, and a wrong slug in one is an error that says where."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.dice import SeededDice
from engine.errors import TitleError
from engine.events import PhaseStarted, RoundStarted
from engine.play import Play
from engine.rules import Position, load_rules
from engine.titles import load_title
from engine.titles.global_war_1936 import moves, nations
from engine.titles.global_war_1936.bots import diplomacy as bot_diplomacy
from engine.titles.global_war_1936.bots import drawing
from engine.titles.global_war_1936.bots.months import share
from engine.titles.global_war_1936.economy.collecting import bonus_of
from engine.titles.global_war_1936.land.modifiers import modifier
from engine.titles.global_war_1936.lend_lease import diplomacy
from engine.titles.global_war_1936.orders import Annex, Influence, Sign, Study
from engine.titles.global_war_1936.politics import alignment, events, fall, objectives, war
from engine.titles.global_war_1936.sea.naval import capacity
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import EVOLVED, PACT, STAGE
from tests.global_war_1936.positions import BOARD, FOLDER, SLUG, ScriptedDice, begun


def header(table: str) -> str:
    """The first line of a table of the title."""
    return (FOLDER / f"{table}.csv").read_text(encoding="utf-8").splitlines()[0]


def overlay(folder: Path, table: str, *rows: str, remove: bool = False) -> Path:
    """A folder that changes rows of a table, or takes them away."""
    lines = [header(table) + ",remove" * remove, *(row + ",yes" * remove for row in rows)]
    (folder / f"{table}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "title.toml").write_text(f'slug = "{SLUG}"\n', encoding="utf-8")
    return folder


def begun_with(scenario: str, folder: Path) -> Play:
    """A game of a scenario, with an overlay."""
    play = Play(load_rules(load_title(SLUG, [folder])), SeededDice(1))
    play.start(scenario)
    return play


@pytest.mark.section("3.1")
def test_an_overlay_changes_the_areas_of_an_objective(tmp_path: Path) -> None:
    plain = begun("1939")
    changed = begun_with(
        "1939",
        overlay(tmp_path, "objective_terms", "germany,lebensraum,balkans,all,,germany,,bulgaria,,,,,,,house rule"),
    )
    for play in (plain, changed):
        fall.give(play, "bulgaria", "germany", "captured")
    assert [objectives.scores(play.position, "germany")["lebensraum"] for play in (plain, changed)] == [0, 1]


@pytest.mark.section("3.1")
def test_an_overlay_adds_an_objective_and_says_what_it_is_worth(tmp_path: Path) -> None:
    overlay(tmp_path, "objectives", "italy,blue-sea,1,2,,house rule")
    overlay(tmp_path, "objective_terms", "italy,blue-sea,zones,held,,italy,,tunisia malta,,,1,,,,house rule")
    play = begun_with("1939", tmp_path)
    before = objectives.points(play.position, "italy")
    assert objectives.scores(play.position, "italy")["blue-sea"] == 0
    fall.give(play, "malta", "italy", "captured")
    assert objectives.scores(play.position, "italy")["blue-sea"] == 2
    # A new zone scores for the empire as well; four points are the most that Italy's objectives give.
    assert objectives.points(play.position, "italy") == min(4, before + 3)


@pytest.mark.section("0.9")
def test_an_overlay_changes_the_month_of_an_annexation(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "annexations", "austria,germany,1936-07,,,house rule")
    assert [moves.may_annex(play.position, "austria") for play in (begun("1936"), begun_with("1936", folder))] == [
        False,
        True,
    ]
    bots = [drawing.annex(begun_with("1936", folder).position, Random(seed)) for seed in range(20)]
    assert any(isinstance(order, Annex) and order.way[1] == "austria" for order in bots)


@pytest.mark.section("14.2")
def test_an_overlay_changes_when_a_pact_is_signed_and_what_it_gives(tmp_path: Path) -> None:
    row = (
        "molotov-ribbentrop,germany soviet-union,1936-07,0,9 3,germany,murmansk,submarine-base,soviet-union,"
        "romania hungary,finland,karjala,east-poland lubelskie,warsaw,1939-07,house rule"
    )
    play = begun_with("1936", overlay(tmp_path, "pacts", row))
    assert pacts.check_sign(begun("1936").position, Sign(pacts.MOLOTOV))
    assert not pacts.check_sign(play.position, Sign(pacts.MOLOTOV))
    PACT.emit(play, pacts.SIGNED, pacts.MOLOTOV)
    assert bonus_of(play.position, "germany")["pact"] == 9


@pytest.mark.section("4.8")
def test_an_overlay_changes_what_brings_a_minor_power_over(tmp_path: Path) -> None:
    row = "turkey,1,germany,combat,germany,,,,,,germany,crimea,,,,,house rule"
    for folder, joins in ((None, False), (overlay(tmp_path, "alignments", row), True)):
        play = begun_with("1939", folder) if folder else begun("1939")
        fall.give(play, "crimea", "germany", "captured")
        events.combat_over(play)
        assert (play.state.control["istanbul"] == "germany") is joins


@pytest.mark.section("4.7")
def test_an_overlay_changes_who_protects_a_minor_power(tmp_path: Path) -> None:
    row = "1,mongolia tanna-tuva,,,comintern,great-britain,,house rule"
    plain, changed = begun("1936"), begun_with("1936", overlay(tmp_path, "protectors", row))
    assert alignment.protector(plain.position, "mongolia", "japan") == "soviet-union"
    assert alignment.protector(changed.position, "mongolia", "japan") == "great-britain"


@pytest.mark.section("4.8")
def test_an_overlay_changes_who_is_influenced_and_for_how_much(tmp_path: Path) -> None:
    play = begun_with("1936", overlay(tmp_path, "influences", "sweden,germany,3,,,,house rule"))
    war.set_relation(play, "germany", "france", "war")
    assert not diplomacy.check_influence(play.position, Influence("sweden", 3))
    assert [problem.rule for problem in diplomacy.check_influence(play.position, Influence("sweden", 4))] == ["influence/amount"]
    assert [problem.rule for problem in diplomacy.check_influence(play.position, Influence("norway", 3))] == ["influence/nation"]


@pytest.mark.section("13.1")
def test_an_overlay_changes_who_stands_behind_a_side_in_spain(tmp_path: Path) -> None:
    play = begun_with("1936", overlay(tmp_path, "factions", "nationalist-spain,italy,rome,italy,house rule"))
    assert nations.controlled_by(play.position, "nationalist-spain") == "italy"
    assert nations.controlled_by(play.position, "republican-spain") == "soviet-union"


@pytest.mark.section("14.4.2")
def test_an_overlay_changes_a_group_of_colonies_and_the_die_that_makes_it_vichys(tmp_path: Path) -> None:
    overlay(tmp_path, "colonies", "algeria,madagascar,,house rule")
    overlay(tmp_path, "fates", "colony,6,free,house rule", "colony,12,vichy,house rule")
    play, lands = begun_with("1939", tmp_path), ("madagascar", "northern-algeria", "reunion")
    for area in lands:
        fall.give(play, area, "free-france", "ceded")
    play.dice = ScriptedDice([1, 12])
    fall._divide_colonies(play)
    assert {area: play.state.control[area] for area in lands} == {
        "madagascar": "vichy-france",
        "northern-algeria": "vichy-france",
        "reunion": "free-france",
    }


def test_an_overlay_changes_the_wars_that_bots_declare(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "bot_wars", "japan,kmt,1936-07,,,house rule")
    declared = []
    for play in (begun("1936"), begun_with("1936", folder)):
        play.emit(PhaseStarted("japan", "combat-move", 50))
        declared.append([order.on for order in bot_diplomacy._wars(play, None)])
    assert declared == [[], ["kmt"]]


@pytest.mark.section("13.3")
def test_an_overlay_changes_a_figure_of_a_rule(tmp_path: Path) -> None:
    play = begun_with("1936", overlay(tmp_path, "figures", "evolution,3,house rule"))
    events.look_at_china(play)
    assert EVOLVED.read(play.state, "kmt") and not EVOLVED.read(begun("1936").state, "kmt")


@pytest.mark.section("1.16", "10.6")
def test_overlays_change_what_cities_and_evolution_are_worth(tmp_path: Path) -> None:
    rows = ("city-more,4,house rule", "evolved-redeploy,3,house rule")
    title = load_title(SLUG, [overlay(tmp_path, "figures", *rows)])
    play = BOARD.play_from({"paris": "france: infantry"}, "germany", "combat-move", relations={("germany", "france"): "war"})
    extra = modifier(Position(title, play.state), "paris", "defender")
    key = next(key for key in play.state.stacks if key.area == "paris")
    assert extra(key, title.units["infantry"]) == 4
    evolved = BOARD.play_from({}, "kmt", "combat-move", markers={("game", "evolved|kmt"): "yes"})
    assert capacity(Position(title, evolved.state), "kmt") - capacity(evolved.position, "kmt") == 2


@pytest.mark.parametrize(
    ("table", "row", "column", "found"),
    [
        ("influences", "peru,united-states,3,,,new-york-roi,test", "lines", "new-york-roi"),
        ("figures", "evolutoin,3,test", "figure", "evolutoin"),
        ("roles", "american,united-sates,,,,,test", "powers", "united-sates"),
        ("passage_rules", "danish-strait,,yes,,,,,,,,,,,test", "passage", "danish-strait"),
        ("bot_units", "fleet,destroyr,test", "units", "destroyr"),
        ("annexations", "austria,germany,1938-13,,,test", "month", "1938-13"),
        ("annexations", "austria,germny,1938-01,,,test", "by", "germny"),
        ("annexations", "lithuania,soviet-union,,molotov,,test", "pact", "molotov"),
        ("alignments", "turkey,1,germany,combat,germany,,,,,,germany,transcaucazia,,,,,test", "holds", "transcaucazia"),
        ("protectors", "1,mongolia tanu-tuva,,,comintern,soviet-union,yes,test", "minors", "tanu-tuva"),
        ("influences", "peru,united-state,3,,,,test", "by", "united-state"),
        ("factions", "nationalist-spain,germany,berlim,germany,test", "camp", "berlim"),
        ("colonies", "algeria,madagaskar,,test", "area", "madagaskar"),
        ("fates", "ship,3,sunk,test", "fate", "sunk"),
        ("vichy", "france,free-france,vichy-france,germany,corsika,infantry,sea-zone-49,pacific,japan,test", "home", "corsika"),
        ("sharings", "1,germany,itally,test", "heirs", "itally"),
        ("recruits", "abyssinia,one,test", "die", "one"),
        ("pacts", "japanese-soviet,japan,,5,,,,,,,,,,,,test", "parties", "japan"),
        ("bot_wars", "japan,ktm,1937-07,,,test", "on", "ktm"),
        ("bot_plans", "north,japan,soviet-union,germany,sakhalim,1941-07,,test", "areas", "sakhalim"),
        ("objectives", "germany,lebensraum,many,1,,test", "most", "many"),
        ("objectives", "prussia,lebensraum,5,1,,test", "nation", "prussia"),
        ("objective_terms", "germany,lebensraum,a,all,,germany,,warsaw west-polnad,,,,,,,test", "where", "west-polnad"),
        ("objective_terms", "germany,lebensraum,a,holds,,germany,,warsaw,,,,,,,test", "test", "holds"),
        ("objective_terms", "germany,lebensraum,a,all,,axes,,warsaw,,,,,,,test", "who", "axes"),
        ("objective_terms", "germany,lebenraum,a,all,,germany,,warsaw,,,,,,,test", "objective", "lebenraum"),
        ("objective_terms", "germany,lebensraum,a,technologies,,germany,,,,jets,,,,,test", "techs", "jets"),
        ("objective_terms", "germany,lebensraum,a,ports,,germany,,,major-prot,,,,,,test", "what", "major-prot"),
        ("objective_terms", "germany,lebensraum,a,all,1937,germany,,warsaw,,,,,,,test", "scenario", "1937"),
    ],
)
def test_a_wrong_cell_is_an_error_with_file_line_and_column(table: str, row: str, column: str, found: str, tmp_path: Path) -> None:
    with pytest.raises(TitleError) as error:
        load_title(SLUG, [overlay(tmp_path, table, row)])
    text = str(error.value)
    assert f"{tmp_path / table}.csv:2" in text and f"[{column}]" in text and repr(found) in text, text


TOML = {
    "sheet": (
        '[[sheet]]\nslug = "italy"\nhome = "home-italy"\nsource = "x"\nsurrender = [\n  "rome",\n  "romme",\n]\n',
        8,
        "romme",
        "rome",
    ),
    "bonus": (
        '[[bonus]]\nslug = "german-oil"\nto = "germany"\nkind = "each"\namount = 3\nsource = "x"\nareas = ["romania", "baku"]\n',
        8,
        "baku",
        "",
    ),
    "convoy": ('[[convoy]]\nslug = "malay"\nname = "x"\nsource = "x"\nzones = []\nvalues = { feck = 2 }\n', 7, "feck", "fec"),
    "increase": ('[[increase]]\nslug = "i"\nto = "japan"\nby = ["italy"]\non = ["minors"]\nsource = "x"\n', 6, "minors", ""),
    "rail": ('[[rail]]\nslug = "rail-asiaa"\ncapacity = 1\nsource = "x"\n', 3, "rail-asiaa", "rail-asia"),
    "upgrade": (
        '[[upgrade]]\nslug = "minor-port-upgrade"\nold = "minor-prt"\nnew = "major-port"\nsource = "x"\n',
        4,
        "minor-prt",
        "minor-port",
    ),
}
"""Table of title.toml to rows of it with a wrong name, the line of that (the first line is the slug of the title), and what is meant."""


@pytest.mark.parametrize("table", TOML)
def test_a_wrong_name_in_title_toml_is_an_error_with_its_line(tmp_path: Path, table: str) -> None:
    rows, line, wrong, meant = TOML[table]
    (tmp_path / "title.toml").write_text(f'slug = "{SLUG}"\n{rows}', encoding="utf-8")
    with pytest.raises(TitleError) as caught:
        load_title(SLUG, [tmp_path])
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "title.toml"), line)
    assert f"found {wrong!r}" in str(caught.value) and (not meant or f"did you mean {meant!r}" in str(caught.value))


def test_a_table_without_slugs_names_its_line_too(tmp_path: Path) -> None:
    text = f'slug = "{SLUG}"\n[calendar]\n# A start for each scenario.\nstarts = {{ 1936 = [1936, 7], 1940 = [1940, 7] }}\n'
    (tmp_path / "title.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TitleError, match="found '1940'; expected one of the title's scenarios") as caught:
        load_title(SLUG, [tmp_path])
    assert (caught.value.line, caught.value.column) == (4, "calendar.starts")


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ("bot_buyers", "japan,0.6,0.15,0.45,,,6,yes,,,long-range-aircrafts,house rule", "studies"),
        ("bot_buyers", "japn,0.6,0.15,0.45,,,6,yes,,,,house rule", "nation"),
        ("bot_months", "fear,1943-13,0.5,house rule", "month"),
    ],
)
def test_a_wrong_cell_of_the_bots_tables_is_an_error(tmp_path: Path, table: str, row: str, column: str) -> None:
    with pytest.raises(TitleError) as caught:
        load_title(SLUG, [overlay(tmp_path, table, row)])
    assert (caught.value.line, caught.value.column) == (2, column)


@pytest.mark.section("7.6")
def test_an_overlay_changes_the_month_from_which_later_stages_are_studied(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text(f'slug = "{SLUG}"\n[calendar]\nresearches_from = "1936-07"\n', encoding="utf-8")
    plain, early = begun("1936"), Play(load_rules(load_title(SLUG, [tmp_path])), SeededDice(1))
    early.start("1936")
    for play in (plain, early):
        STAGE.emit(play, "2", "germany", "radar")
    assert [[one.rule for one in play.check(Study("radar"))] for play in (plain, early)] == [["research/early"], []]


@pytest.mark.parametrize(("months", "shares"), [("", [1.0, 1.0, 0.7, 0.0]), ("fear,1939-01,0.2,house rule", [1.0, 0.2, 0.7, 0.0])])
def test_an_overlay_changes_when_bots_lose_their_fear(tmp_path: Path, months: str, shares: list[float]) -> None:
    title = load_title(SLUG, [overlay(tmp_path, "bot_months", months)]) if months else load_title(SLUG)
    play = Play(load_rules(title), SeededDice(1))
    play.start("1936")
    found = []
    for round in (1, 6, 14, 18):
        play.emit(RoundStarted(round))
        found.append(share(play.position, "fear", 1.0))
    assert found == shares
