"""How units move on the map Classic: tanks past guns, submarines among ships; and marines that come ashore."""

from __future__ import annotations

import pytest

from engine.events import BattleEnded
from engine.families.axis_allies.combat.submarines import havens
from engine.families.axis_allies.orders import Battle, Evade, Move, Press, Submerge
from engine.play import Play
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")
TITLE = BOARD.title
ZONE = "north-sea-zone"


def rules_of(play: Play, order: Move) -> list[str]:
    return [one.rule for one in play.check(order)]


@pytest.mark.section("17. Guns and tanks")
def test_a_tank_blitzes_past_guns_and_factories_and_takes_them() -> None:
    stacks = {"east-europe": "germany: tank", "karelia-ssr": "soviet-union: anti-aircraft-gun, industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    play.submit(Move("tank", "east-europe > karelia-ssr > russia"))
    assert play.state.control["karelia-ssr"] == "germany"
    assert {key.power for key, _ in play.position.stacks("karelia-ssr")} == {"germany"}
    stacks["karelia-ssr"] += ", infantry"
    play = BOARD.play_from(stacks, "germany", "combat-move")
    assert rules_of(play, Move("tank", "east-europe > karelia-ssr > russia")) == ["combat-move/blitz"]


@pytest.mark.section("7. Submarines")
@pytest.mark.parametrize(("phase", "rules"), [("combat-move", ["combat-move/hostile-sea-zone"]), ("noncombat-move", None)])
def test_enemy_ships_stop_submarines_as_any_ship(phase: str, rules: list[str] | None) -> None:
    stacks = {"baltic-sea-zone": "germany: submarine", ZONE: "united-kingdom: transport"}
    far = next(area for area in TITLE.neighbours[ZONE] if TITLE.areas[area].kind == "sea" and area != "baltic-sea-zone")
    play = BOARD.play_from(stacks, "germany", phase)
    found = rules_of(play, Move("submarine", f"baltic-sea-zone > {ZONE} > {far}"))
    assert found == (rules or ["noncombat-move/hostile-sea-zone"])
    assert rules_of(play, Move("submarine", f"baltic-sea-zone > {ZONE}")) == ([] if rules else ["noncombat-move/hostile-sea-zone"])


@pytest.mark.section("14. Marines")
def test_marines_attack_at_one_more_as_they_come_ashore() -> None:
    landing = {
        ZONE: "germany: transport [target=united-kingdom cargo=germany/marine+germany/infantry],"
        " marine [aboard target=united-kingdom], infantry [aboard target=united-kingdom]",
        "united-kingdom": "united-kingdom: infantry",
    }
    play = BOARD.play_from(landing, "germany", "conduct-combat", dice=[6, 6, 6, 6, 6, 6])
    play.submit(Battle("united-kingdom"))
    first = play.dice.asked[0][1]  # type: ignore[attr-defined]
    assert first == "fire of the attacker in united-kingdom: 1 infantry at 1, 1 marine at 2"
    overland = {"east-europe": "germany: marine [used=1 from=germany]; soviet-union: infantry"}
    play = BOARD.play_from(overland, "germany", "conduct-combat", control={"east-europe": "soviet-union"}, dice=[6, 6])
    play.submit(Battle("east-europe"))
    assert play.dice.asked[0][1] == "fire of the attacker in east-europe: 1 marine at 1"  # type: ignore[attr-defined]


def at_sea(mine: str, theirs: str, dice: list[int], options: dict[str, str] | None = None) -> Play:
    came = "[used=1 from=baltic-sea-zone moved]"
    stacks = {ZONE: f"germany: {', '.join(f'{unit} {came}' for unit in mine.split(', '))}; united-kingdom: {theirs}"}
    markers = {("battle", "origins"): "baltic-sea-zone"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=dice, options=options or {}, markers=markers)
    play.submit(Battle(ZONE))
    return play


def waits(play: Play) -> tuple[str, str] | None:
    return (play.pending.what, play.pending.side) if play.pending else None


@pytest.mark.section("19. Retreat of submarines")
def test_the_attackers_submarines_leave_alone_for_where_they_came_from() -> None:
    play = at_sea("submarine, battleship", "battleship", [6, 6, 6])
    assert waits(play) == ("evade", "attacker")
    assert [one.rule for one in play.check(Evade("east-canada-sea-zone"))] == ["submarines/withdraw"]
    play.submit(Evade("baltic-sea-zone"))
    assert {key.unit for key, _ in play.position.stacks("baltic-sea-zone")} == {"submarine"}
    assert waits(play) == ("press", "attacker")


@pytest.mark.section("19. Retreat of submarines")
def test_where_nobody_is_left_the_attack_is_over() -> None:
    play = at_sea("submarine", "battleship", [6, 6])
    play.submit(Evade("baltic-sea-zone"))
    assert [(one.winner, one.how) for one in play.events if isinstance(one, BattleEnded)] == [("defender", "retreat")]


@pytest.mark.section("19. Retreat of submarines")
@pytest.mark.parametrize(
    ("option", "asked"),
    [("submerge-or-retreat", [("submerge", "defender"), ("evade", "defender")]), ("retreat", [("evade", "defender")])],
)
def test_the_defenders_submerge_or_leave_as_the_option_says(option: str, asked: list[tuple[str, str]]) -> None:
    play = at_sea("battleship", "2 submarine", [6, 6, 6], {"submarines": option})
    play.submit(Press())
    for what in asked:
        assert waits(play) == what
        if what[0] == "submerge":
            play.submit(Submerge("defender", 1))
    taken = {key.area for key, _ in play.position.stacks_of("united-kingdom")}
    where = next(area for area in havens(play.position, ZONE, "defender") if area not in taken)
    play.submit(Evade(where))
    assert sum(n for key, n in play.position.stacks(where) if key.power == "united-kingdom") == (1 if len(asked) > 1 else 2)
    ended = [(one.winner, one.how) for one in play.events if isinstance(one, BattleEnded)]
    assert ended == [("none", "evaded")]


@pytest.mark.section("19. Retreat of submarines")
def test_where_all_submerge_they_pass_enemy_ships_and_go_nowhere_else() -> None:
    play = at_sea("submarine, battleship", "battleship", [6, 6, 6], {"submarines": "submerge"})
    assert waits(play) == ("submerge", "attacker")
    play.submit(Submerge("attacker", 0))
    assert waits(play) == ("press", "attacker")
    far = next(area for area in TITLE.neighbours[ZONE] if TITLE.areas[area].kind == "sea" and area != "baltic-sea-zone")
    stacks = {"baltic-sea-zone": "germany: submarine", ZONE: "united-kingdom: battleship"}
    play = BOARD.play_from(stacks, "germany", "combat-move", options={"submarines": "submerge"})
    assert rules_of(play, Move("submarine", f"baltic-sea-zone > {ZONE} > {far}")) == []
