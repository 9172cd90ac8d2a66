"""The compiled part of the bots: playouts and search, compiled together with the games."""
