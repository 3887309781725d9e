"""What was scored before: by the content of the files, all choices, and Goldleaf's version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from goldleaf.core.campaigns.packing import Packed, packed, unpacked
from goldleaf.core.errors import GoldleafError, reason
from goldleaf.core.files import replacing
from goldleaf.core.version import VERSION

SHAPE = 4
"""Of what is kept; another number makes all that was kept before useless."""

_HASH = 32  # bytes


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


def key_of(contents: list[str], choices: Any) -> str:  # noqa: ANN401, whatever JSON can say
    """What a result is kept under."""
    told = json.dumps([SHAPE, VERSION, contents, choices], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()


class Cache:
    """Results in a folder, or nowhere. What cannot be kept, or is not what was kept, is worked out anew.

    A file begins with the hash of the rest, for what others have written there may be anything.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def __contains__(self, key: str) -> bool:
        return self._folder is not None and self._place(self._folder, key).is_file()

    def get(self, key: str, holding: Collection[str] = ()) -> Packed | None:
        """What is kept under a key, if it is ``holding`` these."""
        if self._folder is not None:
            with suppress(Exception):  # whatever a damaged file makes of it
                whole = self._place(self._folder, key).read_bytes()
                content = whole[_HASH:]
                if whole[:_HASH] == hashlib.sha256(content).digest():
                    found = unpacked(content)
                    return found if {*holding} <= {*found.about} else None
        return None

    def put(self, key: str, content: bytes) -> Packed:
        """Keep what was packed."""
        if self._folder is not None:
            place = self._place(self._folder, key)
            with suppress(GoldleafError, OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                with replacing(place) as temporary:
                    temporary.write_bytes(hashlib.sha256(content).digest() + content)
        return unpacked(content)

    def keep(self, key: str, found: Packed) -> Packed:
        """The same for what is not packed yet."""
        if self._folder is not None:
            self.put(key, packed(found))
        return found

    @staticmethod
    def _place(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.zip"
