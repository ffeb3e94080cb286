"""The flat window a map is drawn in: longitudes run on past 180 from where the map is cut, so that nothing jumps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from shapely import Polygon, box, make_valid, segmentize, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

# A vertex exactly on the seam may fall on either side of it after rounding, and a projection then floods the globe.
SEAM = 0.05
EDGE = 3.0
"""Longest piece of the window's edge: a globe joins two points by a great circle, not along their parallel."""


@dataclass(frozen=True)
class Window:
    """The part of the world that is drawn, in degrees: `west` is the meridian of the cut.

    `width` is how far the map goes east from there: once round the globe, or less for a map of one continent.
    """

    west: float
    south: float
    north: float
    width: float = 360.0

    @property
    def frame(self) -> Polygon:
        """The window as a rectangle of lon, lat."""
        return segmentize(box(self.west + SEAM, self.south, self.west + self.width - SEAM, self.north), EDGE)

    @property
    def rotate(self) -> list[float]:
        """Rotation, in degrees of d3, that puts a projection's own cut opposite the window's middle."""
        middle = (self.west + self.width / 2 + 180) % 360 - 180
        return [-middle, 0, 0]

    def lon(self, lon: float) -> float:
        """Return the same meridian as a longitude inside the window."""
        return (lon - self.west) % 360 + self.west

    def cut(self, shape: BaseGeometry) -> BaseGeometry:
        """Return a shape of any longitudes, moved and cut into the window."""
        frame = self.frame
        turns = [translate(shape, xoff=turn) for turn in (-720, -360, 0, 360, 720)]
        inside = [turn.intersection(frame) for turn in turns if turn.intersects(frame)]
        return make_valid(unary_union(inside)) if inside else Polygon()


WORLD = Window(west=-169.0, south=-58.0, north=75.0)
"""The whole world, cut in the Bering Strait: nothing but the Pacific is torn apart."""


def polygon_of_ring(ring: np.ndarray) -> Polygon:
    """Return the flat polygon of a ring of lon, lat on the globe.

    Longitudes are made to run on without a jump; a ring that winds around a pole is closed over that pole.
    """
    lon, lat = np.unwrap(ring[:, 0], period=360), ring[:, 1]
    if abs(lon[-1] - lon[0]) > 180:
        pole = 90.0 if lat.mean() > 0 else -90.0
        lon, lat = np.append(lon, [lon[-1], lon[0]]), np.append(lat, [pole, pole])
    return Polygon(np.column_stack([lon, lat]))
