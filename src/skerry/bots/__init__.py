"""Bots for both games, from random to expert. None of them knows a rule."""
