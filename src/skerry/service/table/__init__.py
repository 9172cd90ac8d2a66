"""What happens at a table, decided from plain data: no event loop, no store, no own time."""
