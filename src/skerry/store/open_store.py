"""Opening the store that the operator has chosen: a SQLite file, or a PostgreSQL database."""

from pathlib import Path
from urllib.parse import urlsplit

from skerry.kernel.errors import BadSetup
from skerry.store.sql_store import SqlStore
from skerry.store.sqlite import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def open_store(file: Path, database: str = "") -> SqlStore:
    """Open the database of an address, or without one the file; both are brought up to date."""
    if not database:
        return SqliteStore(file)
    check_address(database)
    from skerry.store import postgres  # an extra that need not be installed

    postgres.prepare(database)
    return postgres.PostgresStore(database)


def check_address(database: str) -> None:
    """Raise BadSetup if this is not the address of a PostgreSQL database."""
    if not database.startswith(SCHEMES):
        raise BadSetup(
            "--database takes the address of a PostgreSQL database, such as"
            " postgresql://skerry:PASSWORD@localhost/skerry"
        )
    try:
        _ = urlsplit(database).port
    except ValueError as error:
        raise BadSetup(
            f"--database is not an address ({error}); signs like @, / or [ in a password are"
            " written as %40, %2F or %5B"
        ) from None


def kept_key(database: str, name: str, new: str) -> str:
    """Return a key that is kept in the database; *new* if there is none yet."""
    check_address(database)
    from skerry.store import postgres

    return postgres.kept_setting(database, name, new)
