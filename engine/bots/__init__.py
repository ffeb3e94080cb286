"""The parts that all bots share: the protocol, phase plans and style figures. `engine.simulation` lists the bots by name."""
