"""Figures as people read them, on the terminal, in tables, and in the window. No Qt."""

from __future__ import annotations


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def plain(value: float | None) -> str:
    """A figure with two digits, – where there is none."""
    return "–" if value is None else f"{value:.2f}"


def coefficient(value: float | None) -> str:
    """A coefficient of agreement with three digits, – where it is undefined."""
    return "–" if value is None else f"{value:.3f}"


def probability(value: float | None) -> str:
    """A p value with four digits, – where there is none."""
    return "–" if value is None else f"{value:.4f}"


def count(value: float | None) -> str:
    """A whole number with commas between thousands, – where there is none."""
    return "–" if value is None else f"{value:,}"


def signed(value: float | None, written: str) -> str:
    """What is written of a difference, with + before one above 0."""
    return f"+{written}" if value is not None and value > 0 else written
