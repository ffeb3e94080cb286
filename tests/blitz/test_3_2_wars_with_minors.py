"""3.2 A war with a minor country alone: its ally's side stays out of it; who made the war fights, takes and holds its lands."""

from __future__ import annotations

import pytest

from engine.events import PhaseStarted, RelationChanged
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Attack, GoToWar, MoveUnit, Rebase
from engine.titles.blitz.politics import control, moving_out
from engine.titles.blitz.position import board, changes
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

pytestmark = pytest.mark.section("3.2")
LOW_COUNTRIES = {"ally/belgium-netherlands": "afa", "war/belgium-netherlands/japan": "yes"}
NEAR_EAST = {"ally/near-east": "germany", "war/near-east/ussr": "yes"}


def test_3_2_who_declared_the_war_holds_what_it_has_taken_and_so_do_its_allies() -> None:
    """Japan is at peace with the AFA, the ally of the country: nothing that the book closes is closed to the Axis."""
    lands = {"borneo": "japan", "belgium-netherlands": "germany"}
    units = "zeroes formosa@1, snlf borneo@1, 18th-army western-germany@2"
    play = table(units, phase="move", markers=LOW_COUNTRIES, take=lands)
    assert board.can_stack(play.position, keys(play, "zeroes")[0], "borneo")
    do(play, MoveUnit("18th-army", "western-germany > belgium-netherlands"))
    assert at(play, "18th-army") == "belgium-netherlands@2"


def test_3_2_a_garrison_stays_when_a_minor_is_taken_from_a_power_at_peace() -> None:
    play = table("snlf borneo@1", phase="move")
    do(play, GoToWar("japan", "belgium-netherlands"))
    control.take_control(play, "borneo", "japan")
    agenda.after(play, "politics")
    agenda.run(play)
    settle(play)
    assert at(play, "snlf") == "borneo@1" and board.can_stack(play.position, keys(play, "snlf")[0], "borneo")


@pytest.mark.parametrize("wars", [[], ["germany ussr"]])
def test_3_2_soviet_units_follow_into_what_they_have_taken_of_the_near_east(wars: list[str]) -> None:
    lands = {"persia": "ussr"}
    units = "western-front caucasus-mountains@2"
    play = table(units, phase="move", power="afa", take=lands, markers=NEAR_EAST, at_war=wars)
    do(play, MoveUnit("western-front", "caucasus-mountains > persia"))
    assert at(play, "western-front") == "persia@2"


def test_3_2_the_side_of_the_minor_stays_out_until_it_is_at_war_with_the_declarer() -> None:
    units = "18th-army central-europe@2, turkish-1st-army ankara@2"
    lands = {"ankara": "germany", "istanbul": "germany", "balkans": "germany", "central-europe": "germany"}
    told = {"take": lands, "markers": {"ally/turkey": "germany", "war/turkey/ussr": "yes"}}
    owners = {"turkish-1st-army": "germany"}
    for wars, closed in (([], True), (["germany ussr"], False)):
        play = table(units, phase="move", owners=owners, at_war=wars, **told)  # type: ignore[arg-type]
        german, turkish = keys(play, "18th-army", "turkish-1st-army")
        assert board.may_enter(play.position, german, "ankara") is not closed
        assert board.may_enter(play.position, turkish, "istanbul")


def test_3_2_a_country_that_has_changed_sides_is_open_to_its_new_friends() -> None:
    """The USSR took Iberia from Germany, then its ally, at peace with it; freed, Iberia is open to the AFA too."""
    play = table(
        "royal-air-force gibraltar@1",
        phase="rebase",
        power="afa",
        take={"spain": "afa", "portugal": "afa"},
        markers={"ally/iberia": "afa", "war/iberia/ussr": "yes"},
    )
    do(play, Rebase("royal-air-force", "gibraltar > spain"))
    assert at(play, "royal-air-force") == "spain@1"


TURKEY = {"ally/turkey": "germany", "war/turkey/ussr": "yes"}
TURKISH = {"ankara": "germany", "istanbul": "germany"}


def test_3_2_what_a_minor_has_taken_is_retaken_from_it() -> None:
    """Turkey, at war with the USSR alone, takes the Caucasus, which is Germany's then; the USSR, bound by its pact, takes it back."""
    units = "turkish-1st-army ankara@2, western-front don-basin@2"
    play = table(units, phase="move", take=TURKISH, markers=TURKEY, owners={"turkish-1st-army": "germany"})
    do(play, MoveUnit("turkish-1st-army", "ankara > caucasus-mountains"))
    assert board.holder(play.position, "caucasus-mountains") == "germany"
    play.emit(PhaseStarted("afa", "land-combat", play.state.clock.turn + 1))
    assert broken(play, Attack("ground", "caucasus-mountains", "western-front")) == []
    play.emit(PhaseStarted("afa", "move", play.state.clock.turn + 1))
    changes.destroy(play, keys(play, "turkish-1st-army")[0])
    do(play, MoveUnit("western-front", "don-basin > caucasus-mountains"))
    assert board.holder(play.position, "caucasus-mountains") == "ussr"


def test_3_2_german_units_enter_nothing_that_turkey_has_taken_from_a_power_at_peace_with_germany() -> None:
    units = "turkish-1st-army ankara@2, 18th-army ukraine@2"
    play = table(units, phase="move", take=TURKISH, markers=TURKEY, owners={"turkish-1st-army": "germany"})
    do(play, MoveUnit("turkish-1st-army", "ankara > caucasus-mountains"))
    german, turkish = keys(play, "18th-army", "turkish-1st-army")
    assert not board.may_enter(play.position, german, "caucasus-mountains")
    assert board.may_enter(play.position, turkish, "caucasus-mountains")
    play.emit(RelationChanged("germany", "ussr", "peace", "war"))
    assert board.may_enter(play.position, german, "caucasus-mountains")


def test_3_2_japan_retakes_what_china_has_taken_while_the_usa_is_neutral() -> None:
    play = table("warlords peking@1, southern-army tokyo@2", phase="move", power="afa", take={"peking": "usa"})
    do(play, MoveUnit("warlords", "peking > harbin"))
    assert board.holder(play.position, "harbin") == "usa"
    assert board.is_hostile_land(play.position, "japan", "harbin")
    assert not board.is_hostile_land(play.position, "japan", "manila"), "the USA is at peace"


def test_3_2_who_declares_war_on_the_low_countries_fights_for_the_part_that_japan_aligns() -> None:
    """Japan is at peace with the AFA: it gets Borneo, Hollandia and Java, and may not enter them."""
    units = "europe-trs south-china-sea@2 [cargo=afa/2nd-army], 2nd-army south-china-sea@2 [aboard], snlf formosa@1"
    play = table(units, power="afa", phase="move")
    do(play, GoToWar("afa", "belgium-netherlands"))
    settle(play)
    assert board.holder(play.position, "borneo") == "japan"
    assert not board.may_enter(play.position, keys(play, "snlf")[0], "borneo")
    play.submit(EndPhase())
    assert broken(play, Attack("ground", "borneo", "2nd-army")) == []


def test_3_2_of_a_board_without_its_history_only_turkey_can_have_taken_the_caucasus() -> None:
    units = "western-front don-basin@2, turkish-1st-army caucasus-mountains@2, 18th-army ukraine@2"
    lands = TURKISH | {"caucasus-mountains": "germany"}
    told = {"take": lands, "owners": {"turkish-1st-army": "germany"}}
    play = table(units, power="afa", markers=TURKEY, **told)  # type: ignore[arg-type]
    assert broken(play, Attack("ground", "caucasus-mountains", "western-front")) == []
    assert not board.may_enter(play.position, keys(play, "18th-army")[0], "caucasus-mountains")
    play = table(units, power="afa", markers={"ally/turkey": "germany"}, **told)  # type: ignore[arg-type]
    assert broken(play, Attack("ground", "caucasus-mountains", "western-front")) == ["attack/peace"], "no war at all"


@pytest.mark.parametrize(("wars", "taker"), [([], "turkey"), (["germany ussr"], "")])
def test_3_2_what_turkey_takes_in_the_war_of_its_ally_is_taken_as_any_other_land(wars: list[str], taker: str) -> None:
    units = "turkish-1st-army ankara@2"
    play = table(units, phase="move", take=TURKISH, markers=TURKEY, owners={"turkish-1st-army": "germany"}, at_war=wars)
    do(play, MoveUnit("turkish-1st-army", "ankara > caucasus-mountains"))
    assert board.taken_by(play.position, "caucasus-mountains") == taker


def test_3_2_what_a_power_takes_in_its_own_war_is_no_minor_s_though_one_of_its_allies_fights_the_same_enemy() -> None:
    """The USA, at peace with Germany, take Argentina on which they declared war; Latin America fights Germany on its own."""
    wars = {"ally/argentina": "germany", "war/argentina/usa": "yes", "ally/latin-america": "usa", "war/latin-america/germany": "yes"}
    play = table("chilean-army chile@1", phase="move", power="afa", take={"argentina": "usa"}, markers=wars, owners={"chilean-army": "usa"})
    assert board.taken_by(play.position, "argentina") == ""
    assert not board.is_barred(play.position, keys(play, "chilean-army")[0], "argentina")


@pytest.mark.section("3.4", "5.2")
def test_3_4_a_unit_that_moves_out_of_what_it_has_freed_has_moved() -> None:
    """The USSR frees Aden-Kuwait and the AFA gets it back: the army leaves it, and does not march on in the same phase."""
    play = table("western-front iraq@2 [moved]", phase="move", power="afa", at_war=["germany ussr"], take={"iraq": "ussr"})
    moving_out.send_home(play, keys(play, "western-front")[0])
    (key,) = keys(play, "western-front")
    assert key.area != "iraq" and board.has(key, "moved")
    assert broken(play, MoveUnit("western-front", f"{key.area} > {TITLE.regions['ussr'][0]}")) != []


@pytest.mark.parametrize(("wars", "closed"), [([], True), (["afa japan"], False)])
def test_3_2_the_ally_s_lands_stay_closed_when_another_enemy_holds_them(wars: list[str], closed: bool) -> None:
    """Japan declared war on Iberia, the AFA's ally; Germany holds Spain: "you may not enter any of that ally's land areas"."""
    told = {
        "take": {"spain": "germany", "vichy-france": "afa"},
        "markers": {"ally/iberia": "afa", "war/iberia/japan": "yes"},
        "at_war": wars,
        "power": "afa",
    }
    march = table("2nd-army paris@2, spanish-army paris@1", phase="move", owners={"spanish-army": "afa"}, **told)  # type: ignore[arg-type]
    assert broken(march, MoveUnit("2nd-army", "paris > spain")) == (["move/stacking"] if closed else [])
    assert broken(march, MoveUnit("spanish-army", "paris > spain")) == []
    fight = table("2nd-army vichy-france@2, volkssturm spain@1", **told)  # type: ignore[arg-type]
    assert broken(fight, Attack("ground", "spain", "2nd-army")) == (["attack/peace"] if closed else [])
