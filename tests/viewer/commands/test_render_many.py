"""`goldleaf render --where`, numbered examples, and what files say of themselves."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = str(DEMO / "gold.conllu"), str(DEMO / "parse.conllu")
WORST = ["--where", "las < 0.8"]

pytestmark = pytest.mark.usefixtures("qapp")


def render(*options: str | Path) -> int:
    return main(["render", GOLD, PARSE, *map(str, options)])


def test_each_sentence_has_a_file_of_its_name(tmp_path) -> None:
    assert render(*WORST, "-o", tmp_path / "figures" / "{number}-{id}.svg") == 0
    found = {path.name for path in (tmp_path / "figures").iterdir()}
    assert len(found) > 1
    assert all(re.fullmatch(r"\d+-demo-\w\w-\d\.svg", name) for name in found)
    alone = tmp_path / "alone.svg"
    name = min(found)
    assert render("--sentence", f"#{name.partition('-')[0]}", "-o", alone) == 0
    assert (tmp_path / "figures" / name).read_bytes() == alone.read_bytes()


def test_a_pdf_has_a_page_for_each(tmp_path) -> None:
    assert render(*WORST, "-o", tmp_path / "{id}.svg") == 0
    assert render(*WORST, "-o", tmp_path / "all.pdf") == 0
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "all.pdf").read_bytes())
    assert len(pages) == len([*tmp_path.glob("*.svg")])


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--where", "las < 0", "-o", "all.pdf"), "no sentence of"),
        (("--where", "las < 0.9", "-o", "all.svg"), "put {id} or {number} in its name"),
        (("--transparent", "-o", "figure.tex"), "--transparent: .tex has no such choice"),
        (("--standalone", "-o", "figure.svg"), "--standalone: .svg has no such choice; .tex has"),
        (("--example", "gb4e", "-o", "figure.svg"), "--example: .svg has no such choice"),
        (("--example", "linguex", "-o", "figure.tex"), "there are gb4e, expex"),
    ],
)
def test_what_cannot_be_is_refused_by_name(tmp_path, monkeypatch, capsys, options, why) -> None:
    monkeypatch.chdir(tmp_path)
    assert render(*options) == 2
    assert why in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_no_input_is_replaced(tmp_path, capsys) -> None:
    gold = tmp_path / "demo-en-1.svg"
    gold.write_bytes(Path(GOLD).read_bytes())
    assert main(["render", str(gold), "--where", "words > 0", "-o", str(tmp_path / "{id}.svg")]) == 2
    assert "would replace" in capsys.readouterr().err
    assert gold.read_bytes() == Path(GOLD).read_bytes()


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "tex"])
def test_files_name_author_and_title(tmp_path, suffix) -> None:
    path = tmp_path / f"figure.{suffix}"
    assert render("--author", "A. Author", "--title", "An apprentice", "-o", path) == 0
    content = path.read_bytes()
    assert b"An apprentice" in content
    assert b"A. Author" in content


def example(folder: Path, package: str) -> str:
    path = folder / "figure.tex"
    assert render("--sentence", "demo-de-1", "--example", package, "--standalone", "--no-wrap", "-o", path) == 0
    return path.read_text(encoding="utf-8")


def test_a_numbered_example_is_glossed_and_translated(tmp_path) -> None:
    source = example(tmp_path, "gb4e")
    assert r"\usepackage{gb4e}" in source
    assert r"\ex\label{ex:demo-de-1}" in source
    assert re.search(r"\\gll \{Der\} \{Lehrling\} .*\\\\\n +\{the\} \{apprentice\}", source)
    assert r"\glt `The apprentice laid on the spine" in source
    assert r"\begingl \gla {Der} {Lehrling}" in example(tmp_path, "expex")
    assert source.count(r"\begin{dependency}") == 2


def test_an_example_without_glosses_has_its_words(tmp_path) -> None:
    path = tmp_path / "figure.tex"
    assert render("--sentence", "demo-en-1", "--example", "gb4e", "-o", path) == 0
    source = path.read_text(encoding="utf-8")
    assert r"\gll" not in source
    assert "{The} {binder}" in source


@pytest.mark.slow
@pytest.mark.parametrize("package", ["gb4e", "expex"])
def test_an_example_compiles(tmp_path, package) -> None:
    if shutil.which("xelatex") is None or not _has(f"{package}.sty"):
        pytest.skip(f"xelatex or {package} is not installed: the example is not compiled")
    example(tmp_path, package)
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "figure.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def _has(package: str) -> bool:
    return bool(subprocess.run(["kpsewhich", package], capture_output=True, check=False).stdout)


def test_conditions_may_be_saved_ones(tmp_path, monkeypatch):
    filters = tmp_path / "filters.txt"
    filters.write_text("@long words > 8\n", encoding="utf-8")
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_: str(tmp_path))
    assert main(["render", GOLD, "--where", "@long", "-o", str(tmp_path / "saved-{number}.svg")]) == 0
    assert main(["render", GOLD, "--where", "words > 8", "-o", str(tmp_path / "plain-{number}.svg")]) == 0
    saved, plain = (sorted(path.name[6:] for path in tmp_path.glob(f"{name}-*")) for name in ("saved", "plain"))
    assert saved == plain and saved
    assert main(["render", GOLD, "--where", "@lung", "-o", str(tmp_path / "{number}.svg")]) == 2
