"""Fit the chance to win to self-play, and show how well it holds.

    python tools/fit_chances.py play FILE --games 40     # adds positions to FILE, one JSON per line
    python tools/fit_chances.py fit FILE --plot PICTURE  # writes chances.toml, prints the tables

`play` can be stopped and started again: it goes on after the last finished game. Every third deal
is left out of the fit; tests/analysis/positions.jsonl holds positions of those. For the tables this
is done three times, each time with another third left out, so that every position is shown by a fit
that has not seen it.

How the temperature grows with the rounds left and within a round is fitted to all numbers of
players together, its size to each. With so few games the size that fits best is often far off, so
it is drawn towards that of all (a normal prior on its logarithm).
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skerry.analysis.chances import Fit, softmax, variant
from skerry.analysis.judging import Judge
from skerry.bots.match import play_match
from skerry.bots.protocol import Bot
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "src" / "skerry" / "analysis" / "chances.toml"
TESTED = ROOT / "tests" / "analysis" / "positions.jsonl"
PLAYER = "search:120"
POSITIONS = 16  # of each game, spread over its decisions
ITERATIONS = 300
FOLDS = 3  # one deal in so many is left out of a fit
SIZE_SPREAD = 0.3  # the standard deviation of the logarithm of a size, before any game is seen
RARE_PHASE = 0.05  # of the positions: a phase with fewer counts as the beginning of its round
POWERS = (1.0, 1.5, 2.0)
TESTED_EVERY = 4  # of the positions left out, for the test
SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(("vanuatu", {"players": n}) for n in (4, 3, 2, 5)),
    *(("nusfjord", {"players": n}) for n in (4, 3, 2, 5)),
    *(("vanuatu", {"players": n, "options": {"rising_waters": True}}) for n in (4, 3, 2, 5)),
]
Row = dict[str, Any]
Kind = tuple[str, int]  # the game's variant and the number of players


def positions(name: str, setup: dict[str, Any], seed: int) -> Iterator[Row]:
    """Play a game and yield the expected totals of some of its positions, and who won."""
    game = GAMES[name]
    states: list[State] = []

    def keep(state: State, _seat: int, _bot: Bot, _move: int) -> None:
        states.append(state.copy())

    _, state = play_match(GAMES, name, setup, [PLAYER] * setup["players"], seed, keep)
    scores = game.scores(state)
    winners = [score.seat for score in scores if score.place == 1]
    rng = Rng(seed + 77)
    numbers = sorted({rng.below(len(states)) for _ in range(POSITIONS)})
    for number in numbers:
        before = states[number]
        view = game.view(before, None)
        _, worth = Judge(game, before, Rng(seed * 31 + number)).rank(ITERATIONS)
        yield {
            "variant": variant(game, before),
            "n": before.n,
            "seed": seed,
            "left": view.rounds - view.round + 1,
            "phase": view.phase,
            "turn": before.turn(),
            "totals": [round(total, 2) for total in worth.totals],
            "risk": round(worth.risk, 4),
            "winners": winners,
        }


def play(file: Path, games: int, first: int) -> None:
    """Add positions of *games* games of every set-up to a file, beginning with a seed."""
    done = {(row["variant"], row["n"], row["seed"]) for row in read(file)}
    for seed in range(first, first + games):
        for name, setup in SETUPS:
            start = GAMES[name].deal(setup, Rng(seed))
            if (variant(GAMES[name], start), start.n, seed) in done:
                continue
            rows = list(positions(name, setup, seed))
            with file.open("a") as out:
                out.write("".join(json.dumps(row) + "\n" for row in rows))


def read(file: Path) -> list[Row]:
    """Return the positions of a file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text().splitlines()]


def loss(rows: list[Row], fit: Fit) -> float:
    """Return the sum of the log-losses of the winners, among games that somebody won."""
    total = 0.0
    for row in won_only(rows):
        shares = softmax(row["totals"], fit.scale(row["left"], row["phase"]))
        part = 1.0 / len(row["winners"])  # a tie shares the win
        total -= sum(part * math.log(max(shares[seat], 1e-9)) for seat in row["winners"])
    return total


def won_only(rows: list[Row]) -> list[Row]:
    """Return the positions of games that somebody won."""
    return [row for row in rows if row["winners"]]


def fit_shape(rows: list[Row]) -> Fit:
    """Fit how the temperature grows with what is left, to all numbers of players together."""
    steps = [0.0, 0.5, 1.0, 2.0, 3.0, 4.5, 6.0, 9.0, 13.0, 18.0]
    counts = Counter(row["phase"] for row in rows)
    phases = sorted(phase for phase in counts if counts[phase] >= RARE_PHASE * len(rows))
    best = Fit(1.0, 2.0, 1.0, dict.fromkeys(phases, 0.0))
    for _ in range(2):  # the numbers depend on each other
        grid = [(a, b, c) for a in steps for b in steps for c in POWERS if a + b > 0.0]
        best = best_of(rows, [Fit(a, b, c, best.phases) for a, b, c in grid])
        for phase in phases:
            parts = [{**best.phases, phase: part / 4} for part in range(5)]
            tried = [Fit(best.base, best.per_round, best.power, each) for each in parts]
            best = best_of(rows, tried)
    return best


def best_of(rows: list[Row], fits: list[Fit]) -> Fit:
    """Return the fit with the least loss."""
    return min(fits, key=lambda fit: loss(rows, fit))


def fit_size(rows: list[Row], shape: Fit) -> Fit:
    """Fit the size of the temperature, and the chance that all lose, to positions of one kind."""
    games = len({row["seed"] for row in rows})
    of_a_game = len(rows) / games  # positions, which together tell hardly more than one

    def sized(size: float) -> Fit:
        base, per_round = round(shape.base * size, 2), round(shape.per_round * size, 2)
        return Fit(base, per_round, shape.power, shape.phases)

    def cost(size: float) -> float:
        prior = 0.5 * (math.log(size) / 2 / SIZE_SPREAD) ** 2  # the size is of the square
        return loss(rows, sized(size)) / of_a_game + prior

    fit = sized(min((size / 20 for size in range(5, 81)), key=cost))
    if any(row["risk"] for row in rows):
        fit.risk = fit_risk(rows)
    return fit


def fit_risk(rows: list[Row]) -> tuple[float, float]:
    """Return offset and slope of the logit of the risk that everybody loses."""

    def cost(risk: tuple[float, float]) -> float:
        fit = Fit(1.0, 0.0, risk=risk)
        total = 0.0
        for row in rows:
            chance = fit.all_lose(max(row["risk"], 1e-9))
            total -= math.log(max(1e-9, chance if not row["winners"] else 1.0 - chance))
        return total

    return min(((o / 4, s / 4) for o in range(-20, 9) for s in range(1, 13)), key=cost)


def fit_all(rows: list[Row]) -> dict[Kind, Fit]:
    """Fit every game and number of players."""
    parts = groups(rows)
    shapes = {
        name: fit_shape([row for row in rows if row["variant"] == name])
        for name in {key[0] for key in parts}
    }
    return {key: fit_size(part, shapes[key[0]]) for key, part in parts.items()}


def groups(rows: list[Row]) -> dict[Kind, list[Row]]:
    """Return the positions by game and number of players."""
    found: dict[Kind, list[Row]] = {}
    for row in rows:
        found.setdefault((row["variant"], row["n"]), []).append(row)
    return dict(sorted(found.items()))


def chances_given(rows: list[Row], fits: dict[Kind, Fit]) -> list[tuple[float, float]]:
    """Return for each seat of each position the chance given and its part of the win."""
    pairs = []
    for row in won_only(rows):
        scale = fits[row["variant"], row["n"]].scale(row["left"], row["phase"])
        for seat, share in enumerate(softmax(row["totals"], scale)):
            won = 1.0 / len(row["winners"]) if seat in row["winners"] else 0.0
            pairs.append((share, won))
    return pairs


def tenths(pairs: list[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """Return for each tenth of the chance given: the seats, their mean chance, their wins."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for share, won in pairs:
        bins[min(9, int(share * 10))].append((share, won))
    return [
        (len(found), sum(share for share, _ in found) / size, sum(won for _, won in found) / size)
        for found in bins
        for size in [max(1, len(found))]
    ]


def reliability(found: list[tuple[int, float, float]]) -> list[str]:
    """Return the tenths as a table."""
    lines = ["| Chance given | Seats | Mean chance | Won |", "| --- | --- | --- | --- |"]
    return lines + [
        f"| {10 * tenth} to {10 * tenth + 10} % | {seats} | {mean:.1%} | {won:.1%} |"
        for tenth, (seats, mean, won) in enumerate(found)
        if seats
    ]


def draw(found: list[tuple[int, float, float]], path: Path) -> None:
    """Draw the tenths as a curve beside the diagonal."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(4.5, 4.5))
    axes.plot([0, 1], [0, 1], "--", color="gray", label="perfect")
    shown = [(mean, won) for seats, mean, won in found if seats]
    axes.plot(*zip(*shown, strict=True), "o-", color="#08727a", label="measured")
    axes.set_xlabel("chance given")
    axes.set_ylabel("part won")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def written(fits: dict[Kind, Fit]) -> str:
    """Return the fits as TOML."""
    lines = ["# Fitted by tools/fit_chances.py; see docs/coach.md."]
    for (name, n), fit in fits.items():
        phases = ", ".join(f"{phase} = {part}" for phase, part in fit.phases.items())
        lines += ["", f"[{name}.{n}]", f"base = {fit.base}", f"per_round = {fit.per_round}"]
        lines += [f"power = {fit.power}", f"phases = {{ {phases} }}", f"risk = {list(fit.risk)}"]
    return "\n".join(lines) + "\n"


def write(rows: list[Row], plot: Path | None) -> None:
    """Write the fits and the positions of the test; print the tables."""
    pairs: list[tuple[float, float]] = []
    losses: dict[Kind, float] = {}
    for fold in range(FOLDS):
        unseen = [row for row in rows if row["seed"] % FOLDS == fold]
        fits = fit_all([row for row in rows if row["seed"] % FOLDS != fold])
        if fold == 0:
            OUT.write_text(written(fits))
            tested = won_only(unseen)[::TESTED_EVERY]
            TESTED.write_text("".join(json.dumps(row) + "\n" for row in tested))
        pairs += chances_given(unseen, fits)
        for key, part in groups(unseen).items():
            losses[key] = losses.get(key, 0.0) + loss(part, fits[key])
    print("| Game | Players | Games | Positions | Log-loss | All seats alike |")
    print("| --- | --- | --- | --- | --- | --- |")
    for key, part in groups(rows).items():
        reached = losses[key] / max(1, len(won_only(part)))
        games = len({row["seed"] for row in part})
        shown = f"| {key[0]} | {key[1]} | {games} | {len(part)} |"
        print(f"{shown} {reached:.2f} | {math.log(key[1]):.2f} |")
    print()
    measured = tenths(pairs)
    print("\n".join(reliability(measured)))
    if plot is not None:
        draw(measured, plot)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, help="with play: the first seed")
    parser.add_argument("--plot", type=Path, help="with fit: draw the reliability curve")
    given = parser.parse_args()
    if given.task == "play":
        play(given.file, given.games, given.first)
    else:
        write(read(given.file), given.plot)


if __name__ == "__main__":
    main()
