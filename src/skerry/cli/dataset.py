"""`skerry dataset`: self-play or recorded games as Parquet files."""

from pathlib import Path
from typing import Annotated, Any

import typer

from skerry.cli.arena import BOTS, plan_of
from skerry.cli.files import Refused
from skerry.cli.settings import BotSeconds, use_bot_seconds
from skerry.cli.work import Dask, Jobs, Resume, Work


def dataset(
    folder: Annotated[Path, typer.Argument(help="A new folder for the Parquet files")],
    records: Annotated[
        list[Path] | None, typer.Option(help="Files or folders of records; may be repeated")
    ] = None,
    game: Annotated[str, typer.Option(help="Self-play: the game")] = "",
    bots: Annotated[str, typer.Option(help=f"Self-play: {BOTS}")] = "",
    games: Annotated[int, typer.Option(min=1, help="Self-play: number of games")] = 100,
    jobs: Jobs = 2,
    seed: Annotated[int, typer.Option(min=0, help="Self-play: seed of the first deal")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help="Self-play: an option of the game as NAME=VALUE")
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Also what each seat saw when it moved")
    ] = False,
    search: Annotated[
        str, typer.Option(help="Also search every position with this bot, such as search:200")
    ] = "",
    bot_seconds: BotSeconds = None,
    dask: Dask = "",
    resume: Resume = None,
) -> None:
    """Write games to Parquet: games, moves, scores, observations, visits and values of searches.

    Name records, or a game and bots for self-play. Bots that search leave their visits and values
    in the data set by themselves.
    """
    use_bot_seconds(bot_seconds)
    library = _library()
    if bool(records) == bool(game or bots):
        raise Refused("name either --records, or --game and --bots for self-play")
    if search:
        library.searching_bot(search)
    if records:
        wanted = library.recorded_jobs(records, observations, search)
    else:
        if not (game and bots):
            raise Refused("self-play needs both --game and --bots, such as --bots steady,random")
        plan = plan_of(game, bots, games, seed, option)
        wanted = library.self_play_jobs(plan, observations, search)
    writer = library.DatasetWriter(folder)
    work = Work(jobs, dask, resume)
    for rows in work.results(library.game_rows, wanted, library.GameRows, "games"):
        writer.add(rows)
    for path in writer.close():
        typer.echo(f"written: {path}")


def _library() -> Any:
    try:
        from skerry.research import dataset
    except ImportError as error:
        raise Refused(
            f"this needs the extra [research] ({error}): pip install 'skerry[research]'"
        ) from None
    return dataset
