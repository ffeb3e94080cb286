"""The combat phase and the steps of its battles (section 9, tables 9-2 and 9-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat.antiair import guns
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.fire import FireGroup, Pools, fire
from engine.families.axis_allies.combat.pending_battles import battle_in
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.early_fire import RANK, NextRank
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment
from engine.families.axis_allies.combat.steps.outcome import StayOrLeave
from engine.families.axis_allies.combat.steps.raid import AirCombat, Bombs, Interception
from engine.families.axis_allies.combat.steps.round import ROUND
from engine.families.axis_allies.combat.steps.step import FIGHTS, IDLE, ON, ROUGHLY, UNCHAINED, Remove, Step
from engine.families.axis_allies.orders import Battle, Lose, Offload, Retreat
from engine.families.axis_allies.vocabulary import CASUALTY, COMBAT_ROUND, KIND, OUTFIRED, SHELLED, SHOT
from engine.mechanics.profile import profile_of
from engine.orders import Order, unknown_names
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.titles.global_war_1936.air import airdrops
from engine.titles.global_war_1936.facilities import wrecking
from engine.titles.global_war_1936.land import exploiting, modifiers, reach, retreating, shelling
from engine.titles.global_war_1936.land.breakdowns import BreakDowns
from engine.titles.global_war_1936.orders import Carpet, Decline, Exploit, Launch, Resist, Shell, Wreck
from engine.titles.global_war_1936.politics import events, fall, slovakia
from engine.titles.global_war_1936.politics.declaring import ANYTIME, carry_anytime, check_anytime
from engine.titles.global_war_1936.sea import coast, duties, passing, raiding
from engine.titles.global_war_1936.sea.hulls import RolledFire, RolledRank
from engine.titles.global_war_1936.sea.landing import DefendersFire, DefendersRank, Doubled, LandFirst, LandRest
from engine.titles.global_war_1936.sea.patrolling import Dive, IsOverWithoutWarships, LetPass, PressWithoutWarships
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.treaties import bounds

if TYPE_CHECKING:
    from engine.play import Play


WORDS = Rule("combat/words", "9", FATAL)
OPEN = Rule("combat/open", "9.1", FATAL)


class CountRound(Step):
    """Count the round."""

    slug = ROUND
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain counts the first round and the others."""
        return FIGHTS

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Note it in the marker of the battle."""
        COMBAT_ROUND.set(play, fight.round + 1)
        return ON


class Works(Doubled):
    """Fortifications fire twice, as first strikes, at what comes over their border (sections 1.22, 1.23, 12.7)."""

    slug, side, word, over_works = "works", DEFENDER, OUTFIRED, True
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Works that somebody has come over fire in the first round."""
        return IDLE if fight.round or not modifiers.works_met(position, fight.area) else UNCHAINED

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for them in the first round."""
        best = modifiers.works_met(play.position, fight.area) if fight.round == 1 else 0
        if not best:
            return {}
        title = play.title
        number = figure(title, "maginot-hit" if best == figure(title, "maginot-walls") else "wall-hit")
        return fire(
            play,
            fight,
            DEFENDER,
            [FireGroup(fight.defender, "fortification", number, figure(title, "wall-shots"), "land")],
            "works",
        )


class AttackersGuns(AntiAircraftFire):
    """Anti-aircraft artillery that attacks fires at defending aircraft, too (section 12.2)."""

    slug, side, word = "anti-air-attack", ATTACKER, CASUALTY
    odds = ROUGHLY

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll a die for each aircraft, up to three for each gun."""
        units = play.title.units
        planes = sum(n for key, n in fighting(play.position, fight.area, DEFENDER) if units[key.unit].cls == "air")
        groups = []
        for key, count in fighting(play.position, fight.area, ATTACKER):
            row = profile_of(play.position, key)
            shots = count * min(planes, row.number("anti-air-shots"))
            if shots:
                groups.append(FireGroup(key.power, key.unit, row.number("anti-air"), shots, "air"))
        return fire(play, fight, ATTACKER, groups, "anti-air") if groups else {}


class DefendersGuns(AntiAircraftFire):
    """Aircraft hit by anti-aircraft artillery still fire in the round (section 12.2)."""

    word = CASUALTY
    odds = ROUGHLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Fire, when there are guns."""
        return super().run(play, fight) if guns(play.position, fight.area) else ON


class IsOverNow(IsOverWithoutWarships):
    """Whether the battle is over because submarines have gone."""

    slug = "dived"
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Nobody has submerged on land."""
        return UNCHAINED if is_sea(position.title, fight.area) else IDLE


BATTLE = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        LandFirst(),
        Bombardment(),
        # What ships hit from afar is gone before anybody fires (section 9.9).
        Remove("shore-removal", (SHELLED,)),
        AttackersGuns(),
        DefendersGuns(),
        LetPass(),
        IsOverWithoutWarships(),
        CountRound(),
        LandRest(),
        Dive(ATTACKER),
        Dive(DEFENDER),
        IsOverNow(),
        Works(),
        NextRank(RANK + "-over"),
        RolledRank(ATTACKER),
        DefendersRank(),
        Remove("first-removal", (OUTFIRED,), RANK),
        Remove(RANK + "-over", (OUTFIRED,)),
        RolledFire(ATTACKER),
        DefendersFire(),
        Remove("removal"),
        airdrops.FallWithAircraft(),
        BreakDowns(),
        PressWithoutWarships(),
        StayOrLeave(),
    ),
)
RAID = CombatSequence(
    ("raid", shelling.ATTRITION),
    (
        Interception(),
        AirCombat(ATTACKER),
        AirCombat(DEFENDER),
        Remove("dogfight-removal"),
        shelling.TroopsGuns(),
        shelling.CarpetBombs(),
        shelling.RaidGoesOn(),
        Remove("troops-removal", (SHOT,)),
        wrecking.SiteBombs(),
        Bombs(guns_last=True),
        shelling.Barrage(),
        shelling.BarrageOver(),
    ),
)
OWN: dict[type[Order], Callable[[Position, Any], list[Problem]]] = {
    Carpet: shelling.check_carpet,
    Shell: shelling.check_shell,
    Launch: wrecking.check_launch,
    Exploit: exploiting.check_exploit,
    Offload: exploiting.check_landing,
    Wreck: wrecking.check_wreck,
    Resist: slovakia.check_resist,
}
"""Orders of the title's own in the combat phase, and what checks them."""


class Combat(ConductCombat):
    """Raids on convoys first, then the battles that the attacker chooses; capitals fall, nations surrender."""

    odds = ROUGHLY

    takes = (*ConductCombat.takes, Decline, *OWN, *ANYTIME)

    def __init__(self) -> None:
        super().__init__(BATTLE, RAID)

    def open(self, play: Play) -> None:
        """Raid the convoys."""
        raiding.resolve(play)
        super().open(play)

    def pending(self, position: Position) -> Pending | None:
        """Return what must be decided: first whether an annexation is contested, then what the guns of a coast have hit."""
        return slovakia.decision(position) or coast.decision(position) or super().pending(position)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, ANYTIME):
            return check_anytime(position, order)
        of_coast = isinstance(order, Lose) and coast.decision(position)
        if type(order) not in OWN and not of_coast:
            return super().check(position, order) or _check_more(position, order)
        if wrong := unknown_names(order, position.title):
            return [WORDS.broken(message) for _, message in wrong]
        if isinstance(order, Lose):
            return coast.check_loss(position, order)
        if position.state.battle:
            return [OPEN.broken("a battle is being fought", found=str(position.state.battle), expected="its end")]
        problems = OWN[type(order)](position, order) or bounds.check_bounds(position, order)
        if not problems and isinstance(order, Exploit):
            problems = [
                *reach.check_entry(position, order, order.way, self.slug),
                *passing.check_passing(position, order, order.way),
                *passing.check_attack(position, order, order.way),
            ]
        return problems

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the nearest order that can be carried out."""
        if isinstance(order, Lose) and coast.decision(position) and not any(problem.fatal for problem in problems):
            return coast.salvage_loss(position)
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on, or declare war."""
        if isinstance(order, ANYTIME):
            carry_anytime(play, order)
        elif isinstance(order, Carpet):
            shelling.carpet(play, order, self.sequences)
        elif isinstance(order, Resist):
            slovakia.resist(play, order)
        elif isinstance(order, Wreck):
            wrecking.wreck(play, order, self.sequences)
        elif isinstance(order, Shell):
            shelling.shell(play, order, self.sequences)
        elif isinstance(order, Launch):
            wrecking.launch(play, order)
        elif isinstance(order, Exploit):
            exploiting.exploit(play, order)
            passing.note(play, order.way)
        elif isinstance(order, Offload):
            exploiting.commit(play, order)
        elif isinstance(order, Lose) and coast.decision(play.position):
            if battle := coast.lose(play, order):
                super().carry_out(play, battle)
        elif not isinstance(order, Battle) or order.raid or not coast.fire(play, order):
            super().carry_out(play, order)

    def close(self, play: Play) -> None:
        """End the phase; minor powers align, and who has lost what its sheet names surrenders."""
        if KIND.read(play.state) == shelling.ATTRITION:
            KIND.set(play, "raid")
        coast.settle(play)
        super().close(play)
        shelling.lose_lone_rockets(play)
        exploiting.stand_by(play)
        bounds.lapse(play)
        slovakia.combat_over(play)
        events.combat_over(play)
        fall.look(play)
        duties.lose_patrols(play)


def _check_more(position: Position, order: Order) -> list[Problem]:
    """A battle that need not be fought is not begun beyond the bounds of a doctrine or pact (5.7, 14.2); militia retreat at home (12.2)."""
    if isinstance(order, Retreat):
        return retreating.check_retreat(position, order)
    if not isinstance(order, Battle):
        return []
    due = battle_in(position, order.area, order.raid)
    return bounds.check_bounds(position, order) if due and not due.required else []
