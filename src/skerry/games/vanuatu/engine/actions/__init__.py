"""One file per action of the board: when it can be performed, and how (section 10)."""
