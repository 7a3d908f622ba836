"""Checks the book without its programs: both languages have the same chapters with the same samples, in the same order; whatever is
shown of a program or its output is included from a file that is run; and, if it is built, all of its links lead somewhere.

    python3 book/check.py [FOLDER OF THE BUILT BOOK]
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).parent
LANGUAGES = ("en", "zh")
INCLUDE = re.compile(r"\{\{#include ([^}]+)\}\}")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINES = re.compile(r"\d*:\d*")
# What is no program: commands to type, and lines of a manifest.
FREE = {"sh", "toml"}


def chapters(language):
    summary = (HERE / language / "src/SUMMARY.md").read_text()
    return re.findall(r"\]\(([^)]+\.md)\)", summary)


def faults_of_text(language, name):
    text = (HERE / language / "src" / name).read_text()
    for kind, body in FENCE.findall(text):
        if kind not in FREE and not INCLUDE.fullmatch(body.strip()):
            yield f"{language}/{name}: a block `{kind}` that is not included from a file: {body.strip()[:40]!r}"
    for target in INCLUDE.findall(text):
        path, _, anchor = target.partition(":")
        file = HERE / language / "src" / path
        if not file.exists():
            yield f"{language}/{name}: no file {path}"
        elif anchor and not LINES.fullmatch(anchor) and f"ANCHOR: {anchor}\n" not in file.read_text():
            yield f"{language}/{name}: no anchor {anchor} in {path}"


def faults_of_live_links(language, name):
    """Links to the page open a mode that it has, in the language of the chapter."""
    text = (HERE / language / "src" / name).read_text()
    modes = re.findall(r'entry\("(\w+)"', (HERE / "../web/src/modes.ts").read_text())
    for link in re.findall(r'class="live" href="([^"]+)"', text):
        mode = re.match(r"\.\./\.\./#(\w+)\?", link)
        if not mode or mode[1] not in modes:
            yield f"{language}/{name}: the page has no mode for {link}"
        elif not link.endswith(f"lang={language}"):
            yield f"{language}/{name}: another language: {link}"


def includes(language, name):
    return INCLUDE.findall((HERE / language / "src" / name).read_text())


def faults_of_pair():
    first, second = (chapters(language) for language in LANGUAGES)
    if first != second:
        yield f"other chapters in zh than in en: {sorted(set(first) ^ set(second)) or 'another order'}"
    for name in first:
        if name in second and includes("en", name) != includes("zh", name):
            yield f"{name}: zh includes other files than en"


def unused():
    shown = {Path(target.partition(":")[0]).name for name in chapters("en") for target in includes("en", name)}
    for file in sorted((HERE / "samples").glob("*/*")):
        if file.suffix in {".rs", ".py", ".mjs", ".txt"} and file.name != "main.rs" and file.name not in shown:
            yield f"{file.relative_to(HERE)}: no chapter shows it"
        if file.suffix in {".rs", ".py", ".mjs", ".sh"} and file.name != "main.rs":
            if not (HERE / "samples/output" / f"{file.stem}.txt").exists():
                yield f"{file.relative_to(HERE)}: without samples/output/{file.stem}.txt it is not run"


class Page(HTMLParser):
    """The links and ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if given.get("id"):
            self.ids.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append((given["href"], given.get("class") == "live"))


def broken_links(folder):
    pages = {path: Page(path.read_text()) for path in folder.glob("*/*.html") if path.name != "toc.html"}
    for path, page in pages.items():
        for link, is_live in page.links:
            address = urlsplit(link)
            if address.scheme or is_live or path.name in ("print.html", "404.html"):
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            if target in [(folder.parent / name).resolve() for name in ("index.html", "python/index.html")]:
                continue  # the page, and those of the Python package, which are no parts of the book
            if not target.exists():
                yield f"{path.relative_to(folder)}: a link to {link}, which is not there"
            elif address.fragment and target in pages and unquote(address.fragment) not in pages[target].ids:
                yield f"{path.relative_to(folder)}: a link to {link}, which has no such heading"


def main():
    faults = [*faults_of_pair(), *unused()]
    for language in LANGUAGES:
        for name in chapters(language):
            faults += [*faults_of_text(language, name), *faults_of_live_links(language, name)]
    if len(sys.argv) > 1:
        faults += broken_links(Path(sys.argv[1]).resolve())
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(1)
    print(f"{len(chapters('en'))} chapters in {len(LANGUAGES)} languages")


if __name__ == "__main__":
    main()
