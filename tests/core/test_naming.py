"""Short names of files: as short as tells them apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.naming import absolute, annotators_of, distinct, named, names_of


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/x.conllu", "a/y.conllu"], ["x", "y"]),
        (["a/x.conllu", "b/x.conllu", "b/y.conllu"], ["a/x", "b/x", "y"]),
        (["a/x.conllu", "a/x.mrg"], ["a/x.conllu", "a/x.mrg"]),
        (["long/way/a/x.conllu", "long/way/a/x.mrg"], ["a/x.conllu", "a/x.mrg"]),
        (["a/x.conllu", "a/x.conllu"], ["a/x.conllu", "a/x.conllu (2)"]),
        (["x.conllu.gz", "y.conllu.zst", "z.gz"], ["x", "y", "z"]),
        (["-", "x.conllu"], ["stdin", "x"]),
        ([], []),
    ],
)
def test_names(paths, names):
    assert names_of([Path(path) for path in paths]) == names


def test_a_name_that_is_given_stays_and_others_are_told_from_it():
    paths = [Path(path) for path in ("a/x.conllu", "b/x.conllu", "b/y.conllu", "c/z.conllu")]
    assert names_of(paths, ["", "", "x", "x"]) == ["a/x", "b/x", "x", "x (2)"]
    assert distinct(["x", "x (2)", "x"]) == ["x", "x (2)", "x (3)"]


@given(st.lists(st.sampled_from(["x.a", "x.b", "p/x.a", "q/x.a", "p/q/x.a", "x.a.gz", "-"]), max_size=8))
def test_names_tell_files_apart(paths):
    assert len(set(names_of([Path(path) for path in paths]))) == len(paths)


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["0001-da-lotte.conll", "0001-da-morten.conll"], ["lotte", "morten"]),
        (["anna_batch.2.conllu", "ben_batch.2.conllu", "cy_batch.2.conllu"], ["anna", "ben", "cy"]),
        (["a/text.conllu", "b/text.conllu"], ["a/text", "b/text"]),
        (["text.conllu", "text-anna.conllu"], ["text", "text-anna"]),
        (["batch-1-anna.conllu", "batch-2-anna.conllu"], ["1", "2"]),
        (["lotte.conll", "lotte.conll"], ["lotte.conll", "lotte.conll (2)"]),
    ],
)
def test_names_of_annotators_are_what_tells_their_files_apart(paths, names):
    assert annotators_of([Path(path) for path in paths]) == names


@given(st.lists(st.sampled_from(["x-a.c", "x-b.c", "x.c", "p/x-a.c", "a-x.c", "-"]), max_size=6))
def test_names_of_annotators_differ(paths):
    names = annotators_of([Path(path) for path in paths])
    assert len(set(names)) == len(names) == len(paths) and all(names)


def given_name(path):
    return getattr(path, "given", "")


@pytest.mark.parametrize(
    ("word", "file", "name"),
    [
        ("a=x/y.conllu", "x/y.conllu", "a"),
        ("system 1=y=z.conllu", "y=z.conllu", "system 1"),
        ("a=-", "-", "a"),
        ("x/a=y.conllu", "x/a=y.conllu", ""),  # a folder is in no name
        ("=y", "=y", ""),
        ("a=", "a=", ""),
        ("y.conllu", "y.conllu", ""),
    ],
)
def test_a_file_behind_a_name_is_called_so(word, file, name):
    path = named(Path(word))
    assert (path, str(path), given_name(path)) == (Path(file), file, name)
    assert named(Path(absolute(path))) == path.absolute() and given_name(named(Path(absolute(path)))) == name


def test_a_file_that_has_such_a_name_is_that_file(tmp_path):
    (tmp_path / "a=b").touch()
    assert not given_name(named(tmp_path / "a=b"))


def test_given_names_stand_in_all_lists_of_names():
    paths = [named(Path("a-1=p/x.conllu")), Path("p/x.conllu"), named(Path("a-2=q/x.conllu"))]
    assert names_of(paths) == ["a-1", "x", "a-2"] == annotators_of(paths), "nothing of a given name is left out"
