"""Sites of which only some pages are made: the others take nearly all the time, and say nothing to tests that look at none of them."""

from __future__ import annotations

import pytest

from dashboard.site import build as building


def only(patch: pytest.MonkeyPatch, *kinds: str) -> None:
    """Make of a site the pages of these kinds alone: they, their keys and all that is beside the pages are those of the whole site."""
    every = building.jobs_of
    patch.setattr(building, "jobs_of", lambda *given: (job for job in every(*given) if job.kind in kinds))


def without_text(patch: pytest.MonkeyPatch) -> None:
    """Make every page of a site empty: which there are, which are made again, and their keys are those of the whole site."""
    patch.setattr(building, "make", lambda *_: "")
