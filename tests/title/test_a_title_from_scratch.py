"""A new title of a known family needs nothing but a folder of tables, as CONTRIBUTING says: written here, and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.events import encode_event
from engine.recording import Header
from engine.replay import replay
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import GameState
from engine.strictness import Strictness
from engine.title import loader
from engine.title.model import Title
from ingest import check, read_recording
from ingest.log.writer import save_log
from tests.play.games import watch

TABLES = {
    "title.toml": """\
slug = "two-islands"
name = "Two Islands"
family = "axis-allies"
rules = "aa1942"
phases = ["purchase-units", "combat-move", "conduct-combat", "noncombat-move", "mobilize-units", "collect-income"]

[[side]]
slug = "red"
name = "Red"

[[side]]
slug = "blue"
name = "Blue"

[[resource]]
slug = "gold"
name = "Gold"

[[scenario]]
slug = "dawn"
name = "Dawn"

[[option]]
slug = "victory"
name = "Victory level"
values = ["all"]
default = "all"
source = "toy"

[victory]
measure = "victory-cities"
source = "toy"

[victory.levels]
all = 2

[facility]
repair_cost = 1
damage_cap = 2
source = "toy"
""",
    "areas.csv": """\
area,name,kind,value,victory_city,terrain,original_owner,lon,lat,triplea,source
red-port,Red Port,land,6,Redburg,,redland,0,0,,toy
red-hills,Red Hills,land,2,,,redland,2,0,,toy
blue-port,Blue Port,land,6,Bluetown,,blueland,20,0,,toy
blue-hills,Blue Hills,land,2,,,blueland,22,0,,toy
the-strait,The Strait,sea,0,,,,10,0,,toy
""",
    "links.csv": """\
area,to,kind,passage,source
red-port,red-hills,land,,toy
blue-port,blue-hills,land,,toy
red-port,the-strait,coast,,toy
blue-port,the-strait,coast,,toy
""",
    "powers.csv": """\
power,name,adjective,side,capital,order,color,triplea,source
redland,Redland,Red,red,red-port,1,#aa2222,,toy
blueland,Blueland,Blue,blue,blue-port,2,#2222aa,,toy
""",
    "units.csv": """\
unit,name,class,cost,resource,attack,defense,move,strength,abilities,triplea,source
militia,Militia,land,3,gold,1,2,1,1,cargo=light,,toy
rider,Rider,land,5,gold,3,2,2,1,blitz cargo=heavy,,toy
workshop,Workshop,facility,12,gold,0,0,0,1,produces capturable indestructible no-combat max-per-area=1,,toy
kite,Kite,air,9,gold,3,3,4,1,,,toy
frigate,Frigate,sea,8,gold,3,3,2,1,surface-warship bombards,,toy
barge,Barge,sea,6,gold,0,0,2,1,transport carries-land,,toy
""",
    "setup.csv": """\
scenario,area,power,unit,count,source
dawn,red-port,redland,militia,3,toy
dawn,red-port,redland,workshop,1,toy
dawn,red-hills,redland,rider,1,toy
dawn,the-strait,redland,barge,1,toy
dawn,blue-port,blueland,militia,3,toy
dawn,blue-port,blueland,workshop,1,toy
dawn,blue-port,blueland,kite,1,toy
""",
    "control.csv": """\
scenario,area,power,source
dawn,red-port,redland,toy
dawn,red-hills,redland,toy
dawn,blue-port,blueland,toy
dawn,blue-hills,blueland,toy
""",
    "treasury.csv": "scenario,power,resource,amount,source\ndawn,redland,gold,14,toy\ndawn,blueland,gold,14,toy\n",
}
"""A whole title, file by file. Its powers and units are nobody's; its rules are those of aa1942."""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Title:
    """The title, in a folder of titles that holds nothing else."""
    folder = tmp_path / "titles" / "two_islands"
    folder.mkdir(parents=True)
    for name, text in TABLES.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(loader, "HOME", folder.parent)
    loader._load.cache_clear()
    yield loader.load_title("two-islands")
    loader._load.cache_clear()


def test_the_folder_is_a_title(toy: Title) -> None:
    assert loader.titles() == ("two-islands",)
    assert toy.turns == ("redland", "blueland") and toy.resource == "gold" and len(toy.units) == 6


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(2))
def test_bots_play_it_under_the_invariants_and_its_log_is_read_again(toy: Title, tmp_path: Path, seed: int, bot: str) -> None:
    header = Header(toy.slug, scenario="dawn", game=f"toy-{seed}", round_limit=4)
    game = watch(Simulation(toy, header, seed, dict.fromkeys(toy.turns, make_bot(bot, seed))))
    assert game.wrong == []
    assert game.state.ended and game.state.clock.round >= 1

    path = tmp_path / "toy.jsonl"
    save_log(game.recording, path)
    assert check(path, strict=True).defects == []
    again = replay(read_recording(path), toy, Strictness.RAISE)
    assert [encode_event(event) for event in again.events] == [encode_event(event) for event in game.events]
    assert isinstance(again.state, GameState) and again.state.stacks == game.state.stacks


def test_between_them_the_games_use_what_the_tables_offer(toy: Title) -> None:
    """A toy in which nothing happens would prove nothing: there are purchases, landings or raids, battles and income."""
    seen: set[str] = set()
    for seed in range(3):
        header = Header(toy.slug, scenario="dawn", round_limit=4)
        game = watch(Simulation(toy, header, seed, dict.fromkeys(toy.turns, make_bot("random", seed))))
        seen |= {type(event).__name__ for event in game.events}
    assert {"UnitsPurchased", "UnitsMoved", "BattleStarted", "DiceRolled", "UnitsRemoved", "ResourceChanged"} <= seen


def test_a_wrong_cell_of_it_is_told_with_file_line_and_column(toy: Title) -> None:
    path = loader.HOME / "two_islands" / "setup.csv"
    path.write_text(TABLES["setup.csv"].replace("kite", "dragon"), encoding="utf-8")
    loader._load.cache_clear()
    with pytest.raises(TitleError, match=r"setup\.csv:8 \[unit\]: found 'dragon'"):
        loader.load_title("two-islands")
