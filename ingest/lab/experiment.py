"""An experiment's file: TOML, checked against the title that it names. docs/lab.md explains the format."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from engine.bots.restriction import RESTRICTED
from engine.decoding import Undecodable, read_text, read_toml
from engine.errors import SitrepError
from engine.mechanics.set_up import check_options
from engine.simulation import check_bot
from engine.simulation.simulate import cast_bots
from engine.title.model import Title
from engine.titles import load_title
from ingest.log.lines import MAX_NUMBER
from ingest.log.messages import brief
from ingest.overlays import overlay_of
from warehouse.lab.design import FIXED, STOPS, Arm, Design

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""What an experiment may be called: its name begins that of a folder."""
BIDS = "bids-"
"""How the names of overlays begin that a rule set's bids make."""

SEEDS = 2**63 - 1
"""The largest number that a seed may be; any text may be one too."""


class ExperimentError(SitrepError):
    """A file describes no experiment that can be run."""


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to play by; what is left out is as in the file's head.

    Attributes:
        name: of the rule set. overlays: folders beside the file. options: of the title. scenario: slug. bots: side or power to bot.
        bids: power to money, in the main resource, that it has more at the beginning.
    """

    name: str
    overlays: tuple[str, ...] = ()
    options: dict[str, str] = {}
    scenario: str = ""
    bots: dict[str, str] = {}
    bids: dict[str, int] = {}


class _Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: Literal["fixed", "sequential"] = FIXED
    within: float = 5.0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    side: str
    games: int
    rounds: int
    rules: tuple[RuleSet, ...]
    question: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    bots: dict[str, str] | str = "greedy"
    seed: int | str = 1
    restricted: tuple[str, ...] = ()
    stop: _Stop = _Stop()


class Settings(msgspec.Struct, frozen=True):
    """All that a game of an arm depends on beside its seed.

    Attributes:
        overlays: names of folders. bots: power to bot. options, scenario, rounds: as for `simulate`.
    """

    overlays: tuple[str, ...]
    options: dict[str, str]
    scenario: str
    bots: dict[str, str]
    rounds: int


class Experiment(msgspec.Struct, frozen=True):
    """An experiment that can be run.

    Attributes:
        design: its question and arms. settings: of each arm, by its name. seed: that of its pairs.
        tables: overlay folder (its name among the games) to its files' names and contents.
    """

    design: Design
    settings: dict[str, Settings]
    seed: int | str
    tables: dict[str, dict[str, str]]


def read_experiment(path: Path) -> Experiment:
    """Read a file and check it against its title.

    Raises:
        ExperimentError: it is no such file, or what it asks for cannot be played; the message says where and what is expected.
    """
    try:
        file = msgspec.convert(read_toml(path), _File)
        return _checked(file, path.parent)
    except (Undecodable, msgspec.ValidationError) as error:
        raise ExperimentError(f"{path}: {error}{_known(str(error))}; docs/lab.md explains the format") from None
    except (LookupError, SitrepError) as error:
        raise ExperimentError(f"{path}: {error.args[0] if error.args else error!s}") from None


def _known(error: str) -> str:
    """Return what could stand where a file has an unknown key or word."""
    if "unknown field" in error:
        part = _Stop if "$.stop" in error else RuleSet if "$.rules" in error else _File
        return f"; expected some of {', '.join(part.__struct_fields__)}"
    return f"; expected {' or '.join(STOPS)}" if "$.stop.rule" in error else ""


def _checked(file: _File, folder: Path) -> Experiment:
    title = load_title(file.title)
    _sane(file, title)
    tables, settings, arms = dict[str, dict[str, str]](), dict[str, Settings](), list[Arm]()
    for rules in file.rules:
        overlays = [_tables(folder, name, tables) for name in rules.overlays]
        loaded = load_title(file.title, [folder / name for name in rules.overlays])
        scenario = _scenario(loaded, rules.scenario or file.scenario, rules)
        if rules.bids:
            overlays.append(_bids(loaded, scenario, rules, tables))
        against = file.rules[0].name if arms else ""
        for restriction in ("", *file.restricted):
            name = f"{rules.name} ({file.side}: {restriction})" if restriction else rules.name
            bid = sum(money * (-1 if loaded.side_of[power] == file.side else 1) for power, money in rules.bids.items())
            options = {**file.options, **rules.options}
            check_options(loaded, options)
            bots = _cast(loaded, file, rules, restriction)
            settings[name] = Settings(tuple(overlays), options, scenario, bots, file.rounds)
            alike = not arms or _unbid(settings[name]) == _unbid(settings[arms[0].name])
            arms.append(Arm(name, rules.name, restriction, rules.name if restriction else against, bid, alike))
    if len(settings) < len(arms):
        raise ExperimentError(f"ways to play are named {', '.join(repr(arm.name) for arm in arms)}; expected different names")
    digest = sha256(msgspec.json.encode((settings, tables, file.seed), order="deterministic")).hexdigest()
    design = Design(
        file.name, file.question, file.title, file.side, tuple(arms), file.games, file.stop.rule, file.stop.within / 100, digest
    )
    return Experiment(design, settings, file.seed, tables)


def _unbid(settings: Settings) -> Settings:
    """Return settings without their bids."""
    kept = tuple(name for name in settings.overlays if not name.startswith(BIDS))
    return msgspec.structs.replace(settings, overlays=kept)


def _sane(file: _File, title: Title) -> None:
    if not NAME.fullmatch(file.name):
        raise ExperimentError(f"name = {file.name!r}; expected letters, digits, - and _ alone, such as 'tank-cost'")
    if twice := [one for one in file.restricted if file.restricted.count(one) > 1]:
        raise ExperimentError(f"restricted names {twice[0]!r} twice; expected each once")
    for name, value in (("games", file.games), ("rounds", file.rounds)):
        if not 1 <= value <= MAX_NUMBER:
            raise ExperimentError(f"{name} = {brief(value)}; expected 1 to {MAX_NUMBER:,}")
    if isinstance(file.seed, int) and abs(file.seed) > SEEDS:
        raise ExperimentError(f"seed = {brief(file.seed)}; expected -{SEEDS} to {SEEDS}, or text")
    for rules in file.rules:
        for power, bid in rules.bids.items():
            if abs(bid) > MAX_NUMBER:
                raise ExperimentError(f"rules {rules.name!r}: a bid of {brief(bid)} for {power}; expected at most {MAX_NUMBER:,}")
    if file.side not in title.sides:
        raise ExperimentError(f"side = {file.side!r}; expected one of {', '.join(title.sides)}")
    names = [rules.name for rules in file.rules]
    if not names or len(set(names)) < len(names):
        raise ExperimentError(f"rules are named {', '.join(map(repr, names)) or 'nothing'}; expected different names")
    if len(names) == 1 and not file.restricted:
        raise ExperimentError("one rule set and no restricted players: expected two things to compare")
    if not 0 < file.stop.within <= 100:
        raise ExperimentError(f"within = {file.stop.within:g} points; expected more than 0 and at most 100")


def _scenario(title: Title, slug: str, rules: RuleSet) -> str:
    found = slug or next(iter(title.scenarios))
    if found not in title.scenarios:
        raise ExperimentError(f"rules {rules.name!r}: no scenario {found!r}; expected one of {', '.join(title.scenarios)}")
    return found


def _cast(title: Title, file: _File, rules: RuleSet, restriction: str) -> dict[str, str]:
    """Return power to bot: a rule set's own before the file's, a power's before its side's; those of the side restricted."""
    usual = cast_bots(title, file.bots)
    cast_bots(title, {**dict.fromkeys(title.sides, "greedy"), **rules.bots})  # refuses strange keys
    cast = {}
    for power, bot in usual.items():
        side = title.side_of[power]
        bot = rules.bots.get(power) or rules.bots.get(side) or bot
        cast[power] = f"{bot}{RESTRICTED}{restriction}" if restriction and side == file.side else bot
        check_bot(cast[power])
    return cast


def _tables(folder: Path, name: str, tables: dict[str, dict[str, str]]) -> str:
    """Keep the tables of an overlay, and return the name of its folder."""
    try:
        place = overlay_of(name, folder, "experiment")
    except SitrepError as error:
        raise ExperimentError(f"overlays: {error}") from None
    files = sorted([*place.glob("*.csv"), *place.glob("*.toml")])
    if not files:
        raise ExperimentError(f"overlay {name!r}: no tables in {place}; expected a folder of .csv or .toml files")
    kept = {file.name: _text(file) for file in files}
    if tables.setdefault(place.name, kept) != kept:
        raise ExperimentError(f"overlay {name!r}: another folder is called {place.name!r}; expected different names")
    return place.name


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except Undecodable as error:
        raise ExperimentError(f"{path}: {error}") from None


def _bids(title: Title, scenario: str, rules: RuleSet, tables: dict[str, dict[str, str]]) -> str:
    """Keep a table of treasuries with the bids, and return the name of its folder."""
    rows = [row for row in title.treasuries if row.scenario == scenario and row.resource == title.resource]
    have = {row.power: row.amount for row in rows}
    if strange := sorted(set(rules.bids) - set(have)):
        known = f"expected one of {', '.join(have)}" if have else "no power begins with money in this scenario, so none can have a bid"
        raise ExperimentError(f"rules {rules.name!r}: a bid for {strange[0]!r}; {known}")
    if poor := [power for power, bid in rules.bids.items() if have[power] + bid < 0]:
        raise ExperimentError(
            f"rules {rules.name!r}: a bid of {rules.bids[poor[0]]} for {poor[0]}; expected -{have[poor[0]]} or more: it begins with that"
        )
    lines = ["scenario,power,resource,amount,source"]
    lines += [f"{scenario},{power},{title.resource},{have[power] + bid},bid of {bid}" for power, bid in sorted(rules.bids.items())]
    name = f"{BIDS}{sha256(repr((scenario, sorted(rules.bids.items()))).encode()).hexdigest()[:8]}"
    tables[name] = {"treasury.csv": "\n".join(lines) + "\n"}
    return name
