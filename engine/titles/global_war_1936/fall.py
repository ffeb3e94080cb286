"""Nations that surrender, capitals that move, and the fall of France (sections 9.22, 9.23, 14.4)."""

from __future__ import annotations

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
from engine.titles.global_war_1936 import crossings
from engine.titles.global_war_1936.nations import (
    CHINESE,
    controlled,
    controlled_by,
    home,
    is_apart,
    is_in_play,
    is_minor,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import alignment, events, refuge, war
from engine.titles.global_war_1936.production import chart
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.vocabulary import CONTROLLED, NO_VICHY, SEAT, STILL_HELD

FRANCE, FREE, VICHY, GERMANY = "france", "free-france", "vichy-france", "germany"
VICHY_HOME = ("southern-france", "corsica")
GROUPS = (
    ("annam-tonkin", "cochinchina", "gambier-islands", "new-caledonia"),
    ("french-somaliland", "madagascar", "reunion"),
    ("french-guiana", "saint-pierre-island"),
    ("northern-algeria", "western-algeria", "southern-algeria"),
    ("mauritania", "french-guinea", "french-sudan", "ivory-coast"),
    ("dahomey", "niger", "chad", "cameroon", "oubangui-chari"),
)
"""French colonies that are rolled for together (section 14.4.2)."""
TO_JAPAN = GROUPS[0]
LOYAL = 6
"""The die or less that makes a colony Vichy."""
SCUTTLED, KEPT = 7, 10
"""The die or less at which a ship under construction is scuttled, and at which Vichy keeps it."""
TOULON = "sea-zone-49"
EASTERN = ("pacific", "indian-ocean")
NOTHING = "nothing"
"""What a Chinese faction without land held as it surrendered."""
ARMY = (("infantry", 3), ("fighter", 1), ("artillery", 1))


def look(play: Play) -> None:
    """See who surrenders, and whose surrender is reversed."""
    for power, sheet in sheets(play.title).items():
        if power not in play.title.turns:
            continue
        lost = bool(sheet.surrender) and all(
            play.position.relation(power, play.state.control.get(area, power)) == "war" for area in sheet.surrender
        )
        if lost and is_in_play(play.position, power) and not STILL_HELD.read(play.state, power):
            _surrender(play, power)
        elif not is_in_play(play.position, power) and any(_is_freed(play, power, area) for area in _keys(play, power)):
            _restore(play, power)
        elif sheet.relocates:
            _relocate(play, power, sheet.relocates)
    for nation in ("kmt", "ccp"):
        _chinese(play, nation)
    _vichy_falls(play)


def seat_of(position: Position, power: str) -> str:
    """Return where a nation's capital is now, nothing when enemies hold it and it has no other (section 9.23)."""
    first = position.title.powers[power].capital
    if position.state.control.get(first) == power:
        return first
    return SEAT.read(position.state, power)


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
    have = purse(play.position, power)
    if old and have:
        play.emit(ResourceChanged(power, play.title.resource, -have, 0, "plunder", held(old, "")))
    new = next((area for area in places if held(area) == power), "")
    if new != old:
        SEAT.emit(play, new, power)


def _keys(play: Play, power: str) -> list[str]:
    """Return the areas of which one in friendly hands reverses a surrender: those of its sheet; any of a Chinese faction (9.22).

    What a Chinese faction still held as it surrendered does not count while it holds it: nobody has retaken that.
    """
    if power not in CHINESE:
        return list(sheets(play.title)[power].surrender)
    kept = STILL_HELD.words(play.state, power)
    own = (area for area, row in play.title.areas.items() if row.original_owner == power)
    return [area for area in own if area not in kept or play.state.control.get(area) != power]


def _note_kept(play: Play, power: str) -> None:
    if power in CHINESE:
        STILL_HELD.emit(play, " ".join(zones_held(play.position, power)) or NOTHING, power)


def _is_freed(play: Play, power: str, area: str) -> bool:
    holder = play.state.control.get(area, "")
    return holder == power or (holder in play.title.turns and play.title.side_of[holder] == play.title.side_of[power])


def _surrender(play: Play, power: str) -> None:
    conqueror = play.state.control.get(sheets(play.title)[power].surrender[0], "")
    play.emit(PowerChanged(power, play.state.standing.get(power, ""), SURRENDERED, f"surrenders to {conqueror}"))
    have = purse(play.position, power)
    if have:
        play.emit(ResourceChanged(power, play.title.resource, -have, 0, "plunder", conqueror))
        if power == FRANCE:
            theirs = purse(play.position, conqueror)
            play.emit(ResourceChanged(conqueror, play.title.resource, have, theirs + have, "plunder", power))
    _note_kept(play, power)
    _hand_minors_over(play, power)
    if power == FRANCE:
        _france_falls(play, conqueror)
    else:
        chart.hand_over(play, power, conqueror)
        _disband(play, power)


def _hand_minors_over(play: Play, power: str) -> None:
    """Minor powers of a nation that surrenders go to a member of its alliance, aligned or controlled, with their armies (9.22).

    What was French goes to Free France.
    """
    friends = members(play.title, play.title.side_of[power])
    able = (one for one in friends if is_in_play(play.position, one) and not is_minor(play.position, one))
    heir = FREE if power == FRANCE else next(able, "")
    for minor in controlled(play.position, power) if heir else ():
        alignment.take_control(play, minor, heir)
    if heir and power != FRANCE:
        for (minor,), ruler in list(ALIGNED.entries(play.state)):
            if ruler == power:
                _pass_on(play, minor, power, heir)


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


def _disband(play: Play, power: str) -> None:
    """Remove the units of a nation that has surrendered; its facilities stay for who comes."""
    for key, _count in sorted(play.state.stacks.items()):
        if key.power == power and play.state.stacks.get(key) and play.title.units[key.unit].cls != "facility":
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
    """A surrender is reversed; land that friends hold comes back."""
    play.emit(PowerChanged(power, SURRENDERED, "active", "liberated"))
    side = play.title.side_of[power]
    for area, row in play.title.areas.items():
        holder = play.state.control.get(area, "")
        friendly = holder in play.title.turns and play.title.side_of[holder] == side and holder != power
        if row.original_owner == power and friendly:
            give(play, area, power, "liberated")
    if power == FRANCE:
        for key, count in sorted(play.state.stacks.items()):
            if key.power == FREE:
                play.emit(changed(key, count, "joined", to_power=FRANCE))
        _relabel_cargo(play, FREE, FRANCE)
        for area, holder in sorted(play.state.control.items()):
            if holder == FREE:
                give(play, area, FRANCE, "liberated")
        have = purse(play.position, FREE)
        if have:
            play.emit(ResourceChanged(FREE, play.title.resource, -have, 0, "transfer", FRANCE))
            play.emit(
                ResourceChanged(
                    FRANCE, play.title.resource, have, purse(play.position, FRANCE) + have, "transfer", FREE
                )
            )
    war.join_hands(play, power)


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
    if other not in CHINESE or other == nation or play.position.relation(nation, other) != "war":
        return False
    units, inside = play.title.units, set(play.title.regions["continental-china"])
    there = (key for key in play.state.stacks if key.power == nation and key.area in inside)
    return all(units[key.unit].cls == "facility" for key in there)


# France


def _france_falls(play: Play, conqueror: str) -> None:
    """France falls; Germany may create Vichy when that happens in its own turn, once in a game (section 14.4.2)."""
    able = conqueror == GERMANY == play.position.power and not NO_VICHY.read(play.state)
    vichy = able and is_apart(play.position, VICHY) and not controlled_by(play.position, VICHY)
    for foe in play.position.enemies_of(FRANCE):
        if foe in play.title.turns:
            war.set_relation(play, FREE, foe, "war")
    for friend in members(play.title, "allies"):
        if friend not in (FREE, FRANCE) and play.position.relation(FRANCE, friend) == "allied":
            war.set_relation(play, FREE, friend, "allied")
    if vichy:
        _divide_chart(play)
    else:
        chart.hand_over(play, FRANCE, conqueror)
    _empty_home(play, vichy)
    if vichy:
        _make_vichy(play)
    _to_free_france(play)
    if vichy:
        _divide_colonies(play, conqueror)
        _divide_navy(play, conqueror)


def _divide_chart(play: Play) -> None:
    """A die for each ship on the French chart: scuttled, Vichy's, or Germany's (section 14.4.2)."""
    for item in chart.items(play.position, FRANCE):
        if play.title.units[item.unit].cls == "facility":
            continue
        dice = play.roll(item.count, f"fate of {item.count} {item.unit} under construction")
        chart.give(play, item, VICHY, sum(SCUTTLED < die <= KEPT for die in dice))
        chart.give(play, item, GERMANY, sum(die > KEPT for die in dice))
        chart.drop(play, item)


def _empty_home(play: Play, vichy: bool) -> None:
    """French forces at home, and with Vichy on Corsica, are removed; with Vichy their friends leave, or are lost."""
    places = set(home(play.title, FRANCE)) | (set(VICHY_HOME) if vichy else set())
    for key in sorted(play.state.stacks):
        if key.power == FRANCE and key.area in places and play.title.units[key.unit].cls != "facility":
            _remove(play, key, "surrender")
    if vichy:
        _evacuate(play, places)


def _evacuate(play: Play, places: set[str]) -> None:
    """The friends of France leave areas that are not French any more, or are lost there."""
    friends = {power for power in members(play.title, "allies") if power not in (FRANCE, FREE)}
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
    over = [area for pair in title.borders_between if key.area in pair and crossings.capacity(position, *pair)
            for area in pair - {key.area}]  # fmt: skip
    near = [area for area in (*title.neighbours[key.area], *over) if not is_sea(title, area)]
    return next((area for area in sorted(near) if row.cls == "land" and takes(area)), "")


def _make_vichy(play: Play) -> None:
    """Southern France and Corsica become a neutral power that Germany controls, the Axis leaves them; Germany takes the rest."""
    axis = members(play.title, "axis")
    for area in (*home(play.title, FRANCE), "corsica"):
        holder = play.state.control.get(area, "")
        if area not in VICHY_HOME and holder == FRANCE:
            give(play, area, GERMANY, "surrender")
    for area in VICHY_HOME:
        if play.state.control.get(area, "") in (FRANCE, *axis):
            _evict(play, area, axis)
            give(play, area, VICHY, "ceded")
    CONTROLLED.emit(play, GERMANY, VICHY)
    if play.state.control.get(VICHY_HOME[0]) == VICHY:
        for unit, count in ARMY:
            play.emit(UnitsPlaced(VICHY, unit, count, VICHY_HOME[0], 1, "vichy"))
    war.set_relation(play, VICHY, FREE, "war")


def _evict(play: Play, area: str, axis: list[str]) -> None:
    """Move all units of the Axis out of an area to the nearest that one of it holds."""
    held = play.state.control.get
    for key, count in list(play.position.stacks(area)):
        if key.power not in axis or play.title.units[key.unit].cls == "facility":
            continue
        friends = play.position.friends_of(key.power)
        to = refuge.nearest(
            play.title, area, lambda other, friends=friends: other not in VICHY_HOME and held(other, "") in friends
        )
        if to:
            refuge.go(play, key, count, to, "withdrawn")


def _to_free_france(play: Play) -> None:
    """What is left of France, outside its home country, is Free France (section 14.4.1).

    What no Vichy has taken of the home country stays nobody's until somebody moves into it (section 9.22).
    """
    inland = home(play.title, FRANCE)
    for area, holder in sorted(play.state.control.items()):
        to = _occupier(play, area) if area in inland else FREE
        if holder == FRANCE and to:
            give(play, area, to, "claimed" if area in inland else "ceded")
    for key, _count in sorted(play.state.stacks.items()):
        if key.power == FRANCE and key.area not in inland:
            play.emit(changed(key, play.state.stacks[key], "joined", to_power=FREE))
    _relabel_cargo(play, FRANCE, FREE)


def _occupier(play: Play, area: str) -> str:
    """Return a friend of France whose land units stand in an area, nothing when there is none."""
    there = (key.power for key, _ in play.position.stacks(area) if play.title.units[key.unit].cls == "land")
    return next((power for power in there if power in play.position.friends_of(FRANCE) - {FRANCE}), "")


def _relabel_cargo(play: Play, before: str, after: str) -> None:
    """Ships, those of friends too, name the nation of what they carry."""
    for key, count in sorted(play.state.stacks.items()):
        ship = condition_of(key)
        if any(power == before for power, _ in ship.cargo):
            cargo = sorted((after if power == before else power, unit) for power, unit in ship.cargo)
            play.emit(changed(key, count, "joined", ship._replace(cargo=tuple(cargo)).text))


def _divide_colonies(play: Play, conqueror: str) -> None:
    """A die for each colony, or each group of them (section 14.4.2)."""
    grouped = {area for group in GROUPS for area in group}
    colonies = [area for area, row in play.title.areas.items()
                if row.original_owner == FRANCE and area not in home(play.title, FRANCE) and area not in VICHY_HOME]  # fmt: skip
    for group in (*GROUPS, *((area,) for area in colonies if area not in grouped)):
        held = [area for area in group if play.state.control.get(area) == FREE]
        if held and play.roll(1, f"Vichy or Free French: {held[0]}")[0] <= LOYAL:
            _evacuate(play, set(held))
            for area in held:
                _go_over(play, area, "japan" if group == TO_JAPAN and is_in_play(play.position, "japan") else VICHY)


def _go_over(play: Play, area: str, to: str) -> None:
    give(play, area, to, "ceded")
    for key, count in list(play.position.stacks(area)):
        if key.power == FREE:
            play.emit(changed(key, count, "joined", to_power=to))


def _divide_navy(play: Play, conqueror: str) -> None:
    """A die for each ship: Free French, scuttled, Vichy, or the Axis (section 14.4.2)."""
    for key, _ in sorted(play.state.stacks.items()):
        if key.power != FREE or not is_sea(play.title, key.area) or play.title.units[key.unit].cls != "sea":
            continue
        count = play.state.stacks.get(key, 0)
        for die in play.roll(count, f"fate of {count} {key.unit} in {key.area}"):
            _fate(play, key, die, conqueror)


def _fate(play: Play, key: Stack, die: int, conqueror: str) -> None:
    if die <= 3 or not play.state.stacks.get(key):
        return
    if die <= 6:
        sink(play, key, 1, "scuttled")
        return
    to = VICHY if die <= 10 else _axis_taker(play, key, conqueror)
    key = _take_cargo_over(play, key, to) if "cargo=" in key.condition else key
    play.emit(changed(key, 1, "joined", to_power=to))
    if to == VICHY and key.area != TOULON:
        ship = key._replace(power=VICHY)
        sail(play, ship, 1, (key.area, TOULON), Condition(cargo=condition_of(key).cargo), "recalled")


def _axis_taker(play: Play, key: Stack, conqueror: str) -> str:
    """Return who of the Axis gets a ship that joins it: Japan in the Indian and Pacific Oceans, else the conqueror."""
    east = any(play.title.in_region(key.area, region) for region in EASTERN)
    return "japan" if east and is_in_play(play.position, "japan") else conqueror


def _take_cargo_over(play: Play, key: Stack, to: str) -> Stack:
    """Let what a ship carries go with it to another nation; guests of other nations are lost. Return the ship."""
    cargo = []
    for rider, n in riders(play.position, key):
        if rider.power == FREE:
            play.emit(changed(rider, n, "joined", to_power=to))
            cargo += [(to, rider.unit)] * n
        else:
            play.emit(
                UnitsRemoved(rider.power, rider.unit, n, rider.area, rider.strength, "cargo-lost", rider.condition)
            )
    becomes = condition_of(key)._replace(cargo=tuple(sorted(cargo))).text
    play.emit(changed(key, 1, "joined", becomes))
    return key._replace(condition=becomes)


def _vichy_falls(play: Play) -> None:
    """Vichy surrenders when Southern France is conquered: its colonies and units join Free France (section 14.4.4)."""
    held = play.state.control
    if VICHY not in held.values() or held.get(VICHY_HOME[0]) in (VICHY, None):
        return
    if play.state.standing.get(VICHY) != "neutral":
        return
    to = FRANCE if is_in_play(play.position, FRANCE) else FREE
    chart.hand_over(play, VICHY, to)
    for area, holder in sorted(held.items()):
        if holder == VICHY:
            give(play, area, to, "surrender")
    for key, count in sorted(play.state.stacks.items()):
        if key.power == VICHY:
            play.emit(changed(key, count, "joined", to_power=to))
    _relabel_cargo(play, VICHY, to)
