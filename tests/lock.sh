#!/usr/bin/env bash
# Writes requirements.lock: what a fresh virtual environment gets for the pins of today. Called by `make lock`.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$(mktemp -d "${TMPDIR:-/tmp}/quintet-lock-XXXXXX")"
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
{
    grep '^#' requirements.lock
    "$place/venv/bin/python" -m pip freeze --disable-pip-version-check
} > "$place/lock"
cp "$place/lock" requirements.lock
