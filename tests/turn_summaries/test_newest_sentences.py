"""What the newest program, and players by hand, put into summaries: edits, what is taken back, aircraft without a place to land."""

from __future__ import annotations

from engine import events as ev
from engine.state import state_at
from ingest.turn_summaries.sentences import match
from tests.turn_summaries.texts import facts, gaps, played

HEAD = "Round: 1\n\nPurchase Units - Germans\nGermans buy 2 infantry and 1 tank; Remaining resources: 0 PUs;\n\n"


def told(text: str, kind: type[ev.Event]) -> list[ev.Event]:
    """The events of a kind that a text tells; nothing of it is left unread."""
    assert [gap for gap in gaps(text) if gap.rule == "observed/line"] == []
    return [event for event in facts(text) if isinstance(event, kind)]


def test_a_placement_that_is_taken_back_is_not_told_and_those_behind_it_move_up() -> None:
    text = (
        f"{HEAD}Place Units - Germans\n1 infantry placed in Germany\n1 tank placed in Germany\n1 infantry placed in Italy\n"
        "Germans undo move 2.\nGermans undo move 2.\n1 tank and 1 infantry were produced but were not placed\n"
    )
    placed = told(text, ev.UnitsPlaced)
    assert [(e.area, e.unit, e.count) for e in placed if e.cause == "mobilize"] == [("germany", "infantry", 1)]  # type: ignore[attr-defined]
    game = played(text)
    assert state_at(game.events, len(game.events)).pool == {}


def test_what_is_taken_back_and_does_not_stand_there_is_said_to_be_untold() -> None:
    text = f"{HEAD}Place Units - Germans\n1 infantry placed in Germany\nGermans undo move 7.\n"
    assert [gap.found for gap in gaps(text) if gap.rule == "observed/effect"] == ["Germans undo move 7."]


def test_edits_change_units_owners_stores_and_relations() -> None:
    text = (
        f'{HEAD}Turning on Edit Mode\nCOMMENT: a word: "quoted"\nEDIT: Changing PUs for Germans from 0 to 25\n'
        "EDIT: Adding units owned by Germans to 5 Sea Zone: 1 infantry and 1 transport\n"
        "EDIT: Removing units owned by Germans from 5 Sea Zone: 1 infantry\n"
        "EDIT: Changing ownership of Poland from Russians to Germans\n"
        "EDIT: Editing Political Relationship for Germans and Russians from War to Neutrality\nEDIT: Turning off Edit Mode\n"
    )
    (store,) = (e for e in told(text, ev.ResourceChanged) if e.cause == "edit")  # type: ignore[attr-defined]
    assert (store.power, store.delta, store.balance) == ("germany", 25, 25)  # type: ignore[attr-defined]
    placed = [(e.unit, e.count) for e in told(text, ev.UnitsPlaced) if e.cause == "edit"]  # type: ignore[attr-defined]
    assert placed == [("infantry", 1), ("transport", 1)]
    assert [(e.unit, e.area) for e in told(text, ev.UnitsRemoved)] == [("infantry", "sea-zone-5")]  # type: ignore[attr-defined]
    assert [(e.area, e.after, e.how) for e in told(text, ev.ControlChanged) if e.how == "edit"] == [  # type: ignore[attr-defined]
        ("poland", "germany", "edit")
    ]
    assert [e.after for e in told(text, ev.RelationChanged)] == ["neutrality"]  # type: ignore[attr-defined]


def test_battles_in_the_newest_words() -> None:
    text = (
        f"{HEAD}Combat - Germans\nBattle in Poland\nGermans attack with 2 infantry and 2 bombers\n"
        "Russians defend with 1 infantry and 1 aaGun; British defend\n"
        "Russians roll AA dice in Poland : 1/2 hits, 0.33 expected hits\n"
        "1 bomber owned by the Germans killed by AA in Poland\n"
        "Germans roll dice for 1 bomber and 2 infantry in Poland, round 2 : 1/3 hits, 1.00 expected hits\n"
        "1 bomber owned by the Germans retreated\n1 infantry owned by the Russians lost in Poland\n"
        "Germans winRussians win with 1 infantry remaining, taking Poland from Russians with 2 infantry remaining. "
        "Battle score for attacker is -9\n\n"
        "Combat Hit Differential Summary :\n\n    Germans regular : 0.67\n    Russians AA : -0.33\n    Germans rolls : 0.00\n"
    )
    guns, fire = told(text, ev.DiceRolled)
    assert (guns.purpose, guns.power, guns.hits, guns.expected) == ("anti-air", "soviet-union", 1, 0.33)  # type: ignore[attr-defined]
    assert fire.round == 1  # type: ignore[attr-defined]
    assert [(e.unit, e.cause) for e in told(text, ev.UnitsRemoved)] == [  # type: ignore[attr-defined]
        ("bomber", "anti-air"),
        ("infantry", "combat"),
    ]
    assert told(text, ev.UnitsMoved) == [], "aircraft that retreat stay where they are"
    (ended,) = told(text, ev.BattleEnded)
    assert (ended.winner, ended.how) == ("attacker", "retreated")  # type: ignore[attr-defined]
    assert [(e.area, e.after) for e in told(text, ev.ControlChanged)][-1] == ("poland", "germany")  # type: ignore[attr-defined]


def test_rounds_of_battle_that_begin_with_1_are_counted_from_there() -> None:
    roll = "Germans roll dice for 1 infantry in Poland, round {} : 0/1 hits\n"
    battle = "Combat - Germans\nBattle in Poland\nGermans attack with 1 infantry\nRussians defend with 1 infantry\n"
    for first in (1, 2):
        text = HEAD + battle + roll.format(first) + roll.format(first + 1)
        assert [e.round for e in told(text, ev.DiceRolled)] == [1, 2]  # type: ignore[attr-defined]


def test_aircraft_without_a_place_to_land_are_lost() -> None:
    text = f"{HEAD}Turn Complete - Germans\n1 bomber and 2 fighters could not land in 6 Sea Zone and were removed\n"
    gone = [(e.unit, e.count, e.area, e.cause) for e in told(text, ev.UnitsRemoved)]  # type: ignore[attr-defined]
    assert gone == [("bomber", 1, "sea-zone-6", "no-landing"), ("fighter", 2, "sea-zone-6", "no-landing")]


def test_money_is_known_by_its_names_of_all_ages() -> None:
    for end in ("30 PUs", "30 Optional[PUs]", "30 ipcs total", "30 IPCs"):
        sentence = match(f"Germans collect 20 {end[3:].removesuffix(' total')}; end with {end}")
        assert sentence is not None and (sentence.kind, sentence.fields["end"]) == ("collect", "30"), end
    objective = "Trigger Ore: Germans met a national objective for an additional 5 Optional[PUs]; end with 44 Optional[PUs]"
    found = match(objective)
    assert found is not None and (found.kind, found.fields["amount"], found.fields["end"]) == ("objective", "5", "44")
