"""Bots at the tables: whose turn it is, which process thinks, and hints for people."""
