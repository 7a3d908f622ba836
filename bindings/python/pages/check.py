"""Looks at the built pages: every public name of the package is there, each function and class with its arguments and with an example.

    python3 bindings/python/pages/check.py FOLDER

A record that questions return has links to them instead of an example of its own. Exceptions and aliases have neither.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from public import MODULES, answers_of, functions, names


class Page(HTMLParser):
    """The text of each description, and that of its head, by the name it has."""

    def __init__(self, text):
        super().__init__()
        self.heads, self.texts, self.inside = {}, {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "dt" and given.get("id"):
            self.inside.append([given["id"], "head", 0])
            self.heads[given["id"]] = ""
        elif tag in ("dl", "dd") and self.inside:
            self.inside[-1][1:] = ["text", self.inside[-1][2] + (tag == "dd")]

    def handle_endtag(self, tag):
        if tag == "dd" and self.inside:
            self.inside[-1][2] -= 1
            if self.inside[-1][2] == 0:
                self.inside.pop()

    def handle_data(self, data):
        for name, where, _ in self.inside:
            kept = self.heads if where == "head" else self.texts
            kept[name] = kept.get(name, "") + data


def faults(folder):
    givers = answers_of()
    for module in MODULES:
        path = folder / "api" / module.replace(".", "/") / "index.html"
        page = Page(path.read_text())
        wanted = [f"{module}.{name}" for name in names(module) if f"{module}.{name}" not in MODULES]
        wanted += [full for full, _ in functions(module) if not re.search(r"\._", full)]
        for full in dict.fromkeys(wanted):
            head = page.heads.get(full)
            if head is None:
                yield f"{full}: is not on {path.name} of {module}"
                continue
            yield from faults_of(full, head, page.texts.get(full, ""), givers)


def faults_of(full, head, text, givers):
    owner, _, name = full.rpartition(".")
    kind = head.split()[0]
    if not text.strip() and not name.isupper():
        yield f"{full}: is not described"
    is_function = owner in MODULES and full in FUNCTIONS
    if (is_function or full in MADE) and "(" not in head:
        yield f"{full}: has no arguments"
    if (is_function or kind == "class") and ">>>" not in text and not givers.get(name):
        yield f"{full}: has no example"


FUNCTIONS = dict(pair for module in MODULES for pair in functions(module))
MADE = {full.rpartition(".")[0] for full, node in FUNCTIONS.items() if node.name in ("__new__", "__init__") and len(node.args.args) > 1}
"""Classes that are made from something."""


def main():
    found = list(faults(Path(sys.argv[1])))
    print(*found, sep="\n")
    if found:
        sys.exit(1)
    count = sum(len(names(module)) for module in MODULES)
    print(f"all {count} public names are on the pages")


if __name__ == "__main__":
    main()
