"""Incomes, prices, the production chart, research, what factories make, and supply (sections 1.5, 5, 7)."""
