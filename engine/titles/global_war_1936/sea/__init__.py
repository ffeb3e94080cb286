"""Passages, crossings, patrols, convoys and landings (sections 1.15 to 1.21, 8.7 to 8.11, 9.6 to 9.14)."""
