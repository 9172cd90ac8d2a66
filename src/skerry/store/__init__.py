"""Where tables are stored: a protocol, and SQLite in one file."""
