"""What people see whose installation is incomplete."""

import subprocess
import sys

# Python without NumPy: a None in `sys.modules` makes the import fail.
WITHOUT_NUMPY = "import sys; sys.modules['numpy'] = None; "

SEARCH = """
import cairn
cairn.Agent('uct:playouts=10', cairn.Game('tictactoe')).search(cairn.Game('tictactoe')).visits
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_without_numpy_an_import_error_says_what_to_install() -> None:
    done = run(WITHOUT_NUMPY + SEARCH)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ImportError: cairn needs NumPy: pip install numpy"
    assert "panicked" not in done.stderr


def test_with_numpy_the_same_search_runs() -> None:
    done = run(SEARCH)
    assert (done.returncode, done.stderr) == (0, "")
