"""Every example runs, and everything says what it is."""

import ast
import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import cairn
import cairn.open_spiel


def documented() -> Iterator[tuple[str, object]]:
    for module in (cairn, cairn.open_spiel):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            yield name, thing
            if not isinstance(thing, type):
                continue
            for member, value in vars(thing).items():
                public = not member.startswith("_")
                if public and (inspect.isroutine(value) or inspect.isdatadescriptor(value)):
                    yield f"{name}.{member}", value


@pytest.mark.parametrize(("name", "thing"), list(documented()))
def test_docstrings(name: str, thing: object) -> None:
    text = inspect.getdoc(thing)
    assert text and text[0].isupper() and "." in text, name
    run(name, text)


def test_stubs_have_the_same_docstrings() -> None:
    """Editors read them there."""
    stubs = ast.parse((Path(cairn.__file__).parent / "_cairn.pyi").read_text())
    compared = 0

    def compare(body: list[ast.stmt], owner: object) -> None:
        nonlocal compared
        for node in body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("__"):
                continue
            thing = inspect.getattr_static(owner, node.name)
            assert ast.get_docstring(node) == inspect.getdoc(thing), node.name
            compared += 1
            if isinstance(node, ast.ClassDef):
                compare(node.body, thing)

    compare(stubs.body, cairn._cairn)
    assert compared > 20


def test_readme() -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text()
    assert run("README.md", text) > 15


def run(name: str, text: str) -> int:
    """Runs the examples in a text; how many there are."""
    names = {**vars(cairn), "cairn": cairn, "own_spec": cairn.open_spiel.own_spec}
    # The end of a code block is not output.
    text = text.replace("\n```\n", "\n\n")
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    return result.attempted
