"""Reinforcing blocks: steps are bought for blocks on the board, within five limits (section 1.6, c)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.derived import derived_from
from engine.families.blocks.board import Blocks, at_war, camp_on_turn, count_of, full, is_naval, own_blocks, unit
from engine.families.blocks.changes import gain_steps
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.economy import strategic_power
from engine.families.blocks.production.limits import NO_LIMIT, is_limited, most_steps, steps_left, z_row
from engine.families.blocks.production.nations import is_alive, purse_of, sharers
from engine.families.blocks.production.orders import Reinforce
from engine.families.blocks.production.overseas import price_factor
from engine.families.blocks.production.spending import SECTION, add_tally, check_funds, check_stage, spend, tally
from engine.families.blocks.supply import in_supply, is_marked
from engine.families.blocks.vocabulary import ELITE_STEPS, REINFORCED, SHIP_STEPS
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

BLOCKS = Rule("reinforce/blocks", SECTION, FATAL)
SUPPLY = Rule("reinforce/supply", SECTION, FATAL)
FULL = Rule("reinforce/full", SECTION, FATAL)
LIMIT = Rule("reinforce/limit", SECTION)
OVERSEAS = Rule("reinforce/overseas", SECTION, FATAL)
ELITE = Rule("reinforce/elite", SECTION)
SHIPS = Rule("reinforce/ships", "6.3 1943 Z-Plan Cancelled")

REINFORCE = "reinforce"


def room(position: Position, key: Stack) -> int:
    """Return how many steps a block may gain now: up to full strength, its limit of the season, none out of supply."""
    if key.strength >= full(position, key) or is_marked(key) or not in_supply(position, key):
        return 0
    return min(full(position, key) - key.strength, steps_left(position, key), ships_left(position, key))


def ships_left(position: Position, key: Stack) -> int:
    """Return how many steps a power's surface ships may still gain in all this season (section 6.3); no limit for others."""
    row = z_row(position, key)
    if row is None or row.others is None or unit(position, key).has(row.ability):
        return NO_LIMIT
    return max(0, row.others.steps_a_season - SHIP_STEPS.number(position.state, key.power))


def elite_left(position: Position, power: str) -> int:
    """Return how many elite steps a power may still gain this season: its Strategic Power, less what was gained (limit 2)."""
    return max(0, strategic_power(position, power) - tally(position, power, ELITE_STEPS))


def step_price(position: Position, key: Stack) -> int:
    """Return the PPs of one step of a block where it is; 0 when it cannot be reinforced there."""
    return unit(position, key).number("step-cost") * price_factor(position, key)


def candidates(position: Position, area: str) -> Blocks:
    """Return the blocks in an area whose steps the camp on turn can buy, those first that can gain most."""
    here = [item for item in own_blocks(position, area, camp_on_turn(position)) if _is_served(position, item[0].power)]
    return sorted(here, key=lambda item: -room(position, item[0]))


@derived_from("moment")
def needy(position: Position) -> Blocks:
    """Return the blocks of the camp on turn that can be reinforced now where they are, area by area, whatever PPs there are."""
    places = (area for area, row in position.title.areas.items() if row.kind != "box" and area in position.board)
    there = (item for area in places for item in candidates(position, area))
    return [item for item in there if room(position, item[0]) and price_factor(position, item[0])]


def _is_served(position: Position, power: str) -> bool:
    """Return whether somebody buys steps for a power's blocks: itself, or its leader once he is at war."""
    payer = purse_of(position, power)
    return is_alive(position, power) and bool(payer) and (payer == power or at_war(position, payer))


def chosen(position: Position, order: Reinforce) -> tuple[Blocks, str]:
    """Return the blocks that an order means and what of it is not there; boxes hold none that can be reinforced."""
    if position.title.areas[order.area].kind == "box":
        return choose([], order.blocks)
    return choose(candidates(position, order.area), order.blocks)


def check_reinforce(position: Position, order: Reinforce) -> list[Problem]:
    """Return what is wrong with giving blocks steps."""
    found, missing = chosen(position, order)
    if missing or not found:
        there = describe(candidates(position, order.area)) if position.title.areas[order.area].kind != "box" else ""
        return [BLOCKS.broken(f"there is no such block in {order.area}", found=missing or "no units", expected=there or "none")]
    problems = [problem for key, _ in found for problem in _check_block(position, key, order.steps)]
    problems += _check_elite(position, found, order.steps) + _check_ships(position, found, order.steps)
    for power, price in bills(position, found, order.steps).items():
        problems += check_stage(position, power, "steps") + check_funds(position, power, price, "that")
    return problems


def _check_block(position: Position, key: Stack, steps: int) -> list[Problem]:
    area, power, name, strength, _ = key
    if is_marked(key) or not in_supply(position, key):
        return [SUPPLY.broken(f"{name} of {power} in {area} is out of supply", found="no line of supply", expected="a block in supply")]
    if strength + steps > full(position, key):
        return [
            FULL.broken(
                f"{name} of {power} in {area} has not so many steps",
                found=f"{strength} and {steps} more",
                expected=f"at most {full(position, key)}",
            )
        ]
    problems = []
    if steps > (left := steps_left(position, key)):
        problems.append(
            LIMIT.broken(
                f"{name} of {power} in {area} gains at most {most_steps(position, key)} a season",
                found=f"{steps} more",
                expected=f"at most {left} more",
            )
        )
    if not price_factor(position, key):
        where = "over friendly sea zones" if is_naval(unit(position, key)) else "in a port on a line of supply by sea"
        problems.append(
            OVERSEAS.broken(
                f"{name} of {power} in {area} is reinforced {where} only",
                found=area,
                expected="a block that can be reached",
            )
        )
    return problems


def _check_elite(position: Position, found: Blocks, steps: int) -> list[Problem]:
    wanted: dict[tuple[str, ...], int] = {}
    for key, count in found:
        if unit(position, key).has("elite"):
            together = sharers(position, purse_of(position, key.power))
            wanted[together] = wanted.get(together, 0) + count * steps
    return [
        ELITE.broken(
            f"more elite steps than the Strategic Power of {' and '.join(powers)} allows",
            found=str(count),
            expected=f"at most {left}",
        )
        for powers, count in wanted.items()
        if count > (left := elite_left(position, powers[0]))
    ]


def _check_ships(position: Position, found: Blocks, steps: int) -> list[Problem]:
    """Section 6.3: one step a season for all other German ships together."""
    for key, _ in found:
        alike = [item for item in found if item[0].power == key.power and ships_left(position, item[0]) < NO_LIMIT]
        if alike and count_of(alike) * steps > (left := ships_left(position, alike[0][0])):
            return [
                SHIPS.broken(
                    f"{key.power}'s ships but submarines gain few steps",
                    found=str(count_of(alike) * steps),
                    expected=f"at most {left} more",
                )
            ]
    return []


def bills(position: Position, found: Blocks, steps: int) -> dict[str, int]:
    """Return purse to the PPs that so many steps for each of some blocks cost it."""
    found_bills: dict[str, int] = {}
    for key, count in found:
        power = purse_of(position, key.power)
        found_bills[power] = found_bills.get(power, 0) + step_price(position, key) * count * steps
    return found_bills


def salvage_reinforce(position: Position, order: Reinforce) -> Reinforce | None:
    """Return the order with as many steps as its blocks can take and its purses can pay, None when that is none."""
    found, missing = chosen(position, order)
    if missing or not found or any(not price_factor(position, key) for key, _ in found):
        return None
    steps = min(order.steps, *(full(position, key) - key.strength for key, _ in found))
    while steps > 0 and any(price > purse(position, power) for power, price in bills(position, found, steps).items()):
        steps -= 1
    supplied = not any(is_marked(key) or not in_supply(position, key) for key, _ in found)
    return replace(order, steps=steps) if steps > 0 and supplied else None


def carry_out_reinforce(play: Play, order: Reinforce) -> None:
    """Pay for the steps and give them to the blocks."""
    found, _ = chosen(play.position, order)
    for power, price in bills(play.position, found, order.steps).items():
        spend(play, power, price, "steps", REINFORCE, order.area)
    for key, count in found:
        row = unit(play.position, key)
        if row.has("elite"):
            add_tally(play, purse_of(play.position, key.power), ELITE_STEPS, count * order.steps)
        if ships_left(play.position, key) < NO_LIMIT:
            SHIP_STEPS.add(play, count * order.steps, key.power)
        word = REINFORCED if is_limited(play.position, key) else ""
        for _ in range(count):
            gain_steps(play, key, order.steps, word)
