"""Tables in memory: load, decide, store, publish, then wake whoever waits for the change."""
