"""Vanuatu, 2-5 players, with the Rising Waters expansion."""
