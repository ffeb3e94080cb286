"""3.1 Special Operations: airborne, seaborne and combined; discs, weather, ports, ships, fire on the way, gunfire."""

from __future__ import annotations

import pytest

from engine.events import ControlChanged
from engine.families.blocks.land.engaging import is_combined
from engine.families.blocks.land.orders import Airborne, Escort, March, Seaborne
from engine.rules import EndPhase
from tests.black_swan.board import again, at, outcome, play_from, rules_of

SUMMER, FALL, WINTER = ("summer", 1943), ("fall", 1943), ("winter", 1943)


def discs(*held: str) -> dict[str, str]:
    """Return the markers of Blitz Discs in hand, as in `axis/med-front`."""
    return {"first-winter": "1942"} | {f"blitz-disc/{disc}": "yes" for disc in held}


AXIS = discs("axis/med-front", "axis/west-front", "axis/east-front")
ALLIES = discs("western-allies/med-front", "western-allies/west-front", "soviets/east-front")


def rules(stacks: str, order: object, **more) -> list[str]:
    """Return the rules that one order breaks in a position of Summer 1943 with all discs."""
    markers = AXIS if more.get("power", "germany") == "germany" else ALLIES
    return rules_of(play_from(stacks, **{"season": SUMMER, "markers": markers, **more}), order)


SHIPS = (
    "great-britain 2 light-surface-4 us-coastal-waters, great-britain 2 light-surface-4 northern-atlantic,"
    " great-britain 2 light-surface-4 central-atlantic, great-britain 2 light-surface-4 the-channel,"
    " germany infantry-4 berlin, united-states infantry-4 usa, united-states tank-4 usa"
)


@pytest.mark.section("3.1")
def test_3_1_example_the_disc_is_that_of_the_target() -> None:
    """With the Mediterranean disc from the US to Morocco, but not against Nantes; the US is on no front."""
    med = {"power": "great-britain", "markers": discs("western-allies/med-front")}
    control = {"casablanca": "germany", "nantes": "germany"}
    morocco = Seaborne("infantry-4", "usa > us-coastal-waters > northern-atlantic > central-atlantic > casablanca")
    assert rules(SHIPS, morocco, control=control, **med) == []
    nantes = Seaborne("infantry-4", "usa > us-coastal-waters > northern-atlantic > the-channel > nantes")
    assert rules(SHIPS, nantes, control=control, **med) == ["operation/disc"]
    assert rules(SHIPS, nantes, control=control, power="great-britain") == []


@pytest.mark.section("3.1")
@pytest.mark.parametrize(
    ("power", "season", "wrong"),
    [("germany", SUMMER, []), ("germany", FALL, ["operation/weather"]), ("germany", WINTER, ["operation/weather"])],
)
def test_3_1_good_weather_only(power: str, season: tuple, wrong: list[str]) -> None:
    blocks = f"{power} infantry-4 konigsberg, {power} light-surface-4 southern-baltic, soviet-union infantry-4 moscow"
    landing = Seaborne("infantry-4", "konigsberg > southern-baltic > riga")
    assert rules(blocks, landing, season=season, control={"riga": "soviet-union"}) == wrong


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("season", "wrong"), [(SUMMER, []), (WINTER, []), (FALL, ["operation/weather"])])
def test_3_1_the_soviets_launch_operations_in_snow_but_not_in_mud(season: tuple, wrong: list[str]) -> None:
    blocks = "soviet-union infantry-4 odessa, soviet-union light-surface-4 western-black-sea, romania infantry-3 ploesti"
    landing = Seaborne("infantry-4", "odessa > western-black-sea > bucharest")
    assert rules(blocks, landing, season=season, power="soviet-union") == wrong


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("season", "wrong"), [(SUMMER, []), (WINTER, []), (FALL, ["operation/weather"])])
def test_3_1_so_do_the_finns_but_not_the_germans_beside_them(season: tuple, wrong: list[str]) -> None:
    blocks = (
        "finland sniper-infantry-4 helsinki, germany infantry-4 helsinki, germany 2 light-surface-4 northern-baltic,"
        " soviet-union infantry-4 moscow"
    )
    for power, unit in (("finland", "sniper-infantry-4"), ("germany", "infantry-4")):
        landing = Seaborne(unit, "helsinki > northern-baltic > viipuri")
        more = {"season": season, "control": {"viipuri": "soviet-union"}}
        found = rules(blocks, landing, **more)
        assert found == (wrong if power == "finland" or season == SUMMER else ["operation/weather"])


@pytest.mark.section("3.1")
def test_3_1_german_aircraft_do_not_go_along_with_a_finnish_landing_in_snow() -> None:
    """The exception is for the Finns, not for who goes along with them; in good weather the aircraft do."""
    blocks = "finland infantry-3 viipuri, germany air-4 viipuri, finland air-2 viipuri, germany light-surface-4 northern-baltic"
    more = {"control": {"leningrad": "soviet-union"}, "markers": {"blitz-disc/axis/east-front": "yes"}, "dice": (1, 1)}
    for season, wrong in ((("winter", 1943), ["operation/weather"]), (("spring", 1943), [])):
        play = play_from(blocks, season=season, **more)
        outcome(play, Seaborne("infantry-3 (finland)", "viipuri > northern-baltic > leningrad"))
        assert rules_of(play, Escort("air-4", "viipuri > leningrad")) == wrong
        assert rules_of(play, Escort("air-2", "viipuri > leningrad")) == []


@pytest.mark.section("3.1")
def test_3_1_the_med_front_has_good_weather_in_winter() -> None:
    blocks = "germany airborne-3 athens, great-britain infantry-4 cairo"
    drop = Airborne("airborne-3", "athens > central-med > crete")
    assert rules(blocks, drop, season=WINTER, control={"crete": "great-britain"}) == []


ATHENS = "germany airborne-3 athens, germany 3 air-4 athens, italy infantry-3 rome, great-britain infantry-4 cairo"
ISLANDS = {"crete": "great-britain", "malta": "great-britain", "cyprus": "great-britain", "athens": "germany"}


@pytest.mark.section("3.1.1")
def test_3_1_1_example_the_airborne_unit_in_athens() -> None:
    """It may assault Crete and Malta, but not Cyprus, which is in no sea zone beside Athens."""
    assert rules(ATHENS, Airborne("airborne-3", "athens > aegean-sea > crete"), control=ISLANDS) == []
    assert rules(ATHENS, Airborne("airborne-3", "athens > central-med > malta"), control=ISLANDS) == []
    assert rules(ATHENS, Airborne("airborne-3", "athens > aegean-sea > eastern-med > cyprus"), control=ISLANDS) != []
    assert rules(ATHENS, Airborne("airborne-3", "athens > eastern-med > cyprus"), control=ISLANDS) == ["operation/step"]


@pytest.mark.section("3.1.1")
def test_3_1_1_an_empty_island_is_taken_without_aircraft() -> None:
    play = play_from(ATHENS, control=ISLANDS, markers=AXIS, season=SUMMER)
    events = outcome(play, Airborne("airborne-3", "athens > aegean-sea > crete"))
    assert at(play, "crete") == "germany airborne-3@3 [used=2 from=athens airborne operation took]"
    assert next(event for event in events if isinstance(event, ControlChanged)).after == "germany"
    assert play.check(EndPhase()) == []
    assert again(play).state == play.state


@pytest.mark.section("3.1.1")
def test_3_1_1_the_dropped_take_an_empty_island_and_not_the_aircraft_beside_them() -> None:
    """Neither aircraft of the same nation nor of another one, which comes first by its name."""
    play = play_from(ATHENS, control=ISLANDS, markers=AXIS, season=SUMMER)
    outcome(play, Airborne("airborne-3, air-4", "athens > aegean-sea > crete"))
    assert at(play, "crete") == (
        "germany air-4@4 [used=2 from=athens operation], germany airborne-3@3 [used=2 from=athens airborne operation took]"
    )
    mixed = "united-states airborne-3 athens, great-britain air-4 athens"
    held = {"athens": "great-britain", "crete": "germany"}
    play = play_from(mixed, control=held, markers=ALLIES, season=SUMMER, power="united-states")
    events = outcome(play, Airborne("airborne-3, air-4 (great-britain)", "athens > aegean-sea > crete"))
    assert [event.after for event in events if isinstance(event, ControlChanged)] == ["united-states"]


@pytest.mark.section("3.1.1")
def test_3_1_1_an_occupied_island_takes_one_or_two_aircraft() -> None:
    blocks = ATHENS + ", great-britain infantry-4 crete"
    play = play_from(blocks, control=ISLANDS, markers=AXIS, season=SUMMER)
    outcome(play, Airborne("airborne-3", "athens > aegean-sea > crete"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/two-classes"]
    assert rules_of(play, Escort("3 air-4", "athens > aegean-sea > crete")) == ["operation/escort"]
    outcome(play, Escort("2 air-4", "athens > aegean-sea > crete"))
    assert play.check(EndPhase()) == []
    assert rules_of(play, Escort("air-4", "athens > aegean-sea > crete")) == ["operation/escort"]
    assert rules(blocks, Airborne("airborne-3, 2 air-4", "athens > aegean-sea > crete"), control=ISLANDS) == []


@pytest.mark.section("3.1.1")
def test_3_1_1_a_small_island_takes_two_blocks() -> None:
    blocks = ATHENS + ", great-britain infantry-4 malta"
    assert rules(blocks, Airborne("airborne-3, air-4", "athens > central-med > malta"), control=ISLANDS) == []
    wrong = rules(blocks, Airborne("airborne-3, 2 air-4", "athens > central-med > malta"), control=ISLANDS)
    assert wrong == ["operation/stacking"]


@pytest.mark.section("3.1.1")
def test_3_1_1_only_airborne_blocks_are_dropped_and_only_on_the_enemy() -> None:
    assert rules(ATHENS, Airborne("2 air-4", "athens > aegean-sea > crete"), control=ISLANDS) == ["operation/drop"]
    own = ISLANDS | {"crete": "germany"}
    assert rules(ATHENS, Airborne("airborne-3", "athens > aegean-sea > crete"), control=own) == ["operation/target"]
    no_disc = {"markers": discs("axis/west-front")}
    assert rules(ATHENS, Airborne("airborne-3", "athens > aegean-sea > crete"), control=ISLANDS, **no_disc) == ["operation/disc"]


NANTES = (
    "great-britain 2 infantry-4 london, great-britain 2 air-4 plymouth, great-britain 3 heavy-surface-4 the-channel,"
    " great-britain heavy-surface-4@3 the-channel, great-britain heavy-surface-4 central-atlantic, germany fort-4 nantes"
)


RHINE = (
    "great-britain airborne-3 lille, great-britain air-4 lille, great-britain tank-4 strasbourg,"
    " great-britain infantry-4 strasbourg, germany infantry-4 essen"
)


@pytest.mark.section("3.1.3")
def test_3_1_3_a_drop_on_the_mainland_is_part_of_a_combined_operation() -> None:
    """Beside a land attack, whose blocks are then marked so that a river no longer halves them; else it is refused."""
    play = play_from(RHINE, power="great-britain", markers=ALLIES, season=SUMMER, control={"brussels": "great-britain"})
    outcome(play, Airborne("airborne-3, air-4", "lille > brussels > essen"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/combined"]
    outcome(play, March("tank-4", "strasbourg > essen"), March("infantry-4", "strasbourg > essen"))
    assert is_combined(play.position, "essen")
    play.phase.close(play)
    assert "great-britain tank-4@4 [used=1 from=strasbourg across combined]" in at(play, "essen")
    assert "great-britain airborne-3@3 [used=2 from=lille airborne combined operation]" in at(play, "essen")


@pytest.mark.section("3.1.3")
def test_3_1_3_a_landing_alone_is_not_combined() -> None:
    play = play_from(NANTES, power="great-britain", control={"the-channel": "great-britain"}, markers=ALLIES, season=SUMMER)
    outcome(
        play,
        Seaborne("2 infantry-4", "london > the-channel > nantes"),
        Escort("air-4", "plymouth > the-channel > nantes"),
    )
    assert not is_combined(play.position, "nantes")


@pytest.mark.section("3.1.3")
def test_3_1_3_nobody_is_dropped_on_an_empty_area_that_is_no_island() -> None:
    empty = RHINE.replace("germany infantry-4 essen", "germany infantry-4 berlin")
    drop = Airborne("airborne-3", "lille > brussels > essen")
    assert rules(empty, drop, power="great-britain", control={"brussels": "great-britain"}) == ["operation/no-island"]
