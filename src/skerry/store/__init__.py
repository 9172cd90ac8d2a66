"""Where tables are kept: a small protocol, and SQLite in one file."""
