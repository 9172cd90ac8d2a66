"""The coach's hint in the terminal: the same move, reason and alternatives as on the page."""

from skerry.analysis import Advice
from skerry.analysis.hinting import HINT_EFFORT, HintEffort, advise
from skerry.analysis.words import sentence
from skerry.cli.screen import Screen
from skerry.cli.table import Table
from skerry.kernel.protocol import Game
from skerry.kernel.terminal import NAMES

LOOK_SECONDS = 1.0  # a first look that takes longer makes the rest shorter
SURE = ["a guess", "not very sure", "fairly sure", "sure"]
SEEDS = 1 << 30


def print_hint(screen: Screen, table: Table, seat: int, effort: HintEffort = HINT_EFFORT) -> None:
    """Print what the coach would do in a seat's place, from what that seat can see."""
    screen.say("The coach thinks ...")
    screen.file.flush()
    seed = (len(table.events) * 7919 + seat) % SEEDS  # asked again, it says the same
    advice = advise(table.game, table.state, seat, seed, effort, LOOK_SECONDS)
    for line in hint_lines(table.game, advice, seat):
        screen.say(line)


def hint_lines(game: Game, advice: Advice, seat: int) -> list[str]:
    """Put advice into lines: the best move, why, how sure, and what else there is."""
    best, *others = advice.moves
    first = move_words(game, best.judgement.move)
    if advice.only:
        return [f"There is only one move: {first}."]
    close = [move_words(game, one.judgement.move) for one in others if one.close]
    lines = [f"Hint: {first}{worth_words(best.win, best.judgement.points)}"]
    if close:
        lines.append(f"Just as good, as far as the coach can tell: {'; '.join(close)}.")
    elif advice.why:
        lines.append(" ".join(sentence(part, seat, NAMES, game) for part in advice.why))
    else:
        lines.append("No single reason explains it: many small ones add up.")
    lines += [
        f"Instead: {move_words(game, one.judgement.move)}"
        f"{worth_words(one.win, one.judgement.points)}, {one.behind:.1f} points behind"
        for one in others
        if not one.close
    ]
    lines.append(f"The coach is {SURE[advice.sure - 1]}; it sees only what you see.")
    return lines


def move_words(game: Game, text: str) -> str:
    """Return a move as it is typed, with its name."""
    label = game.terminal.label(text)
    return f"{text} ({label})" if label else text


def worth_words(win: float | None, points: float) -> str:
    """Return what a move is worth: the chance to win, in a solo game the expected points."""
    return f", {points:.1f} points expected" if win is None else f", {win:.0%} to win"
