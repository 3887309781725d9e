"""The store of a review session: a database in which every act is one transaction, on disk when it returns. The file is
`database.SessionFile`'s, what judgements come to is worked out in `states`; and what is opened when a review is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from typing import Any

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.naming import PREDICTED
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.review import database
from goldleaf.viewer.review.database import as_json, from_json
from goldleaf.viewer.review.judgements import JUDGEMENTS, Act, Judgement, JudgementRow, Key, Place, link, split_tags
from goldleaf.viewer.review.sentences import Known, SessionSentences, keep, told
from goldleaf.viewer.review.sides import Readings, SessionSide, check_there, read_sides, write_sides
from goldleaf.viewer.review.states import Progress, States, at_place, by_place, choices, prevailing
from goldleaf.viewer.session.layers import yield_item, yield_of
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.request import request_of as request_of_files

SUFFIX = ".goldleaf"
FILES = f"Reviews (*{SUFFIX});;All files (*)"
_READING = ("format_name", "encoding", "separator")


class Store:
    """A review session. Made by `create` or `open`; sentences are known once a treebank is attached. ``sides`` are its
    treebanks, without a gold among them in an ``adjudication``; ``layers`` are looked at. ``seed`` is what the sides
    are shuffled by for who is blind. ``assigned`` has the keys of the sentences that each reviewer is to judge,
    ``guidelines`` an address in which ``{label}`` stands for a label. ``lost`` is told of one whose log is gone."""

    def __init__(self, file: database.SessionFile) -> None:
        """Reads everything but the acts. Raises ValueError where something cannot be told."""
        self.path = file.path
        self.lost: str | None = None
        self._file, self._connection = file, file.connection
        self._reviewer: str | None = None
        self._sentences, self._readings = SessionSentences(), Readings()
        self._states: States | None = None

        rows = self._connection.execute("SELECT name, value FROM setting")
        settings = {name: from_json(value) for name, value in rows}
        layers, adjudication, seed = (settings.get(name) for name in ("layers", "adjudication", "seed"))
        if not (isinstance(layers, list) and layers and all(layer in [*Layer] for layer in layers)):
            raise ValueError("its layers cannot be told")
        if not (isinstance(adjudication, bool) and isinstance(seed, int)):
            raise ValueError("its settings cannot be told")
        assigned, guidelines = settings.get("assigned", {}), settings.get("guidelines", "")
        known = isinstance(assigned, dict) and all(isinstance(text, str) for text in (*assigned.values(), guidelines))
        if not known or any(text and yield_of(text) is None for text in assigned.values()):
            raise ValueError("who judges what cannot be told")
        self.adjudication, self.seed, self.guidelines = adjudication, seed, guidelines
        self.assigned = {name: yield_of(text) or frozenset() for name, text in assigned.items()}
        self.layers: tuple[Layer, ...] = tuple(map(Layer, layers))
        self._blind = dict(self._connection.execute("SELECT name, blind FROM reviewer"))
        self.sides = read_sides(self._connection, self.path)
        if self._connection.execute("SELECT 1 FROM sentence WHERE sentence < 1").fetchone():
            raise ValueError("its sentences cannot be told")
        self._judged: defaultdict[int, dict[tuple[str, str, str], JudgementRow]] = defaultdict(dict)
        for values in self._connection.execute("SELECT * FROM judgement"):
            row = JudgementRow(*values).checked()
            self._judged[row.sentence][row.key[1:]] = row

    # Opening and closing

    @classmethod
    def create(
        cls, path: str | Path, sides: Sequence[SessionSide], *, adjudication: bool = False,
        layers: Sequence[Layer] = (Layer.ARC,), blind_seed: int | None = None, reviewer: str | None = None,
    ) -> Store:  # fmt: skip
        """A new session on these treebanks, the gold or first annotator in front. With a seed the reviewer is blind.
        Raises GoldleafError where there is a file, or none can be made."""
        target = Path(path)
        settings = {"adjudication": adjudication, "layers": [*layers], "seed": blind_seed or 0}
        settings |= {"created": database.now(), "goldleaf": VERSION}
        with database.making(target) as connection:
            rows = [(name, as_json(value)) for name, value in settings.items()]
            connection.executemany("INSERT INTO setting VALUES (?, ?)", rows)
            write_sides(connection, target, sides)
        store = cls.open(target)
        store.reviewer = reviewer
        if blind_seed is not None:
            store.set_blind(True)
        return store

    @classmethod
    def open(cls, path: str | Path, *, reviewer: str | None = None, to_write: bool = True) -> Store:
        """A session that there is. It only reads where another program writes, nothing can be written, or if asked.
        Raises GoldleafError for what is no session, a damaged one, and one of a later version."""
        with database.SessionFile.opening(Path(path), to_write=to_write) as file:
            store = cls(file)
            store._check_acts()
            if file.read_only is None:
                database.keep_copy(file)
            file.sign(reviewer or "")
            store.lost = file.lost
            store.reviewer = reviewer
        return store

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def read_only(self) -> str | None:
        """Why nothing can be written, None if it can."""
        return self._file.read_only

    @property
    def usual_layer(self) -> Layer:
        """The layer of verdicts that name none."""
        return Layer.CONSTITUENT if self.layers == (Layer.CONSTITUENT,) else Layer.ARC

    # Reviewers

    @property
    def reviewer(self) -> str | None:
        return self._reviewer

    @reviewer.setter
    def reviewer(self, name: str | None) -> None:
        if name is not None and not name.strip():
            raise OptionError("--reviewer: the name is empty")
        self._reviewer = name
        self._states = None
        if name is not None and self.read_only is None:
            with self._file.writing():
                new = self._know([name])
                self._connection.execute("UPDATE writer SET name = ?", (name,))
            self._blind.update(new)

    @property
    def reviewers(self) -> list[str]:
        """All who have judged, by name."""
        return sorted(self._blind)

    @property
    def judging(self) -> set[str]:
        """Those of them who have said a verdict."""
        return {row.reviewer for row in self.rows() if row.decides}

    @property
    def blind(self) -> bool:
        """Whether who judges is not to see names, scores, and what others have said."""
        return self._reviewer is not None and self.is_blind(self._reviewer)

    @property
    def has_blind(self) -> bool:
        return any(self._blind.values())

    def is_blind(self, name: str) -> bool:
        """Whether somebody reviews blind. Where anybody does, so does whoever is not known."""
        return bool(self._blind.get(name, self.has_blind))

    def sees(self, said: JudgementRow | Judgement | Act) -> bool:
        """Whether who judges may see what somebody said, or did: who is blind sees their own alone."""
        return not self.blind or said.reviewer == self.reviewer

    def set_blind(self, blind: bool, name: str | None = None) -> None:
        """Let somebody be blind, or see, by default who judges. Raises GoldleafError for nobody, and as `act`."""
        name = name or self._named()
        if blind and not self.seed:  # of a session that was not made for who is blind
            self.shuffle(randbits(32) or 1)
        with self._file.writing():
            self._know([name])
            self._connection.execute("UPDATE reviewer SET blind = ? WHERE name = ?", (int(blind), name))
        self._blind[name] = int(blind)
        self._states = None

    def shuffle(self, seed: int) -> None:
        """Let sides be shuffled by another number. Raises GoldleafError, as `act`."""
        self._set("seed", seed)
        self.seed = seed

    def assign(self, sentences: Mapping[str, Collection[int]]) -> None:
        """Let these be the keys of the sentences that reviewers are to judge, each in the place of those they had.
        Raises GoldleafError, as `act`, and for more in a row than can be kept."""
        ranges = {name: yield_item(own) for name, own in (self.assigned | dict(sentences)).items()}
        if any(text and yield_of(text) is None for text in ranges.values()):
            raise OptionError(f"{self.path}: more than 100,000 sentences in a row are too many for one reviewer")
        with self._file.writing():
            new = self._know([*sentences])
        self._set("assigned", ranges)
        self._blind.update(new)
        self.assigned |= {name: frozenset(own) for name, own in sentences.items()}
        self._states = None

    def set_guidelines(self, address: str) -> None:
        """Keep where the guidelines are; ``{label}`` stands for a label. Raises OptionError for what is no address of
        the web, GoldleafError as `act`."""
        if address:
            link(address, "")
        self._set("guidelines", address)
        self.guidelines = address

    def _set(self, name: str, value: object) -> None:
        with self._file.writing():
            self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, as_json(value)))

    def _know(self, names: Sequence[str]) -> dict[str, int]:
        """Within a transaction: let there be these reviewers. Returns whether those that are new are blind."""
        new = {name: int(self.is_blind(name)) for name in names if name not in self._blind}
        self._connection.executemany("INSERT OR IGNORE INTO reviewer VALUES (?, ?)", new.items())
        return new

    def _named(self) -> str:
        if self._reviewer is None:
            raise GoldleafError(f"{self.path}: nobody reviews yet; give a name with --reviewer", path=self.path)
        return self._reviewer

    # Sentences

    def attach(self, gold: Treebank, *others: Treebank) -> None:
        """Tell the treebank's sentences by id and words, and give new ones a key; `Fingerprint` says how. With all
        ``others``, the session's further sides in their order, verdicts are kept with what they judge, and those are
        stale for which the sides say something else now."""
        self.place(told(self.known(), gold))
        names = [side.name for side in self.sides]
        self._readings = Readings(names, (gold, *others)) if len(others) == len(names) - 1 else Readings()

    def known(self) -> list[Known]:
        """All sentences that were ever seen, those that are in the treebank in its order in front."""
        query = "SELECT sentence, row, id, words FROM sentence ORDER BY row IS NULL, row"
        return [*map(Known._make, self._connection.execute(query))]

    def place(self, sentences: Sequence[Known]) -> None:
        """Let these be the sentences of the treebank, in its order. Where that cannot be written, no more is."""
        before = self.known()
        if self.read_only is None and before != [*sentences]:
            try:
                with self._file.writing():
                    keep(self._connection, before, sentences)
            except GoldleafError as error:  # verdicts on a sentence that is not there would be lost
                self._file.read_only = str(error)
        keys = [one.sentence for one in sentences]
        words_of = {one.sentence: one.words for one in sentences}
        row_of = {key: row for row, key in enumerate(keys)}
        self._sentences = SessionSentences(keys, [one.id for one in sentences], row_of, words_of)
        self._states = None

    def add(self, sentences: Sequence[Known]) -> None:
        """Let there be more sentences, which the treebank does not have. Raises GoldleafError, as `act`."""
        with self._file.writing():
            keep(self._connection, (), sentences)

    @property
    def ids(self) -> Sequence[str | None]:
        """The ids of the sentences that the treebank has now, in its order; the file's may be another one."""
        return self._sentences.ids

    def key(self, row: int) -> int:
        """The key of the sentence in this row of the gold. Raises IndexError."""
        return self._sentences.keys[row]

    def row(self, key: int) -> int | None:
        """The row of the gold with the sentence of this key, None where it is there no more."""
        return self._sentences.row_of.get(key)

    def words(self, key: int) -> int:
        """The number of the words that the sentence of this key has now, 0 for one that is not there."""
        return self._sentences.words_of.get(key, 0)

    def readings(self, place: Place) -> Mapping[str, str]:
        """What the sides say of a place now (`sides.Readings`); nothing where they are not attached."""
        row = self.row(place.sentence)
        return {} if row is None else self._readings.at(row, place.layer or self.usual_layer, place.item)

    def voices(self, place: Place, told: Callable[[str], str] = str) -> str:
        """What the sides say of a place, each reading as it is ``told``, those who say the same together."""
        against = self.readings(place)  # what the first says, and another one
        first = next((text.partition(" / ")[0] for text in against.values() if text), "")
        groups: defaultdict[str, list[str]] = defaultdict(list, {first: [self.sides[0].name]})
        for name, text in against.items():
            groups[text.partition(" / ")[2] if text else first].append(name)
        return " · ".join(f"{', '.join(names)}: {told(text) if text else 'nothing'}" for text, names in groups.items())

    def relink(self, paths: Mapping[str, Path]) -> None:
        """Let sides be in other files, by the names of the sides. Raises GoldleafError, as `act`, or for no side."""
        names = [side.name for side in self.sides]
        if unknown := [name for name in paths if name not in names]:
            raise OptionError(f"{self.path}: has no side {unknown[0]}; there are {', '.join(names)}")
        sides = tuple(side._replace(path=str(paths.get(side.name, side.path))) for side in self.sides)
        with self._file.writing():
            self._connection.execute("DELETE FROM side")
            write_sides(self._connection, self.path, sides)
        self.sides = read_sides(self._connection, self.path)

    # Acts

    def act(
        self, what: str, judgements: Sequence[Judgement], removed: Sequence[Place] = (), *, renewed: bool = True
    ) -> Act:
        """Set judgements, and remove the reviewer's at other places; it is on disk when this returns.

        A judgement that says nothing removes the one that there is. Verdicts are said of what there is now, unless they
        are not ``renewed``: then those that were said before stay as stale, and as settling, as they were. ``what``
        says it in words for undo and history. What was undone before cannot be done again. Raises GoldleafError where
        it cannot be written, and then nothing has changed.
        """
        who, time = self._named(), database.now()
        given: dict[Key, JudgementRow | None] = {}
        for one in judgements:
            key = one.place.key(one.reviewer)
            if one.says_nothing:
                given[key] = None
                continue
            others = [row for row in self._judged[key[0]].values() if row.reviewer != one.reviewer]
            here = at_place(others, *key[1:3])
            # Who is blind does not know that others are of two minds.
            settles = not self._blind.get(one.reviewer, 0) and bool(here) and prevailing(here) is None
            readings = self.readings(one.place)
            row = JudgementRow.of(one, time=time, words=self.words(key[0]), settles=settles, judged=readings)
            before = self.row_at(key)
            if not renewed and before is not None and before.decides:
                row = row._replace(words=before.words, settles=before.settles, judged=before.judged)
            given[key] = row
        given.update({place.key(who): None for place in removed})
        return self._add(what, time, given)

    def bring(self, what: str, rows: Sequence[JudgementRow]) -> Act:
        """One act that sets judgements as they are: from other sessions, from files. Raises as `act`."""
        return self._add(what, database.now(), {row.key: row for row in rows})

    def _add(self, what: str, time: str, given: Mapping[Key, JudgementRow | None]) -> Act:
        who, execute = self._named(), self._connection.execute
        with self._file.writing():
            reviewers = self._know([who, *(key[3] for key in given)])
            # What its reviewer had taken back before cannot be done again.
            execute("UPDATE act SET state = 'dropped' WHERE reviewer = ? AND state = 'undone'", (who,))
            added = execute("INSERT INTO act (reviewer, what, time) VALUES (?, ?, ?)", (who, what, time))
            number = added.lastrowid or 0
            new = {key: row and row._replace(act=number) for key, row in given.items()}
            changes = [
                (number, *key, *(one and as_json(one[len(key) :]) for one in (self.row_at(key), row)))
                for key, row in new.items()
            ]
            self._connection.executemany("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?)", changes)
            self._keep(new)
        self._blind.update(reviewers)
        self._take(new)
        return Act(who, what, time, next(iter(new), (None,))[0])

    def undo(self) -> Act | None:
        """Take back the last act of this reviewer, also of an earlier session; None where there is none. What others
        have changed since stays as it is."""
        return self._turn("done", "undone", "DESC")

    def redo(self) -> Act | None:
        """Do again what was taken back last; None where there is nothing."""
        return self._turn("undone", "done", "ASC")

    def _turn(self, state: str, then: str, order: str) -> Act | None:
        """Give an act of this reviewer in one state, the first in this order, the other one."""
        who, execute = self._named(), self._connection.execute
        query = f"SELECT act, what, time FROM act WHERE reviewer = ? AND state = ? ORDER BY act {order} LIMIT 1"
        if (act := execute(query, (who, state)).fetchone()) is None:
            return None
        number, what, time = act
        undone, new = then == "undone", dict[Key, JudgementRow | None]()
        for key, before, after in self._changes("act = ?", number):
            if self.row_at(key) == (after if undone else before):  # not where somebody has changed it since
                new[key] = before if undone else after
        with self._file.writing():
            execute("UPDATE act SET state = ? WHERE act = ?", (then, number))
            self._keep(new)
        self._take(new)
        return Act(who, what, time, next(iter(new), (None,))[0], undone=undone)

    def _keep(self, rows: Mapping[Key, JudgementRow | None]) -> None:
        """Within a transaction: write judgements, and remove those of which there is to be none."""
        upsert = f"INSERT OR REPLACE INTO judgement VALUES ({', '.join('?' * len(JudgementRow._fields))})"
        self._connection.executemany(upsert, filter(None, rows.values()))
        delete = "DELETE FROM judgement WHERE sentence = ? AND layer = ? AND item = ? AND reviewer = ?"
        self._connection.executemany(delete, [key for key, row in rows.items() if row is None])

    def _take(self, rows: Mapping[Key, JudgementRow | None]) -> None:
        """Have in memory what was written, and never before: what could not be written has not happened."""
        for key, row in rows.items():
            if row is None:
                self._judged[key[0]].pop(key[1:], None)
            else:
                self._judged[key[0]][key[1:]] = row
        if self._states is not None:
            self._states.renew({key[0] for key in rows})

    def history(self, sentence: int) -> list[Act]:
        """The acts that changed judgements about the sentence of this key, the first one first."""
        changing = "act IN (SELECT act FROM change WHERE sentence = ?)"
        query = f"SELECT reviewer, what, time, state FROM act WHERE {changing} ORDER BY act"
        acts = self._connection.execute(query, (sentence,))
        return [Act(who, what, time, sentence, undone=state != "done") for who, what, time, state in acts]

    def _changes(self, which: str, *values: object) -> Iterator[tuple[Key, JudgementRow | None, JudgementRow | None]]:
        """What acts have changed: the keys of judgements, and what they were before and after."""
        columns = "sentence, layer, item, change.reviewer, before, after"
        query = f"SELECT {columns} FROM change JOIN act USING (act) WHERE {which}"
        for row in self._connection.execute(query, values):
            key: Key = row[:4]
            before, after = (None if text is None else JudgementRow(*key, *from_json(text)) for text in row[4:])
            yield key, before, after

    def _check_acts(self) -> None:
        """Raise ValueError where what acts changed cannot be told: it is read when one looks back, or takes it back."""
        for key, *rows in self._changes("TRUE"):
            Place.of(key)
            for row in filter(None, rows):
                row.checked()

    def _before_settling(self, row: JudgementRow) -> JudgementRow | None:
        """What the reviewer had said of a place before they settled it, if anything."""
        which = "sentence = ? AND layer = ? AND item = ? AND change.reviewer = ? AND state = 'done' ORDER BY act DESC"
        earlier = (before for _, before, _ in self._changes(which, *row.key))
        return next((before for before in earlier if before is None or not before.settles), None)

    # What is kept

    def row_at(self, key: Key) -> JudgementRow | None:
        """The judgement with this key as the database has it."""
        return self._judged[key[0]].get(key[1:])

    def at(self, place: Place, reviewer: str | None = None) -> Judgement | None:
        """What a reviewer, by default who judges, says of a place."""
        row = self.row_at(place.key(reviewer or self._reviewer or ""))
        return row and row.judgement

    def is_stale_at(self, place: Place, reviewer: str | None = None) -> bool:
        """Whether what a reviewer, by default who judges, says of a place is stale: of other words, or readings."""
        row = self.row_at(place.key(reviewer or self._reviewer or ""))
        return row is not None and self._is_stale(row)

    def _is_stale(self, row: JudgementRow) -> bool:
        """Whether the sentence's words have changed since it was judged so, or what a verdict was said of."""
        if self._sentences.words_of.get(row.sentence) != row.words:
            return True
        # Notes do not hold or not hold; verdicts of before version 2 are not known to be of anything else.
        if not row.judged or row.sentence not in self._sentences.row_of or not row.decides:
            return False
        now = self.readings(Place.of(row.key))
        # Of what was alike nothing was kept at first.
        return any(now.get(name, text) != text and (text or " / " in now[name]) for name, text in row.readings.items())

    def judgements(self, sentence: int | None = None) -> list[Judgement]:
        """All judgements, or those about the sentence of this key, in the order of sentences, layers, items, names."""
        return [row.judgement for row in self.rows(sentence)]

    def rows(self, sentence: int | None = None) -> list[JudgementRow]:
        """The same as the database has them."""
        if sentence is not None:
            return sorted(self._judged[sentence].values()) if sentence in self._judged else []
        return sorted(row for rows in self._judged.values() for row in rows.values())

    def table(self, *, independent: bool = False) -> pl.DataFrame:
        """All judgements about sentences that are in the treebank (`JUDGEMENTS`), in the order of its rows. With
        ``independent``, in the place of what settles is what its reviewer had said before, if anything was."""
        row_of = self._sentences.row_of
        rows = []
        for row in self.rows():
            said = self._before_settling(row) if independent and row.settles else row
            if said is not None and said.sentence in row_of:
                rows.append((row_of[said.sentence], *said[1:8], self._is_stale(said), bool(said.settles)))
        return pl.DataFrame(rows, schema=JUDGEMENTS, orient="row").sort("sentence", maintain_order=True)

    def tags(self) -> list[str]:
        """All tags that were given, those that were given most often first."""
        count = Counter(tag for row in self.rows() for tag in split_tags(row.tags))
        return sorted(count, key=lambda tag: (-count[tag], tag))

    # What it comes to

    def choices(self, row: int | None = None) -> pl.DataFrame:
        """What the judgements come to (`states.CHOICES`): of all sentences, or of the one in this row, as row 0. Who is
        blind chooses alone. Verdicts on changed sentences choose nothing."""
        rows = self.rows(None if row is None else self.key(row))
        rows = [one for one in rows if not self._is_stale(one) and self.sees(one)]
        # A window asks for the sentence that it shows alone, a treebank of one sentence.
        return choices(rows, self.row if row is None else lambda _: 0, usual=self.usual_layer)

    def conflicts(self, sentence: int) -> dict[Place, dict[str, str]]:
        """The places in the sentence of this key that reviewers judge differently, with each one's verdict by name."""
        return {
            Place.of(rows[0].key): {row.reviewer: row.verdict for row in rows}
            for rows in by_place(self.rows(sentence))
            if prevailing(rows) is None
        }

    def summary(self) -> pl.DataFrame:
        """A row for each sentence of the gold with the fields of `states.SentenceState` as columns."""
        return self._known_states.summary()

    def left(self, sentence: int) -> Mapping[Place, Progress]:
        """The places in the sentence of this key where any two sides differ and nothing decides it, and why; to who is
        blind, nothing of their own."""
        return self._known_states.left(sentence)

    @property
    def _known_states(self) -> States:
        if self._states is None:
            self._states = self.states_of(self._reviewer, alone=self.blind)
        return self._states

    def states_of(self, reviewer: str | None, *, alone: bool = True) -> States:
        """The states of sentences by what one reviewer has said, and nobody else unless they are not ``alone``."""
        return States(self._judged, self._sentences, self._is_stale, reviewer, blind=alone, places=self.places,
                      usual=self.usual_layer, mine=self.assigned.get(reviewer or "", ()))  # fmt: skip

    def places(self, sentence: int) -> list[Place]:
        """Where any two sides differ in the sentence of this key; nothing where they are not attached."""
        places = self._readings.places(self._sentences.row_of[sentence], self.layers)
        return [Place(sentence, layer, item) for layer, item in places]

    def times(self) -> dict[str, list[str]]:
        """When each reviewer has judged, the first act first; acts that were taken back, too."""
        times: defaultdict[str, list[str]] = defaultdict(list)
        for who, time in self._connection.execute("SELECT reviewer, time FROM act ORDER BY act"):
            times[who].append(time)
        return times

    def said_of_words(self) -> pl.DataFrame:
        """Verdicts on each word (``sentence``, ``position``, ``verdict``: all, between semicolons) that may be seen."""
        said: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        for row in self.rows():
            at, word = self.row(row.sentence), row.item.rpartition(">")[2]
            if at is not None and word.isdecimal() and row.decides and self.sees(row):
                said[at, int(word)].add(row.verdict)
        rows = [(*place, "; ".join(sorted(verdicts))) for place, verdicts in said.items()]
        schema = {"sentence": pl.UInt32(), "position": pl.UInt32(), "verdict": pl.String()}
        return pl.DataFrame(rows, schema, orient="row")


def request_of(paths: Sequence[Path]) -> Request:
    """A request for a review, else for a gold and its parses or a file of experiments. Raises GoldleafError."""
    first, *others = paths
    if not (database.is_session(first) or database.copies(first)):  # of which too little may be left to be told as one
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
    return replace(request, session=first, predicted=any(side.options.get(PREDICTED) for side in sides), **reading)
