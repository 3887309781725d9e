"""Registries: names without loading, entries when they are used, and those that are added."""

from __future__ import annotations

import sys

import pytest

from goldleaf.core.registry import Registry, late


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that nobody has loaded."""
    (tmp_path / "odd_entry.py").write_text("NUMBER = 7\n\n\ndef double(n):\n    return 2 * n\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "odd_entry"
    sys.modules.pop("odd_entry", None)


def test_names_are_known_before_anything_is_loaded(module):
    registry = Registry({"seven": f"{module}:NUMBER"})
    assert list(registry) == ["seven"] and len(registry) == 1
    assert "seven" in registry and "eight" not in registry
    assert module not in sys.modules
    assert registry["seven"] == 7
    assert module in sys.modules


def test_a_name_that_is_not_there_is_a_key_error(module):
    with pytest.raises(KeyError):
        Registry({"seven": f"{module}:NUMBER"})["eight"]


def test_entries_can_be_added_replaced_and_taken_away(module):
    registry = Registry({"seven": f"{module}:NUMBER"})
    registry["eight"] = 8
    registry["seven"] = 77
    assert dict(registry) == {"seven": 77, "eight": 8}
    del registry["seven"]
    assert dict(registry) == {"eight": 8}
    with pytest.raises(KeyError):
        del registry["seven"]


def test_a_late_function_is_loaded_by_its_first_call(module):
    double = late(f"{module}:double")
    assert module not in sys.modules
    assert double(4) == 8
