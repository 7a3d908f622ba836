"""A preprocessor of mdBook (https://rust-lang.github.io/mdBook/for_developers/preprocessors.html), after `links` has put the samples
in: takes away the indentation that a part of a program has within it, and puts the link to the other language below each title."""

import json
import re
import sys
from textwrap import dedent

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OTHER = {"en": ("zh", "中文"), "zh-CN": ("en", "English")}


def outdented(block):
    return f"```{block[1]}\n{dedent(block[2]).strip(chr(10))}\n```"


def page_of(path):
    return "index.html" if path == "README.md" else f"{path.removesuffix('.md')}.html"


def linked(text, path, language):
    folder, name = OTHER[language]
    link = f'<p class="languages"><a href="../{folder}/{page_of(path)}" hreflang="{folder}">{name}</a></p>'
    title, rest = text.split("\n", 1)
    return f"{title}\n\n{link}\n{rest}"


def walk(items, language):
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            chapter["content"] = linked(FENCE.sub(outdented, chapter["content"]), chapter["path"], language)
            walk(chapter["sub_items"], language)


def main():
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0)
    context, book = json.load(sys.stdin)
    walk(book.get("items", book.get("sections")), context["config"]["book"]["language"])
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
