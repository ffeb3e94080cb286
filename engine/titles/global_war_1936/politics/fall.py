"""Nations that surrender, capitals that move, and the fall of France (sections 9.22, 9.23, 14.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Set
from functools import partial

from engine.condition import Condition
from engine.events import (
    ControlChanged,
    PowerChanged,
    ResourceChanged,
    UnitsMoved,
    UnitsPlaced,
    UnitsRemoved,
)
from engine.families.axis_allies import victory
from engine.families.axis_allies.board import condition_of, is_friendly, is_sea
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.movement.routes import flights
from engine.families.axis_allies.transports import riders, sail, sink
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.titles.global_war_1936.economy import chart, income
from engine.titles.global_war_1936.nations import (
    chinese,
    controlled,
    controlled_by,
    home,
    is_apart,
    is_home,
    is_in_play,
    is_minor,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import alignment, events, war
from engine.titles.global_war_1936.sea import crossings
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import Colony, colonies, fate, vichy
from engine.titles.global_war_1936.treaties import refuge
from engine.titles.global_war_1936.vocabulary import CONTROLLED, HEIR, NO_VICHY, SEAT, STILL_HELD

NOTHING = "nothing"
"""What a Chinese faction without land held as it surrendered."""


def look(play: Play) -> None:
    """See who surrenders, and whose surrender is reversed."""
    for power, sheet in sheets(play.title).items():
        if _has_lost(play.position, power) and not sheet.after_turn:
            _surrender(play, power)
        elif _is_reversed(play, power) and not _awaits_exile(play.position, power):
            _restore(play, power)
        elif sheet.relocates:
            _relocate(play, power, sheet.relocates)
    for nation in chinese(play.title):
        _chinese(play, nation)
    _vichy_falls(play)


def turn_over(play: Play) -> None:
    """A nation that had its own turn to retake one of the areas of its sheet surrenders as that ends (section 5.4, sheet of the USA)."""
    power = play.position.power
    if _has_lost(play.position, power) and sheets(play.title)[power].after_turn:
        _surrender(play, power)


def _has_lost(position: Position, power: str) -> bool:
    """Whether a nation in play has lost all that its sheet names to enemies."""
    sheet = sheets(position.title).get(power)
    if sheet is None or not sheet.surrender or not is_in_play(position, power) or STILL_HELD.read(position.state, power):
        return False
    return all(position.relation(power, position.state.control.get(area, power)) == "war" for area in sheet.surrender)


def placed(play: Play) -> None:
    """Free France, when it has freed France in its turn, is France once it has placed what it bought (section 14.4.1)."""
    france = vichy(play.title).fallen
    if _awaits_exile(play.position, france) and _is_reversed(play, france):
        _restore(play, france)


def _is_reversed(play: Play, power: str) -> bool:
    return not is_in_play(play.position, power) and any(_is_freed(play, power, area) for area in _keys(play, power))


def _awaits_exile(position: Position, power: str) -> bool:
    """Whether a nation comes back only after Free France, whose turn it is, has placed its units: the turn goes on (14.4.1)."""
    row = vichy(position.title)
    return power == row.fallen and position.power == row.exile


def seat_of(position: Position, power: str) -> str:
    """Return where a nation's capital is now, nothing when enemies hold it and it has no other (section 9.23)."""
    first = position.title.powers[power].capital
    if position.state.control.get(first) == power:
        return first
    return SEAT.read(position.state, power)


def has_lost_capital(position: Position, power: str) -> bool:
    """Return whether a capital is enemy-possessed for the variable end: one that has moved is not, but with its option (2.1)."""
    first = position.title.powers[power].capital
    if position.options.get("moved-capital") != "lost":
        return bool(first) and not seat_of(position, power)
    return bool(first) and position.state.control.get(first, "") in position.enemies_of(power)


def _relocate(play: Play, power: str, places: tuple[str, ...]) -> None:
    """Move a capital that has been taken; when the new one is taken too, the nation's money is lost again (section 9.23)."""
    old = SEAT.read(play.state, power)
    capital = play.title.powers[power].capital
    held = play.state.control.get
    if held(capital) == power:
        if old:
            SEAT.emit(play, "", power)
        return
    if old and held(old) == power:
        return
    if old:
        _lose_money(play, (power, *income.sharers(play.title, power)), held(old, ""))
    new = next((area for area in places if held(area) == power), "")
    if new != old:
        SEAT.emit(play, new, power)


def lose_halves(play: Play, power: str) -> None:
    """A nation that has lost its capital loses all its money: that of the other half, too, where it is divided (sections 2.3, 9.23)."""
    held = play.state.control.get(play.title.powers[power].capital, "")
    _lose_money(play, income.sharers(play.title, power), held)


def lose_seat(play: Play, event: ControlChanged) -> None:
    """A minor player nation, too, loses its money with its capital: the KMT with Nanking (section 9.23, note 16)."""
    sheet = sheets(play.title).get(event.before)
    if sheet and sheet.seat == event.area and play.position.relation(event.before, event.after) == "war":
        _lose_money(play, (event.before,), event.after)


def _lose_money(play: Play, purses: Iterable[str], to: str) -> None:
    """Take all money of some accounts to the bank."""
    for account in purses:
        if have := purse(play.position, account):
            play.emit(ResourceChanged(account, play.title.resource, -have, 0, "plunder", to))


def _keys(play: Play, power: str) -> list[str]:
    """Return the areas of which one in friendly hands reverses a surrender: those of its sheet; any of a Chinese faction (9.22).

    What a Chinese faction still held as it surrendered does not count while it holds it: nobody has retaken that.
    """
    if power not in chinese(play.title):
        return list(sheets(play.title)[power].surrender)
    kept = STILL_HELD.words(play.state, power)
    own = (area for area, row in play.title.areas.items() if row.original_owner == power)
    return [area for area in own if area not in kept or play.state.control.get(area) != power]


def _note_kept(play: Play, power: str) -> None:
    if power in chinese(play.title):
        STILL_HELD.emit(play, " ".join(zones_held(play.position, power)) or NOTHING, power)


def _is_freed(play: Play, power: str, area: str) -> bool:
    holder = play.state.control.get(area, "")
    return holder == power or (holder in play.title.turns and play.title.side_of[holder] == play.title.side_of[power])


def _surrender(play: Play, power: str) -> None:
    conqueror = play.state.control.get(sheets(play.title)[power].surrender[0], "")
    play.emit(PowerChanged(power, play.state.standing.get(power, ""), SURRENDERED, f"surrenders to {conqueror}"))
    have, theirs = purse(play.position, power), purse(play.position, conqueror)
    _lose_money(play, accounts(play.title, power), conqueror)
    if have and power == vichy(play.title).fallen:
        play.emit(ResourceChanged(conqueror, play.title.resource, have, theirs + have, "plunder", power))
    _note_kept(play, power)
    _hand_minors_over(play, power)
    if power == vichy(play.title).fallen:
        _france_falls(play, conqueror)
    else:
        for account in accounts(play.title, power):
            chart.hand_over(play, account, conqueror)
        _disband(play, power)


def heirs(position: Position, power: str) -> list[str]:
    """Return who can get the minor powers of a nation that surrenders: major powers of its alliance; of France Free France (9.22, 14.4)."""
    france, title = vichy(position.title), position.title
    if power == france.fallen:
        return [france.exile]
    if power not in title.turns:
        return []
    friends = (one for one in members(title, title.side_of[power]) if one != power)
    return [one for one in friends if is_in_play(position, one) and not is_minor(position, one)]


def _hand_minors_over(play: Play, power: str) -> None:
    """Minor powers of a nation that surrenders go to the member of its alliance that it chose, aligned or controlled, with their armies.

    Without a choice the first major power in the order of play gets them; what was French goes to Free France (9.22, 14.4).
    """
    able, wish = heirs(play.position, power), HEIR.read(play.state, power)
    heir = wish if wish in able else next(iter(able), "")
    france = vichy(play.title)
    for minor in controlled(play.position, power) if heir else ():
        alignment.take_control(play, minor, heir)
    if heir and power != france.fallen:
        for (minor,), ruler in list(ALIGNED.entries(play.state)):
            if ruler == power:
                _pass_on(play, minor, power, heir)
        _send_off(play, play.position.friends_of(power) - {power}, heir, zones_held(play.position, heir))


def _pass_on(play: Play, minor: str, power: str, heir: str) -> None:
    """Let a minor power that had aligned with a nation be an heir's: its areas, and the troops and aircraft in them."""
    ALIGNED.emit(play, heir, minor)
    for area in zones_held(play.position, power):
        if play.title.areas[area].original_owner != minor:
            continue
        give(play, area, heir, "aligned")
        for key, count in list(play.position.stacks(area)):
            if key.power == power:
                play.emit(changed(key, count, "aligned", to_power=heir))


def _send_off(play: Play, guests: Set[str], holder: str, areas: Collection[str]) -> None:
    """Move those of the guests who are not aligned with the new holder of areas out of these.

    They leave for the nearest area of their own or of a friend in play; without one they are lost. Only nations that are aligned share
    land zones (0.5): under the truce a Chinese faction has troops in areas of the other (13.3), which an Ally may get.
    """
    leaving = guests - play.position.friends_of(holder)
    for key, count in sorted(play.state.stacks.items()):
        if key.power not in leaving or key.area not in areas or play.title.units[key.unit].cls == "facility":
            continue
        if to := refuge.nearest(play.title, key.area, partial(_shelters, play.position, key.power)):
            refuge.go(play, key, count, to, "evacuated")
        else:
            _remove(play, key, "surrender")


def _shelters(position: Position, power: str, area: str) -> bool:
    """Whether troops find refuge in an area: of a friend in play, and of China for a faction that has not evolved (13.3.1)."""
    bound = power in chinese(position.title) and is_minor(position, power)
    held = is_friendly(position, area, power) and is_in_play(position, position.state.control[area])
    return held and (not bound or is_home(position.title, power, area))


def _disband(play: Play, power: str) -> None:
    """Remove the units of a nation that has surrendered; its facilities stay for who comes."""
    for key, _count in sorted(play.state.stacks.items()):
        if key.power == power and play.title.units[key.unit].cls != "facility":
            _remove(play, key, "surrender")
    for key, count in sorted(play.state.stacks.items()):
        ship = condition_of(key)
        if any(owner == power for owner, _ in ship.cargo):
            cargo = tuple(item for item in ship.cargo if item[0] != power)
            play.emit(changed(key, count, "surrender", ship._replace(cargo=cargo).text))


def _remove(play: Play, key: Stack, cause: str) -> None:
    count = play.state.stacks.get(key, 0)
    if not count:
        return
    if "cargo=" in key.condition:
        sink(play, key, count, cause)
    else:
        play.emit(UnitsRemoved(key.power, key.unit, count, key.area, key.strength, cause, key.condition))


def _restore(play: Play, power: str) -> None:
    """A surrender is reversed; land that members of the alliance hold comes back, and those not aligned with the nation leave it (0.5)."""
    play.emit(PowerChanged(power, SURRENDERED, "active", "liberated"))
    side = play.title.side_of[power]
    before = dict(play.state.control)
    for area, row in play.title.areas.items():
        holder = play.state.control.get(area, "")
        friendly = holder in play.title.turns and play.title.side_of[holder] == side and holder != power
        if row.original_owner == power and friendly:
            give(play, area, power, "liberated")
    if power == vichy(play.title).fallen:
        _end_exile(play)
    war.join_hands(play, power)
    returned = [area for area in zones_held(play.position, power) if before[area] != power]
    _send_off(play, {guest for area in returned for guest in play.position.friends_of(before[area])}, power, returned)


def _end_exile(play: Play) -> None:
    """France is itself again: all that was Free France's is its own, what waits to be placed and what is under way with it."""
    france, exile = vichy(play.title).fallen, vichy(play.title).exile
    for key, count in sorted(play.state.stacks.items()):
        if key.power == exile:
            play.emit(changed(key, count, "joined", to_power=france))
    _relabel_cargo(play, exile, france)
    for area, holder in sorted(play.state.control.items()):
        if holder == exile:
            give(play, area, france, "liberated")
    for minor in controlled(play.position, exile):
        alignment.take_control(play, minor, france)
    for (minor,), ruler in list(ALIGNED.entries(play.state)):
        if ruler == exile:
            ALIGNED.emit(play, france, minor)
    have, unit = purse(play.position, exile), play.title.resource
    if have:
        play.emit(ResourceChanged(exile, unit, -have, 0, "transfer", france))
        play.emit(ResourceChanged(france, unit, have, purse(play.position, france) + have, "transfer", exile))
    chart.hand_over(play, exile, france)
    chart.pass_on(play, exile, france)


def give(play: Play, area: str, to: str, how: str) -> None:
    """Hand an area over with its facilities."""
    before = play.state.control.get(area, "")
    if before == to:
        return
    play.emit(ControlChanged(area, before, to, how))
    victory.score_change(play, area, before, to)
    for key, count in list(play.position.stacks(area)):
        if play.title.units[key.unit].cls == "facility" and key.power != to:
            play.emit(changed(key, count, how, to_power=to))


def settle_in(play: Play, event: UnitsMoved) -> None:
    """Give an area of a nation that has surrendered to the friend who first moves a land unit into it (section 9.22)."""
    area, power = event.destination, event.power
    holder = play.state.control.get(area, "")
    if holder == power or play.state.standing.get(holder) != SURRENDERED or power not in play.title.turns:
        return
    if play.title.units[event.unit].cls == "land" and play.position.relation(power, holder) != "war":
        give(play, area, power, "claimed")


def _chinese(play: Play, nation: str) -> None:
    """A Chinese faction surrenders without land, or when the other has eliminated its units in China (sections 9.22, 13.3)."""
    landless, victor = nation not in play.state.control.values(), play.position.power
    if is_in_play(play.position, nation) and (landless or _is_beaten(play, nation)):
        if not landless and play.state.options.get("chinese-victory") == "on":
            events.evolve(play, victor)
        play.emit(PowerChanged(nation, play.state.standing.get(nation, ""), SURRENDERED, "driven from China"))
        _note_kept(play, nation)
        _disband(play, nation)


def _is_beaten(play: Play, nation: str) -> bool:
    """Whether the civil war is won against a faction: on the other's turn nothing of it is left in continental China."""
    other = play.position.power
    if other not in chinese(play.title) or other == nation or play.position.relation(nation, other) != "war":
        return False
    units, inside = play.title.units, set(play.title.regions["continental-china"])
    there = (key for key in play.state.stacks if key.power == nation and key.area in inside)
    return all(units[key.unit].cls == "facility" for key in there)


# France


def _france_falls(play: Play, conqueror: str) -> None:
    """France falls; Germany may create Vichy when that happens in its own turn, once in a game (section 14.4.2)."""
    row, position = vichy(play.title), play.position
    able = conqueror == row.victor == position.power and not NO_VICHY.read(play.state)
    created = able and is_apart(position, row.puppet) and not controlled_by(position, row.puppet)
    for foe in position.enemies_of(row.fallen):
        if foe in play.title.turns:
            war.set_relation(play, row.exile, foe, "war")
    for friend in _friends(play.title):
        if position.relation(row.fallen, friend) == "allied":
            war.set_relation(play, row.exile, friend, "allied")
    if created:
        _divide_chart(play)
    else:
        chart.hand_over(play, row.fallen, conqueror)
    _empty_home(play, created)
    if created:
        _make_vichy(play)
    _to_free_france(play)
    if created:
        _divide_colonies(play)
        _divide_navy(play, conqueror)


def _divide_chart(play: Play) -> None:
    """A die for each ship on the French chart: scuttled, Vichy's, or Germany's (section 14.4.2)."""
    row = vichy(play.title)
    for item in chart.items(play.position, row.fallen):
        if play.title.units[item.unit].cls == "facility":
            continue
        dice = play.roll(item.count, f"fate of {item.count} {item.unit} under construction")
        ends = Counter(fate(play.title, "chart", die) for die in dice)
        chart.give(play, item, row.puppet, ends["vichy"])
        chart.give(play, item, row.victor, ends["axis"])
        chart.drop(play, item)


def _empty_home(play: Play, created: bool) -> None:
    """French forces at home, and with Vichy on Corsica, are removed; with Vichy their friends leave, or are lost."""
    row = vichy(play.title)
    places = set(home(play.title, row.fallen)) | (set(row.home) if created else set())
    for key in sorted(play.state.stacks):
        if key.power == row.fallen and key.area in places and play.title.units[key.unit].cls != "facility":
            _remove(play, key, "surrender")
    if created:
        _evacuate(play, places)


def _friends(title: Title) -> list[str]:
    """Return the members of the alliance of France, but for France itself and Free France."""
    row = vichy(title)
    return [power for power in members(title, title.side_of[row.fallen]) if power not in (row.fallen, row.exile)]


def _evacuate(play: Play, places: set[str]) -> None:
    """The friends of France leave areas that are not French any more, or are lost there."""
    friends = _friends(play.title)
    for key, count in sorted(play.state.stacks.items()):
        if key.power not in friends or key.area not in places or play.title.units[key.unit].cls == "facility":
            continue
        if to := _way_out(play, key, places):
            refuge.go(play, key, count, to, "evacuated")
        else:
            _remove(play, key, "surrender")


def _way_out(play: Play, key: Stack, places: set[str]) -> str:
    """Return where Allied troops leave France to: a friendly area beside theirs, or over the Channel; aircraft as far as they fly."""
    position, title = play.position, play.title

    def takes(area: str) -> bool:
        return area not in places and is_friendly(position, area, key.power)

    row = profile_of(position, key)
    if row.cls == "air":
        far = flights(title, key.area)
        return next((area for area, way in far.items() if len(way) <= row.move + 1 and takes(area)), "")
    over = [
        area for pair in title.borders_between if key.area in pair and crossings.capacity(position, *pair) for area in pair - {key.area}
    ]
    near = sorted([*title.neighbours[key.area], *over])
    return next((area for area in near if row.cls == "land" and takes(area)), "")


def _make_vichy(play: Play) -> None:
    """Southern France and Corsica become a neutral power that Germany controls, the Axis leaves them; Germany takes the rest."""
    row, title = vichy(play.title), play.title
    axis = members(title, title.side_of[row.victor])
    for area in home(title, row.fallen):
        if area not in row.home and play.state.control.get(area, "") == row.fallen:
            give(play, area, row.victor, "surrender")
    for area in row.home:
        if play.state.control.get(area, "") in (row.fallen, *axis):
            _evict(play, area, axis)
            give(play, area, row.puppet, "ceded")
    CONTROLLED.emit(play, row.victor, row.puppet)
    if play.state.control.get(row.home[0]) == row.puppet:
        for unit, count in Counter(row.army).items():
            play.emit(UnitsPlaced(row.puppet, unit, count, row.home[0], 1, "vichy"))
    war.set_relation(play, row.puppet, row.exile, "war")


def _evict(play: Play, area: str, axis: list[str]) -> None:
    """Move all units of the Axis out of an area to the nearest that one of it holds."""
    held, closed = play.state.control.get, vichy(play.title).home
    for key, count in list(play.position.stacks(area)):
        if key.power not in axis or play.title.units[key.unit].cls == "facility":
            continue
        friends = play.position.friends_of(key.power)
        open_to = {other for other in play.title.areas if other not in closed and held(other, "") in friends}
        to = refuge.nearest(play.title, area, open_to.__contains__)
        if to:
            refuge.go(play, key, count, to, "evacuated")


def _to_free_france(play: Play) -> None:
    """What is left of France, outside its home country, is Free France (section 14.4.1).

    What no Vichy has taken of the home country stays nobody's until somebody moves into it (section 9.22).
    """
    row = vichy(play.title)
    inland = home(play.title, row.fallen)
    for area, holder in sorted(play.state.control.items()):
        to = _occupier(play, area) if area in inland else row.exile
        if holder == row.fallen and to:
            give(play, area, to, "claimed" if area in inland else "ceded")
    for key, _count in sorted(play.state.stacks.items()):
        if key.power == row.fallen and key.area not in inland:
            play.emit(changed(key, play.state.stacks[key], "joined", to_power=row.exile))
    _relabel_cargo(play, row.fallen, row.exile)


def _occupier(play: Play, area: str) -> str:
    """Return a friend of France whose land units stand in an area, nothing when there is none."""
    there = (key.power for key, _ in play.position.stacks(area) if play.title.units[key.unit].cls == "land")
    france = vichy(play.title).fallen
    return next((power for power in there if power in play.position.friends_of(france) - {france}), "")


def _relabel_cargo(play: Play, before: str, after: str) -> None:
    """Ships, those of friends too, name the nation of what they carry."""
    for key, count in sorted(play.state.stacks.items()):
        ship = condition_of(key)
        if any(power == before for power, _ in ship.cargo):
            cargo = sorted((after if power == before else power, unit) for power, unit in ship.cargo)
            play.emit(changed(key, count, "joined", ship._replace(cargo=tuple(cargo)).text))


def _divide_colonies(play: Play) -> None:
    """A die for each colony, or each group of them (section 14.4.2)."""
    row, title = vichy(play.title), play.title
    inland, grouped = {*home(title, row.fallen), *row.home}, colonies(title)
    together = {one.area for group in grouped.values() for one in group}
    alone = [area for area, one in title.areas.items() if one.original_owner == row.fallen and area not in inland | together]
    groups = [*grouped.values(), *((Colony(group=area, area=area, source=""),) for area in alone)]
    for group in groups:
        held = [one for one in group if play.state.control.get(one.area) == row.exile]
        if not held:
            continue
        die = play.roll(1, f"Vichy or Free French: {held[0].area}")[0]
        if fate(title, "colony", die) == "vichy":
            _evacuate(play, {one.area for one in held})
            for one in held:
                _go_over(play, one.area, one.to if one.to and is_in_play(play.position, one.to) else row.puppet)


def _go_over(play: Play, area: str, to: str) -> None:
    give(play, area, to, "ceded")
    for key, count in list(play.position.stacks(area)):
        if key.power == vichy(play.title).exile:
            play.emit(changed(key, count, "joined", to_power=to))


def _divide_navy(play: Play, conqueror: str) -> None:
    """A die for each ship: Free French, scuttled, Vichy, or the Axis (section 14.4.2)."""
    exile = vichy(play.title).exile
    for key, count in sorted(play.state.stacks.items()):
        if key.power != exile or not is_sea(play.title, key.area) or play.title.units[key.unit].cls != "sea":
            continue
        for die in play.roll(count, f"fate of {count} {key.unit} in {key.area}"):
            _fate(play, key, die, conqueror)


def _fate(play: Play, key: Stack, die: int, conqueror: str) -> None:
    row, end = vichy(play.title), fate(play.title, "ship", die)
    if end == "free" or not play.state.stacks.get(key):
        return
    if end == "scuttled":
        sink(play, key, 1, "scuttled")
        return
    to = row.puppet if end == "vichy" else _axis_taker(play, key, conqueror)
    key = _take_cargo_over(play, key, to) if "cargo=" in key.condition else key
    play.emit(changed(key, 1, "joined", to_power=to))
    if to == row.puppet and key.area != row.port:
        ship = key._replace(power=row.puppet)
        sail(play, ship, 1, (key.area, row.port), Condition(cargo=condition_of(key).cargo), "recalled")


def _axis_taker(play: Play, key: Stack, conqueror: str) -> str:
    """Return who of the Axis gets a ship that joins it: Japan in the Indian and Pacific Oceans, else the conqueror."""
    row = vichy(play.title)
    east = any(play.title.in_region(key.area, region) for region in row.east)
    return row.heir if east and is_in_play(play.position, row.heir) else conqueror


def _take_cargo_over(play: Play, key: Stack, to: str) -> Stack:
    """Let what a ship carries go with it to another nation; guests of other nations are lost. Return the ship."""
    cargo = []
    for rider, n in riders(play.position, key):
        if rider.power == vichy(play.title).exile:
            play.emit(changed(rider, n, "joined", to_power=to))
            cargo += [(to, rider.unit)] * n
        else:
            play.emit(UnitsRemoved(rider.power, rider.unit, n, rider.area, rider.strength, "cargo-lost", rider.condition))
    becomes = condition_of(key)._replace(cargo=tuple(sorted(cargo))).text
    play.emit(changed(key, 1, "joined", becomes))
    return key._replace(condition=becomes)


def _vichy_falls(play: Play) -> None:
    """Vichy surrenders when Southern France is conquered: its colonies and units join Free France (section 14.4.4)."""
    held, row = play.state.control, vichy(play.title)
    if row.puppet not in held.values() or held.get(row.home[0]) in (row.puppet, None):
        return
    if play.state.standing.get(row.puppet) != "neutral":
        return
    to = row.fallen if is_in_play(play.position, row.fallen) else row.exile
    chart.hand_over(play, row.puppet, to)
    for area, holder in sorted(held.items()):
        if holder == row.puppet:
            give(play, area, to, "surrender")
    for key, count in sorted(play.state.stacks.items()):
        if key.power == row.puppet:
            play.emit(changed(key, count, "joined", to_power=to))
    _relabel_cargo(play, row.puppet, to)
