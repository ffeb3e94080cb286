"""Names as people write them: every title's printed names, slugs without hyphens, plurals, beginnings; what is ambiguous says so."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Buy, Move
from engine.observations import Points, Units
from engine.orders import names_of, unknown_names
from engine.title.loader import load_title, titles
from engine.written_names import Ambiguous, folded, in_slugs, names_printed, slug_meant

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
        ("aa1942", "power", "Sov", "soviet-union"),
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
