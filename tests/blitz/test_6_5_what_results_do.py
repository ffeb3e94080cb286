"""6.5, 6.6: what results of combat do: losses, letters, who goes home and where to, and how a battle is told when it has ended."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, phases, results
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, GoTo, PutToSea, Resolve
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import ARM_LOST, FOUGHT, RETURNED, SPOILS
from tests.blitz.table import agenda_of, at, do, keys, settle, table

pytestmark = pytest.mark.section("6.5")


def fight(play: Play, attack: Attack) -> Play:
    """Announce an attack and resolve it, up to the first decision."""
    settle(do(play, attack, Announced()))
    return do(play, Resolve(attack.kind, attack.area))


def opened(play: Play, kind: str, area: str) -> Play:
    """Begin a battle with none of its rounds to come."""
    battles.begin(play, kind, area)
    for task in agenda_of(play):
        agenda.drop(play, task)
    return play


@pytest.mark.parametrize(
    ("names", "least"),
    [
        ("canada europe-trs", "canada"),  # a Convoy is worth as much as a TRS of Size 2, and has the first name
        ("canada empire-trs", "empire-trs"),
        ("royal-air-force french-army", "royal-air-force"),  # twice 2 Factors and Size 2 against twice 3 and Size 1
        ("big-royal-air-force high-seas-fleet", "high-seas-fleet"),  # twice 4 and Size 4 against twice 5 and Size 1
        ("panzer-army-afrika army-group-b", "panzer-army-afrika"),  # both have 4 Factors, the first is smaller
    ],
)
def test_6_5_by_default_what_has_the_fewest_factors_and_sizes_is_chosen_first(names: str, least: str) -> None:
    force = "europe-trs north-sea@2, empire-trs north-sea@1, royal-air-force london@2, french-army paris@1, high-seas-fleet berlin@1"
    play = table(f"{force}, panzer-army-afrika berlin@1, army-group-b berlin@2")
    if "big-royal" in names:
        play = table("big-royal-air-force london@4, high-seas-fleet berlin@1")
    one, two = names.split()
    assert results.weakest(play.position, [one, two]) == least
    assert {results.weakest(play.position, [one, two], best=True), least} == {one, two}


@pytest.mark.section("8. Victory and Game End", "6.5")
@pytest.mark.parametrize(
    ("unit", "before", "turn", "kept"),
    [
        ("army-group-center", "", 1, "1 ussr"),
        ("waffen-ss-army", "", 1, ""),  # it shrinks
        ("volkssturm", "", 1, ""),  # it is no ARM
        ("army-group-center", "1 afa", 1, "1 afa ussr"),
        ("army-group-center", "1 afa", 3, "3 ussr"),
    ],
)
def test_8_who_destroys_an_arm_is_kept_for_the_turn(unit: str, before: str, turn: int, kept: str) -> None:
    force = "western-front byelorussia@2, army-group-center poland@1, waffen-ss-army poland@2, volkssturm poland@1"
    told = {"arm-lost/germany": before} if before else {}
    play = table(force, power="ussr", at_war=["germany ussr"], take={"poland": "germany"}, markers=told, turn=turn)
    do(play, Attack("ground", "poland", "western-front"), Announced())
    results.strike(opened(play, "ground", "poland"), unit)
    assert ARM_LOST.read(play.state, "germany") == kept


@pytest.mark.section("4.2")
def test_4_2_what_a_trs_takes_along_and_takes_on_is_its_load() -> None:
    play = table("europe-trs london@2, 2nd-army london@2, polish-army scotland@1", phase="sea", power="afa")
    do(play, PutToSea("europe-trs", "london > north-sea", "2nd-army", "polish-army"))
    (ship,) = keys(play, "europe-trs")
    assert parse_condition(ship.condition).cargo == (("afa", "2nd-army"), ("afa", "polish-army"))
    assert all(key.area == "north-sea" and board.is_aboard(key) for key in keys(play, "2nd-army", "polish-army"))


def test_6_5_each_unit_is_sent_back_once_and_a_convoy_takes_one_point_for_it() -> None:
    """A B against two ships and a Convoy."""
    play = table("u-boat-ii north-atlantic@1, home-fleet north-atlantic@2, canadian-navy north-atlantic@1", phase="sea-combat")
    agenda.before(opened(play, "sea", "north-atlantic"), "letter allies naval B")
    agenda.run(play)
    settle(play)
    assert play.state.damage["north-atlantic", "convoy-canada"] == 1
    assert [play.title.areas[key.area].kind for key in keys(play, "home-fleet", "canadian-navy")] == ["land", "land"]
    assert [event.delta for event in play.events if isinstance(event, ev.FacilityChanged)] == [1]


@pytest.mark.parametrize(("number", "asked", "default"), [("1", "afa", "canada"), ("2", "germany", "home-fleet"), ("3", "afa", "canada")])
def test_6_5_who_goes_back_is_chosen_in_turn(number: str, asked: str, default: str) -> None:
    play = table("u-boat-ii north-atlantic@1, home-fleet north-atlantic@2, canadian-navy north-atlantic@1", phase="sea-combat")
    opened(play, "sea", "north-atlantic")
    pending = results.TASKS["back"].asks(play.position, ("allies", "naval", number))  # type: ignore[misc]
    assert pending is not None and pending.default is not None
    assert (pending.power, getattr(pending.default, "unit", "")) == (asked, default)


@pytest.mark.parametrize(
    ("kind", "area", "always"),
    [("ground", "paris", True), ("ground", "malta", False), ("factory", "paris", False), ("port", "paris", False)],
)
def test_6_5_letters_of_an_air_round_count_before_a_ground_attack_on_no_island(kind: str, area: str, always: bool) -> None:
    shown = [results._air_letters(table(options={"air-letters": value}).position, kind, area) for value in ("ignored", "applied")]
    assert shown == [always, True]


def test_6_5_aircraft_return_to_base_from_where_they_fought() -> None:
    """One movement from Paris leads to London by the Air Route and to Vichy France, and not to Scotland, which is beside London."""
    play = table("royal-air-force london@2 [target=paris ground]")
    (key,) = keys(play, "royal-air-force")
    assert results.base_choices(play.position, key) == [("london", ""), ("paris", ""), ("vichy-france", "")]


@pytest.mark.section("4.1")
def test_4_1_without_a_base_in_range_a_unit_returns_to_the_nearest() -> None:
    play = table("bb-fleet mozambique-channel@2", take={"persia": "germany"})
    (key,) = keys(play, "bb-fleet")
    assert results.base_choices(play.position, key) == [("italian-east-africa", "arabian-sea"), ("persia", "arabian-sea")]


def test_6_5_aircraft_of_an_attack_that_fails_return_to_the_only_base_unasked() -> None:
    """Of four Factors and three of the Stukas a 1 is an S (7 Factors): the guard stays, and so do the attackers."""
    play = fight(
        table("army-group-b western-germany@2, stukas western-germany@2, french-army paris@2", dice=[1, 1]),
        Attack("ground", "paris", "army-group-b, stukas"),
    )
    assert play.pending is None
    for unit in ("army-group-b", "stukas"):
        (key,) = keys(play, unit)
        told = parse_condition(key.condition)
        assert (at(play, unit), told.target) == ("western-germany@2", "")
        assert set(told.words) == ({FOUGHT, RETURNED} if unit == "stukas" else {FOUGHT})


@pytest.mark.parametrize("base", ["paris", "western-germany"])
def test_6_5_aircraft_may_return_to_the_land_that_has_been_taken(base: str) -> None:
    """ "If your side now controls the land area where the combat took place, you can return your air units to base there"."""
    play = fight(
        table("army-group-b western-germany@2, stukas western-germany@2, home-guard paris@1", dice=[6, 1]),
        Attack("ground", "paris", "army-group-b, stukas"),
    )
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("base", "germany")
    settle(do(play, GoTo("stukas", base)))
    assert (at(play, "stukas"), at(play, "army-group-b")) == (f"{base}@2", "paris@2")


@pytest.mark.section("6.6")
def test_6_6_who_has_been_told_to_retreat_is_not_told_again() -> None:
    """The FORT has taken a point of damage for it, and stays."""
    guard = "atlantic-wall poland@2, volkssturm poland@1, 18th-army poland@2"
    play = table(f"western-front byelorussia@2, {guard}", power="ussr", at_war=["germany ussr"], take={"poland": "germany"})
    do(play, Attack("ground", "poland", "western-front"), Announced())
    opened(play, "ground", "poland")
    left = [set(results.undriven(play.position))]
    for name in ("atlantic-wall", "volkssturm"):
        results.drive(play, name)
        left.append(set(results.undriven(play.position)))
    assert left == [{"atlantic-wall", "volkssturm", "18th-army"}, {"volkssturm", "18th-army"}, {"18th-army"}]
    assert at(play, "atlantic-wall") == "poland@1"


@pytest.mark.section("6.6")
def test_6_6_a_battle_is_told_with_what_each_side_has_lost() -> None:
    """Of four Factors a 5 is a point, all that the French have left; of their two a 1 is none. Aircraft do not hold land."""
    play = fight(
        table("army-group-b western-germany@2, french-army paris@1, armee-de-l-air paris@1", dice=[5, 1]),
        Attack("ground", "paris", "army-group-b"),
    )
    settle(play)
    (ended,) = (event for event in play.events if isinstance(event, ev.BattleEnded))
    assert (ended.attacker_lost, ended.defender_lost, ended.damage, ended.winner) == (0, 1, 0, "attacker")
    assert (ended.attackers, ended.defenders) == ("army-group-b", "")


@pytest.mark.section("6.6")
def test_6_6_who_advances_from_a_trs_is_ashore_and_its_load_no_more() -> None:
    force = "europe-trs north-sea@2 [cargo=afa/2nd-army], 2nd-army north-sea@2 [aboard], 8th-army paris@2"
    play = settle(fight(table(force, power="afa", dice=[1]), Attack("ground", "western-germany", "2nd-army, 8th-army")))
    ship, rider = keys(play, "europe-trs", "2nd-army")
    assert rider.area == "western-germany" and not board.is_aboard(rider) and parse_condition(ship.condition).cargo == ()


def test_6_5_a_unit_that_is_off_the_map_returns_to_no_base() -> None:
    play = table("condors germany-reserve@1")
    before, (key,) = len(play.events), keys(play, "condors")
    assert board.is_boxed(play.position, key) and results.TASKS["base"].asks(play.position, ("condors",)) is None  # type: ignore[misc]
    results.TASKS["base"].does(play, ("condors",))
    assert len(play.events) == before


@pytest.mark.section("3.2", "6.6")
def test_3_2_what_a_minors_units_take_in_its_own_war_is_its_spoils() -> None:
    """Germany is at peace with the USSR, and its ally Turkey is not."""
    told = {"take": {"ankara": "germany", "istanbul": "germany"}, "markers": {"ally/turkey": "germany", "war/turkey/ussr": "yes"}}
    play = table("turkish-1st-army ankara@2", owners={"turkish-1st-army": "germany"}, **told)  # type: ignore[arg-type]
    settle(fight(play, Attack("ground", "caucasus-mountains", "turkish-1st-army")))
    assert board.holder(play.position, "caucasus-mountains") == "germany"
    assert SPOILS.read(play.state, "caucasus-mountains") == "turkey" == board.taken_by(play.position, "caucasus-mountains")


def test_6_5_a_cv_that_has_become_a_bb_still_counts_in_the_air_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Big CV of this counter mix has a Small BB; the tables of these two say so here, and that of a BB beside it."""
    monkeypatch.setattr(results, "big_of", lambda title: {"home-fleet": "8th-fleet", "canadian-navy": "big-home-fleet"})
    play = table("home-fleet cape-basin@2, canadian-navy cape-basin@1, high-seas-fleet cape-basin@1", phase="sea-combat")
    opened(play, "sea", "cape-basin")
    play.emit(ev.MarkerSet("battle", "units", "8th-fleet,big-home-fleet,home-fleet,canadian-navy,high-seas-fleet"))
    assert results.involved(play.position, "allies", "air") == ["home-fleet"]
    assert set(results.involved(play.position, "allies", "naval")) == {"home-fleet", "canadian-navy"}


@pytest.mark.section("2.1", "5.3")
def test_2_1_nothing_is_left_to_settle_when_a_phase_ends_and_only_who_is_asked_answers() -> None:
    play = table("stukas western-germany@2 [target=paris ground]")
    agenda.before(play, "base stukas", "defend afa")
    assert combat._asked(play.position) == ["afa"]
    agenda.drop(play, "defend afa")
    phases.Activity().close(play)
    assert agenda_of(play) == [] and parse_condition(keys(play, "stukas")[0].condition).target == ""
