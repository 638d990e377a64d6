"""A PostgreSQL of our own in a temporary folder; root runs it as somebody else."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from server.running import free_port

ROOT = Path(__file__).parents[2]
INSTALL = ROOT / "scripts" / "install-components.sh"
LENT_USERS = ("postgres", "nobody")


def binaries() -> Path:
    """Find PostgreSQL's programs, or have them installed, or say clearly that there are none."""
    found = _look()
    if found is None and INSTALL.exists():
        subprocess.run(["sh", str(INSTALL), "postgresql"], check=False, timeout=600)  # noqa: S603, S607
        found = _look()
    if found is None:
        raise AssertionError(
            "PostgreSQL is needed for this test: its `initdb` is neither on the PATH nor in "
            "/usr/lib/postgresql/*/bin, and scripts/install-components.sh could not install it "
            "(Debian: apt-get install postgresql)"
        )
    return found


def _look() -> Path | None:
    on_path = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if on_path:
        folders.insert(0, Path(on_path).resolve().parent)
    return next((f for f in folders if (f / "initdb").exists() and (f / "pg_ctl").exists()), None)


class Postgres:
    """One cluster, made, started and thrown away."""

    def __init__(self) -> None:
        self._bin = binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="banneret-pg-"))
        self.port = free_port()
        self._as_user: list[str] = []
        if os.geteuid() == 0:
            self._lend()

    @property
    def url(self) -> str:
        return f"postgresql://banneret@127.0.0.1:{self.port}/postgres"

    def start(self) -> Postgres:
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "banneret", "-A", "trust", "-E", "UTF8", "--no-sync")
        return self.run()

    def run(self) -> Postgres:
        """Start it, the first time or again."""
        data = str(self.folder / "data")
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder} -c max_connections=60"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", data, "-l", log, "-w", "-t", "60", "-o", options, "start")
        return self

    def halt(self) -> None:
        """Stop it at once; what it holds stays."""
        data = str(self.folder / "data")
        self._run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop", check=False)

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _lend(self) -> None:
        user = next((name for name in LENT_USERS if _exists(name)), None)
        assert user is not None, f"PostgreSQL needs one of the users {', '.join(LENT_USERS)}"
        entry = pwd.getpwnam(user)
        os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        setpriv = shutil.which("setpriv")
        if setpriv:
            ids = [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
            self._as_user = [setpriv, *ids]
        else:
            runuser = shutil.which("runuser")
            assert runuser, "PostgreSQL does not run as root: setpriv or runuser is needed"
            self._as_user = [runuser, "-u", user, "--"]

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        with (self.folder.parent / f"{self.folder.name}.out").open("ab") as out:
            done = subprocess.run(  # noqa: S603
                [*self._as_user, str(self._bin / program), *arguments],
                stdout=out,
                stderr=out,
                cwd=self.folder,
                timeout=180,
                check=False,
            )
        said = Path(out.name).read_text(errors="replace")
        Path(out.name).unlink()
        if check:
            assert done.returncode == 0, f"{program} failed: {said[-2000:]}"


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
