"""Nusfjord's card files for their owner: check them, write them out, look one up, measure them."""

from pathlib import Path

from skerry.games.nusfjord import catalogue as cards
from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.measurements import CardStatistics, CardWorth
from skerry.kernel.cards import Measurement
from skerry.kernel.errors import BadSetup


class NusfjordCardFiles:
    """The files of one catalogue behind `skerry.kernel.cards.CardFiles`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.measurements: dict[str, Measurement] = {
            "stats": CardStatistics(catalogue),
            "worth": CardWorth(catalogue),
        }

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
