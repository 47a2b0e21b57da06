#!/bin/sh
# Sets up this clone: an environment in .venv from the lock file, and Pango where that is allowed.
# Usage: build/setup.sh python | pango | js | peers | standards | browsers | aarch64
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

may_install() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

apt_install() {
    as_root apt-get update -qq >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    say "Workings needs Python 3.11 or newer; none was found. Name one with: make PYTHON=/path/to/python3"
    exit 1
}

# stamp FILE…: what an environment is made from, and the folder it was made in: none can be moved.
stamp() {
    cat "$@" | cksum
    pwd -P
}

# is_made FOLDER FILE…: is the environment there, whole, and made from these files in this folder?
is_made() {
    folder=$1; shift
    [ -f "$folder/.made-from" ] && [ "$(cat "$folder/.made-from")" = "$(stamp "$@")" ]
}

# is_usable FOLDER: does the environment run, and was it made in this folder?
is_usable() {
    [ "$(sed -n 2p "$1/.made-from" 2>/dev/null)" = "$(pwd -P)" ] &&
        "$1/bin/python" -m pip --version >/dev/null 2>&1
}

# install FOLDER PIP-ARGUMENTS…: wheels alone, and only those whose hashes are locked.
install() {
    folder=$1; shift
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
        --only-binary :all: --require-hashes "$@"
}

setup_python() {
    is_made .venv requirements.lock pyproject.toml && return
    python=$(find_python)
    if ! is_usable .venv; then
        rm -rf .venv
        if ! "$python" -m venv .venv >/dev/null 2>&1; then
            rm -rf .venv
            package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
            if ! command -v apt-get >/dev/null 2>&1 || ! may_install; then
                say "Python can't make environments here. Install its venv module, on Debian or Ubuntu:"
                say "    sudo apt-get install -y $package"
                exit 1
            fi
            say "Installing $package …"
            apt_install "$package"
            "$python" -m venv .venv
        fi
    fi
    say "Installing the locked packages into .venv …"
    rm -f .venv/.made-from
    install .venv -r requirements.lock
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --no-deps --no-build-isolation -e .
    stamp requirements.lock pyproject.toml >.venv/.made-from
}

setup_pango() {
    .venv/bin/python -c 'import sys; from bookbuild.core.system import pdf_ready; sys.exit(not pdf_ready())' && return
    command=$(.venv/bin/python -m bookbuild.core.system) && may=yes || may=no
    if [ "$may" = no ]; then
        say "PDFs need Pango, which is not installed here. To install it:"
        say "    $command"
        exit 1
    fi
    say "Installing Pango …"
    if command -v apt-get >/dev/null 2>&1; then as_root apt-get update -qq >&2; fi
    sh -c "$command" >&2
}

# environment FOLDER FILE…: one of its own from lock files, for what is large or only compared with.
environment() {
    folder=$1; shift
    is_made "$folder" "$@" && return
    is_usable "$folder" || rm -rf "$folder"
    [ -x "$folder/bin/python" ] || .venv/bin/python -m venv "$folder"
    rm -f "$folder/.made-from"
    for file in "$@"; do
        say "Installing what $file locks into $folder …"
        install "$folder" --no-deps -r "$file"
    done
    stamp "$@" >"$folder/.made-from"
}

# debian WHAT PACKAGE…: install packages, or say how.
debian() {
    what=$1; shift
    if ! command -v apt-get >/dev/null 2>&1 || ! may_install; then
        say "Not installed here: $what. On Debian:"
        say "    sudo apt-get install -y $*"
        exit 1
    fi
    say "Installing $what …"
    apt_install "$@"
}

# Node only checks the site's scripts: TypeScript and Biome, by their lock file.
setup_js() {
    command -v npm >/dev/null 2>&1 || debian "Node" nodejs npm
    stamp=tests/js/node_modules/.made-from
    want=$(cksum <tests/js/package-lock.json)
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && return
    say "Installing the scripts' checkers into tests/js …"
    npm ci --prefix tests/js --silent
    printf '%s\n' "$want" >"$stamp"
}

# PyTorch and sacrebleu are only compared with. PyTorch's build for processors alone is taken if pip
# has been given it; any other is gigabytes on Linux.
setup_peers() {
    torch=tests/peers/torch-cpu.txt
    is_made .venv-peers tests/peers/requirements.txt "$torch" && return
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --dry-run --ignore-installed \
        --no-deps -r $torch >/dev/null 2>&1 || torch=tests/peers/torch.txt
    environment .venv-peers tests/peers/requirements.txt "$torch"
}

# The checkers of published standards are large and need Java.
setup_standards() {
    environment .venv-standards tests/standards/requirements.txt
    command -v java >/dev/null 2>&1 && [ -f /usr/share/java/epubcheck.jar ] && return
    debian "Java and epubcheck" default-jre-headless epubcheck
}

# Firefox and WebKit are each driven in their own way; WebKit needs a screen.
setup_browsers() {
    environment .venv-browsers tests/browsers/requirements.txt
    command -v firefox-esr >/dev/null 2>&1 && command -v WebKitWebDriver >/dev/null 2>&1 &&
        command -v xvfb-run >/dev/null 2>&1 && return
    debian "Firefox and WebKit" firefox-esr webkit2gtk-driver xvfb xauth
}

# Another processor, emulated: Debian's Python for it, unpacked, and the locked wheels for it.
setup_aarch64() {
    folder=.venv-aarch64
    command -v qemu-aarch64-static >/dev/null 2>&1 || debian "an emulator" qemu-user-static
    is_made $folder requirements.lock && return
    say "Putting a Python for aarch64 into $folder …"
    rm -rf $folder
    mkdir -p $folder/apt/lists/partial $folder/apt/archives/partial $folder/root
    : >$folder/apt/status
    cat >$folder/apt.conf <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
Dir::State "$PWD/$folder/apt";
Dir::State::status "$PWD/$folder/apt/status";
Dir::Cache "$PWD/$folder/apt";
END
    APT_CONFIG=$folder/apt.conf apt-get update -qq >&2
    APT_CONFIG=$folder/apt.conf apt-get install -y -qq --download-only \
        python3.11-minimal libpython3.11-stdlib libstdc++6 libgcc-s1 >&2
    for package in $folder/apt/archives/*.deb; do dpkg-deb -x "$package" $folder/root; done
    install .venv --target $folder/site --implementation cp --python-version 3.11 \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 \
        --platform manylinux2014_aarch64 -r requirements.lock
    # Under its own name alone, Python could not start itself again.
    cat >$folder/python <<END
#!/bin/sh
exec qemu-aarch64-static -L "$PWD/$folder/root" "$PWD/$folder/root/usr/bin/python3.11" "\$@"
END
    chmod +x $folder/python
    stamp requirements.lock >$folder/.made-from
}

case "${1:-}" in
python) setup_python ;;
pango) setup_pango ;;
js) setup_js ;;
peers) setup_peers ;;
standards) setup_standards ;;
browsers) setup_browsers ;;
aarch64) setup_aarch64 ;;
*) say "usage: build/setup.sh python | pango | js | peers | standards | browsers | aarch64"; exit 2 ;;
esac
