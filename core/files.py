"""Small texts that users write, read whole; output that is whole or not there: written beside its place and renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from goldleaf.core.errors import GoldleafError, reason

_unfinished: set[Path] = set()


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path in the same folder; it takes the place of ``path`` when the block ends without an error.

    Raises GoldleafError when the folder cannot be written to. Whatever stood at ``path`` stays until the end. A link
    stays one, and leads to the new file; a device or a pipe, such as ``/dev/stdout``, is written to.
    """
    target = Path(path)
    place = Path(os.path.realpath(target))
    takes_all = is_there(target) and not (target.is_file() or target.is_dir())
    folder = None if takes_all else place.parent
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=f".{target.stem}-", suffix=target.suffix)
        temporary = Path(name)
        _unfinished.add(temporary)
        os.close(handle)
        yield temporary
        if takes_all:
            target.write_bytes(temporary.read_bytes())
        else:
            temporary.chmod(_mode(target))
            temporary.replace(place)
    except OSError as error:
        raise GoldleafError(f"{target}: cannot be written: {reason(error)}", path=target) from None
    finally:
        if temporary:
            temporary.unlink(missing_ok=True)
            _unfinished.discard(temporary)


def read_text(path: str | Path, what: str) -> str:
    """The text of a small file. Raises GoldleafError, which says that it is ``what``, where it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read {what}: {why}", path=path) from None


def is_there(path: str | Path) -> bool:
    """Whether a path leads to anything: no name of a file that is too long does, where pathlib raises."""
    with suppress(OSError, ValueError):
        return Path(path).exists()
    return False


def is_file(path: str | Path) -> bool:
    """Whether a path leads to a file: no folder, nor a pipe or a device, which may be read without end."""
    return is_there(path) and Path(path).is_file()


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, also through links; False where either has none."""
    with suppress(OSError, ValueError):
        return one.samefile(other)
    return False


def discard_unfinished() -> None:
    """Remove what is being written, before the process ends without coming to it."""
    for temporary in [*_unfinished]:
        temporary.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, else those a new file would get."""
    with suppress(FileNotFoundError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
