"""9.5 Commanders, an optional rule: who appears and moves when, what he adds, when he is lost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine import events as ev
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz.combat import factors
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, Command, Resolve
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes, commanders
from engine.titles.blitz.tables import commanders as rows
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

pytestmark = pytest.mark.section("9.5")
USED = {"commanders": "yes"}
NOVIKOV = {"commander/soviet-sea-and-air-leaders": "novikov unit:lra"}
MANSTEIN = {"commander/german-army-leaders": "manstein unit:1st-para"}


def where(play: Play, counter: str = "german-army-leaders") -> str:
    """Return who is face-up on a counter, and where; empty in the Force Pool."""
    return play.state.marker("game", f"commander/{counter}") or ""


def led(units: str, markers: dict[str, str], **told: object) -> Play:
    return table(units, options=USED, markers=markers, **told)  # type: ignore[arg-type]


def test_9_5_every_power_has_two_counters_with_a_commander_on_each_side() -> None:
    for power in ("germany", "japan", "afa", "usa", "ussr"):
        sides = [row.counter for row in rows(TITLE).values() if row.power == power]
        assert len(sides) == 4 and {sides.count(counter) for counter in sides} == {2}, power


def test_9_5_novikov_gives_the_lra_the_factors_of_the_example() -> None:
    """4 Air Factors, 4 Strategic and 2 Land; its triangles cancel; it attacks a Factory with 5."""
    play = led("lra moscow@2", NOVIKOV, power="ussr", at_war=["germany ussr"])
    (lra,) = keys(play, "lra")
    air, plan, land = (commanders.strength(play.position, lra, name) for name in ("air", "strategic", "land"))
    assert (air, plan, land) == (4, 4, 2)
    white, red = commanders.triangles(play.position, lra, "air")
    assert white == red
    assert factors.bombing(play.position, lra, "strategic") == Fraction(5)


def test_9_5_manstein_commands_the_1st_para_and_leaves_it_one_white_triangle() -> None:
    play = led("1st-para berlin@1, polish-army poland@2", MANSTEIN)
    land = factors.land_fire(play.position, "poland", keys(play, "1st-para"), keys(play, "polish-army"))
    assert land.attack.factors == 1 + rows(TITLE)["manstein"].land
    assert land.defense.factors == 3 + 1


def test_9_5_a_unit_without_factors_attacks_under_a_land_commander() -> None:
    told = {"power": "germany", "take": {"persia": "germany", "iraq": "afa"}, "owners": {"persian-army": "germany"}}
    marker = {"commander/german-army-leaders": "rommel unit:persian-army", "ally/near-east": "germany"}
    order = Attack("ground", "iraq", "persian-army")
    assert broken(table("persian-army persia@1", markers={"ally/near-east": "germany"}, **told), order) == ["attack/factors"]  # type: ignore[arg-type]
    assert broken(led("persian-army persia@1", marker, **told), order) == []


def test_9_5_one_commander_a_turn_appears_at_home_while_his_power_is_at_war() -> None:
    play = led("", {}, phase="build")
    assert broken(play, Command("manstein", "paris")) == ["command/home"]
    assert broken(table(phase="build"), Command("manstein", "berlin")) == ["command/option"]
    assert broken(led("", {}, phase="build", power="usa"), Command("patton", "west-coast")) == ["command/peace"]
    do(play, Command("manstein", "berlin"))
    assert where(play) == "manstein area:berlin"
    assert broken(play, Command("doenitz", "berlin")) == ["command/once"]


def test_9_5_he_commands_a_unit_of_his_letter_that_is_where_he_is() -> None:
    play = led(
        "luftwaffe berlin@2, army-group-b paris@2, army-group-center berlin@2",
        {},
        phase="build",
        take={"paris": "germany"},
    )
    assert broken(play, Command("manstein", "berlin", "luftwaffe")) == ["command/unit"]
    assert broken(play, Command("manstein", "berlin", "army-group-b")) == ["command/unit"]
    do(play, Command("manstein", "berlin", "army-group-center"))
    assert where(play) == "manstein unit:army-group-center"


def test_9_5_as_a_turn_begins_he_moves_along_any_supply_line_and_may_turn_his_counter() -> None:
    markers = {"commander/german-army-leaders": "manstein area:berlin"}
    told = {"take": {"paris": "germany"}}
    play = led("army-group-b paris@2", markers, phase="return", **told)
    assert broken(play, Command("manstein", "london")) == ["command/supply"]
    assert broken(led("", {}, phase="return"), Command("manstein", "berlin")) == ["command/when"]
    assert broken(play, Command("zhukov", "moscow")) == ["command/power"]
    assert broken(led("army-group-b paris@2", markers, phase="move", **told), Command("rommel", "paris")) == ["command/first"]
    do(play, Command("rommel", "paris", "army-group-b"))
    assert where(play) == "rommel unit:army-group-b"
    assert broken(led("", markers, phase="blitz", blitzing={}), Command("rommel", "berlin")) == []


def test_9_5_out_of_supply_he_returns_to_the_force_pool_as_the_turn_begins() -> None:
    markers = {"commander/german-army-leaders": "rommel unit:panzer-army-afrika"}
    play = led(
        "panzer-army-afrika algeria@2, north-sea-fleet mediterranean-sea@1, atlantic-squadron gulf-of-guinea@1",
        markers,
        take={"algeria": "germany"},
        phase="land-combat",
        power="afa",
    )
    assert "algeria" not in commanders.supplied(play.position, "germany", "germany")
    commanders.begin_turn(play, ("afa",))
    assert where(play), "it is the other side's turn"
    commanders.begin_turn(play, ("germany",))
    assert not where(play)


def test_9_5_each_side_s_turn_begins_with_a_look_at_its_supply() -> None:
    markers = {"commander/british-army-leaders": "slim area:malta"}
    subs = "u-boat-ii mediterranean-sea@1"
    play = led(subs, markers, phase="land-combat")
    do(play, EndPhase())
    assert play.state.clock.power == "afa" and not where(play, "british-army-leaders")


@pytest.mark.parametrize(("die", "there"), [(5, "rommel unit:army-group-b"), (6, "")])
def test_9_5_a_six_for_a_point_of_damage_sends_him_back(die: int, there: str) -> None:
    play = led("army-group-b berlin@2", {"commander/german-army-leaders": "rommel unit:army-group-b"}, dice=[die])
    changes.damage(play, keys(play, "army-group-b")[0])
    assert where(play) == there and at(play, "army-group-b") == "berlin@1"


def test_9_5_he_follows_his_unit_and_returns_when_it_is_destroyed() -> None:
    play = led(
        "army-group-b berlin@1, polish-army poland@2",
        {"commander/german-army-leaders": "rommel unit:army-group-b"},
        dice=[1, 6],
    )
    settle(do(play, Attack("ground", "poland", "army-group-b"), Announced(), Resolve("ground", "poland")))
    assert at(play, "army-group-b") == "germany-pool" and not where(play)


def test_9_5_without_a_unit_he_is_lost_with_the_land_that_he_is_in() -> None:
    play = led("", {"commander/german-army-leaders": "rommel area:milan"}, power="afa")
    control.take_control(play, "milan", "afa")
    assert not where(play)


def test_9_5_a_unit_has_one_commander() -> None:
    markers = MANSTEIN | {"commander/german-sea-and-air-leaders": "kesselring area:berlin"}
    play = led("1st-para berlin@1, luftwaffe berlin@1", markers, phase="return")
    assert broken(play, Command("kesselring", "berlin", "1st-para")) == ["command/unit"]
    do(play, Command("kesselring", "berlin", "luftwaffe"))
    assert broken(play, Command("rommel", "berlin", "1st-para")) == [], "the other side of the same counter"
    assert board.find(play.position, "1st-para") and combat.stage(play.position) == "announce"


@pytest.mark.parametrize(
    ("unit", "leader", "opponent"),
    [
        ("army-group-b berlin@2", {"commander/german-army-leaders": "rommel unit:army-group-b"}, "allies"),
        ("2nd-army london@2", {"commander/british-army-leaders": "slim unit:2nd-army"}, "axis"),
    ],
)
def test_9_5_it_is_an_opponent_who_rolls_for_him(unit: str, leader: dict[str, str], opponent: str) -> None:
    play = led(unit, leader, dice=[5])
    changes.damage(play, keys(play, unit.split()[0])[0])
    (rolled,) = [event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "commander"]
    assert board.side_of(play.position, rolled.power) == opponent
