"""What a turn in the middle of a game becomes, event by event."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.errors import RecordError
from engine.recording import Fidelity
from ingest.turn_summaries.reader import recognize
from tests.turn_summaries.texts import MINI, facts, gaps, played, read


def of(kind: type, text: str = MINI) -> list:
    return [event for event in facts(text) if type(event) is kind]


def test_it_is_an_observed_game_of_a_title_made_of_its_names() -> None:
    recording = read(MINI)
    assert recording.fidelity is Fidelity.OBSERVED
    assert recording.title and recording.title.slug == "triplea-text"
    assert {"ukraine-ssr", "caucasus", "baltic-states"} <= recording.title.areas.keys()
    assert recording.title.powers.keys() == {"germany", "soviet-union", "united-kingdom"}


def test_rounds_and_phases() -> None:
    assert of(ev.RoundStarted) == [ev.RoundStarted(2)]
    phases = ["purchase-units", "combat-move", "conduct-combat", "mobilize-units", "collect-income"]
    assert of(ev.PhaseStarted) == [ev.PhaseStarted("germany", phase, 1) for phase in phases]


def test_purchase_and_money() -> None:
    assert [(e.unit, e.count) for e in of(ev.UnitsPurchased)] == [("armour", 2), ("infantry", 6)]
    assert [(e.delta, e.balance, e.cause) for e in of(ev.ResourceChanged) if e.power == "germany"] == [
        (38, 38, "observed"),
        (-28, 10, "purchase"),
        (37, 47, "income"),
    ]


def test_units_that_move_stood_there_from_the_start() -> None:
    events = facts(MINI)
    before = events[: events.index(ev.RoundStarted(2))]
    placed = {(e.area, e.power, e.unit): e.count for e in before if isinstance(e, ev.UnitsPlaced)}
    assert placed == {
        ("eastern-europe", "germany", "armour"): 2,
        ("eastern-europe", "germany", "infantry"): 3,
        ("germany", "germany", "bomber"): 1,
        ("balkans", "germany", "armour"): 1,
        ("ukraine-ssr", "soviet-union", "artillery"): 1,
        ("ukraine-ssr", "soviet-union", "infantry"): 2,
        ("ukraine-ssr", "united-kingdom", "fighter"): 1,
        ("germany", "germany", "factory"): 1,
        ("germany", "germany", "infantry"): 2,
    }
    assert all(e.cause == "observed" for e in before if isinstance(e, ev.UnitsPlaced))


def test_moves_losses_and_control() -> None:
    assert [(e.unit, e.count, e.origin, e.destination) for e in of(ev.UnitsMoved)] == [
        ("armour", 2, "eastern-europe", "ukraine-ssr"),
        ("infantry", 3, "eastern-europe", "ukraine-ssr"),
        ("bomber", 1, "germany", "caucasus"),
        ("armour", 1, "balkans", "baltic-states"),
    ]
    assert [(e.power, e.unit, e.count, e.cause, e.battle) for e in of(ev.UnitsRemoved)] == [
        ("germany", "bomber", 1, "anti-air", 1),
        ("germany", "infantry", 1, "combat", 2),
        ("soviet-union", "artillery", 1, "combat", 2),
        ("soviet-union", "infantry", 2, "combat", 2),
        ("united-kingdom", "fighter", 1, "combat", 2),
    ]
    taken = [(e.area, e.before, e.after) for e in of(ev.ControlChanged) if e.how == "captured"]
    assert taken == [("baltic-states", "soviet-union", "germany"), ("ukraine-ssr", "soviet-union", "germany")]


def test_dice_have_counts_and_no_faces() -> None:
    dice = [(e.power, e.side, e.purpose, e.round, e.dice, e.hits, e.expected, e.target) for e in of(ev.DiceRolled)]
    assert dice == [
        ("", "defender", "anti-air", 0, (0,), 1, 0.0, 0),  # the text does not say whose gun it is
        ("germany", "attacker", "attack", 1, (0,) * 5, 3, 1.5, 0),
        ("soviet-union", "defender", "defence", 1, (0,) * 4, 1, 0.0, 0),
    ]


def test_battles() -> None:
    raid, battle = of(ev.BattleEnded)
    assert (raid.kind, raid.area, raid.winner, raid.damage) == ("raid", "caucasus", "none", 0)
    assert (battle.kind, battle.attacker, battle.defender) == ("land", "germany", "soviet-union")
    assert (battle.rounds, battle.winner, battle.how) == (1, "attacker", "eliminated")
    assert (battle.attackers, battle.defenders) == ("2 armour, 2 infantry", "")
    started = of(ev.BattleStarted)[1]
    assert started.defenders == "artillery, 2 infantry, fighter (united-kingdom)"


def test_the_end_is_what_the_lists_say() -> None:
    state = played(MINI).state
    assert {key[:3]: n for key, n in state.stacks.items()} == {
        ("ukraine-ssr", "germany", "armour"): 2,
        ("ukraine-ssr", "germany", "infantry"): 2,
        ("baltic-states", "germany", "armour"): 1,
        ("germany", "germany", "factory"): 1,
        ("germany", "germany", "armour"): 2,
        ("germany", "germany", "infantry"): 8,
    }
    assert state.resources["germany", "ipc"] == 47 and state.resources["soviet-union", "ipc"] == 21
    assert state.markers["production", "germany"] == "37"


def test_what_is_not_known_is_said() -> None:
    rules = {gap.rule for gap in gaps(MINI)}
    assert {"observed/dice", "observed/path", "observed/title", "observed/repair"} <= rules
    assert all(gap.severity == "gap" for gap in gaps(MINI))


def test_a_short_summary_without_dice_loses_the_same_units() -> None:
    short = "\n".join(line for line in MINI.split("\n") if "roll dice" not in line and "lost in" not in line)
    long, brief = ([(e.power, e.unit, e.count, e.area) for e in of(ev.UnitsRemoved, text)] for text in (MINI, short))
    assert sorted(long) == sorted(brief)


def test_a_strange_line_is_a_note_and_a_gap() -> None:
    text = MINI.replace("        Combat Move - Germans\n", "        Combat Move - Germans\n            Germans dance on the table\n")
    assert facts(text) == facts(MINI)
    (gap,) = (gap for gap in gaps(text) if gap.rule == "observed/line")
    assert gap.found == "Germans dance on the table" and gap.where == "text:11"
    notes = [e.event for e in read(text).entries if isinstance(e.event, ev.MarkerSet) and e.event.scope == "note"]
    assert [note.value for note in notes] == ["Germans dance on the table"]


def test_a_phase_that_is_quoted_again_is_told_once() -> None:
    assert facts(MINI + "\nsomebody wrote:\n" + MINI) == facts(MINI)
    assert {"observed/repeat"} <= {gap.rule for gap in gaps(MINI + MINI)}


def test_missing_turns_begin_a_new_stretch() -> None:
    later = MINI.replace("round 2 player", "round 5 player").replace("Round: 2", "Round: 5")
    game = played(MINI + later)
    assert [e.round for e in game.events if isinstance(e, ev.RoundStarted)] == [2, 5]
    assert "observed/turns-missing" in {e.rule for e in game.events if isinstance(e, ev.DefectFound)}
    ended = {key[:3]: n for key, n in game.state.stacks.items() if key[1] == "germany"}
    assert ended["germany", "germany", "infantry"] == 8


def test_it_is_recognized_by_its_content() -> None:
    assert recognize(MINI.encode()) and recognize(b"> 3 infantry moved from Russia to Caucasus\n> 1 fighter moved from A to B")
    letter = b"Dear all,\nI moved from Paris to Rome."
    for other in (b'{"sitrep":1,"title":"aa1942"}', b"\xac\xed\x00\x05", b"%PDF-1.7", letter, b"a,b\n1,2\n", b""):
        assert not recognize(other)


@pytest.mark.parametrize("text", ["", "Hello.\n", "Combat Hit Differential Summary :\n"])
def test_what_is_no_summary_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="no sentence of a turn summary"):
        read(text)
