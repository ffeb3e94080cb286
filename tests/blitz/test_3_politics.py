"""3. Politics: what liberates and what conquers, France and Vichy France, units that must move out, what follows by itself."""

from __future__ import annotations

import pytest

from engine.condition import parse_condition
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz.agenda import after, run
from engine.titles.blitz.orders import GoTo, GoToWar, MoveUnit, Yes
from engine.titles.blitz.politics import aligning, control, entry
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.vocabulary import VICHY_FRANCE
from tests.blitz.table import at, broken, do, keys, settle, table

FALLEN = {"vichy-france": "yes", "conquered/france": "allies", "fallen/france": "yes"}
AT_WAR = ["germany usa", "japan usa"]


def taken(play: Play, area: str, power: str) -> Play:
    """Let a power take control of an area, and settle what follows."""
    control.take_control(play, area, power)
    run(play)
    return settle(play)


@pytest.mark.section("3.3", "3.4")
def test_3_3_the_allies_free_austria_and_ally_with_it() -> None:
    play = table("austrian-army germany-pool@1", power="afa", take={"poland": "ussr"}, at_war=["germany ussr"])
    taken(play, "austria-czechoslovakia", "ussr")
    assert board.ally_of(play.position, "austria-czechoslovakia") == "ussr"
    assert not board.is_conquered(play.position, "austria-czechoslovakia") and at(play, "austrian-army") == "ussr-pool"


@pytest.mark.section("3.3", "3.4")
def test_3_3_the_allies_free_iberia_and_its_army_is_theirs() -> None:
    told = {"take": {"spain": "usa", "portugal": "germany"}, "markers": {"ally/iberia": "germany"}}
    play = table("spanish-army germany-pool@1", power="afa", at_war=AT_WAR, owners={"spanish-army": "germany"}, **told)  # type: ignore[arg-type]
    taken(play, "portugal", "usa")
    assert board.ally_of(play.position, "iberia") == "usa" and not board.is_conquered(play.position, "iberia")
    assert at(play, "spanish-army") == "usa-pool"


@pytest.mark.section("3.4")
def test_3_4_vichy_france_is_liberated_with_its_ships_and_its_army_is_set_aside() -> None:
    """The Allies have declared war on it, so it is Germany's ally."""
    play = table(
        "vichy-army paris@1, marine-nationale vichy-france@2",
        power="afa",
        at_war=AT_WAR,
        take={"paris": "germany", "vichy-france": "germany"},
        markers=FALLEN | {"ally/vichy-france": "germany"},
        owners={"vichy-army": "germany", "marine-nationale": "germany"},
    )
    taken(play, "vichy-france", "usa")
    assert not board.is_conquered(play.position, "vichy-france")
    assert at(play, "vichy-army") == "usa-set-aside"
    assert (keys(play, "marine-nationale")[0].power, at(play, "marine-nationale")) == ("usa", "vichy-france@2")


@pytest.mark.section("3.4")
def test_3_4_once_france_is_free_vichy_france_becomes_a_part_of_it_again() -> None:
    """The AFA has freed France; it gets Vichy France and its ships, whoever frees that."""
    play = table(
        "marine-nationale vichy-france@2",
        power="afa",
        at_war=AT_WAR,
        take={"vichy-france": "germany"},
        markers={"vichy-france": "yes", "fallen/france": "yes", "freed/france": "yes", "ally/vichy-france": "germany"},
        owners={"marine-nationale": "germany"},
    )
    taken(play, "vichy-france", "usa")
    assert not VICHY_FRANCE.read(play.state) and board.country_at(play.position, "vichy-france") == "france"
    assert play.state.control["vichy-france"] == "afa" and keys(play, "marine-nationale")[0].power == "afa"


@pytest.mark.section("3.4")
def test_3_4_dice_are_rolled_for_the_french_ships_alone() -> None:
    """A British fleet in the port of Vichy France is overrun as any other."""
    units = "18th-army paris@2, marine-nationale vichy-france@2, home-fleet vichy-france@1"
    lands = {"paris": "germany", "vichy-france": "afa", "algeria": "germany"}
    play = table(units, phase="move", take=lands, markers=FALLEN | {"ally/vichy-france": "afa"}, dice=[1])
    settle(do(play, MoveUnit("18th-army", "paris > vichy-france")))
    assert keys(play, "marine-nationale")[0].power == "germany"
    assert keys(play, "home-fleet")[0].power == "afa" and not at(play, "home-fleet").startswith("vichy")


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("algeria", "there"), [("afa", "afa-set-aside"), ("germany", "vichy-france@1")])
def test_3_4_the_army_of_vichy_france_stays_away_if_the_allies_have_french_north_africa(algeria: str, there: str) -> None:
    lands = {"paris": "germany", "vichy-france": "", "algeria": algeria}
    play = table(phase="move", take=lands, markers=FALLEN | {"ally/vichy-france": "nobody"})
    do(play, GoToWar("germany", "vichy-france"))
    assert at(play, "vichy-army") == there


@pytest.mark.section("3.4", "7.3")
def test_3_4_the_army_of_french_north_africa_waits_until_that_is_liberated() -> None:
    """It was set aside when France fell; that its country finds an ally does not bring it back."""
    lands = {"paris": "germany", "vichy-france": "", "algeria": "", "morocco": ""}
    units = "free-french-army afa-set-aside@1"
    play = table(units, phase="move", take=lands, markers=FALLEN | {"ally/french-north-africa": "nobody"})
    do(play, GoToWar("germany", "french-north-africa"))
    assert play.state.control["algeria"] == "afa" and at(play, "free-french-army") == "afa-set-aside"


@pytest.mark.section("3.4")
def test_3_4_the_maginot_line_never_comes_back() -> None:
    units = "maginot-line afa-set-aside@1, french-army afa-set-aside@2"
    lands = {"paris": "germany"}
    play = table(units, power="afa", take=lands, markers={"conquered/france": "allies", "fallen/france": "yes"})
    control.take_control(play, "paris", "afa")
    run(play)
    assert play.pending is None, "there is nothing to choose"
    assert (at(play, "french-army"), at(play, "maginot-line")) == ("afa-pool", "afa-set-aside")


@pytest.mark.section("3.4")
def test_3_4_a_french_army_at_sea_is_set_aside_from_its_transport() -> None:
    trs = "europe-trs western-approaches@2 [cargo=afa/french-army], french-army western-approaches@1 [aboard]"
    play = table(f"18th-army western-germany@2, {trs}", phase="move")
    settle(do(play, MoveUnit("18th-army", "western-germany > paris")))
    assert at(play, "french-army") == "afa-set-aside"
    assert parse_condition(keys(play, "europe-trs")[0].condition).cargo == ()


@pytest.mark.section("3.4")
def test_3_4_owners_choose_where_in_its_home_a_unit_goes_that_is_in_neutral_france() -> None:
    play = table("18th-army western-germany@2, royal-air-force vichy-france@2", phase="move")
    do(play, MoveUnit("18th-army", "western-germany > paris"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("move-out", "afa")
    assert broken(play, GoTo("royal-air-force", "egypt")) == ["move-out"]
    do(play, GoTo("royal-air-force", "scotland"))
    assert at(play, "royal-air-force") == "scotland@2"


@pytest.mark.section("3.4")
def test_3_4_liberators_that_may_not_stay_go_to_the_closest_land_that_they_choose() -> None:
    """The USSR gives Poland back to the AFA, which fights Japan too: its army leaves for one of two areas beside it."""
    wars = ["germany ussr", "japan afa"]
    play = table(
        "leningrad-front byelorussia@2",
        phase="move",
        power="afa",
        take={"poland": "germany"},
        at_war=wars,
        markers={"conquered/poland": "allies"},
    )
    do(play, MoveUnit("leningrad-front", "byelorussia > poland"), Yes())
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("move-out", "ussr")
    assert broken(play, GoTo("leningrad-front", "leningrad")) == ["move-out"]
    do(play, GoTo("leningrad-front", "ukraine"))
    assert at(play, "leningrad-front") == "ukraine@2" and play.state.control["poland"] == "afa"


@pytest.mark.section("3.3")
@pytest.mark.parametrize(("option", "ally"), [("orders", "germany"), ("phases", "")])
def test_3_3_argentina_finds_an_ally_when_an_army_of_the_axis_has_come_near(option: str, ally: str) -> None:
    """No area changes hands: as the army lands, "immediately"; by the other reading as the phase ends."""
    lands = dict.fromkeys(("sao-paulo", "recife", "manaus"), "germany")
    units = "18th-army brazilian-coast@2 [aboard], baltic-trs brazilian-coast@2 [cargo=germany/18th-army]"
    play = table(units, phase="move", take=lands, options={"pause-play": option})
    assert not board.ally_of(play.position, "argentina")
    do(play, MoveUnit("18th-army", "brazilian-coast > sao-paulo"))
    assert board.ally_of(play.position, "argentina") == ally
    assert at(play, "argentine-army").startswith("argentina") is bool(ally), "its units are Germany's at once, or wait"
    play.submit(EndPhase())
    assert board.ally_of(play.position, "argentina") == "germany"


@pytest.mark.section("3.3")
@pytest.mark.parametrize(("where", "near"), [("chile@2", True), ("brazilian-coast@2 [aboard]", False), ("western-germany@2", False)])
def test_3_3_a_land_unit_of_the_axis_is_near_brazil_from_land_alone(where: str, near: bool) -> None:
    """Within the aircraft moves that its pool says, in a land area: not aboard a ship off its coast."""
    ship = ", baltic-trs brazilian-coast@2 [cargo=germany/18th-army]" if "aboard" in where else ""
    assert aligning._axis_near(table(f"18th-army {where}{ship}").position, "brazil") is near


@pytest.mark.section("3.3", "3.4")
def test_3_4_a_line_that_a_move_opens_conquers_at_once() -> None:
    """Germany holds Egypt without a line to it: it is conquered once the sea is open, in the midst of a phase."""
    lands = {"egypt": "germany"}
    play = table("18th-army libya@2, mediterranean-fleet mediterranean-sea@2", phase="move", take=lands)
    run(play)
    assert not board.is_conquered(play.position, "egypt"), "no line over the sea"
    changes.move(play, keys(play, "mediterranean-fleet")[0], "gibraltar", "")
    do(play, MoveUnit("18th-army", "libya > egypt"))
    assert board.is_conquered(play.position, "egypt")


@pytest.mark.section("7.2")
@pytest.mark.parametrize(("markers", "box"), [({}, 3), ({"declared/japan/afa": "yes"}, 4)])
def test_7_2_the_usa_moves_on_each_turn_only_if_japan_declared_the_war(markers: dict[str, str], box: int) -> None:
    play = table(at_war=["japan afa"], markers={"entry/usa": 3} | markers)
    entry.begin_turn(play)
    assert entry.box(play.position, "usa") == box


@pytest.mark.section("7.2", "3.2")
def test_7_2_a_declaration_of_war_is_remembered() -> None:
    play = do(table(phase="move", markers={"entry/usa": 3}), GoToWar("japan", "afa"))
    entry.begin_turn(play)
    assert entry.box(play.position, "usa") == 4


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("option", "fallen"), [("needed", False), ("not-needed", True)])
def test_3_4_italy_falls_with_rome_with_a_line_to_it_or_without(option: str, fallen: bool) -> None:
    """The last Italian submarine closes the only way to Rome, over the sea."""
    play = table("italian-sub mediterranean-sea@1", power="afa", take={"rome": "afa"}, options={"capital-lines": option})
    after(play, "politics")
    run(play)
    assert board.is_conquered(play.position, "italy") is fallen
    changes.destroy(play, keys(play, "italian-sub")[0])
    after(play, "politics")
    run(play)
    assert board.is_conquered(play.position, "italy"), "the sea is open"
