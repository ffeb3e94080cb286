"""The additions of Global 1939 to the family's bots: research, partisans, rockets, rails, special army groups."""

from __future__ import annotations

from engine.families.axis_allies.bots import rocketry
from engine.families.axis_allies.bots.tactics import Tactics
from engine.families.axis_allies.orders import Form, Partisans, Research, Rocket, Roll, Transfer
from engine.titles.global_1939.bots import drawing, groups, science

DEPTH = 3
"""Steps from which an army counts against a capital: between Moscow and the frontier lie two areas."""

TACTICS = Tactics(
    samplers={
        Form: groups.form,
        Research: drawing.research,
        Roll: drawing.roll,
        Transfer: drawing.transfer,
        Partisans: drawing.partisans,
        Rocket: rocketry.rocket,
    },
    plans={Research: science.studies, Form: groups.formations},
    strikes=science.strikes,
    depth=DEPTH,
)
