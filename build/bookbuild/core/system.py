"""Decides whether this machine has what the build needs, and what a person can do if it hasn't."""

import ctypes.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# The command that installs Pango, HarfBuzz's subsetter and fontconfig, by family of systems.
INSTALL = {
    "debian": "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fontconfig",
    "fedora": "dnf install -y pango harfbuzz fontconfig",
    "suse": "zypper install -y libpango-1_0-0 libharfbuzz-subset0 fontconfig",
    "arch": "pacman -S --noconfirm pango harfbuzz fontconfig",
    "alpine": "apk add pango harfbuzz-subset fontconfig",
    "macos": "brew install pango harfbuzz fontconfig",
    "windows": "pacman -S mingw-w64-ucrt-x86_64-pango (in MSYS2)",
}
# Names in ID and ID_LIKE of os-release that lead to each family.
FAMILIES = {
    "debian": ("debian", "ubuntu"),
    "fedora": ("fedora", "rhel", "centos"),
    "suse": ("suse", "opensuse"),
    "arch": ("arch",),
    "alpine": ("alpine",),
}
NO_ROOT_NEEDED = ("macos", "windows")

# Names that the loader knows each by: plain ones are searched for, file names are tried as such.
LIBRARIES = {
    "Pango": ("pango-1.0", "pango-1.0-0", "libpango-1.0.so.0"),
    "Pango for FreeType": ("pangoft2-1.0", "pangoft2-1.0-0", "libpangoft2-1.0.so.0"),
    "HarfBuzz": ("harfbuzz", "harfbuzz-0", "libharfbuzz.so.0"),
    "HarfBuzz subsetter": ("harfbuzz-subset", "harfbuzz-subset-0", "libharfbuzz-subset.so.0"),
    "fontconfig": ("fontconfig", "fontconfig-1", "libfontconfig.so.1"),
}
PACKAGES = (
    "numpy",
    "jinja2",
    "markdown-it-py",
    "mdit-py-plugins",
    "weasyprint",
    "click",
    "rich",
    "safetensors",
    "latex2mathml",
    "ziamath",
    "fonttools",
    "fontpkg-source-serif-4",
    "fontpkg-source-code-pro",
    "pypdfium2",
)
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it is right, what was found, and the remedy if not."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def checks() -> list[Check]:
    """Look at Python, the packages and the libraries for PDF, in that order."""
    return [check_python(), *check_packages(), *check_libraries()]


def check_python() -> Check:
    """Compare the running Python with the oldest that will do."""
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Check(
        "Python",
        sys.version_info[:2] >= OLDEST_PYTHON,
        platform.python_version(),
        f"install Python {oldest} or newer",
    )


def check_packages() -> list[Check]:
    """Look for each package the build imports."""
    found = []
    for package in PACKAGES:
        try:
            found.append(Check(package, True, version(package)))
        except PackageNotFoundError:
            found.append(Check(package, False, "not installed", "make .venv"))
    return found


def check_libraries() -> list[Check]:
    """Load each system library the PDF needs."""
    found = []
    for name, known_as in LIBRARIES.items():
        path = _loadable(known_as)
        remedy = "" if path else install_command()
        found.append(Check(name, path is not None, path or "not found (PDF only)", remedy))
    return found


def pdf_ready() -> bool:
    """Tell whether every library that the PDF needs can be loaded."""
    return all(check.ok for check in check_libraries())


def install_command() -> str:
    """Return the command that installs the libraries here, with sudo where it is wanted."""
    family = system_family()
    command = INSTALL.get(family)
    if command is None:
        return "the packages of Pango, HarfBuzz (with its subsetter) and fontconfig of your system"
    return command if family in NO_ROOT_NEEDED or _is_root() else f"sudo {command}"


def can_install() -> bool:
    """Tell whether the command can run now without asking anybody: root, or sudo unasked."""
    if system_family() not in FAMILIES:
        return False
    if _is_root():
        return True
    if shutil.which("sudo") is None:
        return False
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return asked.returncode == 0


def system_family(release: Mapping[str, str] | None = None) -> str:
    """Return the family in INSTALL that this system belongs to, or its own name if in none."""
    if sys.platform == "darwin":
        return "macos"
    if sys.platform == "win32":
        return "windows"
    known = os_release() if release is None else release
    names = [known.get("ID", ""), *known.get("ID_LIKE", "").split()]
    for name in names:
        for family, members in FAMILIES.items():
            if name.split("-")[0] in members:
                return family
    return names[0] or sys.platform


def os_release(path: Path = Path("/etc/os-release")) -> dict[str, str]:
    """Read os-release(5): names to values without their quotes; empty if there is no such file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, value in pairs}


def _loadable(names: tuple[str, ...]) -> str | None:
    for name in names:
        path = ctypes.util.find_library(name) or name
        try:
            ctypes.CDLL(path)
        except OSError:
            continue
        return path
    return None


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def main() -> None:
    """Print the install command; exit 0 if it may run unasked, 1 if not, 2 if it isn't needed."""
    if pdf_ready():
        sys.exit(2)
    print(install_command())
    sys.exit(0 if can_install() else 1)


if __name__ == "__main__":
    main()
