"""Loading a title: its folder with its overlays applied, every cell validated.

An overlay is a folder that holds only what changes: CSV rows (replaced by key, removed by a filled
`remove` cell; columns that do not change may be left out) and keys of title.toml. A variant that ships with Sitrep is a folder under
`engine/titles/` whose title.toml names its `base`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.decoding import Undecodable, read_toml
from engine.errors import TitleError
from engine.title import columns as col
from engine.title import model
from engine.title.columns import Parser, nearest
from engine.title.keys import check_keys
from engine.title.names_in_toml import check_names
from engine.title.own_tables import OwnTable, check_faces, columns_of, names_in, parse_own, record_of
from engine.title.table import RawRow, header_of, merge_rows, parse_rows, read_layers, read_rows
from engine.title.title_toml import Head

Row = TypeVar("Row")
Name = TypeVar("Name", model.Named, model.Side)

HOME = Path(__file__).parents[1] / "titles"
"""The folders of the titles."""
MOST = 10**9
"""The largest number of a title.toml, as of a cell of a table."""
WORDS = Path(__file__).parent
"""The files that define the abilities and effects of all titles."""
KEYS = {
    "areas": ("area",),
    "links": ("area", "to"),
    "passages": ("passage",),
    "units": ("unit",),
    "powers": ("power",),
    "setup": ("scenario", "area", "power", "unit", "strength"),
    "control": ("scenario", "area"),
    "treasury": ("scenario", "power", "resource"),
    "nations": ("power",),
    "relations": ("scenario", "power", "other"),
    "technologies": ("tech",),
    "revisions": ("power", "tech", "unit", "when"),
    "bans": ("power", "of", "ban"),
    "regions": ("region", "area"),
    "cities": ("area",),
    "reserves": ("occasion", "area", "power", "unit", "strength"),
    "borders": ("area", "to", "border"),
    "standings": ("scenario", "power"),
    "strategic_results": ("raiders", "interceptors"),
}
"""Table to the columns that identify a row."""
OPTIONAL = {"setup": ("strength",), "reserves": ("strength",), "passages": ("instead", "neutral_when")}
"""Table to the columns that a title may leave out if none of its rows uses them."""


def titles() -> tuple[str, ...]:
    """Return the slugs of the titles that ship with Sitrep."""
    return tuple(sorted(path.parent.name.replace("_", "-") for path in HOME.glob("*/title.toml")))


def folder_name(slug: str) -> str:
    """Return the name of a title's folder: its slug as a valid Python package name."""
    return slug.replace("-", "_")


def load_title(slug: str, overlays: Sequence[Path | str] = ()) -> model.Title:
    """Return a title with its overlays, applied in order; the result is cached.

    Args:
        slug: folder name under engine/titles, with `-` for `_`.
        overlays: folders whose rows and keys replace the title's.

    Raises:
        TitleError: no such title, or a cell, row, key or file is wrong.
    """
    folders = tuple(str(Path(overlay)) for overlay in overlays)
    try:
        return _load(slug, folders)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if not folders:
            raise
        raise TitleError(f"a key of the wrong kind in a title.toml: {type(error).__name__}: {error}") from error


def names_of(slug: str) -> tuple[str, ...]:
    """Return what people call a title: its slug, its printed name, and that of TripleA's map; without reading its tables.

    Raises:
        TitleError: no such title, or its title.toml cannot be read.
    """
    keys: dict[str, Any] = {}
    for folder in _bases(slug):
        keys |= _read_toml(folder / "title.toml")
    return tuple(name for name in (slug, keys.get("name", ""), keys.get("triplea", "")) if name)


@lru_cache(maxsize=32)
def _load(slug: str, overlays: tuple[str, ...]) -> model.Title:
    folders = [*_bases(slug), *(Path(overlay) for overlay in overlays)]
    for folder in folders:
        if not folder.is_dir():
            raise TitleError("no such overlay folder; give the folder that holds the changed tables", file=str(folder))
    head: dict[str, Any] = {}
    for folder in folders:
        keys = _read_toml(folder / "title.toml")
        check_keys(keys, str(folder / "title.toml"))
        _merge_keys(head, keys)
    head["slug"] = slug
    return _Builder(folders, head).build()


class Tables(NamedTuple):
    """A title's tables as they are written, with its overlays applied.

    Attributes:
        rows: table to its rows. keys: table to the columns that name a row. settings: what title.toml holds.
        typed: list of title.toml to the slugs that overlays name in it.
        strange: files of the overlays that are no tables of the title.
    """

    rows: dict[str, list[RawRow]]
    keys: dict[str, tuple[str, ...]]
    settings: dict[str, Any]
    typed: dict[str, tuple[str, ...]]
    strange: tuple[str, ...]


def read_tables(slug: str, overlays: Sequence[Path | str] = ()) -> Tables:
    """Return a title's tables as they are written, with overlays applied in order.

    Raises:
        TitleError: no such title, or a file cannot be read as a table.
    """
    over = [Path(overlay) for overlay in overlays]
    folders = [*_bases(slug), *over]
    head: dict[str, Any] = {}
    typed: dict[str, tuple[str, ...]] = {}
    for folder in folders:
        keys = _read_toml(folder / "title.toml")
        _merge_keys(head, keys)
        for key, value in keys.items() if folder in over else ():
            if _has_slugs(value):
                typed[key] = (*typed.get(key, ()), *(row["slug"] for row in value))
    known = KEYS | {table["slug"]: tuple(table["key"]) for table in head.get("table", ())}
    rows: dict[str, list[RawRow]] = {}
    for name in known:
        paths = [path for folder in folders if (path := folder / f"{name}.csv").is_file()]
        if paths:
            columns = header_of(paths[0])
            optional = OPTIONAL.get(name, ())
            rows[name] = merge_rows(read_layers(paths, columns, known[name], optional), known[name], columns, optional)
    strange = (str(path) for folder in over for path in sorted(folder.glob("*.csv")) if path.stem not in known)
    return Tables(rows, known, head, typed, tuple(strange))


def _bases(slug: str) -> list[Path]:
    folder = HOME / folder_name(slug)
    if not (folder / "title.toml").is_file():
        close = nearest(slug, titles())
        hint = f"did you mean {close!r}?" if close else f"known titles: {', '.join(titles())}"
        raise TitleError(f"no title {slug!r}; {hint}")
    base = _read_toml(folder / "title.toml").get("base", "")
    return [*(_bases(base) if base else ()), folder]


def _read_toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        keys = read_toml(path)
    except Undecodable as error:
        raise TitleError(f"not TOML: {error}", file=str(path)) from None
    for key, number in _numbers("", keys):
        if not abs(number) <= MOST:
            raise TitleError(f"a number beyond {MOST:,}; expected one that a game can hold", file=str(path), column=key)
    return keys


def _numbers(key: str, value: object) -> Iterator[tuple[str, float]]:
    """Yield all numbers in a value of TOML, each with the keys that lead to it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _numbers(f"{key}.{name}".strip("."), one)
    elif isinstance(value, list):
        for one in value:
            yield from _numbers(key, one)
    elif isinstance(value, int | float):
        yield key, value


def _merge_keys(base: dict[str, Any], over: dict[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _merge_keys(base[key], value)
        elif _has_slugs(value) and _has_slugs(base.get(key)):
            rows = {row["slug"]: row for row in base[key]}
            for row in value:
                rows[row["slug"]] = {**rows.get(row["slug"], {}), **row}
            base[key] = list(rows.values())
        else:
            base[key] = value


def _has_slugs(value: object) -> bool:
    """Return whether a TOML value holds rows ([[option]], ...) identified by a slug."""
    return isinstance(value, list) and all(isinstance(row, dict) and isinstance(row.get("slug"), str) for row in value)


class _Builder:
    """Reads one title's tables, in the order in which they refer to each other."""

    def __init__(self, folders: list[Path], keys: dict[str, Any]) -> None:
        self.folders = folders
        self.file = str(folders[-1] / "title.toml")
        own = {key: value for key, value in keys.items() if key in Head.__struct_fields__}
        self.settings = {key: value for key, value in keys.items() if key not in own}
        try:
            self.head = msgspec.convert(own, Head)
        except msgspec.ValidationError as error:
            what, _, place = str(error).partition(" - at `$")
            raise TitleError(what, file=self.file, column=place.strip("`.")) from None

    def build(self) -> model.Title:
        head = self.head
        self.sides = self._named("side", head.side)
        self.resources = self._named("resource", head.resource)
        self.scenarios = self._named("scenario", head.scenario)
        self._check_borrowers()
        self.options = self._options()
        areas = self._areas()
        self.areas = areas
        cities = self._cities()
        areas |= {area: msgspec.structs.replace(areas[area], victory_city=row.city) for area, row in cities.items()}
        powers = self._powers()
        self._check_owners(areas, powers)
        passages = self._passages()
        units = self._units()
        known = col.one_of(powers, "a power of powers.csv")
        scenario, area = (
            col.one_of(self.scenarios, "a scenario of title.toml"),
            col.one_of(areas, "an area of areas.csv"),
        )
        setup = {
            "scenario": scenario,
            "area": area,
            "power": known,
            "unit": col.one_of(units, "a unit of units.csv"),
            "count": col.whole(0),
            "strength": col.whole(1, 20, empty=0),
            "source": col.filled,
        }
        control = {"scenario": scenario, "area": area, "power": known, "source": col.filled}
        treasury = {
            "scenario": scenario,
            "power": known,
            "resource": col.one_of(self.resources, "a resource of title.toml"),
            "amount": col.whole(0),
            "source": col.filled,
        }
        nations = self._nations(powers)
        technologies = self._technologies()
        memberships = self._memberships(area)
        placements = (row for row in self._table("setup", setup, model.Placement) if row.count)
        reserves = {
            "occasion": col.slug,
            **{column: setup[column] for column in ("area", "power", "unit", "count", "strength", "source")},
        }
        return model.Title(
            slug=head.slug, name=head.name, edition=head.edition, family=head.family,
            triplea=head.triplea, phases=head.phases, dice_sides=head.dice.sides, dice_hit=head.dice.hit, figures=head.dice.figures,
            areas=areas, links=self._links(passages), passages=passages, units=units, powers=powers,
            sides=self.sides, resources=self.resources, scenarios=self.scenarios, options=self.options,
            seatings=self._seatings([power for power in powers if power not in nations]), placements=tuple(placements),
            holdings=tuple(self._table("control", control, model.Holding)),
            treasuries=tuple(self._table("treasury", treasury, model.Treasury)),
            settings=self.settings,
            folder=self.folders[0],
            nations=nations,
            relations=self._relations(scenario, known),
            memberships=memberships,
            technologies=technologies,
            revisions=self._revisions(powers, units, technologies),
            bans=self._bans(powers, memberships),
            cities=cities,
            reserves=tuple(self._table("reserves", reserves, model.Reserve)),
            borders=self._borders(area),
            standings=self._standings(scenario, known),
            strategic_results=self._strategic_results(),
            rules=head.rules, also_maps=head.also_maps,
            own=self._own_tables({"area": areas, "unit": units, "power": powers, "side": self.sides,
                                  "region": {row.region for row in memberships}, "scenario": self.scenarios, "phase": head.phases,
                                  "technology": technologies, "passage": passages, "option": self.options,
                                  "resource": self.resources}),
        )  # fmt: skip

    def _own_tables(self, names: dict[str, Collection[str]]) -> dict[str, tuple[msgspec.Struct, ...]]:
        """Return the tables that only this title has; a row may name what title.toml or a table above its own has."""
        names |= {
            "power or side": {*names["power"], *names["side"]},
            "area or region": {*names["area"], *names["region"]},
            "power or region": {*names["power"], *names["region"]},
        }
        names |= {key: {row["slug"] for row in rows} for key, rows in self.settings.items() if _has_slugs(rows)}
        found: dict[str, tuple[msgspec.Struct, ...]] = {}
        for table in self.head.table:
            found[table.slug] = self._own(table, names)
            names[table.slug] = names_in(table, found[table.slug])
        check_names(self.settings, names, self.folders)
        return found

    def _own(self, table: OwnTable, names: Mapping[str, Collection[str]]) -> tuple[msgspec.Struct, ...]:
        """Return the rows of a table that only this title has."""
        record = record_of(table, self.file)
        rows = parse_own(self._rows(table.slug, columns_of(record), table.key), record, names)
        check_faces(table, record, rows)
        return rows

    def _nations(self, powers: dict[str, model.Power]) -> dict[str, model.Nation]:
        power = col.one_of(powers, "a power of powers.csv")
        parsers = {
            "power": power,
            "kind": col.one_of(("rider", "neutral")),
            "leader": col.one_of(powers, "a power of powers.csv, or nothing", empty=True),
            "leans": col.one_of(self.sides, "a side of title.toml, or nothing", empty=True),
            "source": col.filled,
        }
        return {row.power: row for row in self._table("nations", parsers, model.Nation)}

    def _relations(self, scenario: Parser, power: Parser) -> tuple[model.Relation, ...]:
        parsers = {
            "scenario": scenario,
            "power": power,
            "other": power,
            "relation": col.one_of(("war", "peace", "allied")),
            "source": col.filled,
        }
        return tuple(self._table("relations", parsers, model.Relation))

    def _memberships(self, area: Parser) -> tuple[model.Membership, ...]:
        parsers = {"region": col.slug, "area": area, "source": col.filled}
        return tuple(self._table("regions", parsers, model.Membership))

    def _technologies(self) -> dict[str, model.Technology]:
        columns = list(model.Technology.__struct_fields__)
        names = [row.cells["tech"] for row in self._rows("technologies", columns)]
        parsers = {
            "tech": col.slug, "name": col.filled, "category": col.slug, "tier": col.whole(1, 9),
            "needs": col.many_of(names, "technologies of technologies.csv"), "first_round": col.whole(1, 99),
            "effects": col.abilities(_known("effect", "effects.csv"), "effect", "effects.csv"), "source": col.filled,
        }  # fmt: skip
        return {row.tech: row for row in self._table("technologies", parsers, model.Technology)}

    def _revisions(
        self, powers: dict[str, model.Power], units: dict[str, model.Unit], technologies: dict[str, model.Technology]
    ) -> tuple[model.Revision, ...]:
        parsers = {
            "power": col.one_of(powers, "a power of powers.csv, or nothing", empty=True),
            "tech": col.one_of(technologies, "a technology of technologies.csv, or nothing", empty=True),
            "unit": col.one_of(units, "a unit of units.csv"), "when": col.setting(self._values()),
            "cost": col.change, "attack": col.change, "defense": col.change, "move": col.change, "strength": col.change,
            "abilities": col.abilities(_known("ability", "abilities.csv")), "source": col.filled,
        }  # fmt: skip
        return tuple(self._table("revisions", parsers, model.Revision))

    def _bans(self, powers: dict[str, model.Power], memberships: tuple[model.Membership, ...]) -> tuple[model.Ban, ...]:
        regions = {row.region for row in memberships}
        parsers = {
            "power": col.one_of(powers, "a power of powers.csv"),
            "of": col.one_of((*powers, *self.sides, *sorted(regions)), "a power of powers.csv, or a region of regions.csv"),
            "ban": col.one_of(("enter", "mix", "within")),
            "classes": col.many_of(("land", "air", "sea"), "land, air or sea"),
            "kinds": col.many_of(("land", "sea"), "land or sea"),
            "unless": col.one_of(powers, "a power of powers.csv, or nothing", empty=True),
            "source": col.filled,
        }
        raw = self._rows("bans", list(parsers))
        bans = parse_rows(raw, parsers, model.Ban)
        for row, ban in zip(raw, bans, strict=True):
            kind, names = {
                "within": ("a region of regions.csv", regions),
                "mix": ("a power of powers.csv, or a side of title.toml", {*powers, *self.sides}),
            }.get(ban.ban, ("a power of powers.csv", set(powers)))
            if ban.of not in names:
                raise TitleError(
                    f"found {ban.of!r}; expected {kind}, as the ban is {ban.ban}",
                    file=row.file,
                    line=row.line,
                    column="of",
                )
        return tuple(bans)

    def _cities(self) -> dict[str, model.City]:
        parsers = {
            "area": col.one_of(self.areas, "an area of areas.csv"),
            "city": col.filled,
            "points": col.whole(0, 99),
            "source": col.filled,
        }
        return {row.area: row for row in self._table("cities", parsers, model.City)}

    def _borders(self, area: Parser) -> tuple[model.Border, ...]:
        parsers = {"area": area, "to": area, "border": col.slug, "source": col.filled}
        return tuple(self._table("borders", parsers, model.Border))

    def _standings(self, scenario: Parser, power: Parser) -> tuple[model.Standing, ...]:
        parsers = {
            "scenario": scenario,
            "power": power,
            "standing": col.one_of(("at-war", "neutral", "surrendered")),
            "surprised": col.one_of(("yes",), "yes, or nothing", empty=True),
            "source": col.filled,
        }
        return tuple(self._table("standings", parsers, model.Standing))

    def _strategic_results(self) -> tuple[model.StrategicResult, ...]:
        numbers = ("raiders", "interceptors", "raider_losses", "production_losses", "interceptor_losses")
        parsers = {**{column: col.whole(0, 99) for column in numbers}, "source": col.filled}
        return tuple(self._table("strategic_results", parsers, model.StrategicResult))

    def _values(self) -> dict[str, tuple[str, ...]]:
        return {slug: option.values for slug, option in self.options.items()}

    def _named(self, key: str, rows: list[Name]) -> dict[str, Name]:
        if not rows:
            raise TitleError(f"no [[{key}]]; a title needs at least one", file=self.file, column=key)
        return {self._slug(key, row.slug): row for row in rows}

    def _check_borrowers(self) -> None:
        for row in self.scenarios.values():
            lender = self.scenarios.get(row.set_up_of)
            if row.set_up_of and (lender is None or lender.set_up_of):
                raise TitleError(
                    f"scenario {row.slug!r} has the set-up of {row.set_up_of!r}; expected another scenario that has a set-up of its own",
                    file=self.file,
                    column="scenario",
                )

    def _slug(self, key: str, slug: str) -> str:
        try:
            return str(col.slug(slug))
        except ValueError as error:
            raise TitleError(f"found {slug!r}; {error}", file=self.file, column=key) from None

    def _options(self) -> dict[str, model.Option]:
        for option in self.head.option:
            if option.default not in option.values:
                raise TitleError(
                    f"default {option.default!r} of {option.slug!r} is none of {', '.join(option.values)}",
                    file=self.file,
                    column="option",
                )
        return {self._slug("option", option.slug): option for option in self.head.option}

    def _seatings(self, powers: Sequence[str]) -> dict[int, tuple[tuple[str, ...], ...]]:
        out = {}
        for row in self.head.seating:
            seats = row.seats
            seated = sorted(power for seat in seats for power in seat)
            if lacking := [power for power in powers if power not in seated]:
                cells = self._rows("powers", list(model.Power.__struct_fields__))
                bad, close = next(row for row in cells if row.cells["power"] in lacking), nearest(lacking[0], seated)
                what = f"found {bad.cells['power']!r}; expected a power that has a seat among {row.players} players"
                raise TitleError(what + f"; did you mean {close!r}?" * bool(close), file=bad.file, line=bad.line, column="power")
            if len(seats) != row.players or seated != sorted(powers):
                raise TitleError(
                    f"{row.players} players have seats {seats}; expected as many seats, each power once",
                    file=self.file,
                    column="seating",
                )
            out[len(seats)] = seats
        return out

    def _rows(self, table: str, columns: Sequence[str], key: Sequence[str] = ()) -> list[RawRow]:
        paths = [path for folder in self.folders if (path := folder / f"{table}.csv").is_file()]
        named, optional = key or KEYS[table], OPTIONAL.get(table, ())
        merged = merge_rows(read_layers(paths, columns, named, optional), named, columns, optional)
        return self._with_borrowed(table, merged) if "scenario" in columns else merged

    def _with_borrowed(self, table: str, rows: list[RawRow]) -> list[RawRow]:
        """Return rows by scenario, including those that a scenario shares with another (`set_up_of`)."""
        borrowed = []
        for scenario in self.scenarios.values():
            if scenario.set_up_of:
                shared = (row for row in rows if row.cells["scenario"] == scenario.set_up_of)
                borrowed += [row._replace(cells={**row.cells, "scenario": scenario.slug}) for row in shared]
        return merge_rows([borrowed, rows], KEYS[table]) if borrowed else rows

    def _table(self, table: str, parsers: dict[str, Parser], row_type: type[Row], rename: dict[str, str] | None = None) -> list[Row]:
        return parse_rows(self._rows(table, list(parsers)), parsers, row_type, rename or {})

    def _areas(self) -> dict[str, model.Area]:
        parsers = {
            "area": col.slug, "name": col.filled, "kind": col.one_of(("land", "sea", "box")), "value": col.whole(0, 99, empty=0),
            "victory_city": col.text, "terrain": col.text, "original_owner": col.text,
            "lon": col.degrees(180), "lat": col.degrees(90), "triplea": col.text, "source": col.filled,
        }  # fmt: skip
        rows = self._table("areas", parsers, model.Area)
        if not rows:
            raise TitleError("no areas; a title needs areas.csv", file=str(self.folders[0] / "areas.csv"))
        return {row.area: row for row in rows}

    def _powers(self) -> dict[str, model.Power]:
        parsers = {
            "power": col.slug, "name": col.filled, "adjective": col.filled,
            "side": col.one_of(self.sides, "a side of title.toml"),
            "capital": col.one_of(self.areas, "an area of areas.csv", empty=True), "order": col.whole(1, 99),
            "color": col.color, "triplea": col.text, "source": col.filled,
        }  # fmt: skip
        return {row.power: row for row in self._table("powers", parsers, model.Power)}

    def _check_owners(self, areas: dict[str, model.Area], powers: dict[str, model.Power]) -> None:
        for row in self._rows("areas", list(model.Area.__struct_fields__)):
            owner = row.cells["original_owner"]
            if owner and owner not in powers:
                raise TitleError(
                    f"found {owner!r}; expected a power of powers.csv, or nothing",
                    file=row.file,
                    line=row.line,
                    column="original_owner",
                )

    def _passages(self) -> dict[str, model.Passage]:
        parsers = {
            "passage": col.slug,
            "name": col.filled,
            "kind": col.one_of(("canal", "strait", "route")),
            "needs": col.many_of(self.areas, "areas of areas.csv"),
            "instead": col.many_of(self.areas, "areas of areas.csv"),
            "closed_when": col.setting(self._values()),
            "neutral": col.many_of(self.sides, "sides of title.toml"),
            "neutral_when": col.setting(self._values()),
            "source": col.filled,
        }
        return {row.passage: row for row in self._table("passages", parsers, model.Passage)}

    def _links(self, passages: dict[str, model.Passage]) -> tuple[model.Link, ...]:
        area = col.one_of(self.areas, "an area of areas.csv")
        parsers = {
            "area": area,
            "to": area,
            "kind": col.one_of(("land", "coast", "sea")),
            "passage": col.one_of(passages, "a passage of passages.csv, or nothing", empty=True),
            "source": col.filled,
        }
        raw = self._rows("links", list(parsers))
        links = parse_rows(raw, parsers, model.Link)
        seen: dict[frozenset[str], RawRow] = {}
        for row, link in zip(raw, links, strict=True):
            self._check_link(row, link, seen)
        return tuple(links)

    def _check_link(self, row: RawRow, link: model.Link, seen: dict[frozenset[str], RawRow]) -> None:
        pair = frozenset((link.area, link.to))
        if len(pair) == 1 or pair in seen:
            why = "links to itself" if len(pair) == 1 else f"is linked to {link.to} already in line {seen[pair].line}"
            raise TitleError(f"{link.area} {why}", file=row.file, line=row.line, column="to")
        kinds = sorted((self.areas[link.area].kind, self.areas[link.to].kind))
        if "box" in kinds:
            raise TitleError(
                f"links {link.area} to {link.to}; a box is not on the map and has no links",
                file=row.file,
                line=row.line,
                column="to",
            )
        right = {("land", "land"): "land", ("land", "sea"): "coast", ("sea", "sea"): "sea"}[kinds[0], kinds[1]]
        if link.kind != right:
            raise TitleError(
                f"found {link.kind!r}; expected {right!r} between {kinds[0]} and {kinds[1]}",
                file=row.file,
                line=row.line,
                column="kind",
            )
        seen[pair] = row

    def _units(self) -> dict[str, model.Unit]:
        known = _known("ability", "abilities.csv")
        parsers = {
            "unit": col.slug, "name": col.filled, "class": col.one_of(("land", "air", "sea", "facility")),
            "cost": col.whole(0, 999), "resource": col.one_of(self.resources, "a resource of title.toml"),
            "attack": col.whole(0, 99, empty=0), "defense": col.whole(0, 99, empty=0), "move": col.whole(0, 99, empty=0),
            "strength": col.whole(1, 20, empty=1), "abilities": col.abilities(known), "triplea": col.text, "source": col.filled,
        }  # fmt: skip
        return {row.unit: row for row in self._table("units", parsers, model.Unit, {"class": "cls"})}


@lru_cache(maxsize=2)
def _known(word: str, file: str) -> dict[str, str]:
    """Return the words that a file shared by all titles defines, each with the kind of value it takes."""
    rows = read_rows(WORDS / file, (word, "takes_value", "meaning"))
    return {row.cells[word]: row.cells["takes_value"] for row in rows}
