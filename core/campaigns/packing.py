"""What a job gives, as bytes: between processes, machines and runs. Numbers and texts beside tables."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import polars as pl

_ABOUT = "about.json"


@dataclass(frozen=True, eq=False)
class Packed:
    """``about`` is anything that JSON can say."""

    about: dict[str, Any]
    frames: dict[str, pl.DataFrame] = field(default_factory=dict)


def packed(found: Packed) -> bytes:
    """One file that holds all of it."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(_ABOUT, json.dumps(found.about))
        for name, frame in found.frames.items():
            archive.writestr(f"{name}.ipc", frame.write_ipc(None).getvalue())
    return whole.getvalue()


def unpacked(content: bytes) -> Packed:
    """What was packed. Raises ValueError, zipfile.BadZipFile or polars' errors for what was not, or is damaged."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        about = json.loads(archive.read(_ABOUT))
        names = [name for name in archive.namelist() if name != _ABOUT]
        frames = {name.removesuffix(".ipc"): pl.read_ipc(BytesIO(archive.read(name))) for name in names}
    return Packed(about, frames)
