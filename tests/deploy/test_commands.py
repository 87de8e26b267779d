"""What docs/deploy.md says is what the walk does; whatever it names is there. The walk itself: `make deploy-test`."""

import re
import shlex
import subprocess

import pytest

from config import production
from tests.deploy import commands, play, systemctl

SERVICES = sorted((commands.ROOT / "deploy/systemd").glob("*.service"))
UNITS = [path for path in SERVICES if "Type=oneshot" not in path.read_text()]  # those that go on


def test_the_walk_runs_every_block_as_it_stands_and_all_but_the_source_is_literal():
    document = commands.DOCUMENT.read_text()
    found = commands.blocks()
    assert len(found) == document.count("<!-- deploy-test") == 8
    assert all(block.removesuffix(" || true\n").rstrip("\n") in document for block in found)
    walked = commands.script(found, {"SOURCE": "/somewhere"})
    assert "SOURCE=/somewhere" in walked
    assert walked.count("\n") == sum(block.count("\n") for block in found) + len(found)


def test_a_value_that_the_document_asks_nobody_for_is_an_error():
    with pytest.raises(AssertionError):
        commands.script(commands.blocks(), {"ELSEWHERE": "1"})


def test_the_shell_can_read_all_of_it():
    script = commands.script(commands.blocks(), {})
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_every_file_of_ours_that_the_commands_name_is_there():
    named = set(re.findall(r"/srv/quintet/(deploy/[\w./]+)", "\n".join(commands.blocks())))
    assert "deploy/manage" in named
    assert all(list(commands.ROOT.glob(f"{name}*")) for name in named), named


def test_the_target_starts_the_parts_that_make_serve_starts(monkeypatch):
    monkeypatch.setattr("sys.argv", ["config.production"])
    wished = {
        tuple(part.command[part.command.index("--queues") : part.command.index("--hostname")])
        for part in production._backstage(production._arguments())
        if "--queues" in part.command
    }
    started = [shlex.split(systemctl_line(path)) for path in UNITS]
    queues = [line for line in started if "--queues" in line]
    assert {tuple(line[line.index("--queues") : line.index("--hostname")]) for line in queues} == wished
    assert sum("clock" in line for line in started) == 1


def systemctl_line(path):
    [line] = [line for line in path.read_text().splitlines() if line.startswith("ExecStart=")]
    return line.removeprefix("ExecStart=")


def test_each_unit_has_longer_to_stop_than_a_server_takes_to_drain(monkeypatch):
    monkeypatch.setattr(systemctl, "UNITS", commands.ROOT / "deploy/systemd")
    for path in UNITS:
        unit = systemctl.read(path.name.replace("@", "@8101"))
        assert unit["User"] == ["quintet"], path
        assert float(unit["TimeoutStopSec"][0]) > production.DRAIN_SECONDS, path
        assert unit["Restart"] == ["always"], path
        assert "8101" in unit["ExecStart"][0] or "@" not in path.name


def test_a_timer_starts_a_unit_that_runs_a_command_of_ours_shut_in_like_the_others():
    [timer] = (commands.ROOT / "deploy/systemd").glob("*.timer")
    [backup] = [path for path in SERVICES if path not in UNITS]
    assert backup.stem == timer.stem
    assert shlex.split(systemctl_line(backup))[1:] == ["manage.py", "backup", "--keep", "14"]
    shut_in = UNITS[0].read_text().partition("# Nothing of this")[2]
    assert backup.read_text().endswith(shut_in)


def test_the_stand_in_reads_an_environment_file_as_systemd_would(tmp_path):
    (tmp_path / "environment").write_text('# a remark\nONE=1\nTWO="a <b>"\nTHREE=postgres://a:b@c/d?e=f\n')
    found = systemctl.environment({"EnvironmentFile": [str(tmp_path / "environment")], "Environment": ["DB_POOL=on"]})
    assert {name: found[name] for name in ("ONE", "TWO", "THREE", "DB_POOL")} == {
        "ONE": "1", "TWO": "a <b>", "THREE": "postgres://a:b@c/d?e=f", "DB_POOL": "on",
    }  # fmt: skip


def test_the_log_of_the_proxy_tells_which_servers_a_match_was_at():
    log = (
        "127.0.0.1 [x] GET / 200 0.1 server=127.0.0.1:8101\n"
        "127.0.0.1 [x] GET /ws/matches/abc/ 101 3.2 server=127.0.0.1:8102\n"
        "127.0.0.1 [x] POST /api/v1/matches/abc/requests 200 0.1 server=127.0.0.1:8101, 127.0.0.1:8102\n"
    )
    seen, of_match = play.servers_of(log)
    assert seen == {"127.0.0.1:8101", "127.0.0.1:8102"}
    assert of_match == {"abc": seen}
