"""The answers of scenes: what meets what, characters, responses. Handles are whole numbers; the rest is as in ``_answers``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ._answers import Manifold, Manifolds, RayHit, Relation, SweepHit, Vector, Word

if TYPE_CHECKING:
    from .d2 import Body as Body2
    from .d3 import Body as Body3


class SceneHit(NamedTuple):
    """Where a ray meets an object."""

    handle: int
    """The object."""
    hit: RayHit
    """When and where."""


class SceneSweepHit(NamedTuple):
    """The first object that a moving shape meets."""

    handle: int
    """The object."""
    hit: SweepHit
    """When and where."""


class Meeting(NamedTuple):
    """Two objects that have met in a ``Scene.sweep_step``."""

    a: int
    """The object that is swept or slides; the smaller handle if both do."""
    b: int
    """The other object."""
    hit: SweepHit
    """When ``a`` stopped, as a fraction of the step, and where they meet; the normal points from ``a`` to ``b``."""


class Slope(Word):
    """How a character sees the slope of a plane."""

    WALKABLE = "walkable"
    """Level enough to walk on."""
    LEDGE = "ledge"
    """The edge of a walkable surface, no higher above the feet than a step."""
    STEEP = "steep"
    """Too steep to walk on: a slope, a wall, a ceiling."""


class TouchedPlane(NamedTuple):
    """A plane that a character touches."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """The point of contact, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""


class CharacterHit(NamedTuple):
    """A plane that has stopped a character, and how far the character pressed against it."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """The point of contact, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""
    pressed: Vector
    """How far the character would have moved into the object without it."""


class Ground(NamedTuple):
    """What a character stands on."""

    handle: int
    """The object."""
    normal: Vector
    """Unit vector out of the ground; in a crease between steep slopes, the normal of the crease."""
    point: Vector
    """The point of contact."""


class Crush(NamedTuple):
    """An object that overlaps a character which could not move out of its way. The caller decides what follows from it."""

    by: int
    """The object that has moved into the character; of several, the deepest one."""
    against: int | None
    """The object that kept the character from moving away; ``None`` if it is not a single object, as in the middle of something."""
    depth: float
    """How deep ``by`` is in the character at the end of the step. If it has passed through the character within the step, how far it
    moved on after the character could no longer move away."""


class CharacterStep(NamedTuple):
    """The result of a step of a character."""

    position: Vector
    """Its lowest point now."""
    velocity: Vector
    """Its displacement in the step divided by the time of the step; zero if that time is 0."""
    fall: Vector
    """The velocity with which it falls, rises or slides without input; zero while it stands."""
    ground: Ground | None
    """What it stands on."""
    carried: Vector
    """How far a moving platform has carried it, or would have if nothing had been in the way."""
    contacts: tuple[CharacterHit, ...]
    """What has stopped it, in order."""
    planes: tuple[TouchedPlane, ...]
    """The planes that it moved along, in order."""
    crushed: Crush | None
    """What it could not move away from, or is inside of; ``None`` if it is inside nothing."""

    @property
    def standing(self) -> bool:
        """Whether it stands on something."""
        return self.ground is not None


class Neighbor(NamedTuple):
    """An object and its distance."""

    handle: int
    """The object."""
    distance: float
    """0 if it meets the shape asked about."""


class Overlaps(NamedTuple):
    """The objects that n shapes or points meet, m in all; those of row i are ``handle[start[i]:start[i + 1]]``."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    handle: npt.NDArray[np.uint64]
    """Shape (m,)."""


class Neighbors(NamedTuple):
    """The objects nearest to n shapes, m in all; those of row i are from ``start[i]`` to ``start[i + 1]``, the nearest first."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    handle: npt.NDArray[np.uint64]
    """Shape (m,)."""
    distance: npt.NDArray[np.float64]
    """Shape (m,): 0 for an object that meets the shape."""


class Filter(NamedTuple):
    """What an object of a scene is tested against."""

    layer: int
    """The layers it is on, as bits."""
    mask: int
    """The layers it is tested against, as bits."""
    group: int
    """Objects of the same positive group are always tested, of the same negative group never; 0 is no group."""


class SceneManifolds(NamedTuple):
    """The n pairs of a scene that touch, and their manifolds."""

    pair: npt.NDArray[np.uint64]
    """Shape (n, 2): the smaller handle first."""
    manifolds: Manifolds
    """Row i belongs to pair i; the normals point from the first object to the second."""


class Bounce(NamedTuple):
    """Two bodies after they bounced."""

    a: Body2 | Body3
    """The first."""
    b: Body2 | Body3
    """The second."""
    impulse: float
    """The sum of the normal impulses; 0 where nothing was closing."""


class Parted(NamedTuple):
    """The outcome of ``part_all``."""

    rounds: int
    """How many times all pairs were gone through."""
    left: int
    """How many pairs overlapped in the last round; 0 if everything is separated."""


class Kept(NamedTuple):
    """How to move an object that may have left its room."""

    shift: Vector
    """The way back into the room."""
    velocity: Vector
    """Its velocity from then on."""


class Touch(NamedTuple):
    """Two objects of a scene that meet; ``a`` is the smaller handle."""

    a: int
    """The first."""
    b: int
    """The second."""
    relation: Relation | None
    """With ``detail="relation"``."""
    manifold: Manifold | None
    """With ``detail="manifold"``. It has no points if contacts with other objects make it unnecessary, as at the seam between two floors."""
