"""What every bot is made of: the protocol, plans of a phase, the figures of a style. `engine.simulation` has the bots by name."""
