"""Ratings of bots over many games with several seats (Plackett-Luce model, from openskill)."""

from openskill.models import PlackettLuce

from skerry.bots.arena import Result


def ratings(results: list[Result]) -> dict[str, tuple[float, float]]:
    """Return the rating of each bot after all games, in their order: mean and uncertainty."""
    model = PlackettLuce()
    rated = {bot: (25.0, 25.0 / 3) for result in results for bot in result.bots}
    for result in sorted(results, key=lambda r: r.number):
        if not any(result.places) or len(set(result.bots)) == 1:
            continue  # a common loss or a game of one bot does not show who is better
        seats = [[model.rating(*rated[bot])] for bot in result.bots]
        fresh = model.rate(seats, ranks=[float(place) for place in result.places])
        for bot in set(result.bots):
            # A bot on several seats is rated by their mean.
            mine = [team[0] for team, name in zip(fresh, result.bots, strict=True) if name == bot]
            mu = sum(rating.mu for rating in mine) / len(mine)
            rated[bot] = (mu, sum(rating.sigma for rating in mine) / len(mine))
    return rated
