"""The command `skerry`. Every error ends here as one line that names the place and the fix."""

import io
import sys
from typing import Annotated

import typer

from skerry import __version__
from skerry.cli import admin, cards, move_data
from skerry.cli import serve as serving
from skerry.cli.analyse import analyse
from skerry.cli.arena import arena
from skerry.cli.bench import bench
from skerry.cli.dataset import dataset
from skerry.cli.info import info
from skerry.cli.learn import learn
from skerry.cli.options import options
from skerry.cli.perft import perft
from skerry.cli.play import play
from skerry.cli.ratings import recompute_ratings
from skerry.cli.replay import replay
from skerry.cli.screen import OutputClosed
from skerry.cli.stats import stats
from skerry.kernel.errors import SkerryError

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS = (play, learn, replay, analyse, arena, stats, dataset, bench, options, perft, info)
for command in COMMANDS:
    app.command()(command)
serving.add_to(app)
move_data.add_to(app)
app.command()(recompute_ratings)
app.add_typer(cards.app, name="cards")
app.add_typer(admin.app, name="admin")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"skerry {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def skerry(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version")
    ] = False,
) -> None:
    """Vanuatu and Nusfjord: play in the terminal, replay games, run a server, compare bots."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command; exit code 2 when something given cannot be used."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # odd bytes in a name are no reason to stop
    try:
        code = app(prog_name="skerry", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)  # of the subcommand whose arguments are wrong
        command = "skerry" if context is None else context.command_path
        message = error.format_message()
        message += "" if message.endswith((".", "?")) else "."
        code = _print_error(f"{message} Try: {command} --help")
    except SkerryError as error:
        code = _print_error(str(error))
    except OutputClosed:
        code = 2
    except typer.Abort:
        code = _print_error("stopped; nothing was changed")
    sys.exit(code if isinstance(code, int) else 0)


def _print_error(message: str) -> int:
    print(f"skerry: {' '.join(message.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
