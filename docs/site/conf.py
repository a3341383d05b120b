"""The documentation as a site: Sphinx with MyST, from Debian's packages, made by `./dev docs`. Search needs no network. Paths of pages in backticks, such as
`docs/guide/ci.md`, become links; one to a page that is not there fails the build."""
import os
import pathlib
import re
import shutil

root = pathlib.Path(__file__).resolve().parents[2]

project = "assay"
copyright = "the authors of assay"  # noqa: A001 (Sphinx's own name)
version = release = re.search(r"project\(assay[^)]*VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text())[1]  # type: ignore[index]
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
master_doc = "index"
exclude_patterns = ["site/*", "tutorials/files/*"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"assay {version}"
html_show_sphinx = False
html_use_index = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["site.css"]
# Blocks without a language are a terminal's.
highlight_language = "none"
# Parts of programs that leave something out.
suppress_warnings = ["misc.highlighting_failure"]
# Files beside pages that pages link to.
BESIDE = ("docs/tutorials/files", "docs/guide/ci")

# A page of the site by its path in the project.
PAGES = {"README.md": "index", "CONTRIBUTING.md": "contributing", "regressions/README.md": "regressions"}


def page_of(path: str, at: str) -> str | None:
    """Where the page at `path` of the project is, seen from the page `at` of the site; None for what is no page."""
    page = PAGES.get(path) or (path.removeprefix("docs/").removesuffix(".md") if path.startswith("docs/") and path.endswith(".md") else None)
    return None if page is None else os.path.relpath(f"{page}.md", pathlib.PurePosixPath(at).parent)


def with_links(text: str, at: str) -> str:
    """Paths of pages in backticks, outside of fenced blocks and of links, as links."""
    def link(match: re.Match[str]) -> str:
        page = page_of(match[1], at)
        return match[0] if page is None or page == f"{pathlib.PurePosixPath(at).name}.md" else f"[`{match[1]}`]({page})"

    def moved(match: re.Match[str]) -> str:
        page = page_of(match[1], at)
        return match[0] if page is None else f"]({page}{match[2] or ''})"

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"(?<!\[)`([\w/.-]+\.md)`", link, parts[i])
        parts[i] = re.sub(r"\]\(((?:docs/|README|CONTRIBUTING)[\w/.-]*\.md)(#[\w-]+)?\)", moved, parts[i])
    return "".join(parts)


def read_source(_app: object, page: str, source: list[str]) -> None:
    source[0] = with_links(source[0], page)


def take_pages_of_root(app: object) -> None:
    """Pages that stand outside of docs/, written beside the others for the time of the build."""
    source = pathlib.Path(app.srcdir)  # type: ignore[attr-defined]
    for path, page in PAGES.items():
        text = (root / path).read_text()
        if page == "index":
            text += (root / "docs/site/contents.md").read_text()
        (source / f"{page}.md").write_text(text)


def copy_files_beside(app: object, error: Exception | None) -> None:
    if error is None:
        for folder in BESIDE:
            shutil.copytree(root / folder, pathlib.Path(app.outdir) / folder.removeprefix("docs/"), dirs_exist_ok=True)  # type: ignore[attr-defined]


def setup(app: object) -> None:
    app.connect("builder-inited", take_pages_of_root)  # type: ignore[attr-defined]
    app.connect("source-read", read_source)  # type: ignore[attr-defined]
    app.connect("build-finished", copy_files_beside)  # type: ignore[attr-defined]
