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
    document = (commands.ROOT / "docs/deploy.md").read_text()
    found = commands.blocks(*commands.DEPLOY)
    assert len(found) == document.count("<!-- deploy-test") == 10
    assert all(block.removesuffix(" || true\n").rstrip("\n") in document for block in found)
    walked = commands.script(found, {"SOURCE": "/somewhere"})
    assert "SOURCE=/somewhere" in walked
    assert walked.count("\n") == sum(block.count("\n") for block in found) + len(found)


def test_a_value_that_the_document_asks_nobody_for_is_an_error():
    with pytest.raises(AssertionError):
        commands.script(commands.blocks(*commands.DEPLOY), {"ELSEWHERE": "1"})


def test_a_restore_and_its_trial_are_walked_too_with_a_file_of_the_walks_own():
    found = commands.blocks(*commands.RESTORE)
    assert len(found) == (commands.ROOT / "docs/operations.md").read_text().count("<!-- restore-test") == 2
    walked = commands.script(found, {"FILE": "/a/backup.zip"})
    assert walked.count("FILE=/a/backup.zip") == 2
    assert walked.count('quintet-manage restore "$FILE"') == 2


@pytest.mark.parametrize("which", [commands.DEPLOY, commands.RESTORE], ids=lambda pair: pair[1])
def test_the_shell_can_read_all_of_it(which):
    script = commands.script(commands.blocks(*which), {})
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_every_file_of_ours_that_the_commands_name_is_there():
    named = set(re.findall(r"/srv/quintet/(deploy/[\w./]+)", "\n".join(commands.blocks(*commands.DEPLOY))))
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
        assert unit["StartLimitIntervalSec"] == ["0"], path  # however long the database takes to come up
        assert "8101" in unit["ExecStart"][0] or "@" not in path.name


def test_each_timer_starts_a_unit_that_runs_a_command_of_ours_shut_in_like_the_others():
    timers = {path.stem for path in (commands.ROOT / "deploy/systemd").glob("*.timer")}
    started = {path.stem: path for path in SERVICES if path not in UNITS}
    assert timers == set(started)
    assert {name: shlex.split(systemctl_line(path))[1:] for name, path in started.items()} == {
        "quintet-backup": ["manage.py", "backup", "--keep", "14"],
        "quintet-archive": ["manage.py", "archive"],
    }
    shut_in = UNITS[0].read_text().partition("# Nothing of this")[2]
    assert all(path.read_text().endswith(shut_in) for path in started.values())


def test_each_unit_shows_its_measures_at_a_port_of_its_own_that_the_operator_is_told(monkeypatch):
    monkeypatch.setattr(systemctl, "UNITS", commands.ROOT / "deploy/systemd")
    names = [path.name for path in UNITS if "@" not in path.name]
    names += ["quintet-server@8101.service", "quintet-server@8102.service"]
    ports = [
        systemctl.environment({"Environment": systemctl.read(name)["Environment"]})["METRICS_PORT"] for name in names
    ]
    told = (commands.ROOT / "docs/operations.md").read_text()
    assert len(set(ports)) == len(names) == 8 - 1
    assert all(port in told for port in ports)


def test_what_gives_way_to_the_servers_does_so_in_both_shapes(monkeypatch):
    monkeypatch.setattr("sys.argv", ["config.production"])
    monkeypatch.setenv("MAIL_IN_PORT", "8025")
    parts = {part.name: part.nice for part in production._backstage(production._arguments())}
    units = {path.stem.removeprefix("quintet-").replace("-", " "): path.read_text() for path in UNITS}
    assert {name: f"Nice={nice}\n" in units[name] for name, nice in parts.items() if nice} == dict.fromkeys(
        ["bots", "worker", "mail", "mail door"], True
    )


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
