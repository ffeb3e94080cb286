"""How units move on the map Classic: tanks past guns, submarines among ships; and marines that come ashore."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Battle, Move
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
