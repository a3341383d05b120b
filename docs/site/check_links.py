#!/usr/bin/env python3
"""Fails where a page of a built site links to a file or an anchor that is not there. Links to other hosts are counted, not followed.

Usage: check_links.py FOLDER
"""
import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("id", "name"):
                self.anchors.add(value)
            if value and ((tag in ("a", "link") and name == "href") or (tag in ("img", "script") and name == "src")):
                self.links.append(value)


def broken_in(site: pathlib.Path) -> tuple[list[str], int, int]:
    """What is broken, how many links were followed, how many lead elsewhere."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    broken, followed, elsewhere = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                elsewhere += 1
                continue
            followed += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            where = f"{path.relative_to(site)}: {link}"
            if not target.exists():
                broken.append(f"{where}: no such file")
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in pages[site / target.relative_to(site.resolve())].anchors:
                broken.append(f"{where}: no such anchor")
    return broken, followed, elsewhere


def main() -> None:
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit("usage: check_links.py FOLDER")
    broken, followed, elsewhere = broken_in(pathlib.Path(sys.argv[1]))
    print("\n".join([*broken, f"{followed} links followed, {elsewhere} to other hosts, {len(broken)} broken"]))
    sys.exit(1 if broken or not followed else 0)


if __name__ == "__main__":
    main()
