"""Check the coach with planted mistakes.

    python tools/check_coach.py --positions 40
    python tools/check_coach.py --positions 15 --seed 101 --game nusfjord    # further ones

In positions of bots' games a long search looks for a move that costs at least 4 points. The review
at its usual cost must call 90 % of these a mistake, and at most 5 % of the best moves.
"""

import argparse
import sys
import time

from skerry.analysis.judging import Judge, difference
from skerry.analysis.review import MISTAKES, judge_decision
from skerry.bots.match import play_match
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.record import replay
from skerry.kernel.rng import Rng

PLAYER = "search:120"
PLAYERS = 4
QUICK_RANKING = 300  # to leave out positions without a mistake to plant
CLOSE = 2.0  # points behind the best move, by the quick ranking, that are no mistake of 4
LONG_RANKING = 4000
LONG_JUDGING = (12, 1000)
QUICK_LOOK = (3, 150)
LEAST_LOSS = 4.0
FOUND = 0.90  # of planted mistakes
FALSE_ALARMS = 0.05  # of best moves


def plant(game: Game, state: State, seed: int) -> tuple[str, str] | None:
    """Return the best move and one that costs at least 4 points, if a long search finds both."""
    judge = Judge(game, state, Rng(seed))
    ranked, _ = judge.rank(QUICK_RANKING)
    close = {one.move for one in ranked if one.lead > ranked[0].lead - CLOSE}
    texts = [game.write(state, move) for move in judge.options()]
    others = [text for text in texts if text not in close]
    rng = Rng(seed + 1)
    chosen = [others[rng.below(len(others))] for _ in range(min(3, len(others)))]
    quick = judge.judge(ranked[0].move, *QUICK_LOOK)
    for text in dict.fromkeys(chosen):
        if difference(quick, judge.judge(text, *QUICK_LOOK))[0] < LEAST_LOSS:
            continue
        best = judge.rank(LONG_RANKING)[0][0].move
        worth = judge.judge(best, *LONG_JUDGING)
        loss, error = difference(worth, judge.judge(text, *LONG_JUDGING))
        if loss - 2 * error >= LEAST_LOSS:
            return best, text
    return None


def check(name: str, positions: int, seed: int) -> bool:
    """Plant mistakes in one game's positions; return whether the coach does well enough."""
    game = GAMES[name]
    planted = found = alarms = 0
    spent = 0.0
    while planted < positions:
        record, _ = play_match(GAMES, name, {"players": PLAYERS}, [PLAYER] * PLAYERS, 9000 + seed)
        rng = Rng(seed)
        for _ in range(6):
            state: State = replay(GAMES, record, upto=rng.below(len(record.moves)))
            if len(state.options()) < 3:
                continue
            pair = plant(game, state, seed * 101)
            if pair is None:
                continue
            planted += 1
            began = time.process_time()
            grades = [judge_decision(game, state, move, seed=seed + 5).grade for move in pair]
            spent += time.process_time() - began
            alarms += grades[0] in MISTAKES
            found += grades[1] in MISTAKES
            print(f"{name} {planted}: best move {grades[0]}, planted {grades[1]}", flush=True)
            if planted == positions:
                break
        seed += 1
    print(
        f"{name}: {found} of {planted} planted mistakes found, {alarms} of {planted} best moves"
        f" called mistakes, {spent / planted / 2:.2f} s of processor time for a decision"
    )
    return found >= FOUND * planted and alarms <= FALSE_ALARMS * planted


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=40, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    given = parser.parse_args()
    games = [given.game] if given.game else list(GAMES)
    results = [check(name, given.positions, given.seed) for name in games]
    if not all(results):
        sys.exit("the coach found too few planted mistakes, or saw too many that are none")


if __name__ == "__main__":
    main()
