"""What a turn summary says that cannot be, or must have said and does not, is told with both values."""

from __future__ import annotations

from tests.turn_summaries.texts import MINI, gaps, read

CHINA = """\
Combat - Chinese
    Battle in Yunnan
        Chinese attack with 1 fighter and 7 infantry
        Japanese defend with 1 artillery
            Chinese roll dice for 1 fighter and 7 infantry in Yunnan, round 2 : 0/8 hits, 1.67 expected hits
            Japanese roll dice for 1 artillery in Yunnan, round 2 : 0/1 hits, 0.33 expected hits
            Chinese roll dice for 1 fighter and 7 infantry in Yunnan, round 3 : 0/8 hits, 1.67 expected hits
            Japanese roll dice for 1 artillery in Yunnan, round 3 : 0/1 hits, 0.33 expected hits
            Chinese roll dice for 1 fighter and 7 infantry in Yunnan, round 4 : 3/8 hits, 1.67 expected hits
            Japanese roll dice for 1 artillery in Yunnan, round 4 : 1/1 hits, 0.33 expected hits
            1 artillery owned by the Japanese and 1 infantry owned by the Chinese lost in Yunnan
        Chinese win with 1 fighter and 6 infantry remaining. Battle score for attacker is 1
"""
"""A battle of three rounds, on a map that no title knows."""


KNOWN = """\
TripleA Turn Summary for game: World War II v4, version: 2.0
Round: 3
    Combat Move - Germans
        3 armour moved from Germany to Southern Europe
    Combat - Germans
        Battle in Southern Europe
            Germans attack with 3 armour
            British defend with 2 infantry and 1 aaGun
                Germans roll dice for 3 armour in Southern Europe, round 2 : 1/3 hits, 1.50 expected hits
                British roll dice for 2 infantry in Southern Europe, round 2 : 1/2 hits, 0.67 expected hits
                1 infantry owned by the British and 1 armour owned by the Germans lost in Southern Europe
                Germans roll dice for 2 armour in Southern Europe, round 3 : 1/2 hits, 1.00 expected hits
                British roll dice for 1 infantry in Southern Europe, round 3 : 0/1 hits, 0.33 expected hits
                1 infantry owned by the British lost in Southern Europe
                1 aaGun owned by the British lost in Southern Europe
            Germans win with 2 armour remaining. Battle score for attacker is 0
"""
"""A battle of two rounds of a title whose units are known: an anti-aircraft gun that cannot fight goes without a hit."""


def without(text: str, words: str) -> str:
    (line,) = (line for line in text.splitlines() if words in line)
    return text.replace(line + "\n", "")


def missing(text: str) -> list[tuple[str, str]]:
    return [(one.found, one.expected) for one in gaps(text) if one.rule == "observed/dice-missing"]


def test_losses_beyond_the_hits_that_are_told_show_a_missing_line_of_dice() -> None:
    assert read(KNOWN).header.title == "aa1942"
    assert missing(KNOWN) == []
    assert missing(without(KNOWN, "Germans roll dice for 2 armour")) == [("1 hits", "2 or more")]


DROPPED = """\
            British roll AA dice in Southern Europe : 1/2 hits, 0.33 expected hits
            1 bomber owned by the Germans killed by AA in Southern Europe
            1 infantry owned by the Germans lost in Southern Europe
"""


def test_infantry_that_falls_with_its_bomber_takes_no_hit() -> None:
    fire = "                Germans roll dice for 3 armour"
    text = KNOWN.replace("attack with 3 armour", "attack with 2 bombers, 2 infantry and 3 armour").replace(fire, DROPPED + fire)
    assert missing(text) == []
    assert missing(text.replace("        1 infantry owned by the Germans", "        2 infantry owned by the Germans")) == [
        ("2 hits", "4 or more")
    ]


def test_losses_to_a_side_that_never_rolls_show_a_missing_line_of_dice_on_any_map() -> None:
    assert missing(MINI) == []
    assert missing(without(MINI, "Germans roll dice")) == [("no dice", "dice of the attacker")]
    assert missing(without(MINI, "Russians roll dice")) == [("no dice", "dice of the defender")]


def test_a_side_that_rolls_in_a_later_round_only_shows_a_missing_line_of_dice() -> None:
    assert missing(CHINA) == []
    for roll in ("7 infantry in Yunnan, round 3", "1 artillery in Yunnan, round 3"):
        assert missing(without(CHINA, roll)) == [("no dice", "dice of round 2")]
    assert missing(without(CHINA, "1 artillery in Yunnan, round 2")) == [("no dice", "dice of round 1")]


def test_a_short_summary_that_tells_no_dice_misses_none() -> None:
    assert missing(without(without(MINI, "Germans roll dice"), "Russians roll dice")) == []


def units(text: str) -> list[tuple[str, str, str]]:
    return [(one.severity, one.found, one.expected) for one in gaps(text) if one.rule == "observed/unit"]


def headless() -> str:
    """A text that only its names show to be of a known title."""
    return without(KNOWN, "Turn Summary for game").replace("Battle in", "2 infantry moved from Russia to Persia\n    Battle in")


def test_a_unit_that_a_known_title_has_not_got_is_a_defect() -> None:
    for text in (KNOWN, headless()):
        assert read(text).header.title == "aa1942" and units(text) == []
        damaged = text.replace("        3 armour moved", "        1 Compass moved from Germany to Southern Europe\n        3 armour moved")
        recording = read(damaged)
        assert recording.header.title == "aa1942" and "compass" not in recording.title.units
        assert units(damaged) == [("error", "Compass", "a unit of aa1942")]


def test_units_named_again_and_again_that_a_title_has_not_got_are_of_another_map() -> None:
    text = headless().replace("armour", "Compass")
    assert read(text).header.title != "aa1942" and units(text) == []
