"""Rules, section by section: what a title's tables say of the rule book, joined with the tests that are marked with its sections."""
