"""Figures as people read them, on the terminal and in the window. No Qt."""

from __future__ import annotations


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def coefficient(value: float | None) -> str:
    """A coefficient of agreement with three digits, – where it is undefined."""
    return "–" if value is None else f"{value:.3f}"
