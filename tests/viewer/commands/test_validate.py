"""`goldleaf validate`."""

from __future__ import annotations

import json
from pathlib import Path

from goldleaf.viewer.cli import main


def test_all_problems_are_listed_not_only_the_first(tmp_path, capsys) -> None:
    path = tmp_path / "odd.conllx"
    path.write_text(
        "1\ta\ta\tX\tX\t_\t7\tdep\t_\t_\n2\tb\tb\tX\tX\t_\t2\tdep\t_\t_\n\n1\tc\tc\tX\tX\t_\tzero\tdep\t_\t_\n\n",
        encoding="utf-8",
    )
    assert main(["validate", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    places = [line.removeprefix(f"{path}:").split(":")[0] for line in lines[:-1]]
    assert {"1", "2", "4"} <= set(places)
    assert lines[-1].startswith(f"{path}: 2 sentences, ")


def test_a_good_file_has_none(tmp_path, capsys) -> None:
    path = tmp_path / "good.conllx"
    path.write_text("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert main(["validate", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 1 sentence, 1 word, 0 errors, 0 warnings\n"


def test_the_demo_is_a_good_file() -> None:
    assert main(["validate", str(Path(__file__).parents[3] / "assets" / "demo" / "gold.conllu")]) == 0


def test_the_object_for_scripts(tmp_path, capsys) -> None:
    good, bad = tmp_path / "good.conllx", tmp_path / "bad.conllx"
    good.write_text("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    bad.write_text("1\ta\ta\tX\tX\t_\tzero\tdep\t_\t_\n\n", encoding="utf-8")
    assert main(["validate", str(good), str(bad), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)["files"]
    assert (first["path"], first["format"], first["sentences"], first["words"]) == (str(good), "conllx", 1, 1)
    assert (first["errors"], first["problems"]) == (0, [])
    assert second["errors"] == sum(one["severity"] == "error" for one in second["problems"]) == 1
    assert (second["problems"][0]["line"], second["problems"][0]["column"]) == (1, 7)


def test_levels(tmp_path, capsys) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("# sent_id = 1\n# text = a\n1\ta\ta\tQ\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert main(["validate", str(path), "--level", "1"]) == 0
    assert main(["validate", str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[1].startswith(f"{path}:3:4: UPOS is 'Q'; expected") and said[1].endswith(" [unknown-upos]")
    assert said[2:] == ["unknown-upos 1", f"{path}: 1 sentence, 1 word, 1 error, 0 warnings"]
    assert main(["validate", str(path), "--level", "7"]) == 2
    assert "--level 7: no such level; there are 1, 2, 3" in capsys.readouterr().err


def test_files_that_belong_together(capsys, tmp_path):
    (tmp_path / "a.conllx").write_text("1\ta\ta\tN\tN\t_\t0\tr\t_\t_\n\n", encoding="utf-8")
    (tmp_path / "a.mrg").write_text("(S (N a))\n", encoding="utf-8")
    (tmp_path / "b.mrg").write_text("(S (V a))\n", encoding="utf-8")
    dependencies, same, other = (str(tmp_path / name) for name in ("a.conllx", "a.mrg", "b.mrg"))
    assert main(["validate", "--aligned", dependencies, same]) == 0
    assert capsys.readouterr().out == f"{dependencies}: 1 sentence, 1 word; all belong together\n"
    assert main(["validate", "--aligned", other, dependencies]) == 1
    assert capsys.readouterr().out == (
        f"{dependencies}:1: tags: sentence 1, word 1: 'a': N, but V in the constituents\n"
        f"{dependencies}: 1 sentence, 1 word; deviations: tags 1\n"
    )
    assert main(["validate", "--aligned", "--json", dependencies, other]) == 1
    assert json.loads(capsys.readouterr().out)["counts"] == {"tags": 1}
    for files, message in (
        ([dependencies], "--aligned: 1 file; expected DEPENDENCIES CONSTITUENTS [LATTICE]"),
        ([same, other], "both have constituents; name one of each"),
    ):
        assert main(["validate", "--aligned", *files]) == 2
        assert message in capsys.readouterr().err
