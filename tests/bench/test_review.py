"""A large review session: 50,000 judgements over 40,000 sentences."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats import read
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.result import corrected
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store

SENTENCES, JUDGEMENTS, WORDS = 40_000, 50_000, 20


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Treebank:
    path = tmp_path_factory.mktemp("review") / "gold.conllu"
    lines = []
    for number in range(SENTENCES):
        lines.append(f"# sent_id = s{number}")
        lines += [
            f"{place}\tw{(number * 31 + place) % 9973}\t_\tX\t_\t_\t{place - 1}\t{'dep' if place > 1 else 'root'}\t_\t_"
            for place in range(1, WORDS + 1)
        ]
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(path)


@pytest.fixture(scope="module")
def session(gold: Treebank) -> Path:
    path = Path(gold.path).with_name("large.goldleaf")
    with Store.create(
        path, [SessionSide("gold", gold.path), SessionSide("parse", gold.path)], reviewer="anna"
    ) as store:
        store.attach(gold)
        judged = [
            Judgement(Place(store.key(number % SENTENCES), Layer.ARC, f"{number // SENTENCES + 1}"), "anna", "gold")
            for number in range(JUDGEMENTS)
        ]
        store.act("all", judged)
    return path


def test_a_large_session_opens(benchmark, gold, session):
    def opened() -> None:
        with Store.open(session, reviewer="anna") as store:
            store.attach(gold)
            assert store.summary().height == SENTENCES

    benchmark.pedantic(opened, rounds=5)
    assert benchmark.stats["median"] < 1


def test_an_act_takes_little_beside_the_disk(benchmark, gold, session):
    with Store.open(session, reviewer="anna") as store:
        store.attach(gold)
        store.summary()
        numbers = iter(range(SENTENCES))

        def act() -> None:
            row = next(numbers)
            store.act("one", [Judgement(Place(store.key(row), Layer.ARC, "2"), "anna", "parse")])
            assert store.summary()["verdict"][row] == "mixed" or row < JUDGEMENTS - SENTENCES

        benchmark.pedantic(act, rounds=200)
    benchmark.extra_info["fsync"] = _fsync(session.with_name("written"))
    assert benchmark.stats["median"] < 3 * benchmark.extra_info["fsync"] + 0.005


def _fsync(path: Path) -> float:
    """The median time that 4 KB take to the disk."""
    times = []
    with path.open("wb", buffering=0) as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return sorted(times)[25]


def test_the_result_of_one_sentence(benchmark, gold, session):
    with Store.open(session, reviewer="anna", to_write=False) as store:
        store.attach(gold)
        part = gold.slice(500)

        def result() -> None:
            corrected({"gold": part, "parse": part}, store.choices(500))

        benchmark(result)
    assert benchmark.stats["median"] < 0.01


def test_the_result_of_all_sentences(benchmark, gold, session):
    with Store.open(session, reviewer="anna", to_write=False) as store:
        store.attach(gold)
        benchmark.pedantic(lambda: corrected({"gold": gold, "parse": gold}, store.choices()), rounds=3)
    assert benchmark.stats["median"] < 5


def test_a_key_in_the_window(benchmark, qtbot, session):
    """Target: under 50 ms from the key that keeps a sentence to the next one painted, its act on the disk."""
    from PySide6.QtWidgets import QApplication

    from goldleaf.viewer.review.store import request_of
    from goldleaf.viewer.window.window import MainWindow

    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1400, 900)
    window.show()
    window.opener.open(request_of([session]))
    qtbot.waitUntil(lambda: window.inspector.document is not None and window.inspector.document.complete, timeout=60000)
    qtbot.waitUntil(lambda: window.reviewing.can_write, timeout=60000)

    def settled() -> None:
        qtbot.wait(300)

    def keep() -> None:
        window.actions_["review.keep"].trigger()
        window.repaint()
        QApplication.processEvents()

    benchmark.pedantic(keep, setup=settled, rounds=20)
    window.close()
    assert benchmark.stats["median"] < 0.05
