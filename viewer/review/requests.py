"""What is opened when a review is: the files that it is of, as they were read when it began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldleaf.core.errors import OptionError
from goldleaf.core.naming import PREDICTED
from goldleaf.viewer.review.database import copies, is_session
from goldleaf.viewer.review.sides import check_there
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.request import request_of as request_of_files

SUFFIX = ".goldleaf"
FILES = f"Reviews (*{SUFFIX});;All files (*)"
_READING = ("format_name", "encoding", "separator")


def request_of(paths: Sequence[Path]) -> Request:
    """A request for a review, else for a gold and its parses or a file of experiments. Raises GoldleafError."""
    first, *others = paths
    if not (is_session(first) or copies(first)):  # of which too little may be left to be told as one
        return request_of_files(paths)
    if others:
        raise OptionError(f"{others[0]}: a review is opened by itself: {first.name} says what it is of")
    with Store.open(first, to_write=False) as store:
        sides, adjudication = store.sides, store.adjudication
    files, names = [Path(side.path) for side in sides], tuple(side.name for side in sides)
    check_there(first, sides)
    first_gold = Request(files[0], tuple(files[1:]), names[1:])
    request = Request.of_annotators(files, names) if adjudication else first_gold
    reading: dict[str, Any] = {name: value for name, value in sides[0].options.items() if name in _READING and value}
    predicted = any(side.options.get(PREDICTED) for side in sides)
    return replace(request, session=first, predicted=predicted, **reading)
