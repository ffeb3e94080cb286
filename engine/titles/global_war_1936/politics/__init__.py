"""War, peace, alignment, the fall of nations and victory (sections 3, 4, 5.6, 8.1, 9.20 to 9.24, 13, 14.4)."""
