"""Building: blocks are drawn at random from the force pools and deployed at minimum strength (section 1.6, b).

Drawn blocks wait in the state's pool of bought units until their owner deploys them; a block without a legal place goes
back, and its price is refunded.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.events import ResourceChanged, UnitsPlaced, UnitsPurchased, UnitsRemoved
from engine.families.blocks.board import (
    at_war,
    camp_of,
    camp_on_turn,
    count_of,
    enemy_blocks,
    full,
    is_fort,
    is_naval,
    pool_of,
    unit,
)
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.economy import strategic_power
from engine.families.blocks.production.limits import is_limited
from engine.families.blocks.production.nations import purse_of
from engine.families.blocks.production.orders import Deploy, Draw
from engine.families.blocks.production.pools import LARGE, SMALL, draw, drawable, named
from engine.families.blocks.production.settings import Build
from engine.families.blocks.production.sites import sites
from engine.families.blocks.production.spending import (
    SECTION,
    add_tally,
    check_buyer,
    check_funds,
    check_stage,
    spend,
    tally,
)
from engine.families.blocks.sea.waters import is_ours, may_enter
from engine.families.blocks.settings import read
from engine.families.blocks.vocabulary import BLOCKS_BUILT, BUILT, DEPLOYED, ELITE_STEPS, VOCABULARY
from engine.play import Play
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack

NOTHING = Rule("build/nothing", SECTION, FATAL)
POOL = Rule("build/pool", SECTION, FATAL)
STRATEGIC_POWER = Rule("build/strategic-power", SECTION)
BUILDS_DRAWN = Rule("build/drawn", SECTION, FATAL)
DEPLOYS_DRAWN = Rule("deploy/drawn", SECTION, FATAL)
SITE = Rule("deploy/site", SECTION)

BUILD, DRAWN, BACK = "build", "drawn", "returned"


def price_of(position: Position, power: str) -> int:
    """Return the PPs that a new block costs a power: less for a power fighting the war in which it was attacked (9.0)."""
    row = read(position.title, "build", Build)
    earned = position.options["soviet-price"] == "at-war" or VOCABULARY.marker(row.earned).read(position.state)
    return row.at_war.get(power, row.price) if earned and at_war(position, power) else row.price


def most_builds(position: Position, power: str) -> int:
    """Return how many more blocks a power may build this season: its Strategic Power less the blocks already built."""
    return max(0, strategic_power(position, power) - tally(position, power, BLOCKS_BUILT))


def check_draw(position: Position, order: Draw) -> list[Problem]:
    """Return what is wrong with purchasing so many blocks."""
    problems, power, wanted = check_buyer(position, order.power), order.power, order.small + order.large
    if problems:
        return problems
    problems = check_stage(position, power, "blocks")
    if not wanted:
        problems.append(NOTHING.broken("nothing is purchased", found="no blocks", expected="small or large blocks"))
    for size, count in ((SMALL, order.small), (LARGE, order.large)):
        if count > (have := count_of(drawable(position, power, size))):
            problems.append(
                POOL.broken(
                    f"the force pool of {power} has too few {size} blocks",
                    found=str(count),
                    expected=f"at most {have}",
                )
            )
    if wanted > (most := most_builds(position, power)):
        problems.append(
            STRATEGIC_POWER.broken(f"{power} builds more than its Strategic Power allows", found=str(wanted), expected=f"at most {most}")
        )
    return problems + check_funds(position, power, wanted * price_of(position, power), "that") + _check_drawn(position, order)


def _check_drawn(position: Position, order: Draw) -> list[Problem]:
    if not order.drawn:
        return []
    found, missing = named(position, order.power, order.listed("drawn"))
    ships = sum(count for key, count in found if is_naval(unit(position, key)))
    said = (count_of(found) - ships, ships)
    if missing or said != (order.small, order.large):
        return [
            BUILDS_DRAWN.broken(
                "the drawn blocks are not in the pool, or differ in number from the purchase",
                found=missing or f"{said[0]} small, {said[1]} large",
                expected=f"{order.small} small, {order.large} large",
            )
        ]
    return []


def salvage_draw(position: Position, order: Draw) -> Draw | None:
    """Return as much of a purchase as can be paid for and drawn; blocks drawn at the table are accepted as recorded."""
    if check_buyer(position, order.power) or _check_drawn(position, order):
        return None
    small = min(order.small, count_of(drawable(position, order.power, SMALL)))
    large = min(order.large, count_of(drawable(position, order.power, LARGE)))
    most = purse(position, order.power) // max(price_of(position, order.power), 1)
    if order.drawn and small + large > most:
        return None
    large = min(large, most)
    small = min(small, most - large)
    return replace(order, small=small, large=large) if small + large else None


def carry_out_draw(play: Play, order: Draw) -> None:
    """Pay for blocks and draw them, large ones first; with `drawn` they are those named, without dice."""
    found, _ = named(play.position, order.power, order.listed("drawn"))
    told = [key for key, count in found for _ in range(count)]
    price = price_of(play.position, order.power)
    for number, size in enumerate((LARGE,) * order.large + (SMALL,) * order.small):
        key = told[number] if told else draw(play, order.power, size)
        _take(play, order.power, key, price)
    add_tally(play, order.power, BLOCKS_BUILT, order.small + order.large)


def _take(play: Play, power: str, key: Stack, price: int) -> None:
    """Take a drawn block out of its pool for a price; it waits to be deployed."""
    box, owner, name, strength, condition = key
    play.emit(UnitsPurchased(owner, name, 1, price, price, play.title.resource))
    spend(play, power, price, "blocks", BUILD)
    play.emit(UnitsRemoved(owner, name, 1, box, strength, DRAWN, condition))


def waiting(position: Position, camp: str) -> list[tuple[str, str]]:
    """Return the (power, unit) of the blocks of a camp that were drawn and are not deployed yet."""
    return sorted(key for key in position.state.pool if camp_of(position, key[0]) == camp)


def pending(position: Position) -> Pending | None:
    """Return the decision where the next block that was drawn goes; by default to the first area that takes it."""
    drawn = waiting(position, camp_on_turn(position))
    if not drawn:
        return None
    power, name = drawn[0]
    order = Deploy(name, next(iter(sites(position, power, name)), ""), power)
    return Pending("deploy", purse_of(position, power), (Deploy,), order)


def owner_of(position: Position, order: Deploy) -> str:
    """Return the owner of the block an order deploys: the power it names, else the first that drew one of the type; empty if none."""
    owners = [power for power, name in waiting(position, camp_on_turn(position)) if name == order.unit]
    return next((power for power in owners if order.power in ("", power)), "")


def check_deploy(position: Position, order: Deploy) -> list[Problem]:
    """Return what is wrong with deploying a block in an area."""
    power = owner_of(position, order)
    if not power:
        drawn = ", ".join(f"{name} ({power})" for power, name in waiting(position, camp_on_turn(position)))
        return [DEPLOYS_DRAWN.broken(f"no {order.unit} was drawn", found=order.unit, expected=drawn or "nothing is left")]
    able = sites(position, power, order.unit)
    if order.area in able or (not order.area and not able):
        return []
    return [
        SITE.broken(
            f"a new {order.unit} of {power} cannot be deployed there",
            found=order.area or "no area",
            expected=", ".join(able) or "nowhere: it goes back to the pool",
            severity=ILLEGAL if _can_stand(position, power, order) else FATAL,
        )
    ]


def _can_stand(position: Position, power: str, order: Deploy) -> bool:
    """Return whether a block can be in an area at all, whatever the rules of deploying say: on the side's own land, or at sea."""
    if not order.area:
        return False
    if is_naval(position.title.units[order.unit]):
        return may_enter(position, power, order.area)
    return is_ours(position, power, order.area) and not enemy_blocks(position, order.area, camp_of(position, power))


def carry_out_deploy(play: Play, order: Deploy) -> None:
    """Put a drawn block on the board at minimum strength, or back into its pool."""
    power = owner_of(play.position, order)
    if not order.area:
        _give_back(play, power, order.unit)
        return
    row = play.title.units[order.unit]
    limited = is_limited(play.position, Stack(order.area, power, order.unit, 1, ""))
    play.emit(UnitsPlaced(power, order.unit, 1, order.area, 1, "mobilize", BUILT if limited else ""))
    if not is_fort(row):
        DEPLOYED.set(play, "yes", order.area)
    if row.has("elite"):
        add_tally(play, purse_of(play.position, power), ELITE_STEPS, 1)


def _give_back(play: Play, power: str, name: str) -> None:
    """Return a drawn block without a legal place to its pool, and refund its price."""
    position = play.position
    payer, pool = purse_of(position, power), pool_of(position.title, power)
    price = price_of(position, payer)
    play.emit(UnitsPurchased(power, name, -1, price, -price, play.title.resource))
    play.emit(ResourceChanged(payer, play.title.resource, price, purse(position, payer) + price, BUILD))
    play.emit(UnitsPlaced(power, name, 1, pool, full(position, Stack(pool, power, name, 1, "")), BACK))
