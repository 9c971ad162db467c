"""What can be wrong with the file of the games, each as a sentence with its mend.

May import: sqlite3, table.types.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pi_app.table.types import TableError


class StoreError(TableError, OSError):
    """The file of the games can't be used as it is; nothing in it was changed."""


_MENDS = {
    "corrupt": "is damaged and was left as it is. Move it away (mv {path} {path}.damaged; the "
    'files {name}-wal and {name}-shm with it) and start again; "sqlite3 {path}.damaged .recover" '
    "gets out of it what can be read.",
    "read_only": "can't be written. Give the program's user the right to write to it and to its "
    "folder, or mount the disk for writing.",
    "full": "can't take more: the disk is full. Delete something on it; what was played so far "
    "is safe.",
    "locked": "is in use by another program, probably another Tallytray. Stop that one first, or "
    "name another file with store.path in the configuration.",
    "cant_open": "can't be opened. It must be a file in a folder that the program's user may "
    "write to.",
    "disk": "can't be read or written: the disk reports an error ({error}). Put in another card "
    "and copy the file over.",
    "internal": "refused an entry ({error}). Nothing was changed; please restart.",
}
_SLUG_OF_CODE = {
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "cant_open",
    sqlite3.SQLITE_IOERR: "disk",
}


def said_by_sqlite(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """What went wrong, in a sentence that names the file and the mend."""
    if isinstance(error, OSError):
        return _with_mend(path, "cant_open", error)
    if str(error).startswith("quick_check"):
        return _with_mend(path, "corrupt", error)
    # The low byte is the kind, the rest tells more than a person needs.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _with_mend(path, _SLUG_OF_CODE.get(code & 0xFF, "internal"), error)


def _with_mend(path: Path, slug: str, error: object = "") -> StoreError:
    mend = _MENDS[slug].format(path=path, name=path.name, error=error)
    return StoreError(slug, f"The file of the games {path} {mend}")


def read_only(path: Path) -> StoreError:
    """The file or its folder may not be written."""
    return _with_mend(path, "read_only")


def foreign_file(path: Path) -> StoreError:
    """The file is a database, but another program's."""
    return StoreError(
        "foreign",
        f"The file {path} is a database of another program; name another file with store.path.",
    )


def newer_file(path: Path, version: int, known: int) -> StoreError:
    """The file was written by a newer Tallytray."""
    return StoreError(
        "newer",
        f"The file of the games {path} has form {version}, and this program knows up to {known}: "
        "please update Tallytray.",
    )
