"""docs/deploy.md, word for word, on a bare Debian that is thrown away: `make deploy-test`, as root.

Then the backup that it has made is restored, as docs/operations.md has it, and a match is played again.

debootstrap makes a bare system in a folder; the commands of the documentation run there by chroot, in a PID namespace
of its own, so that all of it ends with this program. Then a match is played through the proxy (tests/deploy/play.py).
It uses this machine's network: ports 80, 443, 5432, 6379, 8101 and 8102 must be free.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.deploy.commands import DEPLOY, RESTORE, ROOT, blocks, script

SUITE = "bookworm"
PORTS = (80, 443, 5432, 6379, 8101, 8102)
VARIABLES = ("LANG=C.UTF-8", "HOME=/root", "DEBIAN_FRONTEND=noninteractive")
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def main() -> int:
    """Make the system, run what the documentation says, play; returns the exit status."""
    wish = _arguments()
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        raise SystemExit("Needs root and debootstrap: apt-get install debootstrap")
    if busy := [port for port in PORTS if _taken(port)]:
        raise SystemExit(f"These ports must be free: {busy}")
    root = Path(wish.root).resolve()
    if not (root / "etc/debian_version").exists():
        subprocess.run(["debootstrap", "--variant=minbase", SUITE, root, wish.mirror], check=True)
    _furnish(root, [Path(path) for path in wish.carry])
    status = _inside(root, [*VARIABLES, *wish.variable])
    if status == 0 and not wish.keep:
        shutil.rmtree(root)
    return status


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.deploy.walk")
    parser.add_argument("--root", required=True, help="the folder of the throw-away system; made if it is not there")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--carry", nargs="*", default=[], help="files and folders that the system shall have, too")
    parser.add_argument("--variable", nargs="*", default=[], help="NAME=VALUE for all commands, as of a proxy")
    parser.add_argument("--keep", action="store_true", help="leave the folder for a look")
    return parser.parse_args()


def _taken(port: int) -> bool:
    listed = subprocess.run(["ss", "-Hltn", f"sport = :{port}"], capture_output=True, text=True, check=True)
    return bool(listed.stdout.strip())


def _furnish(root: Path, carried: list[Path]) -> None:
    """Put in what a rented machine has by itself, or in place of it: name service, systemctl, the code to clone."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.copy(ROOT / "tests/deploy/systemctl.py", root / "usr/local/bin/systemctl")
    (root / "usr/local/bin/systemctl").chmod(0o755)
    subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, root / "root/quintet.git"], check=True)
    (root / "root/walk.sh").write_text(script(blocks(*DEPLOY), {"SOURCE": "/root/quintet.git"}))
    (root / "root/restore.sh").write_text(script(blocks(*RESTORE), {"FILE": "$(ls /var/lib/quintet/backups/*.zip)"}))
    (root / "root/last.sh").write_text(LAST)
    for path in carried:
        copied = root / path.relative_to("/")
        copied.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", path, copied.parent], check=True)


# What follows the commands, in their shell's system: the units as systemd reads them, the match, the end.
LAST = """set -eu
apt-get install --yes --no-install-recommends systemd >/dev/null
cd /etc/systemd/system
systemd-analyze verify ./quintet*.service ./quintet*.timer ./quintet.target
"""


def _inside(root: Path, variables: list[str]) -> int:
    """Run the commands in the system, and the match against it from outside; returns the exit status."""
    end = ["unshare", "--pid", "--mount", "--fork", "--kill-child", "--", "bash", "-c"]
    steps = f"""set -e
        mount --bind {root} {root}
        mount -t proc proc {root}/proc; mount -t tmpfs run {root}/run; mount -t tmpfs shm {root}/dev/shm
        chroot {root} /usr/bin/env -i {PATH} "$@" bash -x /root/walk.sh
        chroot {root} /usr/bin/env -i {PATH} "$@" bash -x /root/last.sh
        {sys.executable} -m tests.deploy.play {root}
        {sys.executable} -m tests.deploy.returns {root}
        rm {root}/var/lib/quintet/backups/*.zip
        chroot {root} /usr/bin/env -i {PATH} "$@" systemctl start quintet-backup.service
        chroot {root} /usr/bin/env -i {PATH} "$@" systemctl start quintet-archive.service
        chroot {root} /usr/bin/env -i {PATH} "$@" bash -x /root/restore.sh
        {sys.executable} -m tests.deploy.play {root}
        for port in 18101 18102 9103 9104 9105 9106; do
            curl --silent --show-error --fail --output /dev/null http://127.0.0.1:$port/metrics
        done
        chroot {root} /usr/bin/env -i {PATH} "$@" quintet-manage doctor || true"""  # noqa: S108 - the system's own
    return subprocess.call([*end, steps, "bash", *variables], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
