"""Where tables are kept: a small protocol, SQLite in one file, and memory for tests."""
