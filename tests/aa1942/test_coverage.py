"""The table of sections holds every heading of the book once, in order; tests/coverage holds it to the tests there are."""

from __future__ import annotations

import re
from pathlib import Path

from engine.title.coverage import load_coverage

# Headings of the book in its order; where one comes up again, or says nothing alone, what it belongs to stands before it.
SECTIONS = """
Rules: Axis & Allies 1942
How the War Is Won
The Combatants
Two-Player Game
Three-Player Game
Four-Player Game
Five-Player Game
Setup
National Production Chart
Industrial Production Credits
Battle Board and Dice
National Control Markers
Game Board
Spaces On The Game Board
Neutral Territories
Canals
Islands
Order of Play
Order of Play / Order of Play
Turn Sequence
Phase 1: Purchase Units
Purchase Units Sequence
Step 1: Order Units
Step 2. Pay for Units & Industrial Complex Repairs
Step 3: Place Units in the Mobilization Zone
Phase 2: Combat Move
Sea Units Starting in Hostile Sea Zones
Combat Move / Air Units
Amphibious Assaults
Special Combat Movement
Combat Move / Aircraft Carriers
Combat Move / Submarines
Tanks and Blitzing
Combat Move / Transports
Phase 3: Conduct Combat
Combat Sequence
1. Strategic Bombing Raids
2. Amphibious Assault
Amphibious Assault Sequence
Step 2. Battleship & Cruiser Bombardment
2. Amphibious Assault / Air Units
3. General Combat
General Combat Sequence
Step 1. Place Units Along The Battle Strip
Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)
Step 3. Attacking Units Fire (Land and Sea Battles)
Step 4. Defending Units Fire (Land and Sea Battles)
Step 5. Remove Defender's Casualties (Land and Sea Battles)
Step 6. Press Attack or Retreat
Condition A—Attacker and/or Defender Loses All Units
Condition B—Attacker Retreats
Step 7. Conclude Combat
Liberating a Territory
Capturing and Liberating Capitals
Capturing a Victory City
Multinational Forces
Transporting Multinational Forces
Phase 4: Noncombat Move
Where Units Can Move
Phase 5: Mobilize New Units
Restrictions on Placement
Phase 6: Collect Income
Winning the Game
Unit Profiles
Land Units
Infantry
Infantry / Unit Characteristics
Artillery
Artillery / Unit Characteristics
Tanks
Tanks / Unit Characteristics
Anti-aircraft Guns
Anti-aircraft Guns / Unit Characteristics
Industrial Complexes
Industrial Complexes / Unit Characteristics
Unit Profiles / Air Units
Fighters
Fighters / Unit Characteristics
Bombers
Bombers / Unit Characteristics
Sea Units
Battleships
Battleships / Unit Characteristics
Aircraft Carriers
Aircraft Carriers / Unit Characteristics
Cruisers
Cruisers / Unit Characteristics
Destroyers
Destroyers / Unit Characteristics
Submarines
Submarines / Unit Characteristics
Transports
Transports / Unit Characteristics
""".strip().splitlines()


def test_every_heading_of_the_book_has_its_row() -> None:
    assert [section.heading for section in load_coverage("aa1942").sections] == SECTIONS


def test_the_headings_are_the_book_s(shared: Path) -> None:
    def plain(heading: str) -> str:
        return heading.strip("# \n").replace("*", "").rstrip(":").casefold()

    book = (shared / "rulebooks" / "aa1942.txt").read_text(encoding="utf-8")
    headings = [plain(line) for line in book.splitlines() if re.match("#{2,4} ", line)]
    assert [section.rpartition(" / ")[2].casefold() for section in SECTIONS] == headings
