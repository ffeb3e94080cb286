"""Land Area Activities (section 5)."""
