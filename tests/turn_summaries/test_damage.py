"""What forums, mails and chats do to a text changes nothing of what it tells; cut off or garbled, it ends in events or one error."""

from __future__ import annotations

import contextlib
import gzip
import html
import random
import re
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from ingest.read import replay_file
from ingest.turn_summaries.clean import MAX_LINES
from tests.slow import slow_after
from tests.turn_summaries.texts import MINI, facts, played, read


def wrapped(width: int) -> Callable[[str], str]:
    wrap = textwrap.TextWrapper(width, break_on_hyphens=False, break_long_words=False).wrap
    return lambda text: "\n".join(part for line in text.split("\n") for part in wrap(line.strip()) or [""])


def in_html(text: str) -> str:
    return '<div class="post">' + "<br />\n".join(html.escape(line).replace(" ", "&nbsp;") for line in text.split("\n")) + "</div>"


DAMAGE: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    "quoted twice": lambda text: "\n".join(f">> {line.strip()}" for line in text.split("\n")),
    "quote tags": lambda text: f'[quote="Someone, post:3, topic:77"]\n{text}\n[/quote]',
    "code tags": lambda text: f"[code]{text}[/code]",
    "code fence": lambda text: f"```\n{text}\n```",
    "bold headings": lambda text: re.sub(r"(?m)^( *)(.* - \w+)$", r"\1[b]\2[/b]", text),
    "markdown": lambda text: re.sub(r"(?m)^( *)(.* - \w+)$", r"\1**\2**", text).replace("_", r"\_"),
    "bullets": lambda text: re.sub(r"(?m)^ *(\d)", r" - \1", text),
    "no indent": lambda text: "\n".join(line.strip() for line in text.split("\n")),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "html": in_html,
    "paragraphs": lambda text: "<p>" + text.replace("\n\n", "</p>\n<p>") + "</p>",
    "entities": lambda text: text.replace("/", "&#47;").replace("'", "&#39;").replace(" - ", " &ndash; "),
    "typographer": lambda text: text.replace(" - ", " – ").replace("'", "’").replace("  ", "\u00a0 "),
    "zero width": lambda text: text.replace(". ", ".\u200b ").replace("moved", "mo\u00adved"),
    "windows": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace("    ", "\t"),
    **{f"wrapped at {width}": wrapped(width) for width in (30, 40, 60, 72, 76)},
    "wrapped and quoted": lambda text: DAMAGE["quoted"](wrapped(72)(text)),
    "wrapped in html": lambda text: in_html(wrapped(60)(text)),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_turn_tells_the_same(kind: str) -> None:
    assert facts(DAMAGE[kind](MINI)) == facts(MINI)


@pytest.mark.shared
@pytest.mark.parametrize("kind", slow_after(12, DAMAGE))
@pytest.mark.parametrize("name", slow_after(1, ["ai-classic-g1", "ai-ww2v4-g2-mix", "ai-global40-g2-tech"]))
def test_a_damaged_game_tells_the_same(shared: Path, name: str, kind: str) -> None:
    text = gzip.decompress((shared / "saves" / f"{name}.turns.txt.gz").read_bytes()).decode()
    assert facts(DAMAGE[kind](text)) == facts(text)


def test_cut_off_after_any_line_it_still_folds() -> None:
    lines = MINI.split("\n")
    for end in range(6, len(lines)):
        assert played("\n".join(lines[:end])).events
    for start in range(len(lines) - 9):
        assert played("\n".join(lines[start:])).events


def test_shuffled_and_thinned_lines_still_fold() -> None:
    lines = [line for line in MINI.split("\n") if line.strip()]
    for seed in range(60):
        chance = random.Random(seed)
        some = [line for line in lines if chance.random() < 0.8]
        chance.shuffle(some)
        assert played("\n".join(some)).events


SCRAPS = {"\n", "\n\n", "999999", "0", "-1", ">", "<b>", "[quote]", "&nbsp;", "::", "owned by the", "moved from"}
WORDS = st.sampled_from(sorted({*MINI.split(), *SCRAPS}))


@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=120).map(" ".join), st.binary(max_size=300)))
def test_any_text_is_events_or_one_error(text: str | bytes) -> None:
    with contextlib.suppress(RecordError):
        assert played(text if isinstance(text, bytes) else text.encode("utf-8", "replace")).events


@given(st.integers(0, len(MINI) - 1), st.integers(0, 40), st.text(max_size=12))
def test_a_garbled_turn_is_events_or_one_error(at: int, cut: int, put: str) -> None:
    with contextlib.suppress(RecordError):
        assert played((MINI[:at] + put + MINI[at + cut :]).encode("utf-8", "replace")).events


@pytest.mark.parametrize("line", [
    "1 infantry moved from " * 3000, "1 infantry owned by the Germans and " * 2000 + "lost in X", "A : " + "1 a, " * 20000, "<" * 100_000,
    "[quote" * 20_000, "&amp;" * 50_000, "> " * 50_000, "- " * 50_000, "Germans win" + ", taking A from B" * 9000, "((((" * 20_000,
    "Rolling for Convoy Blockade Damage in 9 Sea Zone. Rolls: " + "1," * 30_000, "X and " * 20_000 + "to " * 20_000,
])  # fmt: skip
def test_long_lines_take_no_long_time(line: str) -> None:
    began = time.process_time()
    assert played(MINI + "\n" + line + "\n" + MINI[:600]).events
    assert time.process_time() - began < 50


def test_many_lines_that_fit_nothing_take_no_long_time() -> None:
    began = time.process_time()
    with pytest.raises(RecordError, match=r"only 38 of 20,038 lines \(0%\) are sentences of a turn summary; expected at least 50%"):
        assert played(MINI + "what a lovely day for the whole army\n" * 20_000).events
    assert time.process_time() - began < 100


def test_a_text_is_read_as_long_as_half_of_it_is_understood() -> None:
    sentences = len([line for line in MINI.splitlines() if line.strip()])
    chatter = "what a lovely day for the whole army\n\n"
    assert played(MINI + "\n" + chatter * 20).events
    with pytest.raises(RecordError, match="expected at least 50%"):
        assert played(MINI + "\n" + chatter * (sentences + 1)).events


@pytest.mark.shared
def test_a_dump_of_the_history_panel_is_refused_with_the_share_understood(shared: Path) -> None:
    for name in ("ai-classic-g1", "newest/h_global40_g3"):
        with pytest.raises(RecordError, match=r"only [\d,]+ of [\d,]+ lines \(\d+%\) are sentences of a turn summary"):
            replay_file(shared / "saves" / f"{name}.history.txt.gz")


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(RecordError, match="expected the summaries of one game"):
        read("\n" * (MAX_LINES + 1))
