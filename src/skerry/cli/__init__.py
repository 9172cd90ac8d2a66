"""The terminal: playing, replaying and looking into games."""
