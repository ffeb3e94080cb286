"""What bots of Classic do beside what all of the family do."""

from engine.families.axis_allies.bots.inventors import TACTICS as TACTICS
