"""Titles with battle steps of their own: the exact odds do not know them, and nothing that is told or decided by odds is worked out so."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import engine.titles
from engine.events import BattleStarted, UnitsRemoved
from engine.families import family_of
from engine.families.axis_allies.bots.greedy.forces import judge, plainly_won
from engine.families.axis_allies.combat.followed import unfollowed
from engine.odds import own_steps
from engine.odds.answers import battle_odds
from engine.odds.ledger import ledger
from engine.odds.played_ledger import played_ledger
from engine.odds.quick import book_of, quick
from engine.odds.written import forces_of
from engine.recording import Header
from engine.replay import Game, replay
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.strictness import Strictness
from engine.title import loader
from engine.title.model import Title
from engine.titles import load_title

STRONG, WEAK = "6 infantry, 2 tank", "2 infantry"
AMBUSH = """
class Ambush(Step):
    slug = "ambush"

    def run(self, play, fight):
        if fight.round == 1:
            for key, count in fighting(play.position, fight.area, ATTACKER):
                remove(play, fight, key, count, "ambush")
            conclude(play, "defender", "eliminated")
            return OVER
        return ON

"""
"""A step after the beginning of the first round, in which all attackers are lost."""

Variant = Callable[..., Title]


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Make a variant of aa1942 with classes of its own, and its steps by a change of the base's (an expression of `steps`)."""
    home, made = tmp_path / "titles", []
    home.mkdir()
    (home / "aa1942").symlink_to(loader.HOME / "aa1942")
    monkeypatch.setattr(loader, "HOME", home)
    monkeypatch.setattr(engine.titles, "__path__", [*engine.titles.__path__, str(home)])

    def make(classes: str, steps: str, rules: str = "") -> Title:
        name = f"own_steps_{len(made)}_{tmp_path.name}"
        made.append(f"engine.titles.{name}")
        (home / name).mkdir()
        slug = name.replace("_", "-")
        (home / name / "title.toml").write_text(f'slug = "{slug}"\nname = "Own Steps"\nbase = "aa1942"\n')
        (home / name / "rules.py").write_text(
            "from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, fighting, remove\n"
            "from engine.families.axis_allies.combat.conduct_combat import ConductCombat\n"
            "from engine.families.axis_allies.combat.ending import conclude\n"
            "from engine.families.axis_allies.combat.steps.round import Fire\n"
            "from engine.families.axis_allies.combat.steps.step import *\n"
            "from engine.families.axis_allies.combat.steps.step import ON, OVER, Step\n"
            "from engine.titles.aa1942 import rules as base\n"
            "Combat = ConductCombat\n"
            f"{classes}\n\n"
            "steps = list(base.GENERAL_COMBAT.steps)\n"
            f"own = base.GENERAL_COMBAT._replace(steps=tuple({steps}))\n"
            "class TitleRules(base.TitleRules):\n"
            "    phases = tuple(Combat(own, base.STRATEGIC_BOMBING_RAID) if isinstance(one, ConductCombat) else one\n"
            "                   for one in base.TitleRules.phases)\n"
            f"{rules}"
        )
        return load_title(slug)

    loader._load.cache_clear()
    yield make
    for name in [name for name in sys.modules if name.startswith(tuple(made))]:
        del sys.modules[name]
    loader._load.cache_clear()


def ambushed(variant: Variant) -> Title:
    return variant(AMBUSH, "steps[:5] + [Ambush()] + steps[5:]")


def test_odds_are_those_of_the_rules_with_the_added_step(variant: Variant) -> None:
    title = ambushed(variant)
    assert battle_odds(load_title("aa1942"), forces_of(load_title("aa1942"), STRONG, WEAK)).result.win > 0.99
    found = battle_odds(title, forces_of(title, STRONG, WEAK), games=50)
    assert found.result.win == 0.0 and found.result.samples == 50 and found.result.attacker_lost == 6 * 3 + 2 * 5
    assert "ambush" in found.sampled


def test_bots_judge_by_the_rules_with_the_added_step(variant: Variant) -> None:
    title, many, few = ambushed(variant), {"infantry": 12, "tank": 12}, {"infantry": 8}
    assert judge(book_of(load_title("aa1942")), many, few).win > 0.99 and plainly_won(book_of(load_title("aa1942")), many, few)
    assert judge(book_of(title), many, few).win == 0.0 and quick(title, many, few).win == 0.0
    assert judge(book_of(title), many, few).attacker_lost == 12 * 3 + 12 * 5  # what the book's units cost
    assert not plainly_won(book_of(title), many, few)


def game_of(title: Title, seed: int) -> Game:
    header = Header(title.slug, scenario=next(iter(title.scenarios)), game="own", round_limit=2)
    played = Simulation(title, header, seed, dict.fromkeys(title.turns, make_bot("random", seed)))
    return replay(played.run()[0], title, Strictness.RAISE)


def test_no_rule_is_booked_as_luck(variant: Variant) -> None:
    title = ambushed(variant)
    game = game_of(title, 3)
    assert any(isinstance(e, UnitsRemoved) and e.cause == "ambush" for e in game.events)
    assert ledger(title, game.events) == []
    found = list(played_ledger(game))
    fought = [one for one in found if one.actual < 0]
    assert fought and all(abs(one.luck) < 1e-9 and one.win == 0.0 for one in fought)


def test_a_greedy_bot_does_not_attack_into_the_step(variant: Variant) -> None:
    title = ambushed(variant)
    header = Header(title.slug, scenario=next(iter(title.scenarios)), game="own", round_limit=1)
    events = Simulation(title, header, 1, dict.fromkeys(title.turns, make_bot("greedy", 1))).run()[1].events
    # Raids have no such step, and lone transports are sunk before the first round.
    assert any(isinstance(event, BattleStarted) for event in events)
    assert not any(isinstance(event, UnitsRemoved) and event.cause == "ambush" for event in events)


FIRE = "class Better(Fire):\n    def pools(self, play, fight):\n        return super().pools(play, fight)\n"
SAID = FIRE.replace("    def", "    odds = EXACTLY\n\n    def", 1)
IDLE = "class Idle(Step):\n    slug = 'idle'\n    def run(self, play, fight):\n        return ON\n"
SWAP = "[Better(s.side) if s.slug == 'attack' else s for s in steps]"


@pytest.mark.parametrize(
    ("classes", "steps", "why"),
    [
        ("", "steps", ""),
        (FIRE, SWAP, "'attack'"),
        (SAID, SWAP, ""),
        ("", "steps[:11] + [steps[13], steps[11], steps[12]] + steps[14:]", "another order"),
        ("", "[s for s in steps if s.slug != 'anti-air']", "another order"),
        (IDLE, "[Idle(), *steps]", "'idle'"),
        (IDLE + "    odds = ASIDE\n", "[Idle(), *steps]", ""),
    ],
)
def test_each_step_says_itself_whether_it_is_known_and_a_subclass_says_so_again(
    variant: Variant, classes: str, steps: str, why: str
) -> None:
    title = variant(classes, steps)
    found = unfollowed(title)
    assert why in found and bool(found) == bool(why)
    assert bool(battle_odds(title, forces_of(title, STRONG, WEAK), games=5).sampled) == bool(why)


@pytest.mark.parametrize(("said", "known"), [("", False), ("    odds = EXACTLY\n", True)])
def test_a_combat_phase_of_its_own_says_so_again_too(variant: Variant, said: str, known: bool) -> None:
    title = variant(f"class Combat(ConductCombat):\n    slug = 'conduct-combat'\n{said}", "steps")
    assert ("combat phase" not in unfollowed(title)) == known


SNIPED = """
    def order_over(self, play):
        fight = open_fight(play.position)
        for key, count in fighting(play.position, fight.area, DEFENDER) if fight else ():
            remove(play, fight, key, count, "sniped")
"""
"""A consequence of each order, answers in battles too: when the attacker presses on, what is left of the defender is gone."""


def test_odds_are_those_of_rules_with_consequences_of_orders(variant: Variant) -> None:
    """One infantry against four: it wins as soon as it outlives the first round, in which it is hit with 1 - (2/3)^4."""
    title = variant("from engine.families.axis_allies.combat.battle import open_fight", "steps", SNIPED)
    plain = battle_odds(load_title("aa1942"), forces_of(load_title("aa1942"), "infantry", "4 infantry")).result
    found = battle_odds(title, forces_of(title, "infantry", "4 infantry"), games=400)
    assert plain.win < 0.01 and "consequence of orders" in found.sampled
    assert found.result.win == pytest.approx((2 / 3) ** 4, abs=0.08)
    assert judge(book_of(title), {"infantry": 1}, {"infantry": 4}).win > 0.02, "bots know it"


@pytest.mark.parametrize(("said", "known"), [("", False), ("    odds = EXACTLY\n", True), ("    odds = ROUGHLY\n", False)])
def test_rules_with_consequences_of_orders_say_themselves_whether_these_are_known(variant: Variant, said: str, known: bool) -> None:
    title = variant("", "steps", f"{said}    def order_over(self, play):\n        pass\n")
    assert (unfollowed(title) == "") == known and (unfollowed(title, True) == "") == bool(said)


@pytest.mark.parametrize(
    ("slug", "exact", "roughly"),
    [("aa1942", True, True), ("global-1939", True, True), ("global-war-1936", False, True)],
)
def test_what_the_shipped_titles_say(slug: str, exact: bool, roughly: bool) -> None:
    title = load_title(slug)
    assert (unfollowed(title) == "", unfollowed(title, True) == "") == (exact, roughly)


@pytest.mark.parametrize(
    ("mine", "theirs", "expected", "plays"),
    [(12, 1, 1.0, 3), (12, 1, 0.0, 8), (1, 12, 0.0, 3), (1, 12, 0.95, 8), (6, 7, 0.5, 20)],
    ids=["as expected", "against all odds", "lost as expected", "lost against all odds", "open"],
)
def test_bots_have_a_battle_played_the_more_often_the_more_open_it_is(
    monkeypatch: pytest.MonkeyPatch, mine: int, theirs: int, expected: float, plays: int
) -> None:
    """Few plays are believed only where they end alike, as the exact odds say, too; what they say is no part of the result."""
    title, asked = load_title("aa1942"), []
    family = family_of(title)

    def spied(*args, games: int, **how):
        asked.append(games)
        return family.sampled(*args, games=games, **how)

    monkeypatch.setattr(own_steps, "family_of", lambda title: family._replace(sampled=spied))
    win, take, lost, _ = own_steps.played(title, {("tank", ""): mine}, {("infantry", ""): theirs}, False, expected)
    assert sum(asked) == plays and win == take
    assert win == (1.0 if mine > 10 else 0.0) or (0 < win < 1 and plays == 20)
    assert 0 <= lost <= 5 * mine
