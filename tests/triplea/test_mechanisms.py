"""What a save's map uses that no rules here know: told before anything is played, and nothing passed over in silence."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

import sitrep
from ingest.samples import samples
from ingest.triplea.model import Option, Save
from ingest.triplea.save import read_save
from ingest.triplea.title.mechanisms import STRANGE, check_save, mechanisms, row_of, sentence
from tests.triplea import maps_tried
from tests.triplea.saves import save_of

SAMPLE = next(path for path in samples() if path.suffix == ".tsvg")


def check(*words: object) -> Result:
    return CliRunner().invoke(sitrep.main, ["title", "check", *map(str, words)])


@pytest.fixture(scope="module")
def save() -> Save:
    return read_save(SAMPLE)


def other(save: Save, **options: object) -> Save:
    """Return the save as one of a map that nobody knows, with options set, or added, or (None) taken out."""
    changed = save.options | {name.replace("_", " "): Option(name.replace("_", " "), value, True) for name, value in options.items()}
    return msgspec.structs.replace(save, game="Another map", options={name: one for name, one in changed.items() if one.value is not None})


def lacks(save: Save) -> dict[str, tuple[int, tuple[str, ...]]]:
    return {use.what: (use.places, use.where) for use in check_save(save).lacks}


def test_a_save_of_a_known_map_can_be_played_on_and_says_what_is_not_played(save: Save) -> None:
    found = check_save(save)
    assert found.title == "aa1942" and {use.what for use in found.lacks} <= {"technology"}
    low_luck = msgspec.structs.replace(save, options=save.options | {"Low Luck": Option("Low Luck", True, True)})
    assert lacks(low_luck)["low luck"] == (1, ("option Low Luck = True",))
    assert sentence(check_save(low_luck)).startswith("Can be played on, but without what it uses besides: low luck (1 place)")


def test_a_constant_of_a_known_map_is_the_titles_own(save: Save) -> None:
    constant = msgspec.structs.replace(save, options=save.options | {"Low Luck": Option("Low Luck", True, False)})
    assert "low luck" not in lacks(constant)


def test_the_same_map_under_another_name_uses_nothing_more(save: Save) -> None:
    found = check_save(other(save, Tech_Development=False))
    assert (found.title, found.lacks) == ("", ())
    assert sentence(found) == "Cannot be played on: no title here has this map, which uses nothing but what rules here play."


@pytest.mark.parametrize(
    ("option", "value", "what"),
    [
        ("Low_Luck", True, "low luck"),
        ("Naval_Bombard_Casualties_Return_Fire", False, "what ships hit from the sea is gone before it fires"),
        ("Naval_Bombard_Casualties_Return_Fire", None, "what ships hit from the sea is gone before it fires"),
        ("Use_Politics", True, "politics"),
        ("Moon_Landing", True, STRANGE),
        ("Russians_PU_Income_Bonus", 5, "income of computer players"),
        ("Russians_Income_Percentage", 150, "income of computer players"),
    ],
)
def test_an_option_that_rules_do_not_follow_is_named(save: Save, option: str, value: object, what: str) -> None:
    plain = other(save, Tech_Development=False)
    found = lacks(other(plain, **{option: value}))
    assert found == {what: (1, (f"option {option.replace('_', ' ')} = {bool(value) if value is None else value}",))}


def test_an_option_that_is_off_or_follows_the_rules_is_not(save: Save) -> None:
    off = {"Moon_Landing": False, "Use_Politics": False, "Russians_bid": 9, "Russians_PU_Income_Bonus": 0, "Choose_AA_Casualties": True}
    assert lacks(other(save, Tech_Development=False, **off)) == {}


def test_figures_of_units_count_once_for_each_that_has_them(save: Save) -> None:
    units = dict(save.unit_types)
    for name in ("infantry", "armour"):
        kind = units[name]
        held = kind.attachments["unitAttachment"]
        more = msgspec.structs.replace(held, fields={**held.fields, "isMarine": True, "canFly": name == "armour"})
        units[name] = msgspec.structs.replace(kind, attachments={**kind.attachments, "unitAttachment": more})
    found = lacks(msgspec.structs.replace(other(save, Tech_Development=False), unit_types=units))
    assert found == {"marines": (2, ("unit isMarine",)), STRANGE: (1, ("unit canFly",))}


def test_the_table_has_each_thing_once_and_says_what_every_value_it_does_not_play_means() -> None:
    rows = mechanisms().values()
    assert {row.kind for row in rows} == {"option", "unit", "territory", "canal", "player", "attachment", "delegate", "rules"}
    assert [row for row in rows if not row.what and "*" not in row.plays and {"true", "false"} - set(row.plays)] == []
    assert row_of("unit", "ATTACKAA") and row_of("option", "Axis Honorable Victory VCs") and row_of("unit", "nothing") is None


def test_the_command_says_it_and_ends_with_1_where_nothing_can_be_played(tmp_path: Path) -> None:
    told = check(SAMPLE)
    assert told.exit_code == 0 and "is the map of Axis & Allies 1942 (aa1942)\nCan be played on" in told.stdout
    found = json.loads(check(SAMPLE, "--json").stdout)
    assert found["title"] == "aa1942" and found["map"] == "World War II v4"
    (tmp_path / "a.txt").write_text("no save")
    assert check(tmp_path / "a.txt").exit_code == 1


@pytest.mark.shared
def test_a_map_without_rules_lists_what_stands_in_the_way(shared: Path) -> None:
    told = check(shared / "saves" / "v2-nwo_smalls_ai_game_during_combat.tsvg")
    assert told.exit_code == 1 and "Cannot be played on: no title here has this map, which uses " in told.stdout
    for what in ("triggers", "fighters that may not wait at sea for a new carrier", "facilities that are built (constructions)"):
        assert what in told.stdout


@pytest.mark.shared
def test_the_page_of_maps_is_what_the_saves_say_and_no_map_has_a_thing_without_a_row(shared: Path) -> None:
    assert maps_tried.PAGE.read_text(encoding="utf-8") == maps_tried.page(shared)
    assert STRANGE not in maps_tried.PAGE.read_text(encoding="utf-8")


def test_sums_of_an_economic_victory_count_with_it_alone(save: Save) -> None:
    plain = other(save, Tech_Development=False, Axis_Economic_Victory=90, Allies_Economic_Victory=110)
    assert lacks(plain) == {}
    assert lacks(other(plain, Economic_Victory=True)) == {
        "victory by other things than victory cities": (1, ("option Economic Victory = True",)),
        "victory by areas that are worth another sum": (1, ("option Axis Economic Victory = 90",)),
    }


@pytest.mark.shared
def test_options_of_a_known_map_that_change_what_units_can_do_are_named_where_the_title_has_no_such_option(shared: Path) -> None:
    save = save_of(shared, "ai-classic-g1")
    assert check_save(save).lacks == ()
    otherwise = {
        "Shore Bombard Per Ground Unit Restricted": True,
        "Naval Bombard Casualties Return Fire": False,
        "Submersible Subs": True,
        "neutralCharge": 5,
    }
    changed = save.options | {name: Option(name, value, True) for name, value in otherwise.items()}
    found = lacks(msgspec.structs.replace(save, options=changed))
    assert {where for _, places in found.values() for where in places} == {
        "option Shore Bombard Per Ground Unit Restricted = True",
        "option Naval Bombard Casualties Return Fire = False",
        "option neutralCharge = 5",
    }
