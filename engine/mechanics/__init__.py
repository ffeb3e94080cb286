"""Mechanisms that several titles share. Each reads a Position, takes its figures from the title's tables, and names no title."""
