"""Rooms for games in which not all are at war at first: any title turns them on by rows of its title.toml."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.events import ControlChanged, PowerChanged, RelationChanged, UnitsChanged
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.economy.convoys import convoy_losses
from engine.families.axis_allies.economy.goods import is_among_goods
from engine.families.axis_allies.mobilization.factoryless_placement import without_factory
from engine.families.axis_allies.movement.movement_limits import ban_on
from engine.families.axis_allies.movement.ship_repair import repair_as_moves_begin, repair_in_place
from engine.families.axis_allies.orders import Declare, Move
from engine.families.axis_allies.politics import declarations, guards
from engine.families.axis_allies.politics.declarations import Politics, check_declaration
from engine.families.axis_allies.politics.welcome import leans, welcomes
from engine.families.axis_allies.victory import meets
from engine.play import Play
from engine.title.contenders import Contender, Theatre
from engine.title.model import Membership, Title
from tests.axisallies.positions import Positions, rules_of
from tests.global1939.positions import BOARD

SOURCE = {"source": "made up"}
PEACE = {("germany", "soviet-union"): "peace", ("soviet-union", "united-kingdom"): "peace", ("italy", "soviet-union"): "peace"}
ON_RUSSIA = {
    "slug": "germany-soviet-union", "by": ["germany"], "on": "soviet-union", "from_round": 3, "at_war": ["china"],
    "lost": ["united-kingdom"], "after": "other", "by_ally": ["japan"],
    "relations": {"war": [["germany", "soviet-union"]], "allied": [["soviet-union", "united-kingdom"]]}, **SOURCE,
}  # fmt: skip


def board(**settings: object) -> Positions:
    """Positions of global-1939 with other rows in its title.toml."""
    return of_title(replace(BOARD.title, settings={**BOARD.title.settings, **settings}))


def of_title(title: Title) -> Positions:
    found = Positions("global-1939", "1939", BOARD.neutral)
    found.title, found.rules = title, type(found.rules)(title)
    return found


def relations_of(play: Play, since: int) -> list[tuple[str, str, str]]:
    return [(one.power, one.other, one.after) for one in play.events[since:] if isinstance(one, RelationChanged)]


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        ({"round": 2}, ["politics/no-cause"]),
        ({"round": 3}, []),
        ({"round": 2, "relations": PEACE | {("china", "germany"): "peace"}}, ["politics/no-cause"]),
        ({"round": 2, "control": {"united-kingdom": "germany"}}, []),
        ({"round": 2, "markers": {("game", "declared|other"): "yes"}}, []),
        ({"round": 3, "relations": {}}, ["politics/relation"]),
    ],
)
def test_war_is_declared_from_a_round_on_or_for_a_cause(more: dict, rules: list[str]) -> None:
    more = {"relations": PEACE | {("china", "germany"): "peace"}} | more
    play = board(declaration=[ON_RUSSIA]).play_from({}, "germany", "politics", **more)
    assert [one.rule for one in check_declaration(play.position, "soviet-union")] == rules


def test_war_on_one_is_cause_for_war_on_another_and_makes_its_relations() -> None:
    play = board(declaration=[ON_RUSSIA]).play_from({}, "germany", "politics", relations=PEACE)
    assert not check_declaration(play.position, "soviet-union")
    since = len(play.events)
    Politics().carry_out(play, Declare("soviet-union"))
    assert relations_of(play, since) == [("germany", "soviet-union", "war"), ("soviet-union", "united-kingdom", "allied")]
    assert play.position.relation("italy", "soviet-union") == "peace"


def test_an_ally_at_war_takes_another_along() -> None:
    play = board(declaration=[ON_RUSSIA]).play_from({}, "japan", "politics", relations=PEACE)
    assert not check_declaration(play.position, "soviet-union", "germany")
    play = board(declaration=[ON_RUSSIA]).play_from({}, "japan", "politics", relations=PEACE | {("japan", "soviet-union"): "peace"})
    assert [one.rule for one in check_declaration(play.position, "soviet-union", "germany")] == ["politics/relation"]


def test_powers_with_an_enemy_in_common_are_allied_and_a_round_brings_war() -> None:
    rows = {
        "entry": [{"slug": "e", "power": "germany", "round": 2, "relations": {"war": [["germany", "soviet-union"]]}, **SOURCE}],
        "alliance": [{"slug": "a", "powers": ["soviet-union", "united-kingdom"], "foes": ["germany"], **SOURCE}],
    }
    play = board(**rows).play_from({}, "germany", "politics", relations=PEACE)
    since = len(play.events)
    declarations.enter(play)
    assert relations_of(play, since) == []
    play = board(**rows).play_from({}, "germany", "politics", relations=PEACE, round=2)
    since = len(play.events)
    declarations.enter(play)
    assert relations_of(play, since) == [("germany", "soviet-union", "war"), ("soviet-union", "united-kingdom", "allied")]


def test_a_nation_welcomes_land_units_of_its_side_and_goes_over_to_them() -> None:
    row = {"slug": "finland", "side": "axis", **SOURCE}
    at_peace = {("finland", "germany"): "peace"}
    stacks = {"norway": "germany: infantry", "finland": "finland: 2 infantry"}
    play = board(welcome=[row]).play_from(stacks, "germany", "noncombat-move", control={"norway": "germany"}, relations=at_peace)
    assert leans(play.position, "finland", "germany") and not leans(play.position, "finland", "united-kingdom")
    since = len(play.events)
    assert rules_of(play, Move("infantry", "norway > finland")) == []
    play.submit(Move("infantry", "norway > finland"))
    assert ControlChanged("finland", "finland", "germany", "aligned") in play.events[since:]
    taken = [one for one in play.events[since:] if isinstance(one, UnitsChanged) and one.cause == "aligned"]
    assert [(one.power, one.count, one.to_power) for one in taken] == [("finland", 2, "germany")]
    other = board().play_from(stacks, "germany", "noncombat-move", control={"norway": "germany"}, relations=at_peace)
    assert rules_of(other, Move("infantry", "norway > finland")) == ["noncombat-move/land-units"]


def test_nobody_is_welcome_who_is_at_war_with_a_nation() -> None:
    play = board(welcome=[{"slug": "finland", "side": "axis", **SOURCE}]).play_from(
        {}, "germany", "noncombat-move", relations={("finland", "germany"): "war"}
    )
    assert not welcomes(play.position, "finland")


GUARD = {
    "slug": "mongolia", "guard": "soviet-union", "against": "japan", "areas": ["buryatia"], "spoiled": ["manchuria"], **SOURCE,
}  # fmt: skip


@pytest.mark.parametrize(("spoiled", "joins"), [({}, True), ({("game", "guarded|mongolia"): "spoiled"}, False)])
def test_who_attacks_the_guard_of_a_nation_drives_it_into_its_arms(spoiled: dict, joins: bool) -> None:
    stacks = {"buryatia": "soviet-union: infantry; japan: 2 infantry", "olgiy": "mongolia: 2 infantry"}
    play = board(guard=[GUARD]).play_from(stacks, "japan", "conduct-combat", markers=spoiled)
    since = len(play.events)
    guards.note_attacks(play)
    guards.join_guards(play)
    assert (PowerChanged("mongolia", "neutral", "allies", "joins soviet-union") in play.events[since:]) == joins
    assert (play.state.control["olgiy"] == "soviet-union") == joins
    assert (play.position.owned("olgiy").get("soviet-union") is not None) == joins


def test_a_power_keeps_out_of_a_region_until_it_is_at_war() -> None:
    row = {"slug": "united-states", "out_of": "west", "foes": ["germany"], **SOURCE}
    found = board(confined=[row])
    found = of_title(replace(found.title, memberships=(*found.title.memberships, Membership("west", "sea-zone-110", "made up"))))
    peace = {("germany", "united-states"): "peace"}
    play = found.play_from({}, "united-states", "noncombat-move", relations=peace)
    assert ban_on(play.position, "united-states", "sea", "sea-zone-110") and not ban_on(
        play.position, "united-states", "sea", "sea-zone-109"
    )
    assert not ban_on(found.play_from({}, "united-states", "noncombat-move").position, "united-states", "sea", "sea-zone-110")


@pytest.mark.parametrize(
    ("dice", "options", "lost"),
    [([1, 3, 4], {}, 1), ([4, 5, 6], {}, 0), ([], {"convoy-dice": "fixed"}, 1)],
)
def test_enemies_in_a_convoy_zone_cost_no_more_than_the_areas_beside_it_are_worth(dice: list[int], options: dict, lost: int) -> None:
    found = board(convoys={"region": "convoys", "highest": 3, **SOURCE})
    zone, values = "sea-zone-37", {area: replace(row, value=0) for area, row in found.title.areas.items()}
    near = next(area for area in sorted(found.title.neighbours[zone]) if found.title.areas[area].kind == "land")
    values[near] = replace(values[near], value=1)
    destroyer = found.title.units["destroyer"]
    able = replace(destroyer, abilities={**destroyer.abilities, "disrupts": "1"})
    title = replace(
        found.title,
        areas=values,
        units={**found.title.units, "destroyer": able},
        memberships=(*found.title.memberships, Membership("convoys", zone, "made up")),
    )
    found = of_title(title)
    play = found.play_from({zone: "japan: 3 destroyer"}, "united-kingdom", "mobilize-units", control={near: "united-kingdom"}, dice=dice)
    play.position.options.update(options)
    assert convoy_losses(play, "united-kingdom") == lost


def test_a_power_buys_its_goods_alone_and_places_them_anywhere() -> None:
    row = {"slug": "china", "units": ["infantry"], "by_road": ["artillery"], "road": ["burma", "yunnan"], "anywhere": True, **SOURCE}
    play = board(goods=[row]).play_from({}, "china", "mobilize-units", control={"yunnan": "china"})
    bought = {unit: is_among_goods(play.position, "china", unit) for unit in ("infantry", "artillery", "tank")}
    assert bought == {"infantry": True, "artillery": True, "tank": False}
    assert is_among_goods(play.position, "japan", "tank")
    assert without_factory(play.position, "yunnan", {"infantry": 9}) == {"infantry": 9}
    shut = board(goods=[row]).play_from({}, "china", "mobilize-units", control={"burma": "japan"})
    assert not is_among_goods(shut.position, "china", "artillery")


def test_a_factory_shrinks_when_it_is_taken() -> None:
    found = board()
    major = found.title.units["major-factory"]
    abilities = {name: value for name, value in major.abilities.items() if name != "lost-when-taken"}
    able = replace(major, abilities={**abilities, "capturable": "", "reduced-when-taken": ""})
    found = of_title(replace(found.title, units={**found.title.units, "major-factory": able}))
    play = found.play_from({"france": "france: major-factory"}, "germany", "conduct-combat", damage={"france": 9})
    take_area(play, "france", "germany")
    assert found.standing(play, "france") == "germany: minor-factory [captured]"
    assert play.state.damage["france", "minor-factory"] == 6 and not play.state.damage.get(("france", "major-factory"))


def test_ships_are_repaired_before_they_move_where_a_title_has_it_so() -> None:
    base = next(zone for zone in sorted(BOARD.title.neighbours["germany"]) if BOARD.title.areas[zone].kind == "sea")
    stacks = {base: "germany: battleship~1", "germany": "germany: naval-base"}
    play = board(naval_repair={"at": "naval-base", "as_moves_begin": True, **SOURCE}).play_from(stacks, "germany", "noncombat-move")
    repair_in_place(play)
    assert board().standing(play, base) == "germany: battleship~1"
    repair_as_moves_begin(play)
    assert board().standing(play, base) == "germany: battleship"
    hurt = board(naval_repair={"at": "naval-base", "as_moves_begin": True, **SOURCE}).play_from(
        stacks, "germany", "noncombat-move", damage={"germany/naval-base": 3}
    )
    repair_as_moves_begin(hurt)
    assert board().standing(hurt, base) == "germany: battleship~1"


def test_one_of_several_theatres_is_enough() -> None:
    row = Contender(
        "japan",
        "Axis",
        ("germany", "japan"),
        0,
        "made up",
        theatres=(Theatre("one", 1, ("france", "egypt")), Theatre("two", 1, ("hawaiian-islands",))),
    )
    play = BOARD.play_from({}, "germany", "noncombat-move")
    assert not meets(play.position, row)
    assert meets(BOARD.play_from({}, "germany", "noncombat-move", control={"hawaiian-islands": "japan"}).position, row)
    assert meets(BOARD.play_from({}, "germany", "noncombat-move", control={"france": "germany"}).position, row)
