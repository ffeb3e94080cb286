"""Names as people write them: every title's printed names, slugs without hyphens, plurals, beginnings; what is ambiguous says so."""

from __future__ import annotations

import msgspec
import pytest

from engine.families.axis_allies.orders import Buy, Move
from engine.observations import Points, Units
from engine.orders import names_of, unknown_names
from engine.title.loader import load_title, titles
from engine.written_names import Ambiguous, folded, in_slugs, names_printed, slug_meant, title_meant

KINDS = ("area", "power", "unit", "side", "contender", "resource", "technology", "phase")
SHARED = {"blitz": 4}
"""Title to how many printed names several units bear: Jet Fighters of two powers."""


@pytest.mark.parametrize("slug", titles())
def test_every_printed_name_means_what_bears_it(slug: str) -> None:
    title, shared = load_title(slug), []
    for kind in KINDS:
        printed = names_printed(title, kind)
        for one, name in printed.items():
            assert slug_meant(title, kind, one) == one
            bear = tuple(sorted(other for other, same in printed.items() if same == name))
            shared += [bear] * (len(bear) > 1)
            for written in (name, name.upper(), f"  {name} "):
                if len(bear) == 1:
                    assert slug_meant(title, kind, written) == one, (kind, written)
                    continue
                with pytest.raises(Ambiguous) as error:
                    slug_meant(title, kind, written)
                assert error.value.found == bear
    assert len(set(shared)) == SHARED.get(slug, 0)


@pytest.mark.parametrize(
    ("slug", "kind", "written", "meant"),
    [
        ("global-1939", "unit", "Strategic Bomber", "bomber"),
        ("global-1939", "unit", "tactical bombers", "tactical-bomber"),
        ("global-war-1936", "area", "Southern North Sea (9, A23)", "sea-zone-9"),
        ("global-war-1936", "area", "southern north sea", "sea-zone-9"),
        ("global-war-1936", "area", "M3", "sea-zone-50"),
        ("global-war-1936", "area", "Azores", "azores"),
        ("blitz", "unit", "Luftwaffe", "luftwaffe"),
        ("aa1942", "unit", "Tanks", "tank"),
        ("aa1942", "unit", "armour", "tank"),
        ("aa1942", "unit", "inf", "infantry"),
        ("aa1942", "area", "w russia", "west-russia"),
        ("aa1942", "area", "Karelia S.S.R.", "karelia-ssr"),
        ("aa1942", "area", "ukr", "ukraine-ssr"),
        ("aa1942", "area", "sz 4", "sea-zone-4"),
        ("aa1942", "area", "sz12", "sea-zone-12"),
        ("aa1942", "area", "12", "sea-zone-12"),
        ("global-1939", "area", "sz 12", "sea-zone-12"),
        ("aa1942", "power", "Sov", "soviet-union"),
        ("aa1942", "power", "UK", "united-kingdom"),
        ("global-1939", "power", "us", "united-states"),
        ("global-war-1936", "unit", "mech", "mechanized-infantry"),
        ("global-war-1936", "unit", "inf", "infantry"),
        ("aa1942", "phase", "purchase units", "purchase-units"),
    ],
)
def test_names_that_people_write(slug: str, kind: str, written: str, meant: str) -> None:
    title = load_title(slug)
    assert meant in names_of(kind, title) and slug_meant(title, kind, written) == meant


@pytest.mark.parametrize("written", ["i", "xq", "", "  ", "zealand new", "tankk", "\u200b", "٣"])
def test_what_nothing_is_called_stays_as_it_is_written(written: str) -> None:
    assert slug_meant(load_title("aa1942"), "unit", written) == written


def test_what_may_mean_several_is_told_with_them() -> None:
    title = load_title("aa1942")
    with pytest.raises(Ambiguous, match=r"area 'sea zone' may be sea-zone-1 \(Sea Zone 1\), .* or \d+ more; write one of them"):
        slug_meant(title, "area", "sea zone")
    with pytest.raises(Ambiguous) as found:
        slug_meant(title, "power", "united")
    assert found.value.found == ("united-kingdom", "united-states")


@pytest.mark.parametrize(
    ("slug", "kind", "written", "found"),
    [
        ("aa1942", "area", "uk", {"ukraine-ssr", "united-kingdom"}),
        ("aa1942", "area", "unit", {"united-kingdom", "central-united-states", "eastern-united-states", "western-united-states"}),
        ("aa1942", "unit", "air", {"aircraft-carrier", "anti-aircraft-gun"}),
        ("aa1942", "phase", "combat", {"combat-move", "conduct-combat"}),
        ("global-1939", "unit", "factory", {"factory-upgrade", "minor-factory", "major-factory"}),
        ("global-war-1936", "area", "algeria", {"sea-zone-51", "western-algeria", "northern-algeria", "southern-algeria"}),
        ("blitz", "unit", "fighter", {"fighter-command", "german-jet-fighters", "japanese-jet-fighters"}),
    ],
)
def test_a_beginning_is_no_guess_where_others_are_called_so_too(slug: str, kind: str, written: str, found: set[str]) -> None:
    """Beginnings of Ukraine, Fighter Command, Algerian Sea ... that alone begin so, and that nobody means."""
    with pytest.raises(Ambiguous) as error:
        slug_meant(load_title(slug), kind, written)
    assert set(error.value.found) == found


@pytest.mark.parametrize(
    ("slug", "kind", "written"),
    [
        ("global-war-1936", "unit", "tank"),  # Tank Destroyer
        ("global-war-1936", "unit", "tanks"),
        ("black-swan", "area", "germany"),  # German force pool
        ("aa1942", "area", "usa"),  # Union of South Africa
        ("aa1942", "unit", "日本 tank"),
        ("aa1942", "area", "чchina"),
    ],
)
def test_what_is_not_called_so_is_not_guessed(slug: str, kind: str, written: str) -> None:
    assert slug_meant(load_title(slug), kind, written) == written


def test_a_number_is_no_beginning_of_another() -> None:
    title = load_title("global-1939")
    fewer = {slug: row for slug, row in title.areas.items() if not slug.startswith("sea-zone-12") or slug == "sea-zone-120"}
    assert slug_meant(msgspec.structs.replace(title, areas=fewer), "area", "sz 12") == "sz 12"


@pytest.mark.parametrize("digit", ["\u0663", "\uff13"])
def test_digits_of_other_scripts_count_nothing(digit: str) -> None:
    """They would stand in a log that is written the same for the same game."""
    assert unknown_names(in_slugs(Buy(f"{digit} inf"), load_title("aa1942")), load_title("aa1942"))


def test_a_record_gets_the_slugs_of_all_that_it_names() -> None:
    title = load_title("aa1942")
    assert in_slugs(Move("3 Infantry, Tanks (Soviet Union)", "Russia > West Russia"), title) == Move(
        "3 infantry, tank (soviet-union)", "russia > west-russia"
    )
    assert in_slugs(Move("Transport", "SZ 4 > Sea Zone 5", cargo="Empty"), title).cargo == "empty"
    assert in_slugs(Units("Karelia", "germany", "2  Fighters"), title) == Units("karelia-ssr", "germany", "2 fighter")
    assert in_slugs(Points("Axis", 3), title) == Points("axis", 3)


def test_steps_and_blocks_keep_their_figures() -> None:
    title = load_title("black-swan")
    block = next(unit for unit, row in title.units.items() if row.has("block"))
    assert in_slugs(Buy(f"2 {title.units[block].name}@3"), title).units == f"2 {block}@3"
    assert in_slugs(Buy(f"2 {block}@"), title).units == f"2 {block}@", "steps that are not there are no steps left out"


def test_names_that_stay_unknown_are_told_as_before() -> None:
    title = load_title("aa1942")
    told = in_slugs(Buy("3 infantri"), title)
    assert unknown_names(told, title) == [("units", "unknown unit 'infantri'; did you mean 'infantry'?")]


def test_accents_and_signs_do_not_matter() -> None:
    assert folded("Trøndelag (São-Paulo) ÅLAND") == folded("trøndelag são paulo åland")
    assert folded("Sao Paulo") == folded("São  Paulo")


@pytest.mark.parametrize("text", ["a" + " " * 60_000 + "b", "(" * 60_000, "a(b" * 20_000, ", " * 30_000, "9" * 60_000])
def test_a_text_that_is_made_to_be_slow_ends_as_it_is_written(text: str) -> None:
    """A pattern that goes back and forth over 60,000 letters would take minutes."""
    assert folded(in_slugs(Buy(text), load_title("aa1942")).units) == folded(text)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("AA1942", "aa1942"),
        ("axis & allies global 1939", "global-1939"),
        ("axis & allies r", "revised"),
        ("black", "black-swan"),
        ("Global 1939", "global-1939"),
        ("blitz!", "blitz"),
    ],
)
def test_titles_are_called_by_their_names_and_beginnings(written: str, meant: str) -> None:
    assert title_meant(written) == meant


def test_a_title_that_is_not_told_apart_or_that_nobody_calls_so_is_no_guess() -> None:
    with pytest.raises(Ambiguous, match=r"title 'global' may be global-1939 \(.*\), global-war-1936 \(.*\); write one of them"):
        title_meant("global")
    assert title_meant("chess") == "chess" and title_meant("") == ""
