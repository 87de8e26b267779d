"""What becomes of each command in our pages: it is run here, run by another test, or needs a machine of its own."""

from __future__ import annotations

PROGRAMS = (
    "make",
    "python",
    ".venv/bin/",
    "curl",
    "export",
    "sudo",
    "git",
    "pipx",
)  # a block beginning so is for a shell

# Run here, as they stand, in the order in which they stand.
HERE = {
    "python -m rules random sequence --seats 4 --out match.json",
    "python -m rules check match.json",
    "python -m rules trace match.json",
    "python -m rules trace match.json | head",
}

# Run here, but smaller, or with another name in place of one that a reader is to put in.
SMALLER = {
    "python -m rules random my-game --seats 3 --out match.json": (
        "python -m rules random blitz --seats 3 --out match.json"
    ),
    "python manage.py arena sequence sharp greedy --matches 400 --seed 1 --jobs 4": (
        "python manage.py arena blue-diamond gentle random --matches 2 --seed 1 --jobs 1"
    ),
}

# Run by other tests, here with their places.
ELSEWHERE = {
    "make run": "tests/config/test_shapes.py::test_a_second_start_serves_a_page_within_five_seconds",
    "make test": "tests/run.sh",
    "make check": ".ci/run",
    "python -m pytest tests/rules -q": "tests/run.sh",  # this and the next four: pytest's own options, on parts of all
    ".venv/bin/pytest tests/games -n 2": "tests/run.sh",
    ".venv/bin/pytest tests/games/test_tables.py -q": "tests/run.sh",
    "TEST_LANE=sqlite .venv/bin/pytest tests/rules": "tests/run.sh",
    ".venv/bin/pytest -m live -k browser": "tests/run.sh",
    "SOAK=1 python -m pytest tests/rules -q": "tests/rules/test_contract.py",  # the same tests, of fewer matches
    "python -m bench.rules_play": "tests/bench/test_bench.py",
    "python manage.py replay": "tests/games/test_outages.py",
    'python manage.py role NAME moderator --why "Reads reports at weekends"': "tests/browser/test_administration.py",
    "python bot.py http://127.0.0.1:8000 quintet_…": (
        "tests/live/test_example_bot.py::test_the_bot_plays_each_game_to_its_end_against_itself"
    ),
}

# Nobody runs these in a test, and why. Their options are compared with --help all the same.
OWN_MACHINE = {
    "make bench": "25 minutes of a machine on which nothing else runs; its parts: tests/bench",
    'make bench LIVE="--mode closed --quick"': "likewise",
    "python -m bench.live --mode thought --runs 3": "likewise",
    "python -m bench.live --scale 0.1": "likewise",
    "python -m bench.load.echo --tables 500": "likewise",
    ".venv/bin/python -m tests.pictures": "it writes the pictures of this very tree anew; looking at them is the test",
    "python -m bench.where_time_goes --matches 200": "likewise, and py-spy must be allowed to look into processes",
}

# Whole pages whose blocks are followed by a test of their own, or by nobody, and why.
PAGES = {
    "docs/deploy.md": "tests/deploy/commands.py",  # word for word, by make deploy-test
    "docs/api.md": "tests/live/test_walk_through.py",
}

# Blocks that are no commands, by their first line.
PICTURES = {
    "config → matchmaking → games → accounts",
    "scrape_configs:",
    "(M·D + 60·S days) · 365 / (365 − 30·S)",
}
