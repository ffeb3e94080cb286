"""The greedy player of blocks: what it attacks, keeps, buys and sails for; and simulations of the title."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine import events as ev
from engine.bots.bot import actor
from engine.bots.style import styles
from engine.events import encode_event
from engine.families.blocks.bots.attacking import attacks, best
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.bots.sailing import value
from engine.families.blocks.land.orders import March
from engine.families.blocks.production.orders import BuyDisc, Deploy, Draw, Reinforce
from engine.families.blocks.sea.orders import Sail
from engine.orders import Order
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase
from engine.simulation import make_bot, simulate
from engine.strictness import Strictness
from tests.black_swan.board import TITLE, play_from
from tests.black_swan.politics import fallen
from tests.slow import slow_after

SUMMER = ("summer", 1941)


def looking(play: Play, style: str = "greedy") -> Outlook:
    return Outlook(play.position, styles()[style])


def decided(play: Play, orders: int = 60, bot: str = "greedy") -> list[Order]:
    """What a bot orders until it ends the phase."""
    player, found = make_bot(bot, 1), []
    phase = play.state.clock.phase
    for _ in range(orders):
        order = player.decide(play)
        if isinstance(order, EndPhase) or play.state.clock.phase != phase:
            return found
        found.append(order)
        play.submit(order)
    raise AssertionError(f"no end of {phase} after {orders} orders: {found[-3:]}")


def test_it_takes_what_nobody_defends() -> None:
    play = play_from("germany 3 infantry-4 kursk, soviet-union infantry-4 moscow", season=SUMMER)
    first = attacks(looking(play))[0]
    assert first.chance == 1 and looking(play).foes(first.area) == 0
    assert any(isinstance(order, March) and order.path == f"kursk > {first.area}" for order in decided(play))
    assert play.state.control[first.area] == "germany"


def test_it_attacks_in_the_open_with_more_classes_and_not_with_one() -> None:
    strong = "germany 2 tank-4 kursk, germany 2 infantry-4 kursk, germany artillery-4 kharkov, soviet-union infantry-4@2 voronezh"
    attack = best(looking(play_from(strong, control={"kharkov": "germany"}, season=SUMMER)), "voronezh")
    assert attack and attack.chance > 0.5 and {piece.path[-1] for piece in attack.pieces} == {"voronezh"}
    one = "germany 4 infantry-4 kursk, soviet-union infantry-4@2 voronezh"
    assert best(looking(play_from(one, season=SUMMER)), "voronezh") is None


def test_the_bold_one_attacks_where_the_cautious_one_does_not() -> None:
    even = "germany 2 tank-4@2 kursk, germany 2 infantry-4@1 kursk, soviet-union 2 infantry-4 voronezh"
    play = play_from(even, season=SUMMER)
    found = [best(looking(play, name), "voronezh") for name in ("bold", "cautious")]
    assert found[0] and found[1] is None


def test_it_judges_hidden_blocks_by_their_number_alone() -> None:
    """What stands face down is not looked at: one step or four are the same block to an attacker."""
    chances = []
    for steps in (1, 4):
        stacks = f"germany 2 tank-4 kursk, germany 2 infantry-4 kursk, soviet-union infantry-4@{steps} voronezh"
        chances.append(best(looking(play_from(stacks, season=SUMMER)), "voronezh"))
    assert chances[0] == chances[1] is not None


def test_a_bot_with_garrisons_keeps_blocks_in_a_capital_by_what_threatens_it() -> None:
    play = play_from("germany 3 infantry-4 berlin, germany tank-4 berlin, soviet-union 3 infantry-4 breslau", season=SUMMER)
    assert looking(play, "bold").spare("berlin") == 1 and looking(play, "steady").spare("berlin") == 2
    decided(play, bot="bold")
    left = sum(count for key, count in play.state.stacks.items() if key[:2] == ("berlin", "germany"))
    assert left >= 3


def test_the_greedy_one_attacks_with_all_that_no_treaty_binds() -> None:
    play = play_from(
        "germany 2 infantry-4 kursk, germany 2 tank-4 kursk, soviet-union infantry-4 voronezh", control={"kursk": "germany"}, season=SUMMER
    )
    assert looking(play).spare("kursk") == 4 and looking(play, "bold").spare("kursk") == 3
    decided(play)
    assert not any(key[:2] == ("kursk", "germany") for key in play.state.stacks)


def test_it_builds_then_strengthens_who_stands_near_the_enemy_and_leaves_little() -> None:
    play = play_from(
        "germany infantry-4@1 warsaw, germany infantry-4@1 paris, germany 2 infantry-4 germany-pool,"
        " germany tank-4 germany-pool, soviet-union infantry-4 lvov",
        "production",
        money={"germany": 15},
        dice=[1] * 9,
        holdings="1941",
        season=SUMMER,
    )
    orders = decided(play)
    kinds = [type(order) for order in orders]
    assert Draw in kinds and Deploy in kinds and BuyDisc not in kinds
    assert kinds.index(Draw) < kinds.index(Reinforce)
    areas = [order.area for order in orders if isinstance(order, Reinforce)]
    assert "warsaw" in areas and "paris" not in areas[: areas.index("warsaw")]
    assert play.state.resources["germany", "pp"] < 15


def test_a_ship_sails_to_where_it_wins_control() -> None:
    play = play_from(
        "germany 4 heavy-surface-4 southern-baltic, soviet-union light-surface-3 northern-baltic, germany infantry-4 berlin",
        "naval",
        season=SUMMER,
        holdings="1941",
    )
    view = looking(play)
    assert value(view, "northern-baltic", "axis", 2) > value(view, "northern-baltic", "axis", 0)
    assert any(isinstance(order, Sail) and order.path.endswith("northern-baltic") for order in decided(play))


@pytest.mark.parametrize("bot", slow_after(1, ["random", "bold"]))
def test_the_same_seed_gives_the_same_game_and_its_recording_replays(bot: str) -> None:
    one, two = (simulate(TITLE, 5, bot, scenario="1941", round_limit=1) for _ in range(2))
    assert one[0] == two[0] and one[0].entries != simulate(TITLE, 6, bot, scenario="1941", round_limit=1)[0].entries
    again = replay(one[0], TITLE, Strictness.RAISE)
    assert list(map(encode_event, again.events)) == list(map(encode_event, one[1].events))


def test_the_command_plays_any_scenario_between_bots_by_side(tmp_path: Path) -> None:
    words = [
        "simulate",
        "black-swan",
        "--scenario",
        "1939",
        "--bot",
        "random",
        "--bot",
        "axis=bold",
        "--out",
        str(tmp_path),
    ]
    result = CliRunner().invoke(sitrep.main, words)
    assert result.exit_code == 0, result.output
    (record,) = tmp_path.glob("black-swan-1.jsonl")
    assert sitrep.replay(record, "raise").state.ended
    shown = CliRunner().invoke(sitrep.main, ["replay", str(record), "--round", "0", "--seen-by", "western-allies", "--json"])
    assert shown.exit_code == 0 and '"warsaw"' in shown.output and "unknown" in shown.output


def test_the_major_nation_s_player_acts_for_a_camp_of_which_only_minor_nations_are_left() -> None:
    """Germany and Italy have surrendered: the turn has Bulgaria's name, and nobody else plays for it."""
    play = fallen(play_from("bulgaria infantry-4 sofia, great-britain infantry-4 london"), "germany", "italy")
    play.emit(ev.PhaseStarted("bulgaria", "land", 5))
    assert play.pending is None and actor(play) == "germany"
