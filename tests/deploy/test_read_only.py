"""The web process writes to its data directory and the one for temporary files, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# It runs on a SQLite of its own; what PostgreSQL writes is not on this disk.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]

# What Python opens for writing, makes or moves. It does not see SQLite's own files, in the data directory.
PROGRAM = """
import os, sys

written = set()

def note(event, facts):
    if event == "open":
        path, mode, flags = facts
        writes = set(mode or "") & set("wax+") or (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes and isinstance(path, (str, bytes)):
            written.add(os.path.abspath(os.fsdecode(path)))
    elif event in {"os.mkdir", "os.rename", "os.link", "os.symlink"}:
        paths = [path for path in facts[:2] if isinstance(path, (str, bytes))]
        written.update(os.path.abspath(os.fsdecode(path)) for path in paths)

sys.addaudithook(note)
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
import django
django.setup()
from django.core.management import call_command
exec(sys.argv[2], {})
call_command("collectstatic", interactive=False, verbosity=0)
from django.contrib.auth.models import User
from django.test import Client
from tournaments.wsgi import application
administrator = User.objects.create_superuser("administrator", password="not of any use")
client = Client(SERVER_NAME="localhost")
client.force_login(administrator)
for path in ("/", "/login/", "/healthz", "/readyz", "/server/", "/rating-lists/"):
    assert client.get(path, follow=True).status_code == 200, path
with open(sys.argv[1], "rb") as file:
    answer = client.post("/rating-lists/import/", {"file": file, "kind": "fide"}, follow=True)
assert answer.status_code in {200, 422}, answer.status_code
print(*sorted(written), sep="\\n")
"""


def test_what_a_web_process_writes(tables: str, tmp_path: Path) -> None:
    data, temporary = tmp_path / "data", tmp_path / "temporary"
    for folder in (data, temporary):
        folder.mkdir(mode=0o700)
    # Django keeps an upload of this size in a file.
    upload = tmp_path / "list.txt"
    upload.write_bytes(b"ID Number      Name\n" * 200_000)
    places = {"DATA_DIR": str(data), "TMPDIR": str(temporary), "STATIC_ROOT": str(data / "static")}
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | places
    command = [sys.executable, "-B", "-c", PROGRAM, str(upload), tables]
    run = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    written = [Path(line) for line in run.stdout.splitlines()]
    assert any(path.is_relative_to(data) for path in written)
    assert any(path.is_relative_to(temporary) for path in written)
    others = {Path(os.devnull)}
    assert [
        path
        for path in written
        if not (path.is_relative_to(data) or path.is_relative_to(temporary) or path in others)
    ] == []
