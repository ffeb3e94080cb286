"""Figures of the rules and what scenarios say of powers and countries stand in tables: overlays change them, wrong names are errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import GoToWar
from engine.titles.blitz.politics import aligning, entry
from engine.titles.blitz.politics.declaring import check_declare
from engine.titles.blitz.position import board
from engine.titles.blitz.settings import appearances
from engine.titles.blitz.tables import counters, figure, places
from tests.blitz.table import TITLE, Dice, table


def overlay(folder: Path, table: str, rows: str) -> Path:
    """Return a folder with rows of one table."""
    head = (TITLE.folder / table).read_text(encoding="utf-8").splitlines()[0]
    (folder / table).write_text(f"{head}\n{rows}\n", encoding="utf-8")
    return folder


@pytest.mark.section("2.2")
def test_an_overlay_changes_how_much_a_free_blitz_moves(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "figures.csv", "free-blitz-sizes,6,house rule")])
    left = []
    for one in (TITLE, title):
        play = Play(load_rules(one), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        left.append(phases.free_left(play.position, "germany"))
    assert left == [4, 6]


@pytest.mark.section("Scenario D. Barbarossa")
def test_an_overlay_changes_whose_ally_a_country_is_in_a_scenario(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "scenario_allies.csv", "barbarossa,balkans,germany,house rule")])
    allies = []
    for one in (TITLE, title):
        play = Play(load_rules(one), Dice([]), strictness=Strictness.RAISE)
        play.start("barbarossa", {}, {})
        allies.append(board.ally_of(play.position, "balkans"))
    assert allies == ["afa", "germany"]


@pytest.mark.section("Scenario B. The Longest Day")
def test_an_overlay_changes_where_units_appear(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "appearances.csv", "longest-day,usa,france,house rule")])
    assert (appearances(TITLE, "longest-day")["usa"], appearances(title, "longest-day")["usa"]) == (
        "great-britain",
        "france",
    )


def campaign(folder: Path, table: str, rows: str) -> Play:
    """Return the full game at its start, with rows of a table changed."""
    play = Play(load_rules(load_title("blitz", [overlay(folder, table, rows)])), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    return play


@pytest.mark.section("3.3")
def test_an_overlay_changes_what_makes_a_country_an_ally(tmp_path: Path) -> None:
    assert aligning.suitor(table("").position, "turkey") == ""
    play = campaign(tmp_path, "alignments.csv", "turkey,1,held,house rule,germany,berlin,,,")
    assert play.state.control["ankara"] == "germany", "it finds an ally as the game begins"


@pytest.mark.section("3.2")
def test_an_overlay_changes_on_whom_war_may_be_declared(tmp_path: Path) -> None:
    order = GoToWar("germany", "sweden")
    assert check_declare(table("", phase="move").position, order) == []
    play = campaign(tmp_path, "war_limits.csv", "germany,early,house rule,,sweden,9,moscow,")
    (wrong,) = check_declare(play.position, order)
    assert (wrong.rule, wrong.found, wrong.expected) == (
        "declare/too-early",
        "turn 1, moscow ussr",
        "moscow germany, or turn 9",
    )


@pytest.mark.section("7.2")
def test_an_overlay_changes_what_moves_a_marker_of_neutral_entry(tmp_path: Path) -> None:
    play = campaign(tmp_path, "entry_causes.csv", "axis-takes-gibraltar,taken,house rule,,,,malta")
    before = entry.box(play.position, "usa")
    entry.taken(play, "gibraltar")
    entry.taken(play, "malta")
    assert entry.box(play.position, "usa") == before + 1, "by Malta too, and but once"


@pytest.mark.section("5.2")
def test_an_overlay_changes_when_soviet_units_may_be_in_china(tmp_path: Path) -> None:
    play = campaign(tmp_path, "china_entry.csv", "ussr,moscow,1,ussr,house rule,")
    key = next(key for key in board.on_map(play.position) if key.power == "ussr" and board.kind_of(play.title, key.unit) == "land")
    assert board.may_be_in_china(play.position, key)
    assert not board.may_be_in_china(table("shock-army moscow@1").position, key)


@pytest.mark.parametrize(
    ("name", "row", "column"),
    [
        ("appearances.csv", "longest-day,usa,london,an area is no country", "country"),
        ("appearances.csv", "longest-dai,usa,france,no such scenario", "scenario"),
        ("mergers.csv", "longest-day,us,afa,no such power", "power"),
        ("scenario_allies.csv", "barbarossa,balkan,afa,no such country", "country"),
        ("scenario_allies.csv", "barbarossa,balkans,alf,no such power", "power"),
        ("figures.csv", "goal,many,no number", "value"),
        ("sabotage.csv", "5,attack,no such store,gold,4", "store"),
        ("sabotage.csv", "5,atack,no such deed,oil,4", "does"),
        ("blitzes.csv", "ground,1,no such Blitz", "blitz"),
        ("alignments.csv", "turkei,1,held,no such country,germany,gibraltar,,,", "country"),
        ("alignments.csv", "turkey,1,held,no such power,germny,gibraltar,,,", "power"),
        ("alignments.csv", "turkey,1,held,no such area,germany,gibraltr,,,", "area"),
        ("alignments.csv", "turkey,1,hold,no such rule,germany,gibraltar,,,", "rule"),
        ("area_shares.csv", "borneo,axe,japan,no such side", "side"),
        ("war_limits.csv", "ussr,bound,no such country,,swedn,,,", "on_country"),
        ("entry_powers.csv", "usa,germany japn,no such power,,", "enemies"),
        ("neutral_entry.csv", "us,turn,1,no such power,", "power"),
        ("entry_causes.csv", "axis-takes-giraltar,taken,no such event,,,,gibraltar", "event"),
        ("partners.csv", "afa,us,no such power", "late"),
        ("china_entry.csv", "ussr,harbin port-artur,2,ussr,no such area,", "areas"),
        ("minor_wars.csv", "chin,japan,no such country", "country"),
        ("lost_homes.csv", "barbarosa,italy,no such scenario", "scenario"),
        ("bidders.csv", "italy,no such power", "power"),
        ("bot_wars.csv", "germany,3,no such area,ussr,,pari", "area"),
        ("roles.csv", "vichy,no such country,vichi,,", "country"),
        ("roles.csv", "vischy,no such role,vichy-france,,", "role"),
        ("lend_lease_units.csv", "bay-of-bengal-ll,bay-of-bengal,china,no such area,1,burma chunking", "road"),
        ("cards.csv", "second-front,Second Front,usa,1,landing,no such rule,1,1,second-front,,,,,,", "rule"),
        ("cards.csv", "second-front,Second Front,usa,1,landed,no such region,1,1,the-front,,,,,,", "region"),
        ("cards.csv", "second-front,Second Front,us,1,landed,no such power,1,1,second-front,,,,,,", "powers"),
        ("alignments.csv", "turkey,1,held,no such option,germany,gibraltar,,,monroe", "choice"),
        ("blockade.csv", "BC,2,3,no such type", "type"),
        ("chart.csv", "1,1,2X,no such letter", "result"),
        ("commanders.csv", "monty,Montgomery,monty,afa,england,L,no such country,1,,,,,,,,,,", "home"),
        ("commanders.csv", "monty,Montgomery,monty,afa,great-britain,G,no such letter,1,,,,,,,,,,", "letter"),
        ("convoys.csv", "canada,north-atlantic,afa,2,canda,conquered,no such country,", "home"),
        ("convoys.csv", "canada,north-atlantic,afa,2,canada,sunk,no such end,", "until"),
        ("countries.csv", "polska,Poland,no region of that name,afa,,,,,,,,,,,,,", "country"),
        ("countries.csv", "poland,Poland,no such side,afa,,,,,,,axes,,,,,,", "barred"),
        ("figures.csv", "gaol,15,no such figure", "figure"),
        ("lend_lease_units.csv", "arctic-ocean-ll,arctic-ocean,usr,no such power or country,,", "receiver"),
        ("moorings.csv", "campaing,baltic-sea-fleet,baltic-sea,no such scenario", "scenario"),
        ("partisans.csv", "1,no such country,chyna,", "country"),
        ("places.csv", "malta,no such terrain,montain,,,,,", "terrain"),
        ("ports.csv", "london,north-sea western-approaches,huge,no such size", "size"),
        ("reinforcements.csv", "western-europa,1,paris,afa,8th-army,1,1,no such scenario", "scenario"),
        ("reinforcements.csv", "western-europe,0,paris,afa,8th-army,1,1,no such turn", "turn"),
        ("trades.csv", "sweden-germany,swedn,germany,resources,no such country,", "giver"),
        ("trades.csv", "sweden-germany,sweden,germany,ore,no such resource,", "resource"),
    ],
)
def test_a_wrong_name_is_an_error_with_its_file_line_and_column(tmp_path: Path, name: str, row: str, column: str) -> None:
    with pytest.raises(TitleError) as caught:
        load_title("blitz", [overlay(tmp_path, name, row)])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / name), 2, column)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("prize", '["warsaw"]'),
        ("hunter", '"axes"'),
        ("blitzes", '{ germny = ["land"] }'),
        ("homes", '{ germany = ["austria"] }'),
        ("cards", '{ germany = ["fortress"] }'),
        ("ferries", '[["london", "calais"]]'),
        ("destroyed", '["canda"]'),
        ("blitzes", '{ germany = ["lnd"] }'),
        ("free", '{ afa = ["totl"] }'),
        ("wins", '"area"'),
        ("phases", '["return", "sae"]'),
        ("lacks", '["suply"]'),
    ],
)
def test_a_wrong_name_of_a_scenario_is_an_error_with_its_file_line_and_key(tmp_path: Path, key: str, said: str) -> None:
    (tmp_path / "title.toml").write_text(f'base = "blitz"\n\n[[game]]\nslug = "longest-day"\n{key} = {said}\n', encoding="utf-8")
    with pytest.raises(TitleError) as caught:
        load_title("blitz", [tmp_path])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / "title.toml"), 5, f"game.{key}")


def test_a_war_out_of_play_that_is_none_is_an_error_with_its_file_line_and_key(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text('base = "blitz"\n\n[[bonus]]\nslug = "pacific-at-peace"\nuntil = "jappan"\n', encoding="utf-8")
    with pytest.raises(TitleError, match="did you mean 'japan'") as caught:
        load_title("blitz", [tmp_path])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / "title.toml"), 5, "bonus.until")


def test_a_figure_that_is_not_there_names_its_table() -> None:
    with pytest.raises(TitleError, match=r"figures\.csv.*no figure 'gaol'"):
        figure(TITLE, "gaol")


@pytest.mark.parametrize(
    ("table", "row", "needs"),
    [
        ("units.csv", "ghost-army,Ghost Army,land,1,resources,0,0,1,1,step-cost=1,,house rule", counters),
        ("areas.csv", "atlantis,Atlantis,land,,,,,0,0,,house rule", places),
    ],
)
def test_a_unit_and_an_area_of_an_overlay_need_what_is_printed_there(
    table: str, row: str, needs: Callable[[Title], object], tmp_path: Path
) -> None:
    """Who asks for any row is told by an error in which table one is missing."""
    title = load_title("blitz", [overlay(tmp_path, table, row)])
    with pytest.raises(TitleError, match=rf"{needs.__name__}.csv: no row for {row.partition(',')[0]}; each has one"):
        needs(title)


@pytest.mark.section("1.1")
def test_a_power_that_nobody_plays_is_an_error_with_its_file_and_line(tmp_path: Path) -> None:
    """A wrong name beside the right ones: no player has a seat for it."""
    rows = "usa,USA,American,allies,atlantic-seaboard,4,#6b8e23,,house rule\ngermny,Germany,German,axis,berlin,1,#3d4248,,house rule"
    with pytest.raises(TitleError, match=r"found 'germny'; expected a power that has a seat .* did you mean 'germany'") as caught:
        load_title("blitz", [overlay(tmp_path, "powers.csv", rows)])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / "powers.csv"), 3, "power")
