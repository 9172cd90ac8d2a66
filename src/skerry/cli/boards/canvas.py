"""A sheet of characters with styles, on which boards are drawn."""

from rich.text import Text


class Canvas:
    """Rows of styled characters; it grows downwards as needed."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[list[tuple[str, str]]] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write *text* from column x of row y; what does not fit is cut off."""
        while len(self.rows) <= y:
            self.rows.append([(" ", "")] * self.width)
        row = self.rows[y]
        for i, letter in enumerate(text):
            if 0 <= x + i < self.width:
                row[x + i] = (letter, style)

    def text(self) -> Text:
        """Give the sheet without spare spaces at the ends of lines."""
        drawn = Text()
        for number, row in enumerate(self.rows):
            end = len(row)
            while end and row[end - 1][0] == " " and " on " not in row[end - 1][1]:
                end -= 1
            if number:
                drawn.append("\n")
            for letter, style in row[:end]:
                drawn.append(letter, style or None)
        return drawn
