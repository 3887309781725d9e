"""A campaign in one file: what it is, golds and outputs with their hashes, versions, and the tables made of them.

The first member of the ``.tar.zst``, ``archive.json``, has the campaign as it was read, and what each file is called in
it; the same campaign gives the same bytes. What is read is not trusted: nothing of it is run, every member must be
listed and be what was packed, and the campaign finds no file but these.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, fields, is_dataclass, replace
from hashlib import file_digest
from io import BufferedReader, BytesIO
from pathlib import Path
from types import UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import numpy as np
import polars as pl

from goldleaf.core.campaigns.description import Campaign, moved
from goldleaf.core.errors import GoldleafError, reason, shortened
from goldleaf.core.files import is_file, replacing
from goldleaf.core.formats.compression import decompressed, zstd
from goldleaf.core.naming import names_of
from goldleaf.core.version import VERSION

ENDING = ".tar.zst"
LIST, TABLES = "archive.json", "tables/"
MOST, LONGEST = 100_000, 1 << 26  # members, bytes of the list; how large all of it may be, `decompressed` says
# What figures may depend on beside the files
VERSIONS = {"goldleaf": VERSION, "python": platform.python_version(), "numpy": np.__version__, "polars": pl.__version__}


def write_archive(path: Path, campaign: Campaign, tables: Mapping[str, bytes]) -> None:
    """Pack a campaign and its tables, by the names of their files. Files that are missing are missing in it, too; with
    systems under ids so is the campaign's own. Raises GoldleafError for what cannot be read or written."""
    called = [one for one in dict.fromkeys(campaign.called) if is_file(campaign.file(one))]
    called = [one for one in called if one != campaign.path or not campaign.names]
    # Endings tell formats, and signatures have the names of files of options.
    calls = {f"files/{number}/{one.name}".replace("\\", "_"): one for number, one in enumerate(called)}
    members: dict[str, Path | bytes] = {name: campaign.file(one) for name, one in calls.items()}
    members |= {f"{TABLES}{name}": content for name, content in tables.items()}
    hashes = {name: _hash(one) for name, one in members.items()}
    # Parses without names are called after their files, which are others in here.
    theories = [
        replace(one, names=tuple(names_of(one.parses, one.names))) if len(one.parses) > 1 else one
        for one in campaign.experiments
    ]
    own = asdict(replace(campaign, experiments=theories, path_map=(), real={}, names={}))
    about = {"versions": VERSIONS, "hashes": hashes, "calls": calls, "campaign": own}
    members = {LIST: json.dumps(about, default=str, indent=1).encode(), **members}
    with ExitStack() as ends:
        packed = ends.enter_context(zstd().ZstdFile(ends.enter_context(replacing(path)), "w"))
        archive = ends.enter_context(tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT))
        for name, one in members.items():
            info = tarfile.TarInfo(name)  # without times and owners
            with _opened(one) as content:
                info.size = content.seek(0, 2)
                content.seek(0)
                archive.addfile(info, content)


def _opened(one: Path | bytes) -> BufferedReader | BytesIO:
    return one.open("rb") if isinstance(one, Path) else BytesIO(one)


def _hash(one: Path | bytes) -> str:
    with _opened(one) as content:
        return file_digest(content, "sha256").hexdigest()


@contextmanager
def read_archive(path: Path) -> Iterator[tuple[Campaign, dict[str, bytes], str]]:
    """A campaign, while the block lasts, whose files are called as they were when they were packed; its tables by the
    names of their files; and what is to be said of versions, empty if nothing is. Raises GoldleafError for what is no
    archive, or not as it was packed: a file that was changed is named."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="goldleaf-")))
        try:
            inside = ends.enter_context(decompressed(ends.enter_context(path.open("rb")), f"{path}"))
            about = _unpacked(ends.enter_context(tarfile.open(fileobj=inside, mode="r:")), folder)
            campaign = _made(Campaign, about["campaign"])
            there = (name for name in about["hashes"] if name in about["calls"])
            real = {Path(about["calls"][name]): folder / name for name in there}
            if not {one.system for one in campaign.submissions} <= {one.name for one in campaign.systems}:
                raise ValueError("it has files of systems that it has not")
            packed = dict(about["versions"])
        except OSError as error:
            raise GoldleafError(f"{path}: cannot be read: {reason(error)}", path=path) from None
        except (tarfile.TarError, ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
            raise GoldleafError(f"{path}: is no archive of a campaign, or damaged: {error}", path=path) from None
        # What was missing stays so: no file of this machine takes its place.
        real = {**{one: folder / "missing" / f"{n}" for n, one in enumerate(campaign.called)}, **real}
        others = [f"{one} {packed.get(one)} (here {here})" for one, here in VERSIONS.items() if packed.get(one) != here]
        remark = f"{path}: packed with {', '.join(others)}: figures may differ" if others else ""
        tables = {one.name: one.read_bytes() for one in sorted((folder / TABLES).glob("*"))}
        campaign = replace(campaign, real=real)
        own = [replace(moved(one, campaign.file), differs=one.differs) for one in campaign.measures]
        yield replace(campaign, measures=own), tables, remark


def _unpacked(archive: tarfile.TarFile, folder: Path) -> dict[str, Any]:
    """Put the members into a folder, and give what the list says. Raises ValueError for what is not as it was packed,
    and what Python does for a list of another shape."""
    about: dict[str, Any] = {}
    expected: dict[str, str] = {}
    for number, member in enumerate(archive):
        content, name = archive.extractfile(member), member.name
        if not number:
            if name != LIST or content is None or member.size > LONGEST:
                raise ValueError(f"it does not begin with {LIST}")
            about = json.loads(content.read())
            expected = dict(about["hashes"])
            continue
        # A plain file, below the folder: neither link nor device, nor one whose holes are larger than any disk.
        plain = re.fullmatch(r"(files/\d+|tables)/(?!\.\.?$)[^/\\\0]+", name)
        if content is None or not plain or not member.isreg() or member.issparse() or number > MOST:
            raise ValueError(f"{shortened(name)} is no plain file of it, or one too many")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("xb") as file:
            shutil.copyfileobj(content, file)
        if _hash(folder / name) != expected.pop(name, ""):
            raise ValueError(f"{about['calls'].get(name, name)} is not the file that was packed")
    if expected:
        name = next(iter(expected))
        raise ValueError(f"{about['calls'].get(name, name)} is not in it")
    return about


def _made(kind: Any, value: Any) -> Any:  # noqa: ANN401, any type that a campaign is made of
    """What JSON has of a value of this type. Raises TypeError for any other."""
    of, origin = get_args(kind), get_origin(kind)
    if is_dataclass(kind):
        types = get_type_hints(kind)
        return cast(type, kind)(**{own.name: _made(types[own.name], value[own.name]) for own in fields(kind)})
    if origin is UnionType:  # there are none but with None
        return None if value is None else _made(of[0], value)
    if origin in (tuple, Sequence) and isinstance(value, list):
        parts = of if origin is tuple and of[-1] is not ... else (of[0],) * len(value)
        return tuple(_made(one, part) for one, part in zip(parts, value, strict=True))
    if origin is Mapping:
        return {_made(of[0], key): _made(of[1], part) for key, part in value.items()}
    if (origin is Literal and value in of) or (kind in (str, int, bool) and type(value) is kind):
        return value
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise TypeError(f"{shortened(repr(value))} in its campaign")
