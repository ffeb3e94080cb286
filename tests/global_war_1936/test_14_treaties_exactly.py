"""Pacts, the partition of Poland, the Monroe doctrine, claims and the Chinese truce at each condition (5.7, 9.21, 13.3, 14.2, 14.3)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.global_war_1936.orders import Claim, Monroe, Partition, Sign
from engine.titles.global_war_1936.politics import war
from engine.titles.global_war_1936.treaties import bounds, claims, monroe, pacts, partition, refuge, truce
from engine.titles.global_war_1936.vocabulary import MONROE, OFFERED, PACT, PARTITION
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, play_from, problems, standing

PARTNERS = {("germany", "soviet-union"): "peace"}
MOLOTOV, JAPANESE = pacts.MOLOTOV, pacts.JAPANESE


def soviets(phase: str = "combat-move", power: str = "soviet-union", **more: object) -> Play:
    usual = {"relations": PARTNERS | {("soviet-union", "japan"): "peace"}, "dice": [1] * 5}
    return BOARD.play_from(more.pop("stacks", {}), power, phase, **(usual | more))  # type: ignore[arg-type]


# Pacts (14.2, 14.3)


@pytest.mark.section("14.2")
def test_14_2_a_pact_is_offered_by_one_and_signed_by_the_other_who_gets_a_base() -> None:
    play = soviets(power="germany")
    assert problems(play, Sign(MOLOTOV)) == []
    play.submit(Sign(MOLOTOV))
    assert OFFERED.read(play.state, MOLOTOV) == "germany" and not pacts.is_signed(play.position, MOLOTOV)
    assert problems(play, Sign(MOLOTOV)) == ["pact/again"]
    other = soviets(markers={("game", f"offered|{MOLOTOV}"): "germany"})
    other.submit(Sign(MOLOTOV))
    assert pacts.is_signed(other.position, MOLOTOV) and OFFERED.read(other.state, MOLOTOV) == ""
    row = pacts.pacts(TITLE)[MOLOTOV]
    assert standing(other, row.base) == f"{row.guest}: {row.base_unit}"
    assert problems(other, Sign(MOLOTOV)) == ["pact/again"]
    lost = soviets(markers={("game", f"offered|{MOLOTOV}"): "germany"}, control={row.base: "great-britain"})
    lost.submit(Sign(MOLOTOV))
    assert standing(lost, row.base) == ""


@pytest.mark.section("14.2", "14.3")
def test_14_2_who_is_no_party_is_at_war_or_comes_too_early_signs_nothing() -> None:
    assert problems(soviets(power="italy"), Sign(MOLOTOV)) == ["pact/party"]
    assert problems(soviets(relations={("germany", "soviet-union"): "war"}), Sign(MOLOTOV)) == ["pact/again"]
    early = EARLY.play_from({}, "germany", "combat-move", relations=PARTNERS)
    assert problems(early, Sign(MOLOTOV)) == ["pact/early"]
    assert problems(soviets(), Sign(MOLOTOV, end=True)) == ["pact/none"]


PHASES = ("production", "combat-move", "conduct-combat", "noncombat-move", "place-units")


@pytest.mark.section("14.1", "14.2")
@pytest.mark.parametrize("phase", PHASES)
def test_14_1_pacts_are_signed_and_ended_in_any_phase_and_in_anothers_turn(phase: str) -> None:
    play = soviets(phase, power="italy")
    assert problems(play, Sign(MOLOTOV)) == ["pact/party"] == problems(play, Sign(MOLOTOV, by="japan"))
    play.submit(Sign(MOLOTOV, by="germany"))
    assert problems(play, Sign(MOLOTOV, by="germany")) == ["pact/again"]
    play.submit(Sign(MOLOTOV, by="soviet-union"))
    assert pacts.is_signed(play.position, MOLOTOV)
    play.submit(Sign(MOLOTOV, end=True, by="germany"))
    assert PACT.read(play.state, MOLOTOV) == "ended"


@pytest.mark.section("14.3")
def test_14_3_who_breaks_the_treaty_in_anothers_turn_pays() -> None:
    broken = Sign(JAPANESE, end=True, by="japan")
    for money, wrong in ((4, ["pact/price"]), (5, [])):
        play = soviets("place-units", markers={("game", f"pact|{JAPANESE}"): "signed"}, money={"japan": money, "soviet-union": 9})
        assert problems(play, broken) == wrong
    play.submit(broken)
    assert (play.state.resources["japan", "ipp"], play.state.resources["soviet-union", "ipp"]) == (0, 9)


@pytest.mark.section("14.3")
@pytest.mark.parametrize(("money", "wrong"), [(5, []), (4, ["pact/price"])])
def test_14_3_breaking_the_treaty_with_japan_costs_five(money: int, wrong: list[str]) -> None:
    play = soviets(markers={("game", f"pact|{JAPANESE}"): "signed"}, money={"soviet-union": money})
    assert problems(play, Sign(JAPANESE, end=True)) == wrong


@pytest.mark.section("14.2")
def test_14_2_the_end_of_the_pact_costs_nothing_and_takes_the_base_away_alone() -> None:
    row = pacts.pacts(TITLE)[MOLOTOV]
    stacks = {row.base: f"{row.guest}: {row.base_unit}, infantry"}
    play = soviets(markers={("game", f"pact|{MOLOTOV}"): "signed"}, stacks=stacks, money={"soviet-union": 0})
    play.submit(Sign(MOLOTOV, end=True))
    assert PACT.read(play.state, MOLOTOV) == "ended" and standing(play, row.base) == f"{row.guest}: infantry"
    assert not any(isinstance(event, ev.ResourceChanged) and event.cause == "breach" for event in play.events)
    assert problems(play, Sign(MOLOTOV)) == ["pact/again"]


@pytest.mark.section("14.2", "14.3")
def test_14_2_a_war_of_its_parties_ends_a_pact_and_no_other_war() -> None:
    both = {("game", f"pact|{pact}"): "signed" for pact in (MOLOTOV, JAPANESE)}
    play = soviets(markers=both)
    war.set_relation(play, "germany", "soviet-union", "war")
    pacts.war_declared(play)
    assert (PACT.read(play.state, MOLOTOV), PACT.read(play.state, JAPANESE)) == ("ended", "signed")


# Partition (14.2)

SPHERE = {"warsaw": "germany", "east-poland": "great-britain", "lubelskie": "great-britain"}
SIGNED = {("game", f"pact|{MOLOTOV}"): "signed"}


@pytest.mark.section("14.2")
@pytest.mark.parametrize(
    ("power", "control", "markers", "wrong"),
    [
        ("soviet-union", {}, SIGNED, []),
        ("germany", {}, SIGNED, ["partition/pact"]),
        ("soviet-union", {}, {}, ["partition/pact"]),
        ("soviet-union", {"warsaw": "great-britain"}, SIGNED, ["partition/pact"]),
        ("soviet-union", {"warsaw": "soviet-union"}, SIGNED, ["partition/pact"]),
        ("soviet-union", {"east-poland": "germany", "lubelskie": "soviet-union"}, SIGNED, ["partition/holder"]),
        ("soviet-union", {"lubelskie": "soviet-union"}, SIGNED, []),
    ],
)
def test_14_2_the_soviets_march_once_germany_has_warsaw_and_somebody_at_peace_holds_an_area(
    power: str, control: dict, markers: dict, wrong: list[str]
) -> None:
    peace = PARTNERS | {("soviet-union", "great-britain"): "peace"}
    play = soviets(power=power, control=SPHERE | control, markers=markers, relations=peace)
    assert problems(play, Partition()) == wrong


@pytest.mark.section("14.2")
def test_14_2_who_is_at_war_with_the_soviets_is_no_holder_to_march_against() -> None:
    play = soviets(control=SPHERE, markers=SIGNED, relations=PARTNERS | {("soviet-union", "great-britain"): "war"})
    assert partition.holders(play.position) == [] and problems(play, Partition()) == ["partition/holder"]


@pytest.mark.section("14.2")
def test_14_2_the_march_is_over_with_the_combat_phase_unless_war_is_declared() -> None:
    peace = PARTNERS | {("soviet-union", "great-britain"): "peace"}
    play = soviets(control=SPHERE, markers=SIGNED, relations=peace)
    play.submit(Partition())
    assert play.position.relation("soviet-union", "great-britain") == "war" and PARTITION.read(play.state, "great-britain")
    bounds.lapse(play)
    assert play.position.relation("soviet-union", "great-britain") == "peace" and not PARTITION.read(play.state, "great-britain")


@pytest.mark.section("14.2")
def test_14_2_of_finland_karjala_alone_is_attacked_under_the_pact() -> None:
    held = {"karjala": "finland", "finland": "finland"}
    for markers, wrong in ((SIGNED, ["partition/finland"]), ({}, [])):
        play = soviets(control=held, markers=markers)
        assert [p.rule for p in bounds.check_reach(play.position, "finland")] == wrong
        assert bounds.check_reach(play.position, "karjala") == []
    german = soviets(power="germany", control=held, markers=SIGNED)
    assert bounds.check_reach(german.position, "finland") == []


# The Monroe doctrine (5.7)

CALM = {("united-states", foe): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")}


def america(stacks: dict[str, str] | None = None, power: str = "united-states", **more: object) -> Play:
    return BOARD.play_from(stacks or {}, power, "combat-move", **({"relations": CALM} | more))  # type: ignore[arg-type]


@pytest.mark.section("5.7")
def test_5_7_the_doctrine_is_invoked_against_foreign_major_powers_at_peace_in_the_americas() -> None:
    ship = next(zone for zone in TITLE.neighbours["argentina"] if zone.startswith("sea"))
    far = next(zone for zone in TITLE.neighbours["sydney"] if zone.startswith("sea"))
    boats = {ship: "japan: submarine; ccp: infantry; great-britain: destroyer"}
    assert problems(america(boats), Monroe("japan")) == []
    assert problems(america({"argentina": "japan: infantry"}), Monroe("japan")) == []
    assert problems(america(control={"argentina": "japan"}), Monroe("japan")) == []
    assert problems(america({far: "japan: submarine"}), Monroe("japan")) == ["monroe/none"]
    assert problems(america(boats, power="great-britain"), Monroe("japan")) == ["monroe/nation"]
    assert problems(america(boats), Monroe("sweden")) == ["monroe/nation"] == problems(america(boats), Monroe("ccp"))
    at_war = CALM | {("united-states", "japan"): "war"}
    assert problems(america(boats, relations=at_war), Monroe("japan")) == ["monroe/nation"]
    friends = CALM | {("united-states", "great-britain"): "peace"}
    assert problems(america(boats, relations=friends), Monroe("great-britain")) == ["monroe/alliance"]


@pytest.mark.section("5.7")
def test_5_7_who_fights_by_the_doctrine_attacks_in_the_americas_alone_and_is_at_peace_after_it() -> None:
    play = america({"hawaii": "", "honshu": "japan: infantry"}, control={"argentina": "japan"})
    play.submit(Monroe("japan"))
    assert play.position.relation("united-states", "japan") == "war" and MONROE.read(play.state, "japan")
    assert [p.rule for p in bounds.check_reach(play.position, "honshu")] == ["monroe/reach"]
    assert bounds.check_reach(play.position, "argentina") == []
    assert bounds.check_reach(play.position, "berlin") == []
    bounds.lapse(play)
    assert play.position.relation("united-states", "japan") == "peace" and monroe.invoked(play.position) == []
    assert bounds.check_reach(play.position, "honshu") == []


@pytest.mark.section("5.7")
def test_5_7_a_sea_zone_is_american_that_touches_the_americas() -> None:
    near = next(zone for zone in TITLE.neighbours["argentina"] if zone.startswith("sea"))
    far = next(zone for zone in TITLE.neighbours["sydney"] if zone.startswith("sea"))
    play = america()
    assert [monroe.is_american(play.position, area) for area in ("argentina", "berlin", near, far)] == [True, False, True, False]


# Claims (9.21)


@pytest.mark.section("9.21", "14.4")
def test_9_21_an_owner_asks_for_what_one_of_another_alliance_at_peace_holds() -> None:
    def owner(holder: str, relation: str = "peace", **more: object) -> str:
        others = {("france", holder): relation} if holder in TITLE.turns and holder != "france" else {}
        play = play_from({}, "france", "combat-move", control={"syria": holder}, relations=others, **more)  # type: ignore[arg-type]
        return claims.owner_abroad(play.position, "syria")

    assert owner("soviet-union") == "france" and owner("germany") == "france"
    assert owner("soviet-union", "war") == "" == owner("great-britain") == owner("turkey") == owner("france")
    exiled = play_from(
        {},
        "free-france",
        "combat-move",
        control={"syria": "soviet-union"},
        standing={"france": "surrendered"},
        relations={("free-france", "soviet-union"): "peace"},
    )
    assert claims.owner_abroad(exiled.position, "syria") == "free-france"
    assert claims.owner_abroad(exiled.position, "sweden") == ""


@pytest.mark.section("9.21")
def test_9_21_an_area_is_asked_for_once_and_refused_while_its_holder_keeps_it() -> None:
    peace = {("france", "soviet-union"): "peace"}
    play = play_from({}, "france", "combat-move", control={"syria": "soviet-union"}, relations=peace)
    assert not claims.is_refused(play.position, "france", "soviet-union")
    play.submit(Claim("syria"))
    assert problems(play, Claim("syria")) == ["claim/again"] and problems(play, Claim("sweden")) == ["claim/area"]
    assert claims.is_refused(play.position, "france", "soviet-union")
    assert not claims.is_refused(play.position, "great-britain", "soviet-union")
    assert not claims.is_refused(play.position, "france", "germany")


# Refuge and the truce (9.21, 13.3)


@pytest.mark.section("9.21")
def test_9_21_the_nearest_other_land_area_that_takes_units_is_their_refuge() -> None:
    assert refuge.nearest(TITLE, "berlin", lambda area: area == "berlin") == ""
    assert refuge.nearest(TITLE, "berlin", lambda area: area in ("paris", "saxony")) == "saxony"
    assert refuge.nearest(TITLE, "london", {"new-york", "dublin", "paris"}.__contains__) in ("dublin", "paris")
    assert refuge.nearest(TITLE, "london", lambda area: area.startswith("sea")) == ""


@pytest.mark.section("13.3", "0.5")
def test_13_3_as_the_truce_ends_only_troops_leave_and_only_those_of_the_factions() -> None:
    stacks = {
        "shensi": "ccp: infantry; kmt: 2 militia, minor-factory; united-states: infantry",
        "sea-zone-86": "kmt: 2 naval-transport [cargo=ccp/infantry]; ccp: 2 infantry [aboard]; great-britain: naval-transport",
    }
    held = {"shensi": "ccp", "yunnan": "kmt", "kansu": "kmt"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", control=held, relations={("kmt", "ccp"): "allied"})
    truce.part(play)
    assert standing(play, "shensi") == "ccp: infantry, 2 infantry [from=sea-zone-86 moved]; kmt: minor-factory; united-states: infantry"
    assert standing(play, "sea-zone-86") == "great-britain: naval-transport; kmt: 2 naval-transport [target=shensi offloaded]"
    assert sum(n for key, n in play.state.stacks.items() if key.unit == "militia") == 2


@pytest.mark.section("13.3")
def test_13_3_the_truce_is_kept_by_the_two_factions_alone() -> None:
    for marks, kept in (({("game", "chinese-truce"): "yes"}, True), ({("game", "chinese-truce"): "over"}, False), ({}, False)):
        play = BOARD.play_from({}, "japan", "conduct-combat", markers=marks)
        assert truce.is_kept(play.position, "kmt", "ccp") is kept
        assert not truce.is_kept(play.position, "kmt", "japan")
