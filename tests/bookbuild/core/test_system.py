"""The doctor: what it looks at, and what it tells a person to do."""

import ctypes
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bookbuild.core import system


def on(monkeypatch: pytest.MonkeyPatch, *, uid: int, release: dict[str, str]) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: uid)
    monkeypatch.setattr(system, "os_release", lambda: release)


@pytest.mark.parametrize(
    ("release", "family"),
    [
        ({"ID": "debian"}, "debian"),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "debian"),
        ({"ID": "fedora"}, "fedora"),
        ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "fedora"),
        ({"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}, "suse"),
        ({"ID": "manjaro", "ID_LIKE": "arch"}, "arch"),
        ({"ID": "alpine"}, "alpine"),
        ({"ID": "plan9"}, "plan9"),
        ({}, "linux"),
    ],
)
def test_a_system_belongs_to_its_family(
    release: dict[str, str], family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert system.system_family(release) == family


def test_every_family_has_an_install_command() -> None:
    assert set(system.FAMILIES) | set(system.NO_ROOT_NEEDED) == set(system.INSTALL)


def test_the_command_asks_for_sudo_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, uid=1000, release={"ID": "ubuntu"})
    assert system.install_command().startswith("sudo apt-get install -y libpango-1.0-0")
    on(monkeypatch, uid=0, release={"ID": "ubuntu"})
    assert system.install_command().startswith("apt-get install")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system.install_command() == "brew install pango harfbuzz fontconfig"


def test_an_unknown_system_is_told_what_to_look_for(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, uid=0, release={"ID": "plan9"})
    assert "Pango" in system.install_command()
    assert not system.can_install()


@pytest.mark.parametrize(("status", "may"), [(0, True), (1, False)])
def test_a_user_may_install_when_sudo_does_not_ask(
    status: int, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, uid=1000, release={"ID": "debian"})
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/sudo")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=status))
    assert system.can_install() is may


def test_nobody_installs_without_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, uid=1000, release={"ID": "debian"})
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert not system.can_install()


def test_os_release_is_read_with_and_without_quotes(tmp_path: Path) -> None:
    file = tmp_path / "os-release"
    file.write_text("# a comment\nID=debian\nNAME=\"Debian GNU/Linux\"\nX='y=z'\n\n", "utf-8")
    read = system.os_release(file)
    assert read == {"ID": "debian", "NAME": "Debian GNU/Linux", "X": "y=z"}
    assert system.os_release(tmp_path / "absent") == {}


def test_a_missing_library_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, uid=0, release={"ID": "debian"})
    monkeypatch.setattr(ctypes, "CDLL", absent)
    found = system.check_libraries()
    assert [check.name for check in found] == list(system.LIBRARIES)
    assert not any(check.ok for check in found)
    assert all("libharfbuzz-subset0" in check.remedy for check in found)
    assert not system.pdf_ready()


def absent(name: str) -> None:
    raise OSError(f"{name}: cannot open shared object file")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "PACKAGES", ("click", "no-such-package-here"))
    here, gone = system.check_packages()
    assert (here.ok, gone.ok) == (True, False)
    assert gone.remedy


def test_an_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.check_python().ok
    monkeypatch.setattr(system, "OLDEST_PYTHON", (99, 0))
    assert system.check_python() == system.Check(
        "Python", False, system.check_python().detail, "install Python 99.0 or newer"
    )


def test_the_checks_cover_python_packages_and_libraries() -> None:
    names = [check.name for check in system.checks()]
    assert names == ["Python", *system.PACKAGES, *system.LIBRARIES]
