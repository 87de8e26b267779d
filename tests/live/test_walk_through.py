"""The walk-through of docs/api.md, run as it stands there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import pytest

from tests.stack import ROOT

pytestmark = pytest.mark.live
MAKE = """
from accounts import personal_tokens
from accounts.models import User
print(personal_tokens.make_token(User.objects.create_user("walker"), "walk", ["read", "play"], 7)[1])
"""


def test_the_curl_walk_through_works_as_it_is_written(embedded_stack, tmp_path):
    assert shutil.which("curl"), "curl is missing (Debian: sudo apt install curl)"
    (commands,) = re.findall(r"<!-- the tests run.*?```sh\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)
    token = embedded_stack.manage("shell", "-v", "0", "-c", MAKE).stdout.strip()
    environment = {"PATH": os.environ["PATH"], "SITE": embedded_stack.url, "TOKEN": token}
    bash = ["bash", "-euo", "pipefail", "-c", commands]
    done = subprocess.run(bash, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    answers = [json.loads(text) for text in re.findall(r"\{.*?\}(?=\{|$)", done.stdout.replace("\n", ""))]
    assert answers[0]["name"] == "walker"
    assert answers[2] == answers[3]  # the move, and its repeat
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["ended"]["by"] == "resign"
    assert [action[0] for action in record["actions"] if action[0] == 0]
