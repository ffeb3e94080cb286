"""The turn reports of a game: events as sentences, by their printed names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import polars as pl
import pytest

from dashboard.turn_report.markup import NOTHING, turn_html
from dashboard.turn_report.names import Names
from dashboard.turn_report.sentences import report
from dashboard.ui.title_names import resources_of, words_of
from engine.events import (
    BattleEnded,
    BattleStarted,
    ControlChanged,
    ConvoyRaided,
    DiceRolled,
    Event,
    FacilityChanged,
    PowerChanged,
    RelationChanged,
    TechAdvanced,
    UnitsMoved,
    UnitsPlaced,
    UnitsPurchased,
    UnitsRemoved,
    VictoryPointsScored,
)
from engine.recording import Fidelity
from engine.titles import load_title
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, paid, roll, without_map
from warehouse import Lake

MakeLake = Callable[..., Lake]
SIDES = ("russia", "germany", "soviet-union")
DICE = DiceRolled(7, "russia", "germany", "attacker", "fire", 1, "tank", 3, (1, 6), 1, 1.0)

TOLD: dict[str, tuple[list[Event], list[str]]] = {
    "purchases are one sentence": (
        [UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc"), UnitsPurchased("germany", "tank", 1, 6, 6, "ipc")],
        ["Germany bought 3 Infantry and 1 Tank for 15 IPC."],
    ),
    "an area taken without a battle, and one with the name of its power": (
        [
            ControlChanged("brazil", "united-states", "germany", "blitzed"),
            ControlChanged("germany", "germany", "united-kingdom", "blitzed"),
            ControlChanged("germany", "germany", "united-kingdom", "captured"),
        ],
        [
            "Germany took Brazil from the United States without a fight.",
            "The United Kingdom took Germany without a fight.",
            "The United Kingdom captured Germany.",
        ],
    ),
    "an area that its owner has again, whoever freed it": (
        [ControlChanged("brazil", "germany", "united-states", "liberated")],
        ["The United States got Brazil back from Germany."],
    ),
    "units that go together are one sentence": (
        [UnitsMoved("germany", "infantry", 1, "germany", "western-europe")] * 2,
        ["Germany: 2 Infantry, Germany → Western Europe."],
    ),
    "units that were seen to come and go are told without a cause": (
        [UnitsPlaced("germany", "tank", 2, "germany", cause="placed"), UnitsRemoved("germany", "tank", 1, "germany", cause="removed")],
        ["2 Tanks of Germany appeared in Germany.", "1 Tank of Germany left Germany."],
    ),
    "a battle tells forces, losses and dice": (
        [
            BattleStarted(7, "land", *SIDES, "2 tank, infantry", "infantry"),
            DICE,
            BattleEnded(7, "land", *SIDES, 1, "attacker", "eliminated", "2 tank", "", 3, 5),
        ],
        [
            "Land battle in Russia: Germany (2 Tanks and 1 Infantry) against the Soviet Union (1 Infantry). Germany won. "
            "Germany lost 3 IPC, the Soviet Union 5. Germany's dice: 1 of 2 hit, 1.0 expected."
        ],
    ),
    "a raid on a factory": (DEEDS[1, "germany"][:4], ["Germany bombed Russia with 2 Bombers: 5 damage; Germany lost 12 IPC of aircraft."]),
    "a convoy raid": (
        [ConvoyRaided("sea-zone-5", "germany", "united-kingdom", "ipc", 4, 6)],
        ["Germany raided Sea Zone 5: the United Kingdom lost 4 IPC."],
    ),
    "a raid by nobody known": (
        [ConvoyRaided("sea-zone-5", "", "united-kingdom", "ipc", 4, 6)],
        ["The United Kingdom lost 4 IPC to a raid on Sea Zone 5."],
    ),
    "objectives are added up, research is paid and found": (
        [*[paid("germany", 5, "objective")] * 2, paid("germany", -5, "research"), TechAdvanced("germany", "rockets")],
        ["Germany received 10 IPC for objectives.", "Germany paid 5 IPC for research.", "Germany discovered rockets."],
    ),
    "money of a cause without a sentence of its own": ([paid("germany", 3, "war-bonds")], ["Germany gained 3 IPC (war bonds)."]),
    "a repair": (
        [FacilityChanged("russia", "industrial-complex", "soviet-union", "repaired", -3, 2)],
        ["The Soviet Union repaired 3 damage of Industrial Complex in Russia."],
    ),
    "politics": (
        [RelationChanged("germany", "soviet-union", "neutrality", "war"), PowerChanged("germany", "active", "capital-lost", "captured")],
        ["Germany and the Soviet Union are at war.", "Germany lost its capital."],
    ),
    "who enters the war, who gets a capital back, who is freed and who takes a side": (
        [
            PowerChanged("united-states", "neutral", "active", "round 4"),
            PowerChanged("germany", "capital-lost", "active", "liberated"),
            PowerChanged("japan", "surrendered", "active", "liberated"),
            PowerChanged("turkey", "neutral", "axis", "joins germany"),
        ],
        [
            "The United States entered the war.",
            "Germany has its capital again.",
            "Japan was liberated, and fights on.",
            "Turkey joined the Axis.",
        ],
    ),
}


def told(lake: Lake, game: str) -> pl.DataFrame:
    return report(partial(lake.frame, game_id=game), {"ipc": "IPC"})


def test_a_raid_on_a_convoy_line_says_its_name_though_an_area_has_its_slug(make_lake: MakeLake) -> None:
    raids = [ConvoyRaided(line, "germany", "united-kingdom", "ipc", 4, 6) for line in ("atlantic", "russia", "sea-zone-5")]
    lake = make_lake(hand_made("told", rounds=1, deeds={(1, "germany"): raids}))
    words = {"atlantic": "Atlantic Line", "russia": "Murmansk Line", "sea-zone-5": "Sea Zone 5"}
    found = report(partial(lake.frame, game_id="told"), {"ipc": "IPC"}, words).filter(table="convoy_raided")["text"]
    places = ("the Atlantic Line", "the Murmansk Line", "Sea Zone 5")
    assert found.to_list() == [f"Germany raided {place}: the United Kingdom lost 4 IPC." for place in places]


def test_a_price_that_no_record_tells_is_not_told(make_lake: MakeLake) -> None:
    bought = [UnitsPurchased("germany", "infantry", 4, 0, 0, "ipc"), UnitsPurchased("germany", "tank", 1, 6, 6, "ipc")]
    lake = make_lake(hand_made("told", rounds=1, fidelity=Fidelity.OBSERVED, deeds={(1, "japan"): bought}))
    found = told(lake, "told").filter(turn=4)["text"].to_list()
    assert found[:2] == [
        "Germany bought 4 Infantry; the price is not recorded.",
        "Germany bought 1 Tank for 6 IPC.",
    ]


def test_losses_without_a_price_are_not_worth_0(make_lake: MakeLake) -> None:
    title = load_title("aa1942")
    free = {slug: msgspec.structs.replace(unit, cost=0) for slug, unit in title.units.items()}
    fought = [
        BattleStarted(7, "land", *SIDES, "infantry", "infantry"),
        UnitsRemoved("germany", "infantry", 1, "germany", battle=7),
        BattleEnded(7, "land", *SIDES, 1, "defender", "eliminated", "", "infantry", 0, 0),
    ]
    text = hand_made(
        "told",
        title=msgspec.structs.replace(title, units=free),
        rounds=1,
        fidelity=Fidelity.OBSERVED,
        deeds={(1, "japan"): fought},
    )
    found = told(make_lake(text), "told").filter(turn=4)["text"].to_list()
    assert found[0].endswith("The Soviet Union won. Germany lost 1 unit with an unknown price, the Soviet Union 0 IPC.")


@pytest.mark.parametrize("case", TOLD)
def test_events_are_told(case: str, make_lake: MakeLake) -> None:
    deeds, expected = TOLD[case]
    standing: list[Event] = [UnitsPlaced("germany", "bomber", 1, "germany", cause="setup")] if "factory" in case else []
    lake = make_lake(hand_made("told", rounds=1, deeds={(1, "japan"): [*standing, *deeds]}))
    found = told(lake, "told").filter(turn=4)["text"].to_list()
    assert found == [*expected, "Japan collected 30 IPC."]


def test_what_was_set_up_is_not_told_and_hands_and_the_end_are(make_lake: MakeLake) -> None:
    frame = told(make_lake(hand_made("first")), "first")
    assert frame["turn"].min() == 1
    said = frame["text"].to_list()
    assert "Germany captured Brazil from the United States." in said and said[-1] == "The game ended."
    assert frame["seq"].is_sorted()


def test_what_a_battle_took_is_told_by_the_battle_alone(make_lake: MakeLake) -> None:
    lost = UnitsRemoved("germany", "infantry", 1, "germany", cause="combat", battle=3)
    starved = UnitsRemoved("germany", "infantry", 1, "germany", cause="defenceless")
    frame = told(make_lake(hand_made("first", rounds=1, deeds={(1, "germany"): [lost, starved]})), "first")
    assert [text for text in frame["text"] if "lost" in text] == ["Germany lost 1 Infantry in Germany (defenceless)."]


def test_names_of_records_are_shown_as_text(make_lake: MakeLake) -> None:
    frame = told(make_lake(hand_made("elsewhere", title=without_map())), "elsewhere")
    taken = frame.filter(pl.col("text").str.contains(EVIL, literal=True))
    assert taken.height == 1
    markup = turn_html(frame.filter(turn=taken["turn"][0]))
    assert "&lt;img src=x" in markup and "<img" not in markup
    assert NOTHING in turn_html(frame.head(0))


def test_a_game_that_never_began_tells_what_there_is(make_lake: MakeLake) -> None:
    frame = told(make_lake(hand_made("cut", stop=(1, "soviet-union"), ended=False)), "cut")
    assert set(frame["turn"]) <= {0, 1}


def test_forces_and_numbers_of_units() -> None:
    names = Names({}, {"reds": "Reds"}, {"tank": "Tank", "infantry": "Infantry"}, {}, {})
    assert names.force("3 infantry, 2 tank, mech-infantry") == "3 Infantry, 2 Tanks and 1 mech infantry"
    assert names.force("") == "no units"
    assert names.force("2 tank (reds), tank (blues)") == "2 Tanks (Reds) and 1 tank (blues)", "whose, where they are known"
    assert names.force("2 tank (reds), infantry", "reds") == "2 Tanks and 1 Infantry", "its own do not say so"
    assert names.said("attacker", "reds") == "Reds" and names.said("attacker", "") == "nobody"
    assert names.units([{"unit": "tank", "count": 1}, {"unit": "tank", "count": 2}]) == "3 Tanks"


def test_dice_of_no_battle_are_not_told(make_lake: MakeLake) -> None:
    frame = told(make_lake(hand_made("dice", rounds=1, deeds={(1, "japan"): [roll("japan", "attacker", 3, 1)]})), "dice")
    assert frame.filter(turn=4)["text"].to_list() == ["Japan collected 30 IPC."]


def test_cards_points_and_one_of_a_resource_are_called_as_players_call_them(make_lake: MakeLake) -> None:
    scored = VictoryPointsScored("germany", "vp", 1, 15, "afa-no-casualties")
    lake = make_lake(hand_made("told", rounds=1, deeds={(1, "japan"): [scored, paid("germany", 1, "objective")]}))
    frames = partial(lake.frame, game_id="told")
    found = report(frames, {"ipc": resources_of("blitz")["resources"]}, words_of("blitz")).filter(turn=4)["text"]
    assert found.to_list()[:2] == [
        "Germany: 1 for No Casualties, 15 in total (Victory Points).",
        "Germany received 1 Resource for objectives.",
    ]


def test_powers_that_win_together_are_called_by_their_name(make_lake: MakeLake) -> None:
    scored = VictoryPointsScored("germany-italy", "points", 1, 15, "russia")
    lake = make_lake(hand_made("told", rounds=1, deeds={(1, "japan"): [scored]}))

    def frames(name: str) -> pl.DataFrame:
        named = {"contender": pl.lit("germany-italy"), "name": pl.lit("Germany and Italy")} if name == "races" else {}
        return lake.frame(name, game_id="told").with_columns(**named)

    found = report(frames, {}).filter(turn=4)["text"]
    assert found[0] == "Germany and Italy: 1 for Russia, 15 in total (points)."


def test_a_title_that_a_record_brought_names_nothing() -> None:
    assert words_of("no-such-title") == resources_of("no-such-title") == {}


def test_what_came_from_nobody_does_not_say_so(make_lake: MakeLake) -> None:
    began = [
        RelationChanged("japan", "germany", "", "peace"),
        RelationChanged("japan", "united-states", "war", "peace"),
    ]
    lake = make_lake(hand_made("told", rounds=1, deeds={(1, "japan"): began}))
    found = told(lake, "told").filter(turn=4)["text"].to_list()
    assert found[:2] == ["Japan and Germany went to peace.", "Japan and the United States went from war to peace."]


def test_how_powers_stand_to_each_other_before_the_first_deed_is_no_news(make_lake: MakeLake) -> None:
    first = [RelationChanged("germany", "japan", "", "hostile"), RelationChanged("germany", "united-states", "", "war")]
    later = [
        RelationChanged("japan", "united-states", "", "hostile"),
        RelationChanged("germany", "japan", "hostile", "peace"),
    ]
    lake = make_lake(hand_made("told", rounds=1))
    events = {
        name: lake.frame(name, game_id="told")
        for name in lake.tables  # the first turn begins with what a save tells of the set-up
    }
    begun = min(report(lambda name: events[name], {})["seq"])
    row = {"game_id": "told", "round": 1, "turn": 1, "phase": "combat-move", "power": "germany"}
    relations = events["relation_changed"]
    rows = [
        {column: None for column in relations.columns}
        | row
        | {"seq": seq, "power": one.power, "other": one.other, "before": one.before, "after": one.after}
        for seq, one in [(begun - 1, first[0]), (begun - 1, first[1]), (begun + 1, later[0]), (begun + 2, later[1])]
    ]
    events["relation_changed"] = pl.DataFrame(rows, schema=relations.schema)
    found = report(lambda name: events[name], {}).filter(table="relation_changed")["text"].to_list()
    assert found == ["Japan and the United States went to hostile.", "Germany and Japan went from hostile to peace."]
