"""Two buildings, a house and a duplex, beside IfcClash: the search for collisions of IfcOpenShell that it calls, touching allowed.

Both read the same file by IfcOpenShell, so they see the same triangles.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import buildings
import pytest

from clearance import Assembly, Interference

pytest.importorskip("ifcopenshell", reason="needs the extra ifc")

# SWIG's own classes have no module, which Python 3.12 and later remark on.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

Pair = frozenset[str]


def of_ifcclash(file: Path, allow_touching: bool) -> set[Pair]:
    """As ``ifcclash.Clasher`` asks with the mode ``collision``."""
    import ifcopenshell
    import ifcopenshell.geom

    model = ifcopenshell.open(str(file))
    elements: list[Any] = list(set(model.by_type("IfcElement")) - set(model.by_type("IfcFeatureElement")))
    tree = ifcopenshell.geom.tree(backend="opencascade.trianglebvh")
    iterator: Any = ifcopenshell.geom.iterator(ifcopenshell.geom.settings(), model, 1, include=elements)
    more = iterator.initialize()
    while more:
        tree.add_element(iterator.get())
        more = iterator.next()
    clashes = tree.clash_collision_many(elements, elements, allow_touching=allow_touching)
    pairs = {frozenset((clash.a.get_argument(2), clash.b.get_argument(2))) for clash in clashes}
    return {pair for pair in pairs if len(pair) == 2}  # it also finds each element itself


def of_clearance(file: Path) -> dict[Pair, Interference]:
    def own(name: str) -> str:
        return name.split(" (Ifc")[0]

    return {frozenset((own(pair.a), own(pair.b))): pair for pair in Assembly.load(file).check()}


@pytest.mark.parametrize(("building", "contacts", "clashes"), [("house", 48, 4), ("duplex", 92, 4)])
def test_every_contact_that_ifcclash_finds(building: str, contacts: int, clashes: int, tmp_path: Path) -> None:
    make: Callable[[Path], Path] = getattr(buildings, building)
    file = make(tmp_path / f"{building}.ifc")
    ours, theirs = of_clearance(file), of_ifcclash(file, allow_touching=True)
    assert theirs <= ours.keys() and len(theirs) > 50
    # What IfcClash misses are gaps of the rounding of coordinates: slabs side by side at 450 km.
    missed = [ours[pair] for pair in ours.keys() - theirs]
    assert len(missed) <= 3 and all(pair.class_ == "contact" for pair in missed)
    assert {pair for pair, found in ours.items() if found.is_clash} == of_ifcclash(file, allow_touching=False)
    classes = [str(found.class_) for found in ours.values()]
    assert (classes.count("contact"), classes.count("interference"), len(classes)) == (contacts, clashes, contacts + clashes)
