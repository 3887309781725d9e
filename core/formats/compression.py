"""Compressed files: told by their first bytes or their name, read as what is inside, written by their name."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import PurePath
from types import ModuleType
from typing import IO, Any, BinaryIO, NamedTuple, cast

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.naming import COMPRESSED

IN_MEMORY = 1 << 26  # bytes of text from which what is inside goes to a temporary file
LARGEST = 1 << 32  # bytes that are unpacked unasked: a file of some megabytes can hold more than any disk
# The variable in the environment that asks for more; ``--large`` sets it, for its workers, too.
ASKED = "GOLDLEAF_LARGE"


class Compression(NamedTuple):
    """A way to compress: its name, the bytes that such a file begins with, and its functions."""

    name: str
    magic: bytes
    opened: Callable[[BinaryIO], Any]  # a file of bytes
    compress: Callable[[bytes], bytes]
    errors: Callable[[], tuple[type[Exception], ...]]  # for data that is damaged


def zstd() -> ModuleType:
    """The module of Python 3.14 or its twin for older ones, which few files need."""
    if sys.version_info >= (3, 14):
        from compression import zstd as module
    else:
        from backports import zstd as module
    return module


# By the endings of file names.
COMPRESSIONS = dict(zip(COMPRESSED, (
    # No time in the header: the same data are the same bytes.
    Compression("gzip", b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file),
                lambda data: gzip.compress(data, mtime=0), lambda: (OSError, zlib.error)),
    Compression("bzip2", b"BZh", bz2.BZ2File, bz2.compress, lambda: (OSError,)),
    Compression("xz", b"\xfd7zXZ\x00", lzma.LZMAFile, lzma.compress, lambda: (lzma.LZMAError,)),
    Compression("zstd", b"\x28\xb5\x2f\xfd", lambda file: zstd().ZstdFile(file),
                lambda data: bytes(zstd().compress(data)), lambda: (zstd().ZstdError,)),
), strict=True))  # fmt: skip


def inner_suffix(path: str) -> str:
    """The ending of a file's name, in lower case, without that of its compression: ``.conllu`` of ``a.conllu.gz``."""
    name = PurePath(path)
    return (name.with_suffix("") if name.suffix.lower() in COMPRESSIONS else name).suffix.lower()


def decompressed(file: BinaryIO, path: str, *, by_name: bool = True) -> BinaryIO:
    """What is inside a compressed file, or the file itself, at its beginning; it must be seekable. Raises FormatError
    when it is not compressed as its first bytes say, or ``by_name`` its name, or when it is cut off."""
    # The bytes say what a file is; its name only what whoever named it took it for.
    head = file.read(max(len(kind.magic) for kind in COMPRESSIONS.values()))
    file.seek(0)
    suffix = PurePath(path).suffix.lower()
    named = COMPRESSIONS.get(suffix) if by_name else None
    ending, found = next(((end, kind) for end, kind in COMPRESSIONS.items() if head.startswith(kind.magic)), ("", None))
    if named is not None and found is not named:
        message = f"is no {named.name} file, as its name says; rename it without {suffix}"
        if found is not None:
            message = f"is a {found.name} file, not {named.name} as its name says; rename it to end in {ending}"
        raise FormatError(Problem(path, 0, 0, message))
    if found is None:
        return file
    try:
        with found.opened(file) as text:
            return copied(text, None if os.environ.get(ASKED) else LARGEST)
    except OverflowError:
        large = f"{found.name} data of more than {LARGEST / (1 << 30):g} GiB unpacked; --large reads it"
        message = f"{large} (in Python: {ASKED}=1 in the environment)"
    except EOFError:
        message = f"{found.name} data that is cut off; fetch the file again"
    except found.errors() as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system, such as no space for what is inside
        message = f"damaged {found.name} data ({error}); fetch the file again"
    raise FormatError(Problem(path, 0, 0, message))


def copied(file: IO[bytes], most: int | None = None) -> BinaryIO:
    """The rest of a file, seekable, in memory or, if large, on disk until closed. OverflowError above ``most``."""
    inside = cast(BinaryIO, tempfile.SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115, whoever asked for it closes it
    try:
        while piece := file.read(1 << 20):
            inside.write(piece)
            if most is not None and inside.tell() > most:
                raise OverflowError
    except BaseException:
        inside.close()
        raise
    inside.seek(0)
    return inside


def compressed(data: bytes, path: str) -> bytes:
    found = COMPRESSIONS.get(PurePath(path).suffix.lower())
    return data if found is None else found.compress(data)
