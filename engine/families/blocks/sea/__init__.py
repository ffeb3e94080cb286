"""Waters, ships, discs and who controls a sea (section 2.0)."""
