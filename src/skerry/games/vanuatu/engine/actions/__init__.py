"""One file per action of the board, with all its sides (section 10); see action.py."""
