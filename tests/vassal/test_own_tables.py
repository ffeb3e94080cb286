"""A user's own tables for a module: found beside the log or by the environment, and refused by cell where they are wrong."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal import watch as watching
from engine.errors import RecordError
from engine.events import DiceRolled
from engine.recording import Recording
from ingest.find import find
from ingest.mend import mend
from ingest.pipeline import ingest
from ingest.report import REFUSED
from ingest.sandbox import ingest_apart
from ingest.vassal.reader import parse
from tests.vassal.module import MiniGame, traits
from tests.vassal.telling import events, stacks
from tests.vassal.writer import add
from warehouse import Lake
from warehouse.game_rows import INGESTED
from warehouse.schema import TABLES

TOML = """
modules = ["Mini"]

[[dice]]
pattern = '^(?P<player>\\w+) lobs (?P<dice>\\d+(?:,\\d+)*)'
"""
PIECES = "name,role,unit,power\nTank,unit,panzer,reds\n"


def tables(folder: Path, toml: str = TOML, **csv: str) -> Path:
    """Write tables into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "module.toml").write_text(toml, encoding="utf-8")
    for name, text in csv.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def read(folder: Path, module: str = "Mini") -> Recording:
    """Read a game that lies in a folder."""
    content = MiniGame.begun().do("CHATAnn lobs 3,4").content(module=module)
    (folder / "game.vlog").write_bytes(content)
    return parse(content, "game.vlog", folder)


@pytest.mark.parametrize("where", ["", "mini-tables"])
def test_tables_beside_a_log_are_used(tmp_path: Path, where: str) -> None:
    tables(tmp_path / where, pieces=PIECES)
    recording = read(tmp_path)
    assert [(event.dice, event.power) for event in events(recording, DiceRolled)] == [((3, 4), "red")]
    assert {key[1:3] for key in stacks(recording) if key[2] == "panzer"} == {("reds", "panzer")}
    assert {path.name for path in find([tmp_path]).files} == {"game.vlog"}


def test_tables_of_another_module_are_not_used(tmp_path: Path) -> None:
    tables(tmp_path / "t", TOML.replace("Mini", "Maxi"), pieces=PIECES)
    assert events(read(tmp_path), DiceRolled) == []


def test_tables_by_the_environment_go_before_those_beside_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables(tmp_path / "mine" / "mini", pieces=PIECES.replace("panzer", "tiger"))
    (tmp_path / "game").mkdir()
    tables(tmp_path / "game" / "t", pieces=PIECES)
    monkeypatch.setenv("SITREP_VASSAL_MODULES", str(tmp_path / "mine"))
    assert "tiger" in {key[2] for key in stacks(read(tmp_path / "game"))}


def test_tables_that_were_changed_are_read_again(tmp_path: Path) -> None:
    tables(tmp_path / "t", pieces=PIECES)
    read(tmp_path)
    tables(tmp_path / "t", pieces=PIECES.replace("panzer", "light-tank"))
    assert "light-tank" in {key[2] for key in stacks(read(tmp_path))}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"pieces": "name,role\nTank,soldier\n"}, "pieces.csv:2: role is 'soldier'; expected one of unit, none"),
        ({"pieces": "name,strength\nTank,many\n"}, "pieces.csv:2: strength is 'many'; expected a number"),
        ({"pieces": "name,unit\nTank,Big Tank\n"}, "pieces.csv:2: unit is 'Big Tank'; expected a name in small letters"),
        ({"pieces": "nom\nTank\n"}, "pieces.csv:2: column 'nom'; expected one of gpid"),
        ({"pieces": "name\nTank,1,2\n"}, "pieces.csv:2: more cells than columns"),
        ({"units": "unit\ntank\n"}, "units.csv:2: name is empty or not there"),
        ({"units": "unit,name,cost\ntank,Tank,9999999999999\n"}, "units.csv:2: cost is '9999999999999'; expected a number up to"),
        ({"grids": "map,board,zone,kind,dx\nWorld,West,,hex,1e-300\n"}, "grids.csv:2: dx is '1e-300'"),
        ({"grids": "map,board,zone,kind,dx\nWorld,West,,hex,nan\n"}, "grids.csv:2: dx is 'nan'"),
        ({"traits": "trait,hides\nfog,all\n"}, "traits.csv:2: hides is 'all'; expected one of nothing, name, piece"),
        ({"toml": 'modules = ["Mini"'}, "module.toml: cannot be read as TOML"),
        ({"toml": 'modules = ["Mini"]\ndices = []'}, "module.toml: Object contains unknown field `dices`"),
        ({"toml": 'modules = ["Mini"]\n[turn]\nround_level = -5'}, "`$.turn.round_level`"),
        ({"toml": 'modules = ["Mini"]\n[places]\nsquare = 0'}, "`$.places.square`"),
        ({"toml": 'modules = ["Mini"]\n[[dice]]\npattern = "(("'}, "module.toml: dice, pattern 1: '((' is no regular expression"),
        ({"toml": 'modules = ["Mini"]\n[[dice]]\npattern = "x"'}, "module.toml: dice, pattern 1: 'x' has no group (?P<dice>...)"),
        ({"toml": 'modules = ["Mini"]\n[hidden]\nhands = "*"'}, "module.toml: hidden.hands: '*' is no regular expression"),
    ],
)
def test_wrong_tables_refuse_the_log_and_name_the_cell(tmp_path: Path, files: dict[str, str], message: str) -> None:
    tables(tmp_path / "t", **files)
    with pytest.raises(RecordError) as error:
        read(tmp_path)
    assert message in str(error.value)
    assert "game.vlog" in str(error.value)


def test_a_folder_that_the_environment_names_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_VASSAL_MODULES", str(tmp_path / "gone"))
    with pytest.raises(RecordError, match="SITREP_VASSAL_MODULES names"):
        read(tmp_path)


def test_tables_beside_a_log_that_lead_out_of_its_folder_are_not_read(tmp_path: Path) -> None:
    """A watched folder is filled by strangers."""
    game = tmp_path / "game"
    tables(tmp_path / "elsewhere", pieces=PIECES)
    (tmp_path / "elsewhere" / "secret.txt").write_text("one,two\n")
    game.mkdir()
    (game / "linked").symlink_to(tmp_path / "elsewhere")
    tables(game / "t")
    (game / "t" / "pieces.csv").symlink_to(tmp_path / "elsewhere" / "secret.txt")
    assert events(read(game), DiceRolled) == []


LIFTS = "trait,hides\nfog,nothing\n"
"""A table that says that a trait of the module's own hides nothing."""


def concealed(folder: Path) -> Path:
    """A log with a piece that is concealed by a trait of its module, and beside it a table by which it is not, and a dice
    pattern that never ends; the purple bomb is nobody's to know."""
    runaway = "modules = [\"Mini\"]\n\n[[dice]]\npattern = '^(?P<dice>(a+)+)$'\n"
    tables(folder / "t", runaway, traits=LIFTS)
    game = MiniGame.begun().do("CHAT" + "a" * 60 + "!")
    game.opening.append(add("77", [("fog;F", "ann"), *traits("purple", "bomb")], "Bomb", "World", 50, 60))
    path = folder / "game.vlog"
    path.write_bytes(game.content(module="Mini"))
    return path


def told_by(lake: Lake) -> str:
    """What a lake holds, but for when it was read."""
    return str([lake.frame(table).drop(INGESTED, strict=False).rows() for table in TABLES])


def test_a_watched_folders_own_tables_lift_no_mask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may put a log there can put tables there."""
    concealed(tmp_path / "records")

    def stop(seconds: float) -> None:
        if "game.vlog" in str(Lake.open(tmp_path / "lake").frame("games").rows()) or len(waits) > 5:
            raise KeyboardInterrupt
        waits.append(seconds)

    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", stop)
    watching.watch(tmp_path / "records", tmp_path / "lake", None, 0, 0, 0)
    lake = Lake.open(tmp_path / "lake")
    assert lake.frame("games").height == 1
    assert "bomb" not in told_by(lake).lower()


def test_tables_in_the_folder_of_an_upload_lift_no_mask(tmp_path: Path) -> None:
    path = concealed(tmp_path / "dropped")
    row = ingest_apart(path, tmp_path / "lake")
    assert row.status != REFUSED, row.message
    assert "bomb" not in told_by(Lake.open(tmp_path / "lake")).lower()


def test_the_admins_tables_are_read_for_records_of_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = concealed(tmp_path / "dropped")
    tables(tmp_path / "admin" / "mini", 'modules = ["Mini"]\n', traits=LIFTS)
    monkeypatch.setenv("SITREP_VASSAL_MODULES", str(tmp_path / "admin"))
    ingest_apart(path, tmp_path / "lake")
    assert "bomb" in told_by(Lake.open(tmp_path / "lake")).lower()


def test_whoever_names_a_folder_trusts_its_tables(tmp_path: Path) -> None:
    tables(tmp_path / "t", pieces=PIECES)
    read(tmp_path)
    lake = Lake.create(tmp_path.parent / f"{tmp_path.name}-lake")
    ingest([tmp_path], lake)
    assert "panzer" in told_by(lake)


def with_a_damaged_table(lake: Lake) -> Lake:
    for path in map(Path, lake.state().files("stacks")):
        path.write_bytes(path.read_bytes()[:-9])
    return Lake.open(lake.path)


def test_a_game_of_strangers_that_is_read_again_keeps_its_masks(tmp_path: Path) -> None:
    path = concealed(tmp_path / "dropped")
    (tmp_path / "dropped" / "t" / "module.toml").write_text('modules = ["Mini"]\n')
    assert ingest_apart(path, tmp_path / "lake").status != REFUSED
    lake = with_a_damaged_table(Lake.open(tmp_path / "lake"))
    (left,) = mend(lake.path, records=[tmp_path / "dropped"]).left
    (why,) = left.games.values()
    assert "tables for its module lie beside it" in why and "--no-tables" in why and str(path) in why
    said = CliRunner().invoke(
        sitrep.main, ["lake", "mend", "--lake", str(lake.path), "--records", str(path.parent), "--no-tables", "--give-up"]
    )
    assert said.exit_code == 0, said.output
    assert "bomb" not in told_by(Lake.open(lake.path)).lower()


def test_a_game_that_was_read_with_tables_beside_it_is_mended_with_them(tmp_path: Path) -> None:
    tables(tmp_path / "records" / "t", pieces=PIECES)
    read(tmp_path / "records")
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "records"], lake)
    before = told_by(lake)
    with_a_damaged_table(lake)
    said = CliRunner().invoke(
        sitrep.main, ["lake", "mend", "--lake", str(lake.path), "--records", str(tmp_path / "records"), "--tables", "--give-up"]
    )
    assert said.exit_code == 0, said.output
    assert "panzer" in before and told_by(Lake.open(lake.path)) == before
