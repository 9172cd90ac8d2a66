"""Nusfjord's card files for their owner: check them, write them out, look one up, measure them."""

from collections.abc import Sequence
from pathlib import Path

from skerry.games.nusfjord import balance
from skerry.games.nusfjord import catalogue as cards
from skerry.games.nusfjord.balance import Balance
from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.setup import MIXED
from skerry.kernel.cards import Chooser, Progress, Report
from skerry.kernel.errors import BadSetup

_STATS = ("card", "name", "offered", "built", "rate", "wins", "edge", "points", "")
_WORTH = ("card", "name", "gain", "error", "price", "net")


class NusfjordCardFiles:
    """The files of one catalogue behind `skerry.kernel.cards.CardFiles`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def check(self, paths: list[Path]) -> list[str]:
        files: dict[str, Path] = {}
        for path in paths:
            for file in _files_in(path):
                if file.name in files:
                    raise BadSetup(f"{file}: there is also {files[file.name]}; give one of them")
                files[file.name] = file
        found = cards.read_files(files)
        return [f"{path}: {_contents(found, name)}" for name, path in files.items()]

    def export(self, directory: Path) -> list[Path]:
        sources = sorted(self.catalogue.files.values())
        targets = [directory / source.name for source in sources]
        for target in targets:
            if target.exists():
                raise BadSetup(f"{target}: exists already; name an empty directory")
        try:
            directory.mkdir(parents=True, exist_ok=True)
            for source, target in zip(sources, targets, strict=True):
                target.write_bytes(source.read_bytes())
        except OSError as error:
            raise BadSetup(f"{directory}: cannot be written ({error.strerror})") from None
        return targets

    def describe(self, card: str) -> list[str]:
        key = f"elder {card}" if card.isdigit() else card.upper()
        if key not in self.catalogue.entries:
            raise BadSetup(
                f"there is no card {card[:20]!r}; try A112 for a building or 7 for an elder"
            )
        entry = self.catalogue.entries[key]
        lines = [f"{key}  {entry['name']}"]
        if "cost" in entry:
            cost = ", ".join(f"{amount} {good}" for good, amount in entry["cost"].items())
            points = "*" if entry["vp_star"] else entry["vp"]
            lines.append(f"cost {cost or 'nothing'}; points {points}; {entry['timing']}")
        read = " ".join(self.catalogue.sentences(key))
        documented = ", ".join(entry["documented"]) or "nothing"
        reconstructed = ", ".join(entry["reconstructed"]) or "nothing"
        return [
            *lines,
            entry["text"],
            f"in the game: {read}",
            f"documented: {documented}; reconstructed: {reconstructed}",
        ]

    def stats(
        self,
        games: int,
        players: int,
        deck: str,
        seed: int,
        choose: Chooser,
        progress: Progress,
        every: bool,
    ) -> Report:
        decks = self._decks(deck, ["mixed"]) if deck != "all" else list(MIXED)
        counted = Balance(self.catalogue)
        plan = [(name, seed + number) for name in decks for number in range(games)]
        for name, number in progress(plan):
            counted.play(players, name, number, choose)
        mean_total = round(sum(counted.totals) / len(counted.totals), 2)
        mean_winner = round(sum(counted.winners) / len(counted.winners), 2)
        rows = [
            [
                tally.name,
                tally.title,
                str(tally.offered),
                str(tally.built),
                f"{tally.rate:.0%}",
                f"{tally.win_ratio:.2f}",
                f"{tally.edge:+.1f}",
                f"{tally.mean_points:.1f}",
                tally.remark,
            ]
            for tally in (counted.cards() if every else counted.outliers())
        ]
        figures = {
            "games": counted.games,
            "players": players,
            "mean_total": mean_total,
            "mean_winner": mean_winner,
            "cards": [tally.json() for tally in counted.cards()],
            "elders": {
                number: round(seated / in_play, 3)
                for number, (in_play, seated) in counted.elders.items()
                if in_play
            },
        }
        return Report(
            f"{counted.games} games with {players} players: "
            f"mean {mean_total}, winners {mean_winner} points",
            _columns(_STATS),
            rows,
            "wins: of builders, against what chance gives; "
            "edge: points above builders of the same letter",
            figures,
        )

    def worth(
        self, games: int, players: int, deck: str, seed: int, choose: Chooser, progress: Progress
    ) -> Report:
        decks = self._decks(deck) if deck != "all" else list(self.catalogue.decks)
        letters = [letter for name in decks for letter in self.catalogue.decks[name]]
        slots = sorted(slot for letter in letters for slot in letter)
        seeds = range(seed, seed + games)
        found = [
            balance.worth(self.catalogue, slot, players, seeds, choose) for slot in progress(slots)
        ]
        rows = [
            [
                row.name,
                row.title,
                f"{row.gain:+.1f}",
                f"{row.error:.1f}",
                f"{row.price:.1f}",
                f"{row.net:+.1f}",
            ]
            for row in found
        ]
        figures = {"games": games, "cards": [row.json() for row in found]}
        return Report("", _columns(_WORTH), rows, "", figures)

    def _decks(self, deck: str, further: Sequence[str] = ()) -> list[str]:
        known = [*further, *self.catalogue.decks]
        if deck not in known:
            raise BadSetup(f"there is no deck {deck[:20]!r}; choose all, {', '.join(known)}")
        return [deck]


def _files_in(path: Path) -> list[Path]:
    """Return the file of a path, or the card files of a directory."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise BadSetup(f"{path}: is not a file or a directory")
    files = sorted(path.glob("*.toml"))
    if not files:
        raise BadSetup(f"{path}: holds no card files (*.toml)")
    return files


def _contents(found: Catalogue, name: str) -> str:
    if name == "board.toml":
        return "the boards are fine"
    if name == "elders.toml":
        return f"{sum(key.startswith('elder') for key in found.entries)} elders, all fine"
    deck = cards.parse(name, found.files[name])["deck"]
    counts = [len(slots) for slots in found.decks[deck]]
    letters = ", ".join(f"{count} {letter}" for count, letter in zip(counts, "ABC", strict=True))
    return f"deck {deck} with {letters}, all fine"


def _columns(names: Sequence[str]) -> dict[str, str]:
    return {name: "left" if name in ("card", "name", "") else "right" for name in names}
