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

# Run by other tests: where, and words by which that place does it.
ELSEWHERE = {
    "make run": ("tests/stack.py", "config.{self.shape}"),
    "make test": (".ci/run", "make check test"),
    "make check": (".ci/run", "make check test"),
    "python -m pytest tests/rules -q": ("tests/run.sh", '"Tests" -n 4'),  # these five: parts of what it runs
    ".venv/bin/pytest tests/games -n 2": ("tests/run.sh", '"Tests" -n 4'),
    ".venv/bin/pytest tests/games/test_tables.py -q": ("tests/run.sh", '"Tests" -n 4'),
    "TEST_LANE=sqlite .venv/bin/pytest tests/rules": ("tests/run.sh", "TEST_LANE=sqlite"),
    ".venv/bin/pytest -m live -k browser": ("tests/run.sh", '-m "live and page'),
    "python manage.py replay": ("tests/browser/test_whole_match.py", 'manage("replay")'),
    'python manage.py role NAME moderator --why "Reads reports at weekends"': (
        "tests/browser/test_administration.py",
        'manage("role", name, "administrator", "--why"',
    ),
    "python manage.py mail_in --lmtp --port 8025": ("tests/live/test_mail_door.py", '"mail_in", "--port"'),
    "make serve PORT=8000": ("tests/stack.py", "config.{self.shape}"),
    "python bot.py http://127.0.0.1:8000 quintet_…": ("tests/live/test_example_bot.py", "bot.py"),
}

# Marks before a block that another test runs word for word, and which.
MARKS = {
    "<!-- deploy-test": "tests/deploy/commands.py",  # by `make deploy-test`
    "<!-- restore-test": "tests/deploy/commands.py",  # likewise
    "<!-- the tests run": "tests/live/test_walk_through.py",
}

WORKER, QUIET = "python -m celery -A config worker --queues", "--without-gossip --without-mingle"
SERVED = "runs until it is ended; the tests' stacks have the same process from config/production.py"

# Nobody runs these in a test, and why. Their options are compared with --help all the same.
OWN_MACHINE = {
    "SOAK=1 python -m pytest tests/rules -q": "the tests of make test, of a hundred times as many matches",
    "python -m bench.rules_play": "a measurement, of a machine on which nothing else runs",
    "python manage.py mail_in --lmtp --host 127.0.0.1 --port 8025": "a mail server in front; its doors: tests/mail",
    "python manage.py mail_in --host 0.0.0.0 --port 25": "a port that only root may have, and an MX",
    "python manage.py migrate --noinput": SERVED,
    "DB_POOL=on python -m config.server --host 127.0.0.1 --port 8000": SERVED,
    f"{WORKER} celery --concurrency 1 {QUIET}": SERVED,
    f"{WORKER} mail --pool threads --concurrency 4 {QUIET}": SERVED,
    f"{WORKER} bots --concurrency 2 {QUIET}": SERVED,
    "python manage.py clock": SERVED,
    **dict.fromkeys(
        (
            "echo \"EMAIL_URL='smtp+tls://user:word@mail.example.org:587'\" >> /etc/quintet/environment",
            "systemctl restart quintet.target",
            "echo MAIL_IN_PORT=8025 >> /etc/quintet/environment",
            "systemctl enable --now quintet-mail-door",
        ),
        "a machine with systemd and a mail server; doors: tests/live/test_mail_door.py",
    ),
    **dict.fromkeys(
        (
            "docker compose stop proxy server-1 server-2 worker mail bots clock",
            "docker compose exec postgres psql --username quintet --dbname postgres "
            '--command "ALTER DATABASE quintet RENAME TO quintet_before"',
            "docker compose exec postgres createdb --username quintet quintet",
            "docker compose run --rm --no-deps backup python manage.py restore "
            "/var/lib/quintet/backups/quintet-20261129-034000.zip",
            "docker compose run --rm --no-deps backup python manage.py replay",
            "docker compose up --detach",
        ),
        "containers, which cannot be run here; the same without them: `make deploy-test`",
    ),
    "make judge": "the proofs that it runs are in make test, which hands their figures to checks.judge as well",
    "make soak": "hours; its runner: tests/checks/test_judge.py",
    "make bench": "25 minutes of a machine on which nothing else runs; its parts: tests/bench",
    'make bench LIVE="--mode closed --quick"': "likewise",
    "python -m bench.live --mode thought --runs 3": "likewise",
    "python -m bench.live --scale 0.1": "likewise",
    "python -m bench.load.echo --tables 500": "likewise",
    ".venv/bin/python -m tests.upgrades.make": "two minutes, and it adds files; tests/upgrades reads them",
    "python -m bench.costs": "a measurement; tests/bench/test_costs.py runs its parts",
    ".venv/bin/python -m tests.pictures": "it writes the pictures of this very tree anew; looking at them is the test",
    "python -m bench.where_time_goes --matches 200": "likewise, and py-spy must be allowed to look into processes",
}

# Blocks that are no commands, by their first line.
PICTURES = {
    "config → matchmaking → games → accounts",
    "scrape_configs:",
    "relay_domains = play.example.org",  # Postfix
    "quintet  unix  -  n  n  -  4  pipe",
    "play.example.org.",  # DNS
    "(M·D + 60·S days) · 365 / (365 − 30·S)",
}
