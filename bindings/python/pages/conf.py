"""The API pages: made by Sphinx from the sources and stubs of the package, without importing or building it.

Most functions are native. Their signatures and docstrings are in the stubs, where ``tools/stubs.py`` writes them, and a test compares these with
the built package. So a tool is wanted that reads stubs: sphinx-autoapi does, and takes the stub where a module has both. (pdoc runs stubs, in which
classes are named before they are defined; autodoc does not read them.)
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from public import PACKAGE, answers_of  # noqa: E402

project = "clearance"
html_title = "clearance for Python"
html_theme = "furo"
html_copy_source = False
html_show_sphinx = html_show_copyright = False
extensions = ["autoapi.extension"]
autoapi_dirs = [str(PACKAGE)]
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_ignore = ["*__main__*"]
autoapi_root = "api"
autoapi_add_toctree_entry = False
autoapi_options = ["members", "undoc-members", "show-module-summary", "imported-members", "inherited-members"]
html_theme_options = {"source_repository": "https://github.com/clearance-rs/clearance/", "source_branch": "main", "source_directory": "bindings/python/pages/"}

PRIVATE = re.compile(r"(?<=clearance\.)(distributed\.)?_(?!typing)\w+\.")
"""Where a class is defined; users import it from ``clearance``."""
TYPING = re.compile(r"clearance\._typing\.|numpy\.typing\.|collections\.abc\.|typing\.")
RECORDS = answers_of()
"""For each record the functions that return it."""


def as_imported(text):
    return TYPING.sub("", PRIVATE.sub(lambda found: found[1] or "", text))


def without_private_names(app, name, content):
    """The generated sources, with the names under which users import things."""
    if name.startswith("api/"):
        content[0] = as_imported(content[0])


def is_left_out(app, what, name, found, skip, options):
    """What a shape has from ``Shape`` is described there; what a mask has from its native half, nowhere else."""
    if what == "method" and found.short_name == "__new__" and not found.inherited:  # by which native classes are made
        found.name = "__init__"
        found.obj["args"] = [(None, "self", None, None), *(one for one in found.obj["args"] if one[1] != "cls")]
    if found.obj.get("return_annotation"):  # for the tables at the head of a page
        found.obj["return_annotation"] = as_imported(found.obj["return_annotation"])
    return True if found.inherited and found.obj["inherited_from"]["name"] != "MaskBase" else None


def with_givers(app, what, name, found, options, lines):
    """Says of a record which functions return it: their examples show it."""
    givers = RECORDS.get(name.rpartition(".")[2], [])
    if what == "class" and givers and not any(">>>" in line for line in lines):
        lines += ["", "Given by " + ", ".join(f":py:obj:`{giver}`" for giver in givers) + ".", ""]


def setup(app):
    app.connect("source-read", without_private_names)
    app.connect("autoapi-skip-member", is_left_out)
    if "autodoc-process-docstring" not in app.events.events:
        app.add_event("autodoc-process-docstring")
    app.connect("autodoc-process-docstring", with_givers)
