import io
import json
import os
import shutil
import tarfile
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core.campaigns import archive
from goldleaf.core.campaigns.archive import read_archive, write_archive
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.compression import zstd
from tests.core.campaigns.support import conllx, folder, run, written

DEMO = Path(str(files("goldleaf.assets") / "demo"))
TEXT = """
[campaign]
metrics = ["attachment", "parseval", "tedeval"]
scores = ["las", "f1"]
options = { params = "own.prm", punctuation = ["include", "exclude"] }
[[run]]
scenario = "raw"
training = "5k"
[[treebank]]
name = "one/1"
gold = "one/gold.conllx"
train = "two/gold.conllx"
other_golds = ["one/B.conllx"]
first_words = 90
[[treebank]]
name = "trees"
gold = "trees-gold.mrg"
[[system]]
name = "A"
parses = { "one/1" = "one/A.conllx", trees = "trees-parse.mrg" }
[[system]]
name = "Gone"
parses = { "one/1" = "gone.conllx" }
[[experiment]]
name = "E"
gold = "one/gold.conllx"
parse = ["one/A.conllx", "one/B.conllx"]
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A campaign with all that may be packed: files of options, theories, a file with other words, one that is not
    there."""
    task = tmp_path / "task"
    task.mkdir()
    folder(task)
    (task / "own.prm").write_text("LABELED 1\n", encoding="utf-8")
    for side in ("gold", "parse"):
        shutil.copy(DEMO / f"trees-{side}.mrg", task)
    (task / "one/A.conllx").write_text(conllx(40, 3).replace("\tc\t", "\tcc\t", 3), encoding="utf-8")
    written(task, TEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packed(place, name="a.tar.zst"):
    write_archive(place / name, load((place / "task/campaign.toml").relative_to(place)), {"results.txt": b"tables"})
    return place / name


def members(path):
    with tarfile.open(fileobj=io.BytesIO(zstd().decompress(path.read_bytes()))) as found:
        return [(one, found.extractfile(one).read()) for one in found]


def repacked(path, changed):
    with zstd().ZstdFile(path, "w") as file, tarfile.open(fileobj=file, mode="w|") as found:
        for one, content in changed:
            one.size = len(content) if one.isreg() else 0
            found.addfile(one, io.BytesIO(content))
    return path


def listed(path, change):
    """The archive with another list."""
    (first, content), *others = members(path)
    about = json.loads(content)
    change(about)
    return repacked(path, [(first, json.dumps(about).encode()), *others])


def test_an_archive_gives_everything_again_wherever_it_is_read(place, monkeypatch):
    whole = run(load((place / "task/campaign.toml").relative_to(place)), here)
    path = packed(place)
    shutil.rmtree(place / "task")
    (place / "elsewhere").mkdir()
    monkeypatch.chdir(place / "elsewhere")
    with read_archive(path) as (campaign, tables, remark):
        again = run(campaign, here)
        assert as_object(again) == as_object(whole) and [*map(str, again.checked)] == [*map(str, whole.checked)]
        assert "gone.conllx: cannot be read" in whole.errors[0]
        assert any("params:own" in one for one in whole.signatures())
        assert (tables, remark) == ({"results.txt": b"tables"}, "")


def test_the_same_campaign_is_the_same_bytes(place):
    first = packed(place).read_bytes()
    os.utime(place / "task/one/gold.conllx", (1, 1))
    (place / "task/one/gold.conllx").chmod(0o600)
    assert packed(place, "b.tar.zst").read_bytes() == first
    assert {(one.mtime, one.uid, one.uname, one.mode) for one, _ in members(place / "b.tar.zst")} == {(0, 0, "", 0o644)}


def test_a_file_that_was_changed_is_named(place):
    path = packed(place)
    changed = [(one, content.replace(b"\tcc\t", b"\tcd\t")) for one, content in members(path)]
    with (
        pytest.raises(GoldleafError, match=r"task/one/A\.conllx is not the file that was packed"),
        read_archive(repacked(path, changed)),
    ):
        pass
    with (
        pytest.raises(GoldleafError, match=r"task/one/gold\.conllx is not in it"),
        read_archive(repacked(path, [one for one in members(packed(place)) if "gold" not in one[0].name])),
    ):
        pass


def plain(name, kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


@pytest.mark.parametrize(
    "member",
    [
        *map(plain, ("/tmp/x", "files/../../x", "files/1/..", "x", "tables/a/b", "files/1/a\\b", "files/x")),
        *(plain("files/1/x", kind, "/etc/passwd") for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE)),
        plain("files/1/x"),  # which is not listed
    ],
    ids=lambda one: f"{one.name} {one.type}",
)
def test_nothing_but_listed_files_is_unpacked(place, member):
    path = packed(place)
    with (
        pytest.raises(GoldleafError, match=r"a\.tar\.zst: is no archive of a campaign, or damaged: "),
        read_archive(repacked(path, [*members(path), (member, b"")])),
    ):
        pass


def test_there_are_limits(place, monkeypatch):
    path = packed(place)
    for name in ("MOST", "LONGEST"):
        with monkeypatch.context() as one, pytest.raises(GoldleafError, match="or damaged"):
            one.setattr(archive, name, 2)
            with read_archive(path):
                pass


def test_no_file_of_the_machine_is_read(place):
    """What the list calls a member, or the campaign names, may lead anywhere."""
    secret = place / "secret.conllx"
    secret.write_text(conllx(40), encoding="utf-8")

    def change(about):
        about["calls"] |= {f"../{secret.name}": "task/gone.conllx", f"{secret}": "task/gone.conllx"}
        about["campaign"]["treebanks"][0]["gold"] = f"{secret}"
        about["campaign"]["measures"][0]["options"] = [["labels", f"{secret}"]]

    with read_archive(listed(packed(place), change)) as (campaign, _, _):
        values = [value for one in campaign.measures for _, value in one.options]
        reached = {os.path.realpath(one) for one in (*campaign.paths, *values)}
        assert f"{secret}" not in reached


@pytest.mark.parametrize(
    "change",
    [
        lambda about: about["campaign"].pop("systems"),
        lambda about: about["campaign"]["systems"].clear(),
        lambda about: about["campaign"].update(title=3),
        lambda about: about["campaign"]["rounds"].update(number=True),
        lambda about: about["campaign"]["measures"][0].update(average="some"),
        lambda about: about.update(calls=3),
        lambda about: about.clear(),
    ],
)
def test_a_list_of_another_shape_is_no_archive(place, change):
    with (
        pytest.raises(GoldleafError, match=r"a\.tar\.zst: is no archive of a campaign"),
        read_archive(listed(packed(place), change)),
    ):
        pass


def test_what_is_no_archive_is_said(place):
    for content in (b"", b"text", zstd().compress(b"text" * 300), packed(place).read_bytes()[:-40]):
        (place / "b.tar.zst").write_bytes(content)
        with pytest.raises(GoldleafError, match=r"b\.tar\.zst: "), read_archive(place / "b.tar.zst"):
            pass


def test_other_versions_are_told(place):
    with read_archive(listed(packed(place), lambda about: about["versions"].update(polars="1.0", numpy="x"))) as found:
        assert "packed with numpy x (here " in found[2] and "polars 1.0 (here" in found[2]
