"""Thresholds of scoring rules: pairs of a number and its points."""

from skerry.games.nusfjord.engine.cards import Counter


def check(steps: list[list[int]]) -> None:
    """Refuse thresholds that do not rise."""
    for at in range(1, len(steps)):
        if steps[at][0] <= steps[at - 1][0]:
            raise ValueError("steps: must be pairs [threshold, points], thresholds rising")


def sentence_of(steps: list[list[int]], bound: str, counter: Counter) -> str:
    """Return thresholds in words."""
    points = "/".join(str(step[1]) for step in steps)
    needed = "/".join(str(step[0]) for step in steps)
    return f"Worth {points} points for {bound} {needed}, counting each {counter.words}."
