"""Small texts that users write, read whole; output that is whole or not there: written beside its place and renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from goldleaf.core.errors import GoldleafError, reason

CONTENTS = ".goldleaf"  # in a folder that was written as a whole: the names of what was

_unfinished: set[Path] = set()


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path in the same folder; it takes the place of ``path`` when the block ends without an error. Raises
    GoldleafError when the folder cannot be written to. Whatever stood at ``path`` stays until the end. A link stays
    one, and leads to the new file; a device or a pipe, such as ``/dev/stdout``, is written to."""
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


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file, whole or not at all. Raises GoldleafError, as `replacing`."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def check_folder(folder: Path) -> None:
    """Raise GoldleafError where anything stands that `write_folder` has not written."""
    listed = folder / CONTENTS
    known = {CONTENTS, *read_text(listed, "its list of files").splitlines()} if is_file(listed) else set()
    there = folder.iterdir() if folder.is_dir() else [folder] * is_there(folder)
    if other := next((one for one in there if one == folder or one.name not in known), None):
        raise GoldleafError(f"{folder}: {other} stands there, and would be lost; name another folder", path=folder)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their names as a folder, whole or not at all, in the place of nothing, of an empty folder, or of
    one that was written so. Raises GoldleafError for any other, or where it cannot be written."""
    check_folder(folder)
    place = Path(os.path.realpath(folder))
    try:
        with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as beside:
            new = Path(beside) / "new"
            new.mkdir()
            for name, content in {**files, CONTENTS: "\n".join(files).encode()}.items():
                (new / name).write_bytes(content)
            if place.is_dir():
                place.rename(new.with_name("old"))
            new.rename(place)
    except OSError as error:
        raise GoldleafError(f"{folder}: cannot be written: {reason(error)}", path=folder) from None


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
