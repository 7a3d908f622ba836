"""What is public in the package, read from its sources: for the pages, and for the test of them."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "python" / "clearance"
MODULES = ("clearance", "clearance.d2", "clearance.d3", "clearance.trimesh", "clearance.pygame", "clearance.geopandas", "clearance.plot", "clearance.distributed")

DEFINED = {"clearance._native": "clearance", "clearance._assembly": "clearance", "clearance.distributed._scene": "clearance.distributed"}
"""Where classes of ``clearance`` have methods, and the name under which these are public."""


def source(module):
    """The stub of a module, or else its source."""
    name = module.partition("clearance.")[2].replace(".", "/") if "." in module else "__init__"
    name = f"{name}/__init__" if (PACKAGE / name).is_dir() else name
    stub = PACKAGE / f"{name}.pyi"
    return ast.parse((stub if stub.exists() else PACKAGE / f"{name}.py").read_text())


def names(module):
    """Its ``__all__``; without one, what it defines that is not private."""
    tree = source(module)
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return [name for name in ast.literal_eval(node.value) if not name.startswith("__")]
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


def functions(module):
    """All functions and methods of a module that are not private, by their full names."""
    for node in source(module).body:
        if isinstance(node, ast.FunctionDef):
            yield f"{module}.{node.name}", node
        elif isinstance(node, ast.ClassDef):
            methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
            yield from ((f"{module}.{node.name}.{item.name}", item) for item in methods)


def answers_of():
    """For each class of ``clearance`` the functions and methods that return it, or that return what has it in a field."""
    records = names("clearance")
    fields = fields_of_records(records)
    found = {name: [] for name in records}
    for module in (*MODULES, *DEFINED):
        for full, node in functions(module):
            full = full.replace(module, DEFINED.get(module, module))
            if not node.name.startswith("_") and node.returns is not None:
                for name in words(node.returns) & found.keys():
                    found[name].append(full)
    for name in records:  # a record in a record in an answer
        if not found[name]:
            found[name] = [f"clearance.{owner}" for owner in records if name in fields.get(owner, ()) and owner != name]
    return found


def words(annotation):
    nodes = list(ast.walk(annotation))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return texts | {node.id for node in nodes if isinstance(node, ast.Name)}


def fields_of_records(records):
    """For each class of ``clearance`` the names in the annotations of its fields."""
    fields = {}
    for path in PACKAGE.glob("_*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name in records:
                annotations = [item.annotation for item in node.body if isinstance(item, ast.AnnAssign)]
                annotations += [item.returns for item in node.body if isinstance(item, ast.FunctionDef) and item.returns]
                fields[node.name] = set().union(*map(words, annotations)) if annotations else set()
    return fields


if __name__ == "__main__":
    given = answers_of()
    print({name: givers for name, givers in given.items() if not givers})
    print({module: len(names(module)) for module in MODULES})
