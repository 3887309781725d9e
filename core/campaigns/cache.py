"""What jobs give, packed as bytes, and kept by the content of the files, all choices, and Goldleaf's version."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from goldleaf.core.errors import GoldleafError, reason
from goldleaf.core.files import replacing
from goldleaf.core.version import VERSION

SHAPE = 6  # of what is kept; another number makes all that was kept before useless
_ABOUT = "about.json"
_HASH = 32  # bytes


@dataclass(frozen=True, eq=False)
class Packed:
    """What a job gives: ``about`` is anything that JSON can say, beside tables."""

    about: dict[str, Any]
    frames: dict[str, pl.DataFrame] = field(default_factory=dict)


def packed(given: Packed) -> bytes:
    """One file that holds all of it, to go between processes, machines and runs."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(_ABOUT, json.dumps(given.about))
        for name, frame in given.frames.items():
            archive.writestr(f"{name}.ipc", frame.write_ipc(None).getvalue())
    return whole.getvalue()


def unpacked(content: bytes) -> Packed:
    """What was packed. Raises ValueError, zipfile.BadZipFile or polars' errors for what was not, or is damaged."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        about = json.loads(archive.read(_ABOUT))
        names = [name for name in archive.namelist() if name != _ABOUT]
        frames = {name.removesuffix(".ipc"): pl.read_ipc(BytesIO(archive.read(name))) for name in names}
    return Packed(about, frames)


def standard_folder() -> Path:
    """Where the system wants such things."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("goldleaf")) / "campaigns"


def content_of(path: Path, known: dict[Path, str]) -> str:
    """A hash of a file's content; ``known`` are those of this run. Raises GoldleafError where it cannot be read."""
    if path not in known:
        try:
            with path.open("rb") as file:
                known[path] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise GoldleafError(f"{path}: cannot be read: {reason(error)}", path=path) from None
    return known[path]


def key_of(contents: list[str], choices: dict[str, Any]) -> str:
    text = json.dumps([SHAPE, VERSION, contents, choices], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """Results in a folder, or nowhere. What cannot be kept, or is not what was kept, is worked out anew. A file begins
    with the hash of the rest, for what others have written there may be anything."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str, holding: Collection[str]) -> Packed | None:
        if self._folder is not None:
            with suppress(Exception):  # whatever a damaged file makes of it
                whole = (self._folder / key[:2] / f"{key}.zip").read_bytes()
                content = whole[_HASH:]
                if whole[:_HASH] == hashlib.sha256(content).digest():
                    kept = unpacked(content)
                    return kept if {*holding} <= {*kept.about} else None
        return None

    def put(self, key: str, content: bytes) -> None:
        if self._folder is not None:
            place = self._folder / key[:2] / f"{key}.zip"
            with suppress(GoldleafError, OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                with replacing(place) as temporary:
                    temporary.write_bytes(hashlib.sha256(content).digest() + content)
