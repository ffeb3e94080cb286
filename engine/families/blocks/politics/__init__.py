"""Wars, armistices, surrender, victory and the calendar of a campaign (sections 1.1, 3.3, 5.0, 9.0)."""
