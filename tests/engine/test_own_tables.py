"""Tables that one title alone has: title.toml names the file, its key and its record; cells are checked, overlays replace rows."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from engine.agenda import tasks_of
from engine.errors import TitleError
from engine.title.loader import load_title
from engine.title.own_tables import AreaCell

TABLE = '[[table]]\nslug = "wells"\nkey = ["area"]\nrecord = "tests.engine.test_own_tables:Well"\n'


class Well(msgspec.Struct, frozen=True):
    """A row of the tests."""

    area: AreaCell
    depth: int
    beside: tuple[AreaCell, ...] = ()
    note: str = "none"


def overlay(folder: Path, rows: str, head: str = "area,depth,beside,note") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "title.toml").write_text(TABLE)
    (folder / "wells.csv").write_text(f"{head}\n{rows}")
    return folder


def test_a_row_is_read_as_the_record_that_title_toml_names(tmp_path: Path) -> None:
    title = load_title("aa1942", [overlay(tmp_path / "one", "algeria,7,libya afghanistan,\n")])
    assert title.own["wells"] == (Well("algeria", 7, ("libya", "afghanistan"), "none"),)


def test_an_overlay_replaces_a_row_by_its_key(tmp_path: Path) -> None:
    one, two = overlay(tmp_path / "one", "algeria,7,,\nlibya,2,,\n"), overlay(tmp_path / "two", "algeria,9,,deeper\n")
    title = load_title("aa1942", [one, two])
    assert title.own["wells"] == (Well("algeria", 9, (), "deeper"), Well("libya", 2))


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        ("algeria,deep,,", "depth", "found 'deep'"),
        ("algiria,7,,", "area", "did you mean 'algeria'?"),
        ("algeria,7,libyaa,", "beside", "did you mean 'libya'?"),
        ("algeria,,,", "", "depth"),
    ],
)
def test_a_bad_cell_is_an_error_with_file_line_and_column(tmp_path: Path, row: str, column: str, said: str) -> None:
    folder = overlay(tmp_path / "one", f"{row}\n")
    with pytest.raises(TitleError) as caught:
        load_title("aa1942", [folder])
    assert said in str(caught.value) and caught.value.column == column
    assert caught.value.file == str(folder / "wells.csv") and caught.value.line == 2


def test_a_record_that_is_not_there_is_an_error_that_names_title_toml(tmp_path: Path) -> None:
    folder = overlay(tmp_path / "one", "algeria,7,,\n")
    (folder / "title.toml").write_text(TABLE.replace(":Well", ":Wel"))
    with pytest.raises(TitleError, match=r"no record 'tests\.engine\.test_own_tables:Wel'"):
        load_title("aa1942", [folder])


def test_a_title_without_own_tables_has_none() -> None:
    assert load_title("aa1942").own == {}


@pytest.mark.parametrize(
    ("table", "head", "row", "said"),
    [
        ("sabotage", "die,does,source,store,factors,remove", "3,,,,,yes", "no row for a die of 3; expected a row for each of 1 to 6"),
        ("chart", "factors,die,result,source,remove", "7,2,,,yes\n7,5,,,yes", "no row of 7 for a die of 2, 5; expected"),
    ],
)
def test_a_table_of_a_die_has_a_row_for_every_face(tmp_path: Path, table: str, head: str, row: str, said: str) -> None:
    (tmp_path / "title.toml").write_text("")
    (tmp_path / f"{table}.csv").write_text(f"{head}\n{row}\n")
    with pytest.raises(TitleError) as caught:
        load_title("blitz", [tmp_path])
    assert said in str(caught.value) and f"{table}.csv" in str(caught.value) and caught.value.column == "die"


def test_a_die_has_no_seventh_face(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text("")
    (tmp_path / "sabotage.csv").write_text("die,does,source,store,factors\n7,gar,house rule,,\n")
    with pytest.raises(TitleError, match="found '7'"):
        load_title("blitz", [tmp_path])


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("lost_homes", "scenario,country,source\nbarbarossa,italia,x", "found 'italia'; expected one of the title's countries; did you"),
        ("cards", "card,name,powers,points,rule,source\nlong-war,Long War,germania,1,late-turns,x", "one of the title's powers; did you"),
        ("blitzes", "blitz,oil,source\nnavel,3,x", "'navel'; expected one of air, land, naval, total, free, foot; did you mean 'naval'?"),
    ],
)
def test_a_wrong_word_is_told_with_what_it_may_be(tmp_path: Path, table: str, row: str, said: str) -> None:
    (tmp_path / "title.toml").write_text("")
    head, cells = row.split("\n")
    columns = (load_title("blitz").folder / f"{table}.csv").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / f"{table}.csv").write_text(f"{columns}\n{cells}{',' * (columns.count(',') - head.count(','))}\n")
    with pytest.raises(TitleError) as caught:
        load_title("blitz", [tmp_path])
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("title.toml", '[[table]]\nslug = "ports"\nkey = ["area", "seas"]\nrecord = "strange:Port"\n'),
        ("tasks.csv", "task,module,source\nmarch,strange,house rule\n"),
    ],
)
def test_an_overlay_loads_no_module_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """Overlays come beside logs, from anybody; what is importable where Sitrep runs is not theirs to run."""
    (tmp_path / "strange.py").write_text("TASKS = {'march': None}\nclass Port: ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "title.toml").write_text("")
    (tmp_path / name).write_text(text)
    with pytest.raises(TitleError, match="strange"):
        tasks_of(load_title("blitz", [tmp_path]))
    assert "strange" not in sys.modules
