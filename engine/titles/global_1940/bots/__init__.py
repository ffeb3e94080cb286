"""What bots of Global 1940 do beside what all of the family do, where its option has technology."""

from engine.families.axis_allies.bots.inventors import TACTICS as TACTICS
