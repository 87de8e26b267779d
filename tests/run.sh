#!/usr/bin/env bash
# All tests as a newcomer's machine would run them: a fresh virtual environment, services from wheels, a real browser.
# Leaves nothing behind but, run as root on a Debian, the packages that were missing. Called by `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
python="${PYTHON:-python3}"
packages="chromium-headless-shell gettext fonts-dejavu-core" # of Debian; any Chromium does, that one with half the work

has_browser() {
    local name
    for name in chromium-headless-shell chromium chromium-browser google-chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
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

export FIGURES="$place/figures.jsonl" # what the proofs of docs/reliability.md measure
export PYTHONPYCACHEPREFIX="$place/pycache" HYPOTHESIS_STORAGE_DIRECTORY="$place/hypothesis"

echo "Making a fresh virtual environment ..."
"$python" -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check -c requirements.lock -r requirements-dev.txt
"$place/venv/bin/python" -m pip check --disable-pip-version-check
pytest=("$place/venv/bin/python" -m pytest -q -o cache_dir="$place/cache")

# All run, whatever the first ones say: a whole picture is worth the minutes.
status=0
took=()
stage() { # its name, then what pytest is told
    local begun=$SECONDS
    echo "== $1 =="
    "${pytest[@]}" "${@:2}" || status=1
    took+=("$((SECONDS - begun)) s  $1")
}
with() { grep -rlE --include="test_*.py" "mark\.$1" tests | sort; } # only the files that a stage needs: to read all takes a while
together=(-n 2 --dist loadgroup --no-loadscope-reorder) # in the order and the groups of tests/stages.py

# Four where there are two cores: a third of the time a test waits for its database.
stage "Tests" -n 4 -m "not live"
stage "Pages in a browser: each worker has a site of its own" "${together[@]}" -m "live and page and not alone" $(with live)
stage "Servers without a page" "${together[@]}" -m "live and not page and not alone" $(with live)
stage "What is measured or needs the whole machine: one after another" -m "live and alone" $(with alone)
TEST_LANE=sqlite stage "SQLite lane" -n 4 -m "sqlite_lane and not same_on_both and not live" \
    tests/accounts tests/games $(with sqlite_lane)
"$place/venv/bin/python" -m checks.judge report "$FIGURES" || status=1
printf '%s\n' "== Time ==" "${took[@]}" "$SECONDS s  all, of 1500 that it may take on two cores"
exit "$status"
