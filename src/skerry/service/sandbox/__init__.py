"""Positions beside the real game: exercises after it, what-if during it. They change no table."""
