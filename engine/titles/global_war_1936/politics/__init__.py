"""War, peace, alignment and control (sections 4, 5, 8.1, 13, 14)."""
