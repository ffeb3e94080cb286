"""The odds of strategic bombing raids by playing them many times through the title's own rules: guns, escorts, interceptors, damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.combat.bombing import target_of
from engine.families.axis_allies.orders import Battle, Intercept
from engine.families.axis_allies.sampled_odds import fought_out, position_of
from engine.families.axis_allies.vocabulary import RAIDING
from engine.forces import parse_units, show_units
from engine.mechanics.profile import profile_in
from engine.odds.battle import Forces
from engine.odds.composed import NoBattle
from engine.odds.fighters import Units
from engine.odds.raids import Raid
from engine.odds.result import mean_error
from engine.play import Play
from engine.rules import Position, load_rules
from engine.state import GameState
from engine.strictness import Strictness
from engine.title.model import Title


def sampled_raid(
    title: Title,
    forces: Forces,
    area: str = "",
    *,
    up: Units | None = None,
    games: int = 2000,
    seed: int | str = 0,
    techs: Mapping[tuple[str, str], int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Raid:
    """Play a raid so many times; return the shares of what it comes to.

    Args:
        forces: bombers and escorts; what defends, guns, and what is bombed (by default a factory). area: where; by default in the
            area of most value.
        up: the defenders that intercept; by default all that may. options: those of the title that are not at their default.

    Raises:
        NoBattle: the rules begin no raid with these.
    """
    there = area or _richest(title)
    start = position_of(title, _with_factory(title, forces), there, techs or {}, raid=True, options=options)
    place = next(key.area for key in start.stacks if RAIDING in key.condition)
    rules, dice, ends = load_rules(title), SeededDice(seed), list[ev.BattleEnded]()
    risen = Intercept(_going_up(title, start, forces, up))
    for _ in range(games):
        play = Play(rules, dice, strictness=Strictness.IGNORE)
        play.take_up(start.copy())
        ends.append(fought_out(play, Battle(place, raid=True), lambda due: risen if Intercept in due.takes else due.default))
    planes = Counter(_left(end) for end in ends)
    mine, theirs = (Counter(getattr(end, name) for end in ends) for name in ("attacker_lost", "defender_lost"))
    return Raid(
        tuple((damage, n / games) for damage, n in sorted(Counter(end.damage for end in ends).items())),
        tuple((units, n / games) for units, n in planes.most_common()),
        sum(end.attacker_lost for end in ends) / games,
        sum(end.defender_lost for end in ends) / games,
        games,
        place,
        _bombed(title, start, place),
        (_error(mine, games), _error(theirs, games)),
    )


def _error(counts: Counter[int], games: int) -> float:
    return mean_error(((value, n / games) for value, n in counts.items()), games)


def _bombed(title: Title, start: GameState, place: str) -> str:
    """Return what is bombed."""
    target = target_of(Position(title, start), place)
    return target.unit if target else ""


def _richest(title: Title) -> str:
    """Return the area of most value, since damage may have no more."""
    return max((row for row in title.areas.values() if row.kind == "land" and not row.terrain), key=lambda row: row.value).area


def _with_factory(title: Title, forces: Forces) -> Forces:
    """Return forces with something to bomb."""
    there = {**forces.defenders, **forces.guns}
    if any(title.units[unit].cls == "facility" for unit, _ in there):
        return forces
    theirs = next((power for _, power in there), "") or next(
        power for power in title.turns if title.side_of[power] not in {title.side_of[one] for _, one in forces.attackers}
    )
    factory = next((row.unit for row in title.units.values() if row.cls == "facility" and row.has("produces")), "")
    if not factory:
        raise NoBattle(f"{title.name} has nothing that can be bombed")
    return forces._replace(guns={**forces.guns, (factory, theirs): 1})


def _going_up(title: Title, state: GameState, forces: Forces, up: Units | None) -> str:
    chosen = forces.defenders if up is None else up
    return show_units((unit, n, power) for (unit, power), n in chosen.items() if profile_in(title, state, power, unit).has("intercepts"))


def _left(end: ev.BattleEnded) -> str:
    return show_units(parse_units(end.attackers))
