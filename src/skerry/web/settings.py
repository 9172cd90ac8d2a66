"""How a server is run: every setting is a flag of `skerry serve` and an environment variable."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Settings:
    """Sensible defaults for one small machine."""

    host: str = "127.0.0.1"
    port: int = 8017
    data: Path = Path("skerry-data")
    base_url: str = ""  # as players see it, for example https://games.example.org
    cards: str = ""  # a directory of corrected card files
    workers: int = os.cpu_count() or 1  # processes for bots
    rate: float = 20.0  # requests a second for each client; 0 for no limit
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed
    body_limit: int = 65_536
    frame_limit: int = 16_384
    body_seconds: float = 15.0
    send_seconds: float = 30.0
    sockets_per_client: int = 50
    beat_seconds: float = 15.0

    @property
    def database(self) -> Path:
        return self.data / "skerry.db"

    @property
    def secure(self) -> bool:
        return self.base_url.startswith("https://")

    def secret(self) -> bytes:
        """Return the server's secret, made at the first start and readable by its user only."""
        self.data.mkdir(parents=True, exist_ok=True)
        path = self.data / "secret"
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
        except FileExistsError:
            pass
        return path.read_text().strip().encode()
