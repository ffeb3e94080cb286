"""Reinforcing blocks (section 1.6, c): prices, the five limits, ports; 6.4 Mare Nostrum, 6.5.1 as they bear on it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.limits import NO_LIMIT, most_steps
from engine.families.blocks.production.orders import Deploy, Draw, Reinforce
from engine.families.blocks.production.overseas import overland, price_factor
from engine.families.blocks.production.reinforce import elite_left, step_price
from engine.play import Play
from engine.rules import Position
from engine.strictness import Strictness
from tests.black_swan.board import TITLE, at, play_from, position, stacks_of

WARRING = ("germany", "italy", "great-britain")
WAR = "germany infantry-3 berlin, italy infantry-3 rome, great-britain infantry-4 london, soviet-union infantry-3 moscow"
MED = "".join(
    f", great-britain light-surface-4 {zone}"
    for zone in ("the-channel", "central-atlantic", "alboran-sea", "western-med", "central-med", "eastern-med")
)
CAPE = "".join(
    f", great-britain light-surface-4 {zone}" for zone in ("the-channel", "central-atlantic", "southern-atlantic", "indian-ocean")
)


def producing(stacks: str, power: str = "germany", money: dict[str, int] | None = None, **more) -> Play:
    return play_from(stacks, "production", power, money=money or {power: 50}, **more)


def scenario(stacks: str, **more) -> Position:
    """Return a position of a scenario: in a campaign all zones of a line would have to be controlled (9.0)."""
    return position(stacks, scenario="1941", **more)


def refused(play: Play, order) -> list[str]:
    return [problem.rule for problem in play.check(order)]


def key_in(found: Position, area: str, power: str = ""):
    """Return the stack of an area, of a power where several are there."""
    (key,) = [key for key, _ in found.stacks(area) if power in ("", key[1])]
    return key


@pytest.mark.section("1.6")
@pytest.mark.parametrize(
    ("unit", "price"),
    [
        ("infantry-4", 1),
        ("submarine-4", 1),
        ("tank-4", 2),
        ("light-surface-3", 2),
        ("artillery-4", 3),
        ("heavy-surface-4", 3),
        ("carrier-4", 4),
        ("air-4", 4),
        ("fort-4", 5),
        ("airborne-3", 5),
    ],
)
def test_price_of_a_step_of_each_class(unit: str, price: int) -> None:
    area = "southern-baltic" if TITLE.units[unit].has("naval") else "essen"
    play = producing(f"{WAR}, germany {unit}@1 {area}")
    play.submit(Reinforce(area, f"{unit} (germany)"))
    assert purse(play.position, "germany") == 50 - price
    (change,) = [e for e in play.events if isinstance(e, ev.UnitsChanged) and e.cause == "reinforce"]
    assert (change.strength, change.to_strength) == (1, 2)


@pytest.mark.section("1.6")
def test_several_blocks_and_steps_in_one_order() -> None:
    play = producing("germany 2 infantry-4@2 essen, germany infantry-4@1 essen, great-britain infantry-4 london")
    play.submit(Reinforce("essen", "2 infantry-4@2", steps=2))
    assert at(play, "essen") == "germany infantry-4@1, 2 germany infantry-4@4" and purse(play.position, "germany") == 46
    play.submit(Reinforce("essen", "infantry-4@1", steps=3))
    assert stacks_of(play, "essen") == {"germany infantry-4@4": 3}
    assert refused(play, Reinforce("essen", "infantry-4")) == ["reinforce/full"]


@pytest.mark.section("1.6")
def test_only_ones_own_blocks_that_are_there_and_not_those_in_a_pool() -> None:
    play = producing(WAR + ", germany infantry-4 germany-pool, great-britain infantry-4@1 paris")
    for order in (
        Reinforce("essen", "infantry-4"),
        Reinforce("germany-pool", "infantry-4"),
        Reinforce("paris", "infantry-4"),
    ):
        assert refused(play, order) == ["reinforce/blocks"]


@pytest.mark.section("1.6")
def test_blocks_out_of_supply_cannot_be_reinforced() -> None:
    """1.2, 1.6: neither those marked in the Supply Check nor those that no line reaches now."""
    play = producing(WAR + ", germany tank-4@1 essen [unsupplied], germany tank-4@1 stalingrad, germany tank-4@1 munich")
    assert refused(play, Reinforce("essen", "tank-4")) == ["reinforce/supply"]
    assert refused(play, Reinforce("stalingrad", "tank-4"))[0] == "reinforce/supply"
    assert refused(play, Reinforce("munich", "tank-4")) == []


@pytest.mark.section("1.6")
def test_limit_1_a_minors_block_a_fort_and_a_ship_gain_one_step_a_season() -> None:
    stacks = WAR + ", hungary infantry-3@1 budapest, germany fort-4@1 essen, germany submarine-4@1 southern-baltic"
    for area, units in (("budapest", "infantry-3"), ("essen", "fort-4"), ("southern-baltic", "submarine-4")):
        play = producing(stacks)
        assert refused(play, Reinforce(area, units, steps=2)) == ["reinforce/limit"]
        play.submit(Reinforce(area, units))
        assert at(play, area).endswith("@2 [reinforced]")
        assert refused(play, Reinforce(area, units)) == ["reinforce/limit"]


@pytest.mark.section("1.6")
def test_germany_pays_for_the_blocks_of_its_minors_great_britain_for_its_own() -> None:
    play = producing(WAR + ", hungary artillery-3@1 budapest", money={"germany": 9, "italy": 9})
    play.submit(Reinforce("budapest", "artillery-3"))
    assert (purse(play.position, "germany"), purse(play.position, "italy")) == (6, 9)
    greek = producing("greece infantry-4@1 athens, great-britain infantry-4 london, italy infantry-3 rome", "great-britain")
    greek.submit(Reinforce("athens", "infantry-4"))
    assert purse(greek.position, "great-britain") == 49


@pytest.mark.section("1.6")
def test_limit_2_elite_steps_of_a_nation_do_not_exceed_its_strategic_power() -> None:
    stacks = "germany elite-tank-4@1 berlin, germany elite-air-4@1 essen, germany airborne-3@1 munich, soviet-union infantry-3 moscow"
    play = producing(stacks, control={"warsaw": "germany"})
    assert elite_left(play.position, "germany") == 2
    assert refused(play, Reinforce("berlin", "elite-tank-4", steps=3)) == ["reinforce/elite"]
    play.submit(Reinforce("berlin", "elite-tank-4"))
    play.submit(Reinforce("munich", "airborne-3"))
    assert elite_left(play.position, "germany") == 0
    assert refused(play, Reinforce("essen", "elite-air-4")) == ["reinforce/elite"]


@pytest.mark.section("1.6")
def test_limit_2_is_shared_by_great_britain_and_the_united_states() -> None:
    stacks = (
        "great-britain elite-air-4@1 london, united-states elite-infantry-4@1 usa, united-states elite-tank-4@1 usa,"
        "germany infantry-3 berlin, great-britain light-surface-4 northern-atlantic"
    )
    play = producing(stacks, "great-britain", {"great-britain": 50, "united-states": 50}, season=("spring", 1943))
    most = elite_left(play.position, "great-britain")
    play.submit(Reinforce("usa", "elite-infantry-4"))
    assert elite_left(play.position, "great-britain") == elite_left(play.position, "united-states") == most - 1


@pytest.mark.section("1.6")
def test_limit_2_counts_british_and_american_steps_of_one_order_together() -> None:
    stacks = (
        "great-britain elite-air-4@1 liverpool, united-states elite-tank-4@1 liverpool, great-britain infantry-4 london,"
        "germany infantry-3 berlin, great-britain light-surface-4 northern-atlantic"
    )
    held = {area: "germany" for area in ("cairo", "mosul", "abadan")}
    play = producing(stacks, "great-britain", {"great-britain": 50, "united-states": 50}, season=("spring", 1943), control=held)
    assert elite_left(play.position, "united-states") == 1
    assert refused(play, Reinforce("liverpool", "elite-air-4, elite-tank-4 (united-states)")) == ["reinforce/elite"]
    assert refused(play, Reinforce("liverpool", "elite-air-4")) == []


@pytest.mark.section("1.6")
def test_limit_3_axis_blocks_in_the_soviet_union_gain_one_step_in_the_first_winter() -> None:
    """6.5.1, too: beside forts, which have their own limit, and Finns."""
    stacks = (
        "germany infantry-3 berlin, germany infantry-4@1 minsk, germany infantry-4@1 warsaw, germany infantry-3 vilnius,"
        "soviet-union infantry-4@1 moscow, finland sniper-infantry-4@1 petrozavodsk"
    )
    first = {"markers": {"first-winter": "1942"}, "season": ("winter", 1942)}
    play = producing(stacks, **first)
    assert refused(play, Reinforce("minsk", "infantry-4", steps=2)) == ["reinforce/limit"]
    assert refused(play, Reinforce("warsaw", "infantry-4", steps=2)) == []
    play.submit(Reinforce("minsk", "infantry-4"))
    assert at(play, "minsk") == "germany infantry-4@2 [reinforced]"
    later = producing(stacks, markers={"first-winter": "1942"}, season=("winter", 1943))
    assert refused(later, Reinforce("minsk", "infantry-4", steps=2)) == []
    found = position(stacks, power="great-britain", **first)
    assert most_steps(found, key_in(found, "moscow")) == NO_LIMIT and most_steps(found, key_in(found, "petrozavodsk")) == 1


@pytest.mark.section("1.6")
def test_limit_4_deploying_a_new_block_counts_as_one_step() -> None:
    """A new fort or ship gains nothing more this season; a new infantry does; a new elite block counts among elite steps."""
    stacks = WAR + ", germany fort-3 germany-pool, germany elite-tank-4 germany-pool, germany infantry-4 germany-pool"
    control = dict.fromkeys(("warsaw", "brussels", "paris", "lille", "strasbourg"), "germany")
    play = producing(stacks, control=control)
    play.submit(Draw("germany", small=3, drawn="fort-3, elite-tank-4, infantry-4"))
    for unit, area in (("fort-3", "essen"), ("elite-tank-4", "munich"), ("infantry-4", "vienna")):
        play.submit(Deploy(unit, area))
    assert at(play, "essen") == "germany fort-3@1 [built]" and at(play, "vienna") == "germany infantry-4@1"
    assert refused(play, Reinforce("essen", "fort-3")) == ["reinforce/limit"]
    assert refused(play, Reinforce("vienna", "infantry-4", steps=3)) == []
    assert elite_left(play.position, "germany") == 2
    assert refused(play, Reinforce("munich", "elite-tank-4", steps=3)) == ["reinforce/elite"]


@pytest.mark.section("1.6")
def test_limit_5_double_in_an_orange_port_triple_in_a_red_one() -> None:
    """7.0: Great Britain in Alexandria (orange) and, around the Cape, in Cairo (red); nobody reaches it over land."""
    by_gibraltar = scenario(f"{WAR}, great-britain tank-4@1 alexandria, great-britain infantry-4@1 malta{MED}")
    assert step_price(by_gibraltar, key_in(by_gibraltar, "alexandria")) == 2 * 2
    assert step_price(by_gibraltar, key_in(by_gibraltar, "malta")) == 2 * 1
    around = scenario(f"{WAR}, great-britain air-4@1 cairo, great-britain infantry-4@1 sinai{CAPE}")
    assert step_price(around, key_in(around, "cairo")) == 3 * 4
    assert price_factor(around, key_in(around, "sinai")) == 0, "the Sinai has no port"


@pytest.mark.section("1.6")
def test_limit_5_the_cheaper_port_that_supply_reaches_is_used() -> None:
    """Jerusalem has an orange port on the Eastern Med and a red one on the Indian Ocean."""
    both = scenario(
        f"{WAR}, great-britain infantry-4@1 jerusalem{MED}, great-britain light-surface-4 indian-ocean,"
        "great-britain light-surface-4 southern-atlantic"
    )
    assert price_factor(both, key_in(both, "jerusalem")) == 2
    cape = scenario(f"{WAR}, great-britain infantry-4@1 jerusalem{CAPE}")
    assert price_factor(cape, key_in(cape, "jerusalem")) == 3


@pytest.mark.section("1.6")
def test_limit_5_a_block_is_in_a_port_whose_line_comes_over_land_from_another_one() -> None:
    """Supply by the Cape and the Red Sea, the Eastern Med is the enemy's: "in a Port" is where the block is."""
    stacks = f"{WAR}, great-britain tank-4@1 alexandria, great-britain infantry-4@1 cairo, great-britain infantry-4@1 damascus{CAPE}"
    found = scenario(stacks, control={"eastern-med": "italy"})
    factors = {area: price_factor(found, key_in(found, area)) for area in ("alexandria", "cairo", "damascus")}
    assert factors == {"alexandria": 2, "cairo": 3, "damascus": 0}
    cut = scenario(stacks, control={"eastern-med": "italy", "cairo": "italy", "sinai": "italy"})
    assert price_factor(cut, key_in(cut, "alexandria")) == 0


@pytest.mark.section("1.6")
def test_limit_5_only_the_western_allies_use_red_ports() -> None:
    stacks = f"{WAR}, italy infantry-3@1 cairo, italy light-surface-3 indian-ocean"
    found = scenario(stacks, control={"indian-ocean": "italy"})
    assert price_factor(found, key_in(found, "cairo")) == 0


@pytest.mark.section("1.6")
def test_limit_5_italians_in_sicily_pay_no_more_and_those_on_the_mainland_need_no_port() -> None:
    """7.0 Glossary, Orange Ports: except for the Italians in Sicily. Trikala has no port, but a way over land leads there."""
    held = dict.fromkeys(("athens", "trikala", "thessaloniki", "belgrade", "zagreb"), "italy")
    found = scenario(f"{WAR}, italy infantry-3@1 sicily, italy infantry-3@1 trikala, italy light-surface-3 tyrrhenian-sea", control=held)
    assert price_factor(found, key_in(found, "sicily")) == price_factor(found, key_in(found, "trikala")) == 1
    assert "trikala" in overland(found, "italy")


@pytest.mark.section("1.6")
def test_limit_5_germans_in_sicily_pay_double_as_no_line_over_land_crosses_a_strait() -> None:
    """7.0 Orange Ports: "except for the Italians in Sicily" says what the others there pay; the Crimea is on no Med Front."""
    found = scenario(
        f"{WAR}, germany infantry-3@1 sicily, italy 3 light-surface-3 central-med", control=dict.fromkeys(("crete", "athens"), "italy")
    )
    assert "sicily" not in overland(found, "germany") and "naples" in overland(found, "italy")
    assert price_factor(found, key_in(found, "sicily")) == 2
    east = scenario(f"{WAR}, soviet-union infantry-4@1 simferopol, germany infantry-3@1 odessa, germany infantry-3 kiev")
    assert price_factor(east, key_in(east, "simferopol")) == 1


LIBYA = WAR + ", germany tank-4@1 tripoli, italy 3 light-surface-3 tyrrhenian-sea, italy 3 light-surface-3 central-med"


@pytest.mark.section("1.6")
def test_limit_5_ends_with_italys_surrender() -> None:
    play = producing(f"{WAR}, great-britain tank-4@1 alexandria, great-britain air-4@1 cairo{MED}", "great-britain", scenario="1941")
    assert price_factor(play.position, key_in(play.position, "alexandria")) == 2
    play.emit(ev.PowerChanged("italy", "at-war", "surrendered"))
    assert price_factor(play.position, key_in(play.position, "alexandria")) == 1


@pytest.mark.section("6.4")
def test_6_4_mare_nostrum_ends_the_price_of_orange_ports_for_the_axis_only() -> None:
    """The Axis controls Gibraltar, Cairo and all seven zones of the Mediterranean."""
    before = scenario(LIBYA)
    assert step_price(before, key_in(before, "tripoli")) == 4
    seas = dict.fromkeys((zone for zone in TITLE.regions["mediterranean-sea"] if zone != "adriatic-sea"), "italy")
    after = scenario(LIBYA, control=seas | {"gibraltar": "italy", "cairo": "italy"})
    assert step_price(after, key_in(after, "tripoli")) == 2
    for lost in ("gibraltar", "cairo", "aegean-sea"):
        less = {area: power for area, power in (seas | {"gibraltar": "italy", "cairo": "italy"}).items() if area != lost}
        found = scenario(LIBYA, control=less)
        assert step_price(found, key_in(found, "tripoli")) == 4, lost
    allies = scenario(f"{WAR}, great-britain infantry-4@1 malta{MED}", control={"gibraltar": "great-britain"})
    assert price_factor(allies, key_in(allies, "malta")) == 2


@pytest.mark.section("1.6")
@pytest.mark.parametrize(("value", "factor"), [("any", 1), ("orange-or-red", 0)])
def test_option_overseas_ports(value: str, factor: int) -> None:
    """Athens has a plain port on our map: "in a Port (Orange or Red)" may or may not leave it out."""
    found = scenario(
        f"{WAR}, great-britain infantry-4@1 athens{MED}", options={"overseas-ports": value}, control={"athens": "great-britain"}
    )
    assert price_factor(found, key_in(found, "athens")) == factor


@pytest.mark.section("3.3")
def test_3_3_vichys_forts_are_reinforced_by_germany_even_while_vichy_is_neutral() -> None:
    """5 PPs a step in Marseille and 10 in Tunis, an orange port."""
    stacks = "germany infantry-3 berlin, great-britain infantry-4 london, vichy-france fort-3@1 marseille, vichy-france fort-3@1 tunis"
    play = producing(stacks, holdings="1941", at_war=["germany", "great-britain"], scenario="1941")
    play.submit(Reinforce("marseille", "fort-3"))
    assert purse(play.position, "germany") == 45
    play.submit(Reinforce("tunis", "fort-3"))
    assert purse(play.position, "germany") == 35
    assert refused(play, Reinforce("tunis", "fort-3")) == ["reinforce/limit"]


@pytest.mark.section("3.3")
@pytest.mark.parametrize(
    ("more", "factor"),
    [({}, 2), ({"options": {"neutral-overseas": "controlled"}}, 0), ({"at_war": (*WARRING, "vichy-france")}, 0)],
)
def test_3_3_9_0_tunis_needs_no_line_over_controlled_seas_while_vichy_is_neutral(more: dict, factor: int) -> None:
    """ "10 PPs per step ... even while Vichy France is neutral", though the British have the Western Med; at war it needs one."""
    stacks = (
        "germany infantry-3 berlin, great-britain 2 light-surface-4 western-med, italy infantry-2 rome,"
        " vichy-france fort-3@1 tunis, great-britain 4 light-surface-4 central-med"
    )
    held = {"western-med": "great-britain", "central-med": "great-britain"}
    found = position(stacks, holdings="1941", control=held, scenario="campaign-1941", **({"at_war": WARRING} | more))
    assert price_factor(found, key_in(found, "tunis")) == factor


@pytest.mark.section("1.6")
def test_more_than_there_is_money_for_is_mended_to_the_steps_that_can_be_paid() -> None:
    play = producing(WAR + ", germany tank-4@1 essen", money={"germany": 5}, strictness=Strictness.COLLECT)
    play.submit(Reinforce("essen", "tank-4", steps=3))
    assert at(play, "essen") == "germany tank-4@3" and purse(play.position, "germany") == 1
    assert play.state.defects == 1


@pytest.mark.section("1.6")
def test_a_neutral_major_nation_reinforces_anywhere_it_stands() -> None:
    """7.0: neutral major nations are always in supply; Italy in 1939 pays double in Tripoli."""
    play = producing(
        "germany infantry-3 berlin, poland infantry-4 warsaw, italy infantry-3@1 tripoli, italy infantry-3@1 milan",
        money={"italy": 10},
        at_war=["germany", "poland"],
        season=("fall", 1939),
        scenario="1939",
    )
    play.submit(Reinforce("milan", "infantry-3"))
    play.submit(Reinforce("tripoli", "infantry-3"))
    assert purse(play.position, "italy") == 10 - 1 - 2
