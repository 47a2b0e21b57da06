#!/bin/sh
# Sets up this clone: an environment in .venv from the lock file, and Pango where that is allowed.
# Usage: build/setup.sh python | pango | js | peers | standards | browsers
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

setup_python() {
    stamp=.venv/.made-from
    want=$(cat requirements.lock pyproject.toml | cksum)
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && return
    python=$(find_python)
    if [ ! -x .venv/bin/pip ]; then
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
    .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
    .venv/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
    printf '%s\n' "$want" >"$stamp"
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

# environment FOLDER PIP-ARGUMENTS…: one of its own, for what is large or only compared with.
environment() {
    folder=$1; shift
    [ -x "$folder/bin/python" ] || .venv/bin/python -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
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

# PyTorch and sacrebleu are only compared with.
setup_peers() { environment .venv-peers torch==2.13.0 sacrebleu==2.6.0; }

# The checkers of published standards are large and need Java.
setup_standards() {
    environment .venv-standards --no-deps --require-hashes -r tests/standards/requirements.txt
    command -v java >/dev/null 2>&1 && [ -f /usr/share/java/epubcheck.jar ] && return
    debian "Java and epubcheck" default-jre-headless epubcheck
}

# Firefox and WebKit are each driven in their own way; WebKit needs a screen.
setup_browsers() {
    environment .venv-browsers --no-deps --require-hashes -r tests/browsers/requirements.txt
    command -v firefox-esr >/dev/null 2>&1 && command -v WebKitWebDriver >/dev/null 2>&1 &&
        command -v xvfb-run >/dev/null 2>&1 && return
    debian "Firefox and WebKit" firefox-esr webkit2gtk-driver xvfb xauth
}

case "${1:-}" in
python) setup_python ;;
pango) setup_pango ;;
js) setup_js ;;
peers) setup_peers ;;
standards) setup_standards ;;
browsers) setup_browsers ;;
*) say "usage: build/setup.sh python | pango | js | peers | standards | browsers"; exit 2 ;;
esac
