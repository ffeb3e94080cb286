"""Titles: every cell is validated, overlays replace rows, an error names file, line, column and both values."""

import re
import shutil

import pytest

from engine.errors import TitleError
from engine.title import loader
from engine.titles import load_title, titles


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A copy of the titles that a test may damage."""
    home = tmp_path / "titles"
    shutil.copytree(loader.HOME, home, ignore=shutil.ignore_patterns("__pycache__", "*.geojson"))
    monkeypatch.setattr(loader, "HOME", home)
    loader._load.cache_clear()
    yield home
    loader._load.cache_clear()


def damage(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("table", "old", "new", "column", "expected"),
    [
        (
            "units.csv",
            "infantry,Infantry,land,3,",
            "infantry,Infantry,land,three,",
            "cost",
            "whole number from 0 to 999",
        ),
        ("units.csv", "infantry,Infantry,land", "infantry,Infantry,lnd", "class", "did you mean 'land'"),
        ("units.csv", "blitz cargo=heavy", "blits cargo=heavy", "abilities", "did you mean 'blitz'"),
        ("units.csv", "cargo=heavy", "cargo=huge", "abilities", "'huge', it takes heavy|light|whole"),
        ("units.csv", "anti-air=1", "anti-air", "abilities", "has the value '', it takes integer"),
        ("links.csv", "afghanistan,himalaya,land", "afghanistan,himalaia,land", "to", "did you mean 'himalaya'"),
        (
            "links.csv",
            "afghanistan,himalaya,land",
            "afghanistan,himalaya,sea",
            "kind",
            "expected 'land' between land and land",
        ),
        ("links.csv", "afghanistan,himalaya,land", "afghanistan,afghanistan,land", "to", "links to itself"),
        ("powers.csv", "germany,Germany,German,axis", "germany,Germany,German,axes", "side", "did you mean 'axis'"),
        ("powers.csv", "#8f1d1d", "red", "color", "#rrggbb"),
        (
            "areas.csv",
            "algeria,Algeria,land,1,,,germany",
            "algeria,Algeria,land,1,,,germania",
            "original_owner",
            "a power of",
        ),
        ("areas.csv", ",-152,64.5,", ",-1520,64.5,", "lon", "degrees from -180 to 180"),
        ("setup.csv", "soviet-union,infantry,3", "soviet-union,infantry,-3", "count", "whole number"),
        ("passages.csv", "turkish-straits=closed", "turkish-straits=shut", "closed_when", "option=value"),
    ],
)
def test_a_bad_cell_is_named(house, table, old, new, column, expected):
    damage(house / "aa1942" / table, old, new)
    with pytest.raises(TitleError) as caught:
        load_title("aa1942")
    error = caught.value
    assert error.file.endswith(table) and error.line > 1 and error.column == column
    assert expected in str(error)


def test_a_short_row_and_a_wrong_header_are_named(house):
    damage(house / "aa1942" / "links.csv", "afghanistan,himalaya,land,,", "afghanistan,himalaya,land,")
    with pytest.raises(TitleError, match=r"links\.csv:2: 4 cells; expected 5"):
        load_title("aa1942")
    damage(house / "aa1942" / "units.csv", "unit,name", "unit,nom")
    with pytest.raises(TitleError, match=re.escape("columns are unit,nom,class")):
        load_title("aa1942")


def test_a_row_that_stands_twice_is_named(house):
    path = house / "aa1942" / "treasury.csv"
    path.write_text(path.read_text() + "standard,germany,ipc,41,rulebook: again\n")
    with pytest.raises(TitleError, match=r"treasury\.csv:7: standard germany ipc is here and in line 3; keep one"):
        load_title("aa1942")


def test_an_unknown_title_says_which_there_are():
    with pytest.raises(TitleError, match="no title 'aa1943'; did you mean 'aa1942'"):
        load_title("aa1943")
    assert "aa1942" in titles()


def test_an_overlay_replaces_adds_and_removes(tmp_path):
    (tmp_path / "title.toml").write_text(
        'name = "Cheaper tanks"\n[victory.levels]\nmoderate = 10\n[[option]]\nslug = "victory"\ndefault = "total"\n'
    )
    (tmp_path / "units.csv").write_text(
        "unit,name,class,cost,resource,attack,defense,move,strength,abilities,triplea,source\n"
        "tank,Tank,land,4,ipc,3,3,2,1,blitz cargo=heavy,armour,house rule\n"
    )
    (tmp_path / "setup.csv").write_text(
        "scenario,area,power,unit,count,source,remove\nstandard,libya,germany,tank,0,house rule,\n"
        "standard,libya,germany,infantry,1,house rule,yes\nstandard,libya,germany,artillery,2,house rule,\n"
    )
    base, changed = load_title("aa1942"), load_title("aa1942", [tmp_path])
    assert (base.units["tank"].cost, changed.units["tank"].cost) == (5, 4)
    assert changed.name == "Cheaper tanks" and changed.options["victory"].default == "total"
    assert changed.settings["victory"]["levels"]["moderate"] == 10
    assert {row.unit: row.count for row in changed.placements if row.area == "libya"} == {"artillery": 2}
    assert list(changed.units) == list(base.units)


def test_removing_what_is_not_there_is_an_error(tmp_path):
    (tmp_path / "setup.csv").write_text("scenario,area,power,unit,count,source,remove\nstandard,libya,japan,infantry,1,x,yes\n")
    with pytest.raises(TitleError, match="standard libya japan infantry is to be removed but is not there"):
        load_title("aa1942", [tmp_path])


def test_a_missing_overlay_folder_is_an_error(tmp_path):
    with pytest.raises(TitleError, match="no such overlay folder"):
        load_title("aa1942", [tmp_path / "absent"])


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("phases = 3\n", "phases", "Expected `array`, got `int`"),
        ("side = 3\n", "side", "Expected `array`, got `int`"),
        ('[[option]]\nname = "x"\n', "option[0]", "missing required field `slug`"),
        ("[dice]\nsides = 1\n", "dice.sides", "Expected `int` >= 2"),
        ('[[side]]\nslug = "The Axis"\nname = "x"\n', "side", "found 'The Axis'; expected a slug"),
    ],
)
def test_a_wrong_key_of_title_toml_is_named(tmp_path, text, column, expected):
    (tmp_path / "title.toml").write_text(text)
    with pytest.raises(TitleError) as caught:
        load_title("aa1942", [tmp_path])
    assert caught.value.column == column and expected in str(caught.value)
    assert caught.value.file == str(tmp_path / "title.toml")
