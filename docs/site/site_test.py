"""Unit tests of the site's links: pytest, as ./dev check python runs it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check_links
import conf


def test_paths_of_pages_become_links() -> None:
    assert conf.with_links("see `docs/guide/ci.md`.", "guide/tvm") == "see [`docs/guide/ci.md`](ci.md)."
    assert conf.with_links("see `README.md`.", "guide/tvm") == "see [`README.md`](../index.md)."
    assert conf.with_links("[CI](docs/guide/ci.md#levels)", "index") == "[CI](guide/ci.md#levels)"


def test_other_paths_stay() -> None:
    for text in ("`vm/README.md`", "`vm/engine.h`", "[x](other.md)", "[`docs/guide/ci.md`](ci.md)", "```\n`docs/guide/ci.md`\n```"):
        assert conf.with_links(text, "guide/tvm") == text
    # A page does not link to itself.
    assert conf.with_links("`docs/guide/tvm.md`", "guide/tvm") == "`docs/guide/tvm.md`"


def test_broken_links_are_found(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><a href="b.html#gone">b</a><a href="c.html">c</a><a href="https://example.org">x</a><img src="no.png">')
    (tmp_path / "b.html").write_text('<p id="here"><a href="#here">up</a>')
    broken, followed, elsewhere = check_links.broken_in(tmp_path)
    assert broken == ["a.html: b.html#gone: no such anchor", "a.html: c.html: no such file", "a.html: no.png: no such file"]
    assert (followed, elsewhere) == (5, 1)
