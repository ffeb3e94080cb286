"""What the scenarios do besides the rules (sections A to F)."""
