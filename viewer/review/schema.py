"""The tables of a session's database, and how those of earlier versions become those of this one."""

from __future__ import annotations

APPLICATION = 0x474C5246  # "GLRF", in the database's header
VERSION = 2

MIGRATIONS: dict[int, str] = {
    1: """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE side (
    place INTEGER PRIMARY KEY,      -- 0 is the gold, or the first annotator
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    relative TEXT NOT NULL,         -- the same from the session's folder, empty where there is no such way
    options TEXT NOT NULL           -- how it is read, as JSON
) STRICT;
CREATE TABLE reviewer (
    name TEXT PRIMARY KEY,
    blind INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE sentence (
    sentence INTEGER PRIMARY KEY,   -- for good, however the file is ordered
    row INTEGER,                    -- in the file when it was last seen, NULL where it was not there
    id TEXT,
    words INTEGER NOT NULL          -- a number for its words
) STRICT;
CREATE TABLE act (
    act INTEGER PRIMARY KEY,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    what TEXT NOT NULL,
    time TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX acts_of_reviewer ON act (reviewer, state, act);
CREATE TABLE change (
    act INTEGER NOT NULL REFERENCES act (act),
    sentence INTEGER NOT NULL REFERENCES sentence (sentence),
    layer TEXT NOT NULL,
    item TEXT NOT NULL,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    before TEXT,                    -- a judgement's columns behind its key as JSON, NULL for none
    after TEXT,
    PRIMARY KEY (act, sentence, layer, item, reviewer)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_of_sentence ON change (sentence, act);
CREATE TABLE judgement (
    sentence INTEGER NOT NULL REFERENCES sentence (sentence),
    layer TEXT NOT NULL,            -- empty for none
    item TEXT NOT NULL,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    verdict TEXT NOT NULL,
    note TEXT NOT NULL,
    tags TEXT NOT NULL,             -- between semicolons
    time TEXT NOT NULL,
    words INTEGER NOT NULL,         -- the sentence's when it was judged
    settles INTEGER NOT NULL,       -- whether others were of two minds
    act INTEGER NOT NULL REFERENCES act (act),
    PRIMARY KEY (sentence, layer, item, reviewer)
) STRICT, WITHOUT ROWID;
CREATE TABLE writer (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    since TEXT NOT NULL
) STRICT;
""",
    # What the sides said of a place when it was judged: a text by the side's name, as JSON. Empty of what was judged
    # before it was kept, and of notes.
    # Who writes is taken out of the file again when they end: of who stands there and does not run, the log was lost.
    2: "ALTER TABLE judgement ADD COLUMN judged TEXT NOT NULL DEFAULT ''; DELETE FROM writer;",
}
"""The statements that bring a database from the version before to each version."""
