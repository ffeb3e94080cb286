"""Research of technologies, stage by stage (sections 7.6, 7.7, table 7-2)."""

from __future__ import annotations

from engine.events import TechAdvanced
from engine.mechanics.profile import has_tech, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.economy.making import is_native
from engine.titles.global_war_1936.nations import is_minor
from engine.titles.global_war_1936.orders import Study
from engine.titles.global_war_1936.settings import calendar_of
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.vocabulary import PACT, STAGE, STUDIED

SECTION = "7.6 Technology Research"

ROLLS = Rule("research/rolls", SECTION, FATAL)
ONCE = Rule("research/once", SECTION, FATAL)
COMPLETE = Rule("research/complete", SECTION, FATAL)
RESEARCH_EARLY = Rule("research/early", SECTION, FATAL)


def stage(position: Position, power: str, tech: str) -> int:
    """Return how many stages of a technology a nation has passed."""
    if has_tech(position.state, power, tech):
        return figure(position.title, "technology-stages")
    return STAGE.number(position.state, power, tech)


def rolls(position: Position) -> int:
    """Return how many rolls the nation on turn has this turn: one for each undamaged major factory, and by the pact.

    A major factory that was captured works as a minor one and researches nothing (section 12.4).
    """
    power = position.power
    if is_minor(position, power):
        return 0
    total, state = 0, position.state
    for key, count in position.stacks_of(power):
        row = profile_of(position, key)
        whole = row.has("researches") and not state.damage.get((key.area, key.unit))
        if whole and state.control.get(key.area) == power and is_native(position, key.area):
            total += count * row.number("researches")
    bonus = power in role(position.title, "researcher").powers and PACT.read(position.state, "molotov-ribbentrop") == "signed"
    return total + bonus


def left(position: Position) -> int:
    """Return how many rolls are left."""
    return rolls(position) - sum(1 for tech in position.title.technologies if _rolled(position, tech))


def _rolled(position: Position, tech: str) -> bool:
    return bool(STUDIED.read(position.state, tech))


def check_study(position: Position, order: Study) -> list[Problem]:
    """Return what is wrong with a roll."""
    tech, power = order.technology, position.power
    if left(position) < 1:
        return [ROLLS.broken("one roll for each undamaged major factory", found=str(rolls(position)), expected="a roll that is left")]
    if _rolled(position, tech):
        return [ONCE.broken("a technology is rolled for once a turn", found=tech, expected="another technology")]
    done = stage(position, power, tech)
    if done >= figure(position.title, "technology-stages"):
        return [COMPLETE.broken(f"{power} has it", found=tech, expected="another technology")]
    begins = calendar_of(position.title).researches_from
    if done >= figure(position.title, "early-stages") and not calendar.is_from(position, begins):
        return [
            RESEARCH_EARLY.broken(
                f"no technology goes beyond stage {figure(position.title, 'early-stages')} before {begins}",
                found=f"stage {done + 1} in {calendar.now(position)}",
                expected="another technology",
            )
        ]
    return []


def study(play: Play, order: Study) -> None:
    """Roll; the technology goes a stage further when the number of the chart is reached."""
    tech, power = order.technology, play.position.power
    die = play.roll(1, f"research of {tech} by {power}")[0]
    STUDIED.emit(play, "yes", tech)
    if die < int(play.title.technologies[tech].effects["needs"]):
        return
    done = stage(play.position, power, tech) + 1
    if done < figure(play.title, "technology-stages"):
        STAGE.emit(play, str(done), power, tech)
        return
    STAGE.emit(play, "", power, tech)
    for nation in (power, *_partners(play, power)):
        play.emit(TechAdvanced(nation, tech, 1))


def _partners(play: Play, power: str) -> list[str]:
    """Return the riders that share a nation's technologies (section 2.3)."""
    return [row.power for row in play.title.nations.values() if row.kind == "rider" and row.leader == power]
