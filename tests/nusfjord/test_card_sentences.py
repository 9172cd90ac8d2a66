"""What `skerry cards show` says of every shipped card, made from its effects.

After a change of words, read what changed and write the file again:
PYTHONPATH=src python -m tests.nusfjord.test_card_sentences
"""

from pathlib import Path

from skerry.games.nusfjord.game import NUSFJORD

FILE = Path(__file__).with_name("card_sentences.txt")


def sentences() -> str:
    """Return every sentence on a line of its own, after its card."""
    catalogue = NUSFJORD.catalogue
    lines = [f"{key}: {line}" for key in catalogue.entries for line in catalogue.sentences(key)]
    return "\n".join(lines) + "\n"


def test_every_card_says_what_it_does() -> None:
    assert sentences() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(sentences(), encoding="utf-8")
