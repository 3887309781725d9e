"""What is installed: one package and what a desktop needs to find it, and it runs whatever else is on the path."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from goldleaf.core.formats import FORMATS
from goldleaf.core.version import VERSION

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parents[1]
FOLDERS = ("core", "viewer", "assets")
DEMO, DESKTOP = PROJECT / "assets" / "demo", PROJECT / "assets" / "desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"

OF_OTHERS = {".xml", ".psd", ".pascal", ".tst", ".parse", ".mapping", ".gld"}
"""Endings that Goldleaf reads but leaves to other programs: images, source code, anything."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network from a copy, so that the checkout stays as it is."""
    place = tmp_path_factory.mktemp("wheel")
    for folder in FOLDERS:
        shutil.copytree(PROJECT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, place)
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", place / "built", place]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = (place / "built").glob("*.whl")
    return built


def test_the_wheel_holds_one_package_and_what_a_desktop_needs(wheel):
    names = {name for name in ZipFile(wheel).namelist() if not name.endswith("/")}
    about, data = f"goldleaf-{VERSION}.dist-info/", f"goldleaf-{VERSION}.data/data/share/"
    modules = {name for name in names if not name.startswith((about, data))}
    assert modules == {
        f"goldleaf/{path.relative_to(PROJECT).as_posix()}"
        for folder in FOLDERS
        for path in (PROJECT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "desktop", "mkdocs.yml", "site.css"} & {*path.parts}
    }
    assert {"goldleaf/core/py.typed", "goldleaf/viewer/py.typed"} <= modules
    assert {name.removeprefix(data) for name in names if name.startswith(data)} == {
        "applications/goldleaf.desktop",
        "icons/hicolor/scalable/apps/goldleaf.svg",
        "mime/packages/goldleaf.xml",
    }


def test_every_folder_of_modules_is_a_package():
    listed = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {path.parent.relative_to(PROJECT) for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py")}
    assert listed == sorted(".".join(("goldleaf", *folder.parts)) for folder in folders)


@pytest.mark.parametrize(
    "program",
    [[Path(sys.executable).with_name("goldleaf")], [sys.executable, "-m", "goldleaf.viewer"]],
    ids=["goldleaf", "module"],
)
def test_folders_of_the_same_names_do_no_harm(wheel, tmp_path, program):
    installed, hostile = tmp_path / "installed", tmp_path / "hostile"
    ZipFile(wheel).extractall(installed)
    for folder in FOLDERS:
        (hostile / folder).mkdir(parents=True)
        (hostile / folder / "__init__.py").write_text(f"raise RuntimeError('the wrong {folder}')\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((".", str(installed)))}
    for arguments in (
        ["score", DEMO / "gold.conllu", DEMO / "parse.conllu"],
        ["render", DEMO / "gold.conllu", DEMO / "parse.conllu", "-o", "figure.svg"],
    ):
        done = subprocess.run(
            [*program, *arguments], cwd=hostile, env=environment, capture_output=True, text=True, check=False
        )
        said = [line for line in done.stderr.splitlines() if "--strict refuses" not in line]  # of the demo's cycle
        assert (done.returncode, said) == (0, [])
    assert (hostile / "figure.svg").stat().st_size > 0


def test_a_file_manager_knows_the_files_that_are_read():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(DESKTOP / "goldleaf.desktop", encoding="utf-8")
    kinds = ET.parse(DESKTOP / "goldleaf.xml").getroot().findall(f"{MIME}mime-type")
    assert entry["Desktop Entry"]["MimeType"].rstrip(";").split(";") == [kind.get("type") for kind in kinds]
    known = [{PurePosixPath(glob.get("pattern", "")).suffix for glob in kind.iter(f"{MIME}glob")} for kind in kinds]
    assert sorted(known, key=sorted) == sorted(
        ({".goldleaf"}, *({*known_format.suffixes} - OF_OTHERS for known_format in FORMATS.values())), key=sorted
    )
