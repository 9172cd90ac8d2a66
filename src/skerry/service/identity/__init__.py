"""One identity on every device: codes, signing in, becoming one, leaving, taking the data along."""
