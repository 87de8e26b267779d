#!/usr/bin/env bash
# All tests as a newcomer's machine would run them: a fresh virtual environment, services from wheels, a real browser.
# Leaves nothing behind. Called by `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
python="${PYTHON:-python3}"
packages="chromium gettext fonts-dejavu-core"

has_browser() {
    local name
    for name in chromium chromium-browser google-chrome "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

has_tools() { has_browser && command -v msgfmt >/dev/null; }

ensure_tools() {
    has_tools && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing $packages ..."
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages >/dev/null || true
    fi
    has_tools && return
    echo "The browser tests need Chromium and the translations need gettext." >&2
    echo "On Debian: sudo apt install $packages; elsewhere: Chromium or Chrome, and GNU gettext." >&2
    [ "${CI:-}" != true ] || exit 1
}

ensure_tools
place="$(mktemp -d "${TMPDIR:-/tmp}/quintet-test-XXXXXX")"
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM

export PYTHONPYCACHEPREFIX="$place/pycache" HYPOTHESIS_STORAGE_DIRECTORY="$place/hypothesis"

echo "Making a fresh virtual environment ..."
"$python" -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check -c requirements.lock -r requirements-dev.txt
"$place/venv/bin/python" -m pip check --disable-pip-version-check
pytest=("$place/venv/bin/python" -m pytest -q -o cache_dir="$place/cache")

# All run, whatever the first ones say: a whole picture is worth the minutes.
status=0
echo "== Tests =="
"${pytest[@]}" -n 2 -m "not live" || status=1
echo "== Pages in a browser: each worker has a site of its own =="
"${pytest[@]}" -n 2 --dist loadfile -m "live and page and not alone" || status=1
echo "== Servers without a page =="
"${pytest[@]}" -n 2 --dist loadfile -m "live and not page and not alone" || status=1
echo "== What is measured or needs the whole machine: one after another =="
"${pytest[@]}" -m "live and alone" || status=1
echo "== SQLite lane =="
TEST_LANE=sqlite "${pytest[@]}" -n 2 -m "sqlite_lane and not live" || status=1
exit "$status"
