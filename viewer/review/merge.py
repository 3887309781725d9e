"""Putting sessions together: what all reviewers of the same treebanks have said, in one session."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from goldleaf.core.errors import GoldleafError, counted
from goldleaf.core.steps import Steps
from goldleaf.viewer.review.database import appearing
from goldleaf.viewer.review.judgements import GOLD, PARSE, JudgementRow, SessionSide, as_json, from_json
from goldleaf.viewer.review.sentences import NONE, Fingerprint, Known, matched
from goldleaf.viewer.review.sides import ORIGINAL
from goldleaf.viewer.review.store import Store


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

    judged = {name(side): text for side, text in (from_json(row.judged) if row.judged else {}).items()}
    judged_text = as_json(judged) if judged else ""
    return row._replace(sentence=keys[row.sentence], verdict=name(row.verdict), judged=judged_text)
