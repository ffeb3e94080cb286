"""Markers and words of a condition are declared once, with what they mean, and nothing writes or reads another one."""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from engine.condition import Condition, parse_condition
from engine.errors import TitleError
from engine.events import MarkerSet
from engine.families import family_of
from engine.rules import load_rules
from engine.state import GameState
from engine.title.loader import load_title, titles
from engine.vocabulary import Marker, Vocabulary, WordFor
from ingest.samples import HERE
from sitrep import replay
from tests.repository.test_engine import MODULES

OWNERS = [module.removesuffix(".vocabulary") for module in MODULES if module.endswith(".vocabulary")]
OWNERS.remove("engine")


def named(owner: str) -> dict[str, Marker | WordFor | str]:
    """The names that a family or title gives in code to what its table declares."""
    made = import_module(f"{owner}.vocabulary")
    return {name: value for name, value in vars(made).items() if name.isupper() and isinstance(value, Marker | WordFor | str)}


def told(owner: str) -> Vocabulary:
    """The table of a family or title."""
    return import_module(f"{owner}.vocabulary").VOCABULARY


def test_families_and_titles_have_their_tables() -> None:
    assert set(OWNERS) == {
        "engine.families.axis_allies",
        "engine.families.blocks",
        "engine.titles.blitz",
        "engine.titles.global_1939",
        "engine.titles.global_war_1936",
    }


@pytest.mark.parametrize("owner", OWNERS)
def test_every_row_of_a_table_has_a_name_in_code(owner: str) -> None:
    tree = ast.parse(MODULES[f"{owner}.vocabulary"].read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    made = Counter(
        (node.func.id.removesuffix("_for"), node.args[0].value)
        for node in calls
        if isinstance(node.func, ast.Name) and node.args and isinstance(node.args[0], ast.Constant)
    )
    assert set(made) == {(kind, name) for kind, name, _ in told(owner).rows}
    assert [item for item, n in made.items() if n > 1] == []


@pytest.mark.parametrize("owner", OWNERS)
def test_nothing_is_declared_that_nothing_uses(owner: str) -> None:
    module = f"{owner}.vocabulary"
    read = set()
    for other, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        if module not in text:  # to read every module for each table takes seconds
            continue
        tree = ast.parse(text)
        imported = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == module and other != module
            for alias in node.names
        }
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        read |= {name for shown, name in imported.items() if shown in used}
    assert set(named(owner)) - read == set()


def test_nothing_else_builds_a_marker_or_takes_a_condition_apart() -> None:
    wrong = []
    for module, path in MODULES.items():
        if module in ("engine.vocabulary", "engine.state", "engine.events", "engine.condition", "engine.result"):
            continue
        if module == "engine.odds.tree":  # it compares states with all their markers, and knows none
            continue
        text = path.read_text(encoding="utf-8")
        if not re.search(r"MarkerSet|\bmarkers?\b|condition", text):
            continue  # it has none of the names below: to parse every module, and to write each of its names, takes seconds
        for node in ast.walk(ast.parse(text)):
            shown = ast.unparse(node) if isinstance(node, ast.Call | ast.Attribute) else ""
            markers = re.match(r"(ev\.)?MarkerSet\(|.*\bstate\.markers?\b", shown)
            if markers or re.search(r"condition\.(split|partition|startswith)$", shown):
                wrong.append(f"{module}:{node.lineno} {shown[:60]}")
    assert wrong == []


WORDS = {name for owner in OWNERS for kind, name, _ in told(owner).rows if kind == "word" and "{" not in name}


def test_no_word_of_a_condition_is_written_by_hand() -> None:
    wrong = []
    for module, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            written: list[ast.expr] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                written = [*node.args] if name in ("having", "without", "mark", "unmark", "has_word") else []
            elif isinstance(node, ast.Compare) and re.search("cond|words", ast.unparse(node.comparators[0])):
                written = [node.left]
            wrong += [f"{module}:{item.lineno} {item.value}" for item in written if isinstance(item, ast.Constant) and item.value in WORDS]
    assert wrong == []


@pytest.mark.parametrize("slug", [slug for slug in titles() if family_of(load_title(slug))])
def test_one_word_has_one_meaning_in_a_game(slug: str) -> None:
    rows = [(key, meaning) for owner in owners_of(slug) for key, meaning in told(owner).rows.items()]
    heads = Counter((kind, lasts, *shape(name)) for (kind, name, lasts), _ in rows)
    assert [head for head, n in heads.items() if n > 1] == []
    assert [meaning for meaning, n in Counter(meaning for _, meaning in rows).items() if n > 1] == []


def shape(name: str) -> tuple[str, int]:
    """A name up to what it has in braces, and how much that is: two markers alike in both could not be told apart."""
    return re.split(r"[|/:{]", name)[0], name.count("{")


def owners_of(slug: str) -> list[str]:
    """The family of a title and the title itself, as far as they have a table."""
    title = load_title(slug)
    rules = type(load_rules(title)).__module__.rpartition(".")[0]
    return [one for one in (f"engine.families.{title.family.replace('-', '_')}", rules) if one in OWNERS]


@pytest.mark.parametrize(
    "sample",
    ["axis-takes-moscow.jsonl", "arsenal-of-democracy.jsonl.gz", "warsaw-holds.jsonl", "race-to-fifteen.jsonl.zst"],
)
def test_a_recorded_game_sets_no_marker_and_no_word_that_is_not_declared(sample: str) -> None:
    game = replay(HERE / sample)
    rows = [row for owner in owners_of(game.title.slug) for row in told(owner).rows]
    markers = [(lasts, Marker(name, lasts)) for kind, name, lasts in rows if kind == "marker"]
    words = [WordFor(name) if "{" in name else name for kind, name, _ in rows if kind == "word"]
    said = {(event.scope, event.key) for event in game.events if isinstance(event, MarkerSet)}
    assert [one for one in said if not any(one[0] == lasts and m.parts(one[1]) is not None for lasts, m in markers)] == []
    texts = {text for event in game.events for text in (getattr(event, "condition", ""), getattr(event, "becomes", ""))}
    known = {word for text in texts for word in parse_condition(text or "").words}
    assert [w for w in known if not any(w == word or (isinstance(word, WordFor) and word.among([w])) for word in words)] == []
    assert len(said) > 20 and len(known) > 5


PAID = Marker("paid|{account}|{resource}", "turn")


def test_a_marker_is_written_and_read_by_what_its_name_has_in_braces() -> None:
    state = GameState(markers={("turn", "paid|china|oil"): "3", ("turn", "paid|china"): "9", ("game", "paid|a|b"): "9"})
    assert PAID.key("china", "oil") == "paid|china|oil"
    assert (PAID.number(state, "china", "oil"), PAID.number(state, "china", "ipc")) == (3, 0)
    assert list(PAID.entries(state)) == [(("china", "oil"), "3")]
    with pytest.raises(TypeError, match=r"marker paid\|\{account\}\|\{resource\} is asked for 1 parts"):
        PAID.key("china")


def test_a_marker_counts_by_words() -> None:
    state = GameState(markers={("battle", "owed"): "any=2 sea=1"})
    assert Marker("owed", "battle").pairs(state) == {"any": 2, "sea": 1}
    assert Marker("owed", "battle").words(state) == ["any=2", "sea=1"]


def test_a_word_that_names_something_is_written_and_read() -> None:
    border = WordFor("border:{place}!")
    assert border.of("sea-zone-1") == "border:sea-zone-1!"
    assert border.named(Condition(words=("border:ruhr!", "elite!", "moved"))) == ["ruhr"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            "paid,token,turn,x",
            "paid is a token that lasts turn; expected marker: game, turn, phase, battle; word: turn, changed",
        ),
        ("moved,word,phase,x", "moved is a word that lasts phase"),
        ("elite,word,changed,x", "'elite' is not a valid word name"),
        ("Paid {x},marker,turn,x", "'Paid {x}' is not a valid marker name"),
        ("paid|{a}/{b},marker,turn,x", "is not a valid marker name"),
        ("paid,marker,turn,", "paid has no meaning, or two"),
        ("paid,marker,turn,x\npaid,marker,turn,y", "paid has no meaning, or two"),
    ],
)
def test_a_wrong_row_is_told_with_its_line(tmp_path: Path, row: str, said: str) -> None:
    file = tmp_path / "vocabulary.csv"
    file.write_text(f"name,kind,lasts,meaning\n{row}\n")
    with pytest.raises(TitleError, match=re.escape(said)):
        Vocabulary(file)


def test_what_is_not_declared_has_no_name(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.csv"
    file.write_text("name,kind,lasts,meaning\npaid,marker,turn,x\n")
    with pytest.raises(LookupError, match="has no word 'paid'; give it a row with what it means"):
        Vocabulary(file).word("paid")
    with pytest.raises(LookupError, match="has no marker 'bought'"):
        Vocabulary(file).marker("bought")
