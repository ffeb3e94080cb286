"""Telling a text: its sentences, one after the other, become events. `tell_KIND` carries out the kind of patterns.toml."""

from __future__ import annotations

from ingest.turn_summaries.tell_battles import Battles
from ingest.turn_summaries.tell_lists import Lists
from ingest.turn_summaries.tell_money import Accounts


class EventWriter(Battles, Accounts, Lists):
    """One telling of a text, of all kinds of sentence."""
