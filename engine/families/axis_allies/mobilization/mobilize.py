"""The mobilize new units phase (section Phase 5: Mobilize New Units)."""

from __future__ import annotations

from engine.events import FacilityChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.economy.payment import give_back
from engine.families.axis_allies.facilities.factories import capacity
from engine.families.axis_allies.facilities.sites import Upgrade, border_word, upgrade_factory, upgrade_of
from engine.families.axis_allies.mobilization.factoryless_placement import note_placed, without_factory
from engine.families.axis_allies.mobilization.placement import (
    boarding,
    check_place,
    made_at,
    mendable,
    placed_units,
    placing_account,
    through_factories,
)
from engine.families.axis_allies.movement.promised_carriers import Promises, lose_fighters, unkept
from engine.families.axis_allies.orders import Place
from engine.families.axis_allies.vocabulary import DECKED, MOBILIZED
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Phase, Position
from engine.state import Stack


class MobilizeUnits(Phase):
    """Place the units bought this turn; unplaced units are refunded."""

    slug = "mobilize-units"
    takes = (Place,)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with placing units."""
        assert isinstance(order, Place)
        problems = check_place(position, order)
        if not problems and _breaks_promise(position, order):
            problems.append(unkept(position, f"after {order.units} are placed in {order.area}"))
        return problems

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of the order that has been bought and can be placed there."""
        assert isinstance(order, Place)
        return mendable(position, order)

    def carry_out(self, play: Play, order: Order) -> None:
        """Place the units and count them towards their factories' capacity."""
        assert isinstance(order, Place)
        position = play.position
        counts, account = placed_units(position, order), placing_account(position, order)
        shares = shared_out(made_at(position, order), through_factories(position, order, counts))
        free = without_factory(position, order.area, counts)
        note_placed(play, order.area, free)
        aboard = boarding(position, order)
        for unit, count in counts.items():
            _place(play, account, unit, count, order)
        for (area, power, unit, strength, condition), count in aboard:
            way = (area, order.area)
            play.emit(UnitsMoved(power, unit, count, area, order.area, strength, "mobilize", condition, condition, way))
        for factory, share in shares.items():
            MOBILIZED.add(play, share, factory)

    def check_end(self, position: Position) -> list[Problem]:
        """Return a problem if fighters wait for a carrier that can still be placed."""
        promises = Promises.of(position)
        return [unkept(position, "when the phase ends")] if promises.waiting and promises.keeps() else []

    def close(self, play: Play) -> None:
        """Lose fighters without a deck, give unplaced units back."""
        lose_fighters(play)
        for account in accounts(play.title, play.position.power):
            give_back(play, account)


def shared_out(rooms: dict[str, int], count: int) -> dict[str, int]:
    """Return how many of `count` units each factory makes: each up to its room, in the order given; the rest at the first."""
    shares = {}
    for factory, left in rooms.items():
        if share := min(left, count):
            shares[factory] = share
            count -= share
    if count and rooms:
        first = next(iter(rooms))
        shares[first] = shares.get(first, 0) + count
    return shares


def _breaks_promise(position: Position, order: Place) -> bool:
    before = Promises.of(position)
    if not before.waiting or not before.keeps():
        return False
    counts = placed_units(position, order)
    shares = shared_out(made_at(position, order), through_factories(position, order, counts))
    own = placing_account(position, order) == position.power
    return not before.after(position, order.area, counts, shares, own).keeps()


def _place(play: Play, account: str, unit: str, count: int, order: Place) -> None:
    power, area, row = play.position.power, order.area, profile(play.position, play.position.power, unit)
    word = border_word(order) if row.has("border") else ""
    play.emit(UnitsPlaced(account, unit, count, area, row.strength, "mobilize", word))
    if account != power:
        play.emit(changed(Stack(area, account, unit, row.strength, word), count, "joined", to_power=power))
    if upgrade := upgrade_of(play.position, unit):
        _upgrade(play, upgrade, area, count)
    elif row.cls == "facility":
        play.emit(FacilityChanged(area, unit, power, "built", 0, 0))
    elif row.cls == "air" and is_sea(play.title, area):
        DECKED.add(play, count, area)


def _upgrade(play: Play, upgrade: Upgrade, area: str, count: int) -> None:
    """Use up the bought units; the old facility becomes the new one, keeps its damage, and makes no more in this turn."""
    power, before = play.position.power, capacity(play.position, area)
    for _ in range(count):
        play.emit(UnitsRemoved(power, upgrade.unit, 1, area, cause="upgraded"))
        upgrade_factory(play, area, power)
    if (more := capacity(play.position, area) - before) > 0:
        MOBILIZED.add(play, more, area)
