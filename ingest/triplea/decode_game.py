"""The GameData of a save: map, players, rules, options, state when saved."""

from __future__ import annotations

from typing import Any

from ingest.triplea import model as m
from ingest.triplea.history import decode_history
from ingest.triplea.units import UnitDecoder
from ingest.triplea.values import Raw, Values, spelled

TECH_FLAGS = {
    "AARadarAdvance": "aARadar",
    "AaRadarAdvance": "aaRadar",
    "DestroyerBombardTechAdvance": "destroyerBombard",
    "HeavyBomberAdvance": "heavyBomber",
    "ImprovedArtillerySupportAdvance": "improvedArtillerySupport",
    "ImprovedShipyardsAdvance": "shipyards",
    "IncreasedFactoryProductionAdvance": "increasedFactoryProduction",
    "IndustrialTechnologyAdvance": "industrialTechnology",
    "JetPowerAdvance": "jetPower",
    "LongRangeAircraftAdvance": "longRangeAir",
    "MechanizedInfantryAdvance": "mechanizedInfantry",
    "ParatroopersAdvance": "paratroopers",
    "RocketsAdvance": "rocket",
    "SuperSubsAdvance": "superSub",
    "WarBondsAdvance": "warBonds",
}
"""Class of a technology -> the field of a player's techAttachment that is true when the player has it."""


SIX = 6
"""Sides of the dice where a save does not say: those of 2008 knew no others."""


class GameDecoder:
    """Decodes one GameData object."""

    def __init__(self, raw: Raw, values: Values) -> None:
        self.raw, self.values = raw, values
        self.get, self.name, self.text = values.get, values.name, values.text

    def save(self, engine: str, delegates: tuple[m.Delegate, ...]) -> m.Save:
        """Return all that is saved. Units come last: by then every unit that the save mentions has been met."""
        values, raw = self.values, self.raw
        for _, unit in values.raw_pairs(self._list("unitsList", "allUnits")):
            values.value(unit)
        territories = {self.name(held): held for held in values.raw_items(self._list("map", "territories"))}
        sequence = self.get(raw, "sequence")
        options, shadowed = self._options()
        parts: dict[str, Any] = dict(
            engine=engine,
            game=self.text(raw, "gameName"),
            map_version=version(values, self.get(raw, "gameVersion")),
            dice_sides=values.number(raw, "diceSides") if "diceSides" in raw[0].slot else SIX,
            round=values.number(sequence, "round"),
            step=values.number(sequence, "currentIndex"),
            sequence=tuple([self._step(step) for step in values.raw_items(self.get(sequence, "steps"))]),
            players=self._players(),
            territories={name: self._territory(held) for name, held in territories.items()},
            connections=self._connections(),
            owners={name: values.player(self.get(held, "owner")) for name, held in territories.items()},
            placed={name: self._units(self.get(held, "units", "unitCollection")) for name, held in territories.items()},
            unit_types=self._table(m.UnitType, "unitTypeList", "unitTypes"),
            resources=self._table(m.Named, "resourceList", "resourceList", "resources"),
            rules=self._rules(self._list("productionRuleList", "productionRules")),
            repair_rules=self._rules(self._newer(("repairRuleList", "repairRules"), "repairRules")),
            frontiers=self._frontiers(self._list("productionFrontierList", "productionFrontiers")),
            repair_frontiers=self._frontiers(self._newer("repairFrontierList", "repairFrontiers")),
            relationship_types=self._named(m.Named, self._newer("relationshipTypeList", "relationshipTypes")),
            relationships=self._relationships(),
            territory_effects=self._named(m.Named, values.opt(raw, "territoryEffectList")),
            technologies=self._technologies(),
            options=options,
            shadowed=shadowed,
            delegates=delegates,
            history=decode_history(self.get(raw, "gameHistory"), values),
        )
        decoder = UnitDecoder(values)
        units = {ident: decoder.unit(ident, held) for ident, held in list(values.units.items())}
        return m.Save(**parts, units=units, unknown=dict(values.strangers))

    # ---- small shapes

    def _list(self, owner: str | tuple[str, ...], *names: str) -> Any:
        """Return the collection inside one of GameData's lists."""
        return self.get(self.get(self.raw, *((owner,) if type(owner) is str else owner)), *names)

    def _newer(self, owner: str | tuple[str, ...], *names: str) -> Any:
        """Return the same as `_list`, for lists that saves of 2008 lack: None there."""
        held = self.values.opt(self.raw, *((owner,) if type(owner) is str else owner))
        return None if held is None else self.get(held, *names)

    def _attachments(self, raw: Raw) -> dict[str, m.Attachment]:
        return {spelled(key): self._attachment(held) for key, held in self.values.raw_pairs(self.get(raw, "attachments"))}

    def _attachment(self, raw: Raw) -> m.Attachment:
        name = self.name(raw)
        fields = {key: held for key, held in self.values.fields(raw).items() if key not in ("attachedTo", "name")}
        return m.Attachment(spelled(name), raw[0].short, fields)

    def _named(self, kind: Any, table: Any) -> dict[str, Any]:
        return {self.name(held): kind(self.name(held), self._attachments(held)) for _, held in self.values.raw_pairs(table)}

    def _table(self, kind: Any, owner: str, *names: str) -> dict[str, Any]:
        return self._named(kind, self._list(owner, *names))

    def _units(self, collection: Any) -> tuple[str, ...]:
        return self.values.names(self.get(collection, "units"))

    # ---- the map

    def _territory(self, raw: Raw) -> m.Territory:
        return m.Territory(self.name(raw), bool(self.get(raw, "water")), self._attachments(raw))

    def _connections(self) -> tuple[tuple[str, str], ...]:
        links = set()
        for start, ends in self.values.raw_pairs(self._list("map", "connections")):
            here = self.name(start)
            for end in self.values.raw_items(ends):
                there = self.name(end)
                links.add((here, there) if here < there else (there, here))
        return tuple(sorted(links))

    # ---- players

    def _players(self) -> dict[str, m.Player]:
        sides: dict[str, list[str]] = {}
        for player, side in self.values.raw_pairs(self._list("alliances", "alliances")):
            named = self.values.value(side)  # a side each in a multimap, all of them together in 2008
            sides.setdefault(self.name(player), []).extend(map(str, named if type(named) is tuple else (named,)))
        found = self.values.raw_pairs(self._list("playerList", "players"))
        return {self.name(held): self._player(held, tuple(sides.get(self.name(held), ()))) for _, held in found}

    def _player(self, raw: Raw, sides: tuple[str, ...]) -> m.Player:
        get, values = self.get, self.values
        amounts = values.amounts(get(get(raw, "resources"), "resources"))
        return m.Player(
            name=self.name(raw),
            alliances=sides,
            control=self.text(raw, "whoAmI") if "whoAmI" in raw[0].slot else "",
            resources=amounts,
            frontier=values.opt_name(get(raw, "productionFrontier")),
            repair_frontier=values.opt_name(values.opt(raw, "repairFrontier")),
            technologies=self._categories(raw),
            held=self._units(get(raw, "unitsHeld")),
            optional=bool(get(raw, "optional")),
            hidden=bool(values.opt(raw, "isHidden")),
            disabled=bool(values.opt(raw, "isDisabled")),
            attachments=self._attachments(raw),
        )

    def _categories(self, raw: Raw) -> dict[str, tuple[str, ...]]:
        frontiers = self.values.opt(raw, "technologyFrontiers")
        categories = [] if frontiers is None else self.values.raw_items(self.get(frontiers, "technologyFrontiers"))
        return {self.name(held): self.values.names(self.get(held, "techs")) for held in categories}

    def _relationships(self) -> dict[tuple[str, str], str]:
        found = {}
        for pair, held in self.values.raw_pairs(self._newer("relationships", "relationships")):
            one, two = self.name(self.get(pair, "p1", "player1")), self.name(self.get(pair, "p2", "player2"))
            found[min(one, two), max(one, two)] = self.name(self.get(held, "relationshipType"))
        return found

    # ---- rules

    def _rules(self, table: Any) -> dict[str, m.Rule]:
        return {self.name(held): self._rule(held) for _, held in self.values.raw_pairs(table)}

    def _rule(self, raw: Raw) -> m.Rule:
        amounts = self.values.amounts
        return m.Rule(self.name(raw), amounts(self.get(raw, "cost", "costs")), amounts(self.get(raw, "results")))

    def _frontiers(self, table: Any) -> dict[str, tuple[str, ...]]:
        values = self.values
        return {self.name(held): values.names(self.get(held, "rules")) for _, held in values.raw_pairs(table)}

    def _technologies(self) -> tuple[m.Technology, ...]:
        held = self._newer("technologyFrontier", "techs")
        return tuple([self._technology(tech) for tech in self.values.raw_items(held)])

    def _technology(self, raw: Raw) -> m.Technology:
        """Return a technology of the map's own may stand for one of the engine's (`advance`)."""
        advance = self.get(raw, "advance") if "advance" in raw[0].slot else raw
        flag = TECH_FLAGS.get(advance[0].short) if type(advance) is list else None
        return m.Technology(self.name(raw), flag, self._attachments(raw))

    def _step(self, raw: Raw) -> m.SequenceStep:
        values = self.values
        return m.SequenceStep(
            self.text(raw, "name"),
            values.value(self.get(raw, "displayName")),
            values.value(self.get(raw, "delegate", "delegateName")),
            values.player(self.get(raw, "player")),
            values.number(raw, "maxRunCount"),
            values.mapping(self.get(raw, "properties")),
        )

    # ---- options

    def _options(self) -> tuple[dict[str, m.Option], dict[str, Any]]:
        """Return what the engine reads: an editable option hides a constant of its name (GameProperties.get)."""
        values, get = self.values, self.get
        held = get(self.raw, "properties")
        constants = dict(values.mapping(get(held, "constantProperties")))
        players = values.opt(held, "playerProperties")
        editable: dict[str, Any] = {}
        for table in (None if players is None else players, get(held, "editableProperties")):
            editable |= {key: self._editable(prop) for key, prop in values.raw_pairs(table)}
        shadowed = {key: constants.pop(key) for key in editable.keys() & constants.keys()}
        options = {key: m.Option(key, value, False) for key, value in constants.items()}
        return options | {key: m.Option(key, value, True) for key, value in editable.items()}, shadowed

    def _editable(self, raw: Raw) -> Any:
        fields = self.values.fields(raw)
        return next((fields[key] for key in ("value", "mValue", "m_value") if key in fields), None)


def version(values: Values, raw: Any) -> str:
    """Return a version of the program or of a map, without the zeros after the second number: `1.9`, `2.0.20123`."""
    if raw is None or type(raw) is str:
        return raw or ""
    slots = raw[0].slot
    parts = [values.number(raw, part) for part in ("major", "minor", "point", "micro") if part in slots]
    while len(parts) > 2 and not parts[-1]:
        parts.pop()
    return ".".join(map(str, parts))
