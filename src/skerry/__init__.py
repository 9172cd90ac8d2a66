"""Skerry: two island games, Vanuatu and Nusfjord, for players, bots and researchers."""

__version__ = "0.2.0"
