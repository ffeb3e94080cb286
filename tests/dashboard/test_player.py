"""What the player plays: a tiny game to the last number, colours that can be told apart, and a page that holds all it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

from dashboard.layouts.choose import layout_of, links_of
from dashboard.layouts.layout import LINKS, Layout, Place
from dashboard.player.event_text import battle_text, news_text, raid_text
from dashboard.player.fragment import fragment, program, styles
from dashboard.player.palette import APART, gap, ink, nudge
from dashboard.player.payload import SEAS, payload, worth_of
from dashboard.player.prepared_game import played
from dashboard.player.still import moment
from dashboard.player.symbols import symbol_of, symbols
from dashboard.review.reader import Reader
from dashboard.ui.sides import side_forms
from engine.titles import load_title
from ingest.samples import HERE
from ingest.vassal.kinds import NOBODY
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.kept import rows_of
from warehouse import Lake, LakeError

SQUARE = ((0, 0), (10, 0), (10, 10))
LAYOUT = Layout(LINKS, 40, 20, {area: Place((SQUARE,), 5 + at, 5, 3) for at, area in enumerate(("tundra", "desert", "sea-zone-7"))})


def table(columns: str, *rows: tuple[object, ...]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=columns.split(), orient="row", infer_schema_length=None)


BATTLE = {
    "battle": 1,
    "kind": "land",
    "area": "desert",
    "attacker": "north",
    "defender": "south",
    "winner": "attacker",
    "attacker_lost": 3,
    "defender_lost": 7,
    "damage": 0,
}
TABLES = {
    "games": table("fidelity", ("orders",)),
    "title_areas": table(
        "area name kind value victory_city terrain",
        ("tundra", "Tundra", "land", 3, "Igloo", ""),
        ("desert", "Desert", "land", 2, "", "impassable"),
        ("sea-zone-7", "Sea Zone 7", "sea", 0, "", ""),
        ("elsewhere", "Elsewhere", "land", 5, "", ""),
    ),
    "title_powers": table(
        "power name side side_name capital play_order color",
        ("south", "South", "hot", "Hot", "", 2, "#c00000"),
        ("north", "North", "cold", "Cold", "tundra", 1, "#2040c0"),
    ),
    "title_units": table(
        "unit name class strength attack defense cost",
        ("port", "Harbour", "facility", 1, 0, 0, 15),
        ("tank", "Tank", "land", 2, 3, None, 6),
    ),
    "units_moved": table(
        "turn power cause count origin destination path",
        (1, "north", "move", 2, "tundra", "desert", ["tundra", "sea-zone-7", "desert"]),
        (1, "north", "move", 1, "tundra", "desert", ["tundra", "sea-zone-7", "desert"]),
        (2, "south", "noncombat", 4, "desert", "tundra", []),
        (2, "south", "move", 1, "elsewhere", "tundra", []),
        (2, "south", "move", 1, "desert", "desert", ["desert", "tundra", "desert"]),
    ),
    "powers": table(
        "turn round turn_power power",
        *(
            (turn, round_, who, power)
            for turn, round_, who in ((0, 0, ""), (1, 1, "north"), (2, 1, "south"))
            for power in ("north", "south")
        ),
    ),
    "areas": table(
        "turn area controller",
        (0, "tundra", "north"),
        (0, "desert", "south"),
        (0, "elsewhere", "south"),
        (1, "tundra", "north"),
        (1, "desert", "north"),
        (1, "elsewhere", "north"),
        (2, "tundra", "north"),
        (2, "desert", ""),
        (2, "elsewhere", "north"),
    ),
    "stacks": table(
        "turn area power unit strength condition count",
        (0, "tundra", "north", "tank", 2, "", 2),
        (0, "tundra", "north", "tank", 1, "", 1),
        (0, "tundra", "north", "port", 1, "", 1),
        (1, "tundra", "north", "tank", 1, "", 1),
        (1, "tundra", "north", "port", 1, "", 1),
        (1, "desert", "north", "tank", 1, "used=2", 2),
        (2, "tundra", "north", "port", 1, "", 1),
        (2, "desert", "north", "tank", 1, "", 2),
        (2, "elsewhere", "south", "tank", 1, "", 9),
    ),
    "battle_ended": table("turn " + " ".join(BATTLE), (1, *BATTLE.values()), (2, *(BATTLE | {"area": "elsewhere"}).values())),
    "convoy_raided": table("turn area raider victim loss", (2, "sea-zone-7", "north", "south", 4)),
}


def test_a_tiny_game_to_the_last_number() -> None:
    game = payload(TABLES.__getitem__, LAYOUT, "IPC")
    assert [(one["name"], one["short"], one["kind"], one["value"], one["city"], one["capital"], one["at"]) for one in game["areas"]] == [
        ("Sea Zone 7", "7", "sea", 0, "", -1, [7, 5, 3]),
        ("Tundra", "Tundra", "land", 3, "Igloo", 0, [5, 5, 3]),
        ("Desert", "Desert", "closed", 2, "", -1, [6, 5, 3]),
    ], "seas first, and nothing that is not drawn"
    assert game["areas"][0]["d"] == "M0 0l10 0 0 10z"
    assert [(one["name"], one["side"]) for one in game["powers"]] == [("North", 0), ("South", 1)]
    assert game["sides"] == ["Cold", "Hot"] and game["size"] == [40, 20] and game["money"] == "IPC"
    assert game["forms"] == [0, 1] and game["theatres"] == [] and game["around"] == 0
    assert game["units"] == [
        ["Tank", "land", "tank", 3, None, 6],
        ["Tank, 1 of 2", "land", "tank", 3, None, 6],
        ["Harbour", "facility", "port", 0, None, 15],
    ], "in the order of symbols"
    assert set(game["symbols"]) == {"tank", "port", "land", "air", "sea"}
    assert game["moves"] == [[], [0, 0, 3, 3, 1, 0, 2], [1, 1, 4, 2, 2, 1]], "what comes back to where it was is no move"
    assert game["opens"] == 1, "the costliest battle"
    assert game["turns"] == [[0, -1], [1, 0], [1, 1]]
    assert game["owners"] == [[], [0, 0], [0, 1, 1, 0, 2, -1]]
    assert game["stacks"] == [
        [1, 0, 0, 2, 1, 0, 1, 1, 1, 0, 2, 1],  # two tanks, a damaged tank and a port
        [1, 0, 0, 0, 2, 0, 1, 2],
        [1, 0, 1, 0],
    ]
    assert game["battles"] == [[], [2, "North attacked South: North won, lost 3 and 7 IPC"], []]
    assert game["convoys"] == [[], [], [0, "South lost 4 IPC of convoys to North"]]
    assert game["losses"] == [[], [], [0, 4]]
    assert game["news"] == [
        "",
        "North took Desert. Battles: Desert.",
        "Desert is unclaimed. South lost 4 IPC of convoys to North.",
    ]


def test_a_turn_of_which_the_record_does_not_tell_whose_it_is_is_nobodys() -> None:
    powers = TABLES["title_powers"].with_columns(power=pl.col("power").replace("north", NOBODY))
    turns = TABLES["powers"].with_columns(turn_power=pl.col("turn_power").replace("north", NOBODY))
    game = payload((TABLES | {"title_powers": powers, "powers": turns}).__getitem__, LAYOUT)
    assert game["turns"] == [[0, -1], [1, -1], [1, 1]]


def test_a_sea_zone_that_is_worth_nothing_is_no_news() -> None:
    course = table("turn area controller", (0, "sea-zone-7", ""), (1, "sea-zone-7", "north"))
    game = payload((TABLES | {"areas": course}).__getitem__, LAYOUT)
    assert game["owners"][0] == [0, -1, 1, 0] and game["news"][1] == "Battles: Desert."
    rich = TABLES["title_areas"].with_columns(value=pl.lit(1))
    game = payload((TABLES | {"areas": course, "title_areas": rich}).__getitem__, LAYOUT)
    assert game["news"][1] == "North took Sea Zone 7. Battles: Desert."


def test_a_sea_that_is_controlled_by_rule_is_shown_and_is_news() -> None:
    course = table("turn area controller", (0, "sea-zone-7", ""), (1, "sea-zone-7", "north"))
    game = payload((TABLES | {"areas": course}).__getitem__, LAYOUT, seas=True)
    assert game["seas"] and game["news"][1] == "North took Sea Zone 7. Battles: Desert."
    assert not payload(TABLES.__getitem__, LAYOUT)["seas"]


def test_what_stands_beside_the_map_is_not_drawn() -> None:
    boxed = TABLES["title_areas"].with_columns(kind=pl.when(pl.col("area") == "tundra").then(pl.lit("box")).otherwise("kind"))
    game = payload((TABLES | {"title_areas": boxed}).__getitem__, LAYOUT)
    assert [one["name"] for one in game["areas"]] == ["Sea Zone 7", "Desert"] and game["stacks"][0] == []
    areas = pl.DataFrame({"area": ["a", "b", "pool"], "kind": ["land", "land", "box"], "lon": [0.0, 1.0, 2.0], "lat": [0.0] * 3})
    assert set(layout_of("no-title", areas, pl.DataFrame({"area": ["a"], "other": ["b"]})).places) == {"a", "b"}


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Sea Zone 7", "7"),
        ("sz07", "7"),
        ("Black Sea Sea Zone", "Black Sea"),
        ("Sea Zone", "Sea Zone"),
        ("Sezone 7", "Sezone 7"),
    ],
)
def test_names_on_the_board_are_short(name: str, short: str) -> None:
    game = payload((TABLES | {"title_areas": TABLES["title_areas"].with_columns(name=pl.lit(name))}).__getitem__, LAYOUT)
    assert [(one["name"], one["short"]) for one in game["areas"]] == [(name, short)] * 3


def test_powers_without_allies_have_no_patterns_of_sides() -> None:
    alone = table(
        "power name side side_name capital play_order color",
        *((f"p{at}", f"P {at}", f"p{at}", f"P {at}", "", at, "#2040c0") for at in range(4)),
    )
    game = payload((TABLES | {"title_powers": alone}).__getitem__, LAYOUT)
    assert game["sides"] == [""] and {one["side"] for one in game["powers"]} == {0}
    assert payload((TABLES | {"title_powers": alone[:2]}).__getitem__, LAYOUT)["sides"] == ["P 0", "P 1"]


def test_land_that_is_no_area_is_drawn_under_the_areas() -> None:
    assert payload(TABLES.__getitem__, LAYOUT)["ground"] == ""
    assert payload(TABLES.__getitem__, replace(LAYOUT, ground=(SQUARE, SQUARE)))["ground"] == "M0 0l10 0 0 10z" * 2


@pytest.mark.parametrize(
    ("file", "when"),
    [
        ("warsaw-holds.jsonl", "Summer 1939"),
        ("convoys-of-the-atlantic.jsonl", "Turn 3"),
        ("axis-takes-moscow.jsonl", "Round 1"),
    ],
)
def test_a_turn_is_called_by_its_titles_calendar_on_the_map_and_beside_it(tmp_path: Path, file: str, when: str) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(HERE / file)])
    (game,) = lake.digests()
    told, map_ = Reader.of_lake(lake, game).whens, played(lake, game)
    assert told[0] == moment(map_, 0) == "Set-up"
    assert told[1] == moment(map_, 1) and told[1].startswith(f"{when}, "), told[1]


def test_a_game_of_a_lake(make_lake: Callable[..., Lake], tmp_path: Path) -> None:
    lake = make_lake(hand_made("elsewhere", title=without_map()))
    areas = lake.frame("title_areas", "elsewhere")["triplea"].to_list()
    (tmp_path / "polygons.txt").write_text("\n".join(f"{name} < ({n},0) ({n + 9},0) ({n},9) >" for n, name in enumerate(areas)))
    drawn, grown = played(lake, "elsewhere", [tmp_path]), played(lake, "elsewhere")
    assert drawn["money"] == "IPC" and len(drawn["turns"]) == len(grown["turns"]) == 16
    assert drawn["stacks"] == grown["stacks"] and drawn["size"] != grown["size"]
    with pytest.raises(LakeError, match="nowhere"):
        played(lake, "nowhere")


def test_a_game_opens_where_a_capital_fell_last() -> None:
    course = table("turn area controller", (0, "tundra", "north"), (1, "tundra", "north"), (2, "tundra", "south"))
    assert payload((TABLES | {"areas": course}).__getitem__, LAYOUT)["opens"] == 2
    back = table("turn area controller", (0, "tundra", "south"), (1, "tundra", "south"), (2, "tundra", "north"))
    assert payload((TABLES | {"areas": back}).__getitem__, LAYOUT)["opens"] == 1, "a capital that is won back did not fall"
    still = TABLES["battle_ended"].clear()
    assert payload((TABLES | {"battle_ended": still}).__getitem__, LAYOUT)["opens"] == 2, "the last turn of a game without battles"


@pytest.mark.parametrize(
    ("unit", "arm", "symbol"),
    [
        ("heavy-tank", "land", "heavy-tank"),
        ("elite-tank-4", "land", "tank"),
        ("tank-destroyer", "land", "tank"),
        ("destroyer", "sea", "destroyer"),
        ("anti-aircraft-artillery", "land", "anti-aircraft"),
        ("submarine-2", "sea", "submarine"),
        ("aagun", "land", "anti-aircraft"),
        ("big-army-group-north", "land", "land"),
        ("kamikaze", "air", "air"),
        ("lee", "leader", "land"),
    ],
)
def test_symbols_of_units(unit: str, arm: str, symbol: str) -> None:
    assert symbol_of(unit, arm) == symbol


def test_most_units_of_our_titles_have_a_symbol_of_their_own() -> None:
    """Named armies of Blitz! are what they are: a land unit."""
    for slug in ("aa1942", "global-1939", "global-war-1936", "black-swan"):
        plain = [row.unit for row in load_title(slug).units.values() if symbol_of(row.unit, row.cls) in ("land", "air", "sea", "facility")]
        assert len(plain) <= len(load_title(slug).units) / 5, plain
    assert all(re.fullmatch(r"[MLHVAaCcSslhvmzZ0-9. -]+", one.path) for one in symbols().values())


def test_figures_that_no_record_tells_are_not_said_to_be_0() -> None:
    """A turn summary of an unknown map tells neither attack nor defense of any unit."""
    units = TABLES["title_units"].with_columns(pl.lit(0).alias("attack"), pl.lit(0).alias("defense"))
    kinds = payload((TABLES | {"title_units": units}).__getitem__, LAYOUT)["units"]
    assert [kind[3:] for kind in kinds] == [[None, None, 6], [None, None, 6], [None, None, 15]]


def test_a_side_has_the_same_form_in_every_game() -> None:
    assert side_forms(["Axis", "Allies"]) == [0, 1] and side_forms(["Allies", "Axis"]) == [1, 0]
    assert side_forms(["Allies", "Western Allies", "Axis"]) == [1, 2, 0], "one form is never that of two sides of a game"
    assert side_forms(["Reds", "Neutral", "Axis", "Blues"]) == [1, 3, 0, 2]


def test_deeds_in_words() -> None:
    names = {"north": "North", "south": "South"}
    assert battle_text(BATTLE | {"winner": "defender"}, names, "IPC") == "North attacked South: South won, lost 3 and 7 IPC"
    assert battle_text(BATTLE | {"winner": "none", "defender": ""}, names, "IPC") == "North attacked nobody: nobody won, lost 3 and 7 IPC"
    bombed = BATTLE | {"kind": "raid", "damage": 5}
    assert battle_text(bombed, names, "IPC") == "North bombed South: 5 damage, lost 3 and 7 IPC"
    assert battle_text(BATTLE | {"attacker_lost": 0}, names, "IPC", (2, 1)) == (
        "North attacked South: North won, lost 2 units with an unknown price and at least 7 IPC"
    )
    assert raid_text({"victim": "south", "raider": "", "loss": 0}, names, "IPC") == "South lost 0 IPC of convoys"
    assert news_text({"North": ["Karelia S.S.R."]}, [], []) == "North took Karelia S.S.R.", "one full stop is enough"
    assert news_text({}, [], []) == ""


def rebuilt(game: dict, turn: int) -> tuple[list[int], dict[tuple[int, int, int], int]]:
    """Return owners and units at the end of a turn, as the browser unfolds them."""
    owners = []
    for course in game["owners"]:
        held = [owner for when, owner in zip(course[::2], course[1::2], strict=True) if when <= turn]
        owners.append(held[-1] if held else -1)
    units: dict[tuple[int, int, int], int] = {}
    for changes in game["stacks"][: turn + 1]:
        for at in range(0, len(changes), 4):
            units[tuple(changes[at : at + 3])] = changes[at + 3]
    return owners, {key: count for key, count in units.items() if count}


def test_every_turn_of_a_game_is_that_of_the_lake(make_lake: Callable[..., Lake]) -> None:
    lake = make_lake(hand_made("first", deeds=DEEDS))
    frames = partial(lambda game, name: lake.frame(name, game), "first")
    areas = frames("title_areas")
    layout = layout_of("aa1942", areas, links_of(frames("title_links"), frames("units_moved")))
    game = payload(frames, layout)
    assert len(game["turns"]) == 16 and len(game["areas"]) == 145
    slugs = {row["name"]: row["area"] for row in areas.iter_rows(named=True)}
    powers = frames("title_powers").sort("play_order")["power"].to_list()
    units = dict(frames("title_units").select("name", "unit").iter_rows())
    for turn in range(16):
        owners, stacks = rebuilt(game, turn)
        lived = frames("areas").filter(turn=turn)
        held = {slugs[one["name"]]: powers[owner] if owner >= 0 else "" for one, owner in zip(game["areas"], owners, strict=True)}
        assert {area: held[area] for area in lived["area"]} == dict(zip(lived["area"], lived["controller"], strict=True))
        counts = frames("stacks").filter(turn=turn).group_by("area", "power", "unit").agg(pl.col("count").sum())
        told = {(slugs[game["areas"][a]["name"]], powers[p], units[game["units"][u][0]]): count for (a, p, u), count in stacks.items()}
        assert told == {row[:3]: row[3] for row in counts.iter_rows()}
    raided = [text for told in game["convoys"] for text in told[1::2]]
    assert raided[0] == "The United Kingdom lost 4 IPC of convoys to Germany" and len(raided) == 3
    assert "Germany bombed Soviet Union: 5 damage, lost 12 and 0 IPC" in game["battles"][2]
    assert len(json.dumps(game)) < 150_000, "small enough to send at once"


def test_customary_colours_that_can_be_told_apart_stay() -> None:
    title = load_title("aa1942")
    colors, sides = [row.color for row in title.powers.values()], [row.side for row in title.powers.values()]
    assert nudge(colors, sides, SEAS) == colors


def test_colours_that_are_too_alike_are_moved_just_so_far() -> None:
    alike = ["#c39a5b", "#b88f50", "#c39a5b"]
    moved = nudge(alike, ["allies"] * 3)
    assert moved[0] == alike[0]
    assert min(gap(one, two) for one, two in combinations(moved, 2)) > APART - 2e-3 > gap(*alike[:2])
    assert all(gap(one, two) < 0.25 for one, two in zip(alike, moved, strict=True)), "and can still be recognized"
    assert nudge(["#d3e2ec"], ["allies"], SEAS) != ["#d3e2ec"], "nobody looks like the sea"


def test_many_powers_are_all_different() -> None:
    colors = ["#808080"] * 16
    assert len(set(nudge(colors, ["one", "two"] * 8))) == 16


def test_red_and_green_are_alike_for_those_who_cannot_see_them() -> None:
    assert gap("#8c6a00", "#5f7a00") < gap("#8c6a00", "#002a8c")
    assert gap("#ffffff", "#000000") > 0.9 and gap("#123456", "#123456") == 0


@pytest.mark.parametrize(
    ("color", "read"), [("#ffd83d", "#10141a"), ("#8f1d1d", "#ffffff"), ("#ffffff", "#10141a"), ("#000000", "#ffffff")]
)
def test_ink_that_can_be_read(color: str, read: str) -> None:
    assert ink(color) == read


def test_a_page_of_its_own_holds_all_it_needs_and_no_markup_of_a_record() -> None:
    evil = TABLES | {"title_areas": TABLES["title_areas"].with_columns(name=pl.lit(f"</script>{EVIL}\u2028"))}
    page = styles() + fragment(payload(evil.__getitem__, LAYOUT))
    assert page.count("<script") == page.count("</script>") == 1
    assert "<img" not in page and "\\u003c/script>" in page and "\u2028" not in page
    assert "src=" not in page.replace("img src=", "") and "@import" not in page
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}, "the name of SVG, which nobody fetches"


def test_the_players_code_never_sets_markup() -> None:
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "fetch(", "import("):
        assert word not in program(), word


def test_areas_of_a_map_of_triplea_are_worth_pus_whatever_its_units_cost() -> None:
    game = {"source": "TripleA 2.5", "resource": "command", "resource_name": "Command"}
    assert worth_of(game) == "PUs" and worth_of(game | {"source": "Sitrep log"}) == "Command"
    assert worth_of(game | {"resource": "ipc", "resource_name": "IPC"}) == "IPC"
