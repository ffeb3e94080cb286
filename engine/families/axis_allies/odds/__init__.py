"""The exact odds of ordinary battles of titles with steps of their own: a chain of what each side can be reduced to."""
