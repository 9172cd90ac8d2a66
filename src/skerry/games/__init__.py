"""The games that can be played, by name."""
