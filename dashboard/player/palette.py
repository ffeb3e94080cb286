"""Colours of powers on a map: their customary ones, moved just so far that nobody takes one for another.

Distances are measured in OKLab (Ottosson, 2020) as people with normal sight see them, and as those without red or
without green receptors do (Viénot, Brettel and Mollon, 1999); what counts is the smallest of the three.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

APART, ACROSS = 0.09, 0.055
"""Distance that two colours of one side should have, and two of different sides: patterns tell sides apart too."""
HUE = 6
"""How much more a change of hue costs than one of lightness: the customary colour is to be recognized."""
SHIFTS = np.array(
    sorted(
        itertools.product(np.linspace(-0.24, 0.24, 13), np.linspace(-0.12, 0.12, 9), np.linspace(-0.12, 0.12, 9)),
        key=lambda shift: (shift[0] ** 2 + HUE * (shift[1] ** 2 + shift[2] ** 2), shift),
    )
)
"""Moves in lightness, green to red and blue to yellow that are tried, the smallest first."""
AT_ONCE = 128
"""Moves that are tried together."""

_TO_CONES = np.array([[0.4122215, 0.5363325, 0.0514460], [0.2119035, 0.6806995, 0.1073970], [0.0883025, 0.2817188, 0.6299787]])
_TO_LAB = np.array([[0.2104543, 0.7936178, -0.0040720], [1.9779985, -2.4285922, 0.4505937], [0.0259040, 0.7827718, -0.8086758]])
_FROM_CONES, _FROM_LAB = np.linalg.inv(_TO_CONES), np.linalg.inv(_TO_LAB)
_SIGHTS = (
    np.eye(3),
    np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
    np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
)
"""What linear red, green and blue become: for normal sight, without red, without green receptors."""


def nudge(colors: Sequence[str], sides: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
    """Return colours (#rrggbb) that can be told apart, each as near to its own as that allows.

    Where there are too many to keep them all apart, the later ones take what is farthest from the others.

    Args:
        colors: customary colours, the most important first. sides: the side of each.
        taken: colours that are in use, such as the sea's.
    """
    return list(_nudged(tuple(colors), tuple(sides), tuple(taken)))


@lru_cache(maxsize=64)
def _nudged(colors: tuple[str, ...], sides: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    seen = [_seen(_rgb(color)[None]) for color in taken]
    found: list[str] = []
    for color, side in zip(colors, sides, strict=True):
        wanted = [ACROSS] * len(taken) + [APART if other == side else ACROSS for other in sides[: len(found)]]
        best = _free(_rgb(color), np.concatenate(seen), np.array(wanted)) if seen else _rgb(color)
        seen.append(_seen(best[None]))
        found.append(_text(best))
    return tuple(found)


def gap(one: str, two: str) -> float:
    """Return how far apart two colours (#rrggbb) are for those who tell them apart worst."""
    return float(_distances(_seen(_rgb(one)[None]), _seen(_rgb(two)[None])).min())


def ink(color: str) -> str:
    """Return black or white, whichever is read better on a colour."""
    return "#10141a" if _lab(_linear(_rgb(color)))[0] > 0.62 else "#ffffff"


def _free(color: np.ndarray, seen: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return the nearest colour that is as far from those seen as is wanted of each, or that comes closest to it."""
    home, best, widest = _lab(_linear(color)), color, -1.0
    for at in range(0, len(SHIFTS), AT_ONCE):
        tried = _from_lab(home + SHIFTS[at : at + AT_ONCE])
        if not len(tried):
            continue
        reached = (_distances(_seen(tried), seen) / wanted).min(axis=1)
        far = int((reached >= 1).argmax() if reached.max() >= 1 else reached.argmax())
        if reached[far] >= 1:
            return np.asarray(tried[far])
        if reached[far] > widest:
            best, widest = tried[far], reached[far]
    return best


def _distances(some: np.ndarray, many: np.ndarray) -> np.ndarray:
    """Return the smallest distance over all sights from each of some colours to each of many, shape (some, many)."""
    return np.asarray(np.sqrt(((many[None] - some[:, None]) ** 2).sum(axis=3)).min(axis=2))


def _seen(colors: np.ndarray) -> np.ndarray:
    """Return colours in OKLab as each sight has them, shape (colours, 3, 3)."""
    linear = _linear(colors)
    return np.stack([_lab(np.clip(linear @ sight.T, 0, 1)) for sight in _SIGHTS], axis=1)


def _rgb(text: str) -> np.ndarray:
    return np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)]) / 255


def _text(color: np.ndarray) -> str:
    return "#" + "".join(f"{round(float(part) * 255):02x}" for part in color)


def _linear(colors: np.ndarray) -> np.ndarray:
    return np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)


def _lab(linear: np.ndarray) -> np.ndarray:
    return np.asarray(np.cbrt(linear @ _TO_CONES.T) @ _TO_LAB.T)


def _from_lab(lab: np.ndarray) -> np.ndarray:
    """Return colours of OKLab, one a row, as red, green and blue, without those that a screen cannot show."""
    linear = (lab @ _FROM_LAB.T) ** 3 @ _FROM_CONES.T
    linear = np.clip(linear[((linear >= -1e-4) & (linear <= 1 + 1e-4)).all(axis=1)], 0, 1)
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055))
