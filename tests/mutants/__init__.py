"""`make mutants`: rules with one line changed, and whether any test notices."""
