"""The `cairn` program, to compare with: the one that $CAIRN names."""

import json
import os
import subprocess
from typing import Any

import pytest


def program(*arguments: str) -> Any:
    """What the program says, as JSON."""
    path = os.environ.get("CAIRN")
    if not path:
        pytest.skip("no program to compare with: set CAIRN")
    done = subprocess.run([path, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
