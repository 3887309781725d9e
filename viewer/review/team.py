"""A team: which sentences are whose, a session for each of them, all put together in one again, how far all are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError, counted, reason
from goldleaf.core.naming import COMPRESSED
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.database import appearing, as_json
from goldleaf.viewer.review.judgements import GOLD, IMPORTER, PARSE, SKIP, UNSURE, JudgementRow
from goldleaf.viewer.review.reviewer_agreement import ALL, agreement_of
from goldleaf.viewer.review.sentences import NONE, Fingerprint, Known, matched
from goldleaf.viewer.review.sides import ORIGINAL, SessionSide, check_there
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


class Merged(NamedTuple):
    judgements: int
    replaced: int  # what a reviewer has judged differently in two sessions: the later one is kept
    conflicts: int  # places that reviewers judge differently

    @property
    def described(self) -> str:
        text = f"{counted(self.judgements, 'judgement')}, {counted(self.conflicts, 'place')} judged differently"
        return f"{text}, {self.replaced:,} replaced by what the same reviewer said later"


def merge_steps(sessions: Sequence[Path], path: Path, reviewer: str) -> Steps[Merged]:
    """Make a new session of several files, in steps; see `merge`. It appears when it is whole."""
    yield 0.0
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open(one, to_write=False)) for one in sessions]
        yield 0.2
        with appearing(path) as temporary:
            return merge(stores, temporary, reviewer)


def merge(sessions: Sequence[Store], path: Path, reviewer: str) -> Merged:
    """Make a new session of several; its acts are one for each of them. Sentences are told by id and words. Of what one
    reviewer has said of a place in two sessions the later one is kept, the other one is in the history. Raises
    GoldleafError for sessions on other treebanks, and where there is a file."""
    first = sessions[0]
    sides = [*first.sides]
    for other in sessions[1:]:
        if other.adjudication != first.adjudication or not _is_same(other.sides[0], first.sides[0]):
            text = f"{other.path}: reviews other treebanks than {first.path}; sessions of the same gold can be merged"
            raise GoldleafError(text, path=other.path)
        sides += [side for side in other.sides if not any(_is_same(side, known) for known in sides)]
    layers = [*dict.fromkeys(layer for session in sessions for layer in session.layers)]
    with Store.create(path, sides, adjudication=first.adjudication, layers=layers, reviewer=reviewer) as merged:
        merged.place(first.known())  # the order of the first session's file, until a treebank is attached
        replaced = 0
        for session in sessions:
            keys = _keys(merged, session)
            newer = []
            for own in session.rows():
                row = _moved(own, keys, session.sides, sides)
                before = merged.row_at(row.key)
                replaced += before is not None and before.verdict != row.verdict
                if before is None or (before.time, before.act) < (row.time, row.act):
                    newer.append(row)
            merged.bring(f"merge {session.path.name}", newer)
            assigned = {name: {keys[key] for key in own if key in keys} for name, own in session.assigned.items()}
            merged.assign({name: own for name, own in assigned.items() if name not in merged.assigned})
        merged.set_guidelines(first.guidelines)
        if first.seed:  # who is blind goes on with the sides where they were
            merged.shuffle(first.seed)
        for session in sessions:  # at the end: who comes anew where anybody is blind would be blind, too
            for name in filter(session.is_blind, session.reviewers):
                merged.set_blind(True, name)
        conflicts = sum(len(merged.conflicts(sentence.sentence)) for sentence in merged.known())
        return Merged(len(merged.rows()), replaced, conflicts)


def _is_same(one: SessionSide, other: SessionSide) -> bool:
    # Sessions come from other machines, where the same file has another folder.
    first, second = (side.options.get(ORIGINAL, Path(side.path).name) for side in (one, other))
    return one.path == other.path or (one.name == other.name and first == second)


def _keys(merged: Store, session: Store) -> dict[int, int]:
    """The key in the merged session of each sentence of another one; sentences that it lacks are added."""
    known, own = merged.known(), session.known()
    places = matched(*([Fingerprint(one.id, one.words) for one in sentences] for sentences in (known, own)))
    following = max((one.sentence for one in known), default=0) + 1
    keys: dict[int, int] = {}
    new: list[Known] = []
    for one, place in zip(own, places, strict=True):
        if place == NONE:
            new.append(Known(following + len(new), None, one.id, one.words))
        keys[one.sentence] = new[-1].sentence if place == NONE else known[place].sentence
    merged.add(new)
    return keys


def _moved(
    row: JudgementRow, keys: dict[int, int], own: Sequence[SessionSide], sides: Sequence[SessionSide]
) -> JudgementRow:
    """A judgement with the merged session's keys, and its names of sides."""
    named = {**({PARSE: own[1]} if len(own) > 1 else {}), **{side.name: side for side in own}}

    def name(verdict: str) -> str:
        if verdict == GOLD or verdict not in named:
            return verdict
        same = next(side for side in sides if _is_same(named[verdict], side))
        return PARSE if verdict == PARSE and same == sides[1] else same.name

    judged = as_json({name(side): text for side, text in row.readings.items()}) if row.judged else ""
    return row._replace(sentence=keys[row.sentence], verdict=name(row.verdict), judged=judged)


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
