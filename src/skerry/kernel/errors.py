"""The errors a caller can meet. Every message names the place and what to do about it."""


class SkerryError(Exception):
    """Something the caller gave cannot be used; nothing has changed."""


class BadNotation(SkerryError):
    """A text that is not a move, record, position or set-up of the expected shape."""


class BadSetup(SkerryError):
    """A set-up, option set, pile or position that no game could have."""


class NoSuchSeat(BadNotation):
    """A seat that the game does not have."""


class IllegalMove(SkerryError):
    """A move that the rules do not allow now."""


class NotYourTurn(IllegalMove):
    """A move for a seat that is not asked anything now."""
