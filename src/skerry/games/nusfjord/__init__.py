"""Nusfjord, 1-5 players, with solo and campaign."""
