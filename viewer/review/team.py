"""A team: which sentences are whose, a session for each of them, which `merge` brings back, and how far all are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError, reason
from goldleaf.core.naming import COMPRESSED
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import IMPORTER, SKIP, UNSURE, SessionSide
from goldleaf.viewer.review.reviewer_agreement import ALL, agreement_of
from goldleaf.viewer.review.sides import ORIGINAL, check_there
from goldleaf.viewer.review.states import at_place
from goldleaf.viewer.review.store import Store

AGREEMENT = "agreement"
TIMES = 14  # that can be read below a plot

_NUMBERS = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)


def numbered(text: str, count: int) -> list[int]:
    """The numbers in a text such as ``1-200,250``, of so many sentences. Raises OptionError."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        match = _NUMBERS.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= count:
            raise OptionError(f"--sentences {part.strip()}: give numbers from 1 to {count:,}, as in 1-200,250")
        numbers |= dict.fromkeys(range(first, last + 1))
    return [*numbers]


def shares(sentences: Sequence[int], reviewers: Sequence[str], double: float = 0.0) -> dict[str, list[int]]:
    """Sentences in the order of the file dealt out to reviewers, to each as many in a row; a share of them (``double``)
    is the next one's, too, evenly from all of the text, so that their agreement can be told. Raises OptionError."""
    if not 0 <= double <= 1 or (double and len(reviewers) < 2):
        raise OptionError(f"--double {double:g}: give a share from 0 to 1, and two reviewers or more")
    ends = [len(sentences) * number // len(reviewers) for number in range(len(reviewers) + 1)]
    places: dict[str, list[int]] = {name: [] for name in reviewers}
    for number, name in enumerate(reviewers):
        following = reviewers[(number + 1) % len(reviewers)]
        for place in range(ends[number], ends[number + 1]):
            places[name].append(place)
            if int((place + 1) * double) > int(place * double):
                places[following].append(place)
    return {name: [sentences[place] for place in sorted(own)] for name, own in places.items()}


def progress_steps(store: Store, treebanks: Sequence[Treebank]) -> Steps[pl.DataFrame]:
    """How far everybody was at a time (``time``, as it is said), the last `TIMES` of them: by reviewer the share of
    their places that they had decided, and ``agreement``, Krippendorff's alpha of all, null where there is none. What
    was said later in another way counts from then on. The treebanks, its sides, must be attached."""
    decided = {name: times for name in store.reviewers if (times := _decided(store, name))[1]}
    said = sorted({time for times, _ in decided.values() for time in times})
    # Days, unless all was done in one or two of them.
    for width in (10, 13, 16):
        periods = dict.fromkeys(time[:width] for time in said)
        if len(periods) > 2:
            break
    rows = []
    for number, period in enumerate([*periods][-TIMES:], 1):
        shares = {name: sum(time[: len(period)] <= period for time in times) / count
                  for name, (times, count) in decided.items()}  # fmt: skip
        agreed = agreement_of(store, treebanks, period).alpha.get(ALL)
        rows.append({"time": period.replace("T", " "), **shares, AGREEMENT: agreed})
        yield number / len(periods)
    schema = {"time": pl.String(), **dict.fromkeys((*decided, AGREEMENT), pl.Float64())}
    return pl.DataFrame(rows, schema, orient="row")


def _decided(store: Store, reviewer: str) -> tuple[list[str], int]:
    """When a reviewer has decided each of their places, and how many they have; of who is done with none, none."""
    keys = store.assigned.get(reviewer) or [one.sentence for one in store.known()]
    times, count = [], 0
    for key in keys:
        rows = [row for row in store.rows(key) if row.reviewer == reviewer and row.verdict not in (SKIP, UNSURE)]
        for place in store.places(key) if store.row(key) is not None else ():
            count += 1
            here = at_place(rows, place.layer or "", place.item) or at_place(rows, Layer.WORDS, "")
            times += [row.time for row in here[:1]]
    return times, count if times else 0


def split(store: Store, folder: Path) -> dict[str, Path]:
    """A folder for each reviewer to whom sentences are assigned, by name, with a session of what they have said so far
    and the treebanks, so that it can be sent; those of who is blind have no names that would tell. Returns the
    sessions. Raises GoldleafError where something is there already, or cannot be written."""
    check_there(store.path, store.sides)
    made = {}
    for name, sentences in store.assigned.items():
        place = folder / (re.sub(r"[^\w.-]+", "-", name).strip(".-") or "reviewer")
        try:
            place.mkdir(parents=True)
            sides = _copied(store, place, named=not store.is_blind(name))
        except OSError as error:
            raise GoldleafError(f"{place}: cannot be made: {reason(error)}", path=place) from None
        path = made[name] = place / store.path.name
        with Store.create(path, sides, adjudication=store.adjudication, layers=store.layers, reviewer=IMPORTER) as own:
            own.place(store.known())
            own.bring(f"from {store.path.name}", [row for row in store.rows() if row.reviewer == name])
            own.assign({name: sentences})
            own.set_guidelines(store.guidelines)
            if store.is_blind(name):
                own.shuffle(store.seed)
                for blind in (name, IMPORTER):  # whose name would let anybody see
                    own.set_blind(True, blind)
    return made


def _copied(store: Store, folder: Path, *, named: bool) -> list[SessionSide]:
    """The sides with their files copied into a folder; the names of what is not ``named`` do not tell whose it is."""
    names: dict[str, str] = {}  # the second analysis in a file is a side, too
    for number, side in enumerate(store.sides):
        if side.path in names:
            continue
        path = Path(side.path)
        ending = "".join(path.suffixes[-2:]) if path.suffix in COMPRESSED else path.suffix
        hidden = blake2b(f"{store.seed} {number}".encode(), digest_size=4).hexdigest() + ending
        name = path.name if named else hidden
        names[side.path] = f"{number}-{name}" if name in names.values() else name
        shutil.copy(path, folder / names[side.path])
    return [
        SessionSide(side.name, str(folder / names[side.path]), {ORIGINAL: Path(side.path).name, **side.options})
        for side in store.sides
    ]
