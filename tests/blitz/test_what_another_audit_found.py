"""What a further audit found: a CV that is a BB after the Air Round, and rules that no test held (3.2, 6.5, 6.6, 7.6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from engine.play import Play
from engine.rules import load_rules
from engine.state import Stack
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, results
from engine.titles.blitz.orders import Announced, Attack, Choose, GoToWar, Resolve
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.turn_end import purses
from engine.titles.blitz.vocabulary import KIND, PLACE, UNITS
from tests.blitz.table import TITLE, Dice, broken, do, keys, settle, table
from tests.blitz.test_7_6_purses import CUT, JAPAN, cut_off


def shrunk(folder: Path, kind: str) -> Play:
    """A Big CV, whose Small version is of a kind, has lost a Size in the Air Round of a sea battle, beside a BB and an air unit."""
    assert TITLE.folder is not None
    head, *rows = (TITLE.folder / "counters.csv").read_text(encoding="utf-8").splitlines()
    row = next(row for row in rows if row.startswith("combined-fleet,")).replace(",CV,", f",{kind},")
    (folder / "counters.csv").write_text(f"{head}\n{row}\n", encoding="utf-8")
    play = Play(load_rules(load_title("blitz", [folder])), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    here = {"big-combined-fleet": 3, "1st-battle-fleet": 1, "naval-air": 1}
    for unit, size in {"combined-fleet": 2, **here}.items():
        key = board.find(play.position, unit)
        assert key is not None
        play.emit(ev.UnitsRemoved(key.power, unit, 1, key.area, key.strength, "told", key.condition))
        play.emit(ev.UnitsPlaced("japan", unit, 1, "japanese-coast" if unit in here else "japan-pool", size, "told", ""))
    KIND.set(play, "sea")
    PLACE.set(play, "japanese-coast")
    UNITS.set(play, ",".join(here))
    changes.damage(play, Stack("japanese-coast", "japan", "big-combined-fleet", 3, ""))
    return play


@pytest.mark.section("6.5")
@pytest.mark.parametrize("kind", ["BB", "CV"])
def test_6_5_a_cv_that_has_become_a_bb_still_counts_as_an_air_unit_for_letters(kind: str, tmp_path: Path) -> None:
    """It may be sent to base, and is counted for that, but takes no more damage of the Air Round; a BB from the first does neither."""
    play = shrunk(tmp_path, kind)
    assert ("combined-fleet" in battles.targets(play.position, "axis", "air")) == (kind == "CV")
    assert sorted(results.fresh(play.position, "axis", "air")) == ["combined-fleet", "naval-air"]
    agenda.before(play, "letter axis air S")
    agenda.run(play)
    assert play.pending is not None and play.pending.what == "return-to-base"
    assert broken(play, Choose("combined-fleet")) == [] and broken(play, Choose("1st-battle-fleet")) == ["pick"]


@pytest.mark.section("6.6")
def test_6_6_who_is_kept_from_advancing_is_chosen_once() -> None:
    """Four Factors roll an L against three attackers: two of them stay, and the second is chosen among those that are left."""
    units = (
        "18th-army western-germany@2, army-group-a western-germany@2, army-group-b western-germany@2, 2nd-army paris@2, home-guard paris@1"
    )
    play = table(units, dice=[1, 3])
    settle(do(play, Attack("ground", "paris", "18th-army, army-group-a, army-group-b"), Announced()))
    do(play, Resolve("ground", "paris"))
    assert play.pending is not None and play.pending.what == "block"
    do(play, Choose("army-group-b"))
    assert play.pending is not None and play.pending.what == "block"
    assert broken(play, Choose("army-group-b")) == ["pick"]
    assert broken(play, Choose("18th-army")) == []


@pytest.mark.section("7.6", "1.7")
@pytest.mark.parametrize(("persia", "left"), [("", 2), ("germany", 1)])
def test_7_6_the_line_of_a_country_that_is_cut_off_runs_through_neutral_land(persia: str, left: int) -> None:
    """India has its own Resource, and the Oil of Iraq by way of a neutral Persia."""
    shut = dict.fromkeys(("levant", "ankara", "aden-kuwait", "caucasus-mountains", "samarkand"), "germany")
    lands = {"burma": "japan", "iraq": "afa", **shut, **({"persia": persia} if persia else {})}
    play = cut_off(table(f"{CUT}, indian-army delhi@1", phase="build", power="afa", at_war=JAPAN, stores={"afa": (5, 5)}, take=lands))
    assert purses.purse_of(play.position, keys(play, "indian-army")[0], "delhi") == purses.Purse("india", left, alone=True)


@pytest.mark.section("3.2", "Scenario A. The Blitz of Western Europe")
def test_3_2_a_country_that_finds_an_ally_brings_him_no_land_out_of_play() -> None:
    """In A Belgium-Netherlands is in play, its lands in Asia are not."""
    play = table(scenario="western-europe", phase="move")
    settle(do(play, GoToWar("germany", "belgium-netherlands")))
    held = {area: board.holder(play.position, area) for area in play.title.regions["belgium-netherlands"]}
    assert {power for area, power in held.items() if board.is_in_play(play.position, area)} == {"afa"}
    assert {power for area, power in held.items() if not board.is_in_play(play.position, area)} == {""}
