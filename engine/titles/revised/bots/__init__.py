"""What bots of Revised do beside what all of the family do."""

from engine.families.axis_allies.bots.inventors import TACTICS as TACTICS
