"""Containers cannot be run here: what can be read of them is, so that they start the parts that the units start."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.deploy.commands import ROOT
from tests.deploy.test_commands import UNITS, systemctl_line

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]


@pytest.mark.parametrize(
    "look",
    [("hadolint", "Dockerfile"), ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")],
)
def test_linters_find_nothing(look):
    command = [Path(sys.executable).parent / look[0], *look[1:]]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_backup_is_written_where_it_outlives_its_container_by_a_client_of_the_servers_version():
    [volume] = SERVICES["backup"]["volumes"]
    name, _, folder = volume.partition(":")
    assert name in COMPOSE["volumes"]
    assert SERVICES["backup"]["environment"]["BACKUP_DIR"] == folder
    server = SERVICES["postgres"]["image"].partition(":")[2].partition("-")[0]
    image = (ROOT / "Dockerfile").read_text()
    assert f"postgresql-client-{server}" in image
    assert f"--owner quintet --mode 700 {folder}" in image


def queue_of(words):
    return words[words.index("--queues") + 1] if "--queues" in words else None


def test_the_same_queues_are_served_as_by_the_units():
    units = {queue_of(shlex.split(systemctl_line(path))) for path in UNITS}
    assert {queue_of(service.get("command", [])) for service in SERVICES.values()} == units == {
        None, "celery", "mail", "bots",
    }  # fmt: skip


def test_whoever_is_waited_for_is_there_and_says_that_it_is_well():
    waits = [(name, how) for service in SERVICES.values() for name, how in _waits(service).items()]
    assert ("valkey", "service_healthy") in waits
    for name, how in waits:
        assert name in SERVICES
        assert how != "service_healthy" or _is_asked(SERVICES[name])


def _is_asked(service):
    """Return whether somebody asks it how it is: by a word of its own, or by that of our image."""
    own = service.get("healthcheck")
    return (
        "test" in own if own else service["image"] == "quintet" and "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    )


def test_an_upgrade_replaces_one_server_after_the_other():
    assert _waits(SERVICES["server-2"]) == {**_waits(SERVICES["server-1"]), "server-1": "service_healthy"}


def _waits(service):
    waits = service.get("depends_on", {})
    return {name: waits[name]["condition"] for name in waits} if isinstance(waits, dict) else dict.fromkeys(waits, "")


def test_only_the_proxy_can_be_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_is_that_of_the_units_but_for_names_and_for_how_long_a_server_is_held_for_failed():
    plain, text = _directives("deploy/nginx/quintet.conf"), _directives("deploy/nginx/compose/default.conf.template")
    names = {"server-1:8000": "127.0.0.1:8101", "server-2:8000": "127.0.0.1:8102", "${NAME}": "play.example.org"}
    names["max_fails=1 fail_timeout=2s"] = "max_fails=0"
    for name, other in names.items():
        assert name in text
        text = text.replace(name, other)
    assert text == plain


def _directives(path):
    lines = (ROOT / path).read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def test_the_image_runs_as_nobody_special_and_takes_no_secrets_along():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert lines.index("USER 990") > max(i for i, line in enumerate(lines) if line.startswith(("RUN", "COPY")))
    assert {".git", ".venv", "var", ".env", "tls"} <= set((ROOT / ".dockerignore").read_text().split())
