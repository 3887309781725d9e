"""Output files that are whole or not there: written beside their place and renamed into it."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from core.errors import OptionError


def replace_file(path: Path, content: bytes) -> None:
    """Writes ``content`` to ``path``; whatever fails, a file that stood there stays as it was."""
    place = path.resolve()  # a link keeps pointing where it points
    temporary = place.with_name(f".{place.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, temporary)
        temporary.replace(place)
    except OSError as error:
        raise OptionError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)
