"""Where the names of places go, so that they do not lie on each other."""

from __future__ import annotations

from dataclasses import dataclass

LETTER, LINE, GAP = 6.2, 13.0, 8.0
"""Width of a letter, height of a line and distance from the dot, in pixels at a font size of 11."""


@dataclass(frozen=True)
class Label:
    """A name and the place it belongs to, in pixels; y grows downwards."""

    text: str
    x: float
    y: float


Box = tuple[float, float, float, float]


def place_labels(labels: list[Label]) -> list[str]:
    """Return for each label the side of its dot it goes to: right, left, above or below.

    Each takes, in its turn, the side that covers least of the labels that stand and of all dots.
    """
    dots = [(label.x - 6, label.y - 6, label.x + 6, label.y + 6) for label in labels]
    taken: list[Box] = []
    spots = []
    for at, label in enumerate(labels):
        others = taken + dots[:at] + dots[at + 1 :]
        spot, box = min(_boxes(label).items(), key=lambda choice: sum(_overlap(choice[1], other) for other in others))
        taken.append(box)
        spots.append(spot)
    return spots


def _boxes(label: Label) -> dict[str, Box]:
    wide, x, y = len(label.text) * LETTER, label.x, label.y
    return {
        "right": (x + GAP, y - LINE / 2, x + GAP + wide, y + LINE / 2),
        "left": (x - GAP - wide, y - LINE / 2, x - GAP, y + LINE / 2),
        "above": (x - wide / 2, y - GAP - LINE, x + wide / 2, y - GAP),
        "below": (x - wide / 2, y + GAP, x + wide / 2, y + GAP + LINE),
    }


def _overlap(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return wide * high if wide > 0 and high > 0 else 0.0
