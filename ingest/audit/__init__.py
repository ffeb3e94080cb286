"""Fair play: what records show of edits, of dice and of each other. It tells what stands there, and never why."""

from ingest.audit.audit import Audit, audit
from ingest.audit.finding import Finding, Kind, kinds

__all__ = ["Audit", "Finding", "Kind", "audit", "kinds"]
