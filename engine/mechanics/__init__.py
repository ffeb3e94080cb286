"""Mechanisms shared by several titles. Each reads a Position and takes its numbers from the title's tables; none names a title."""
