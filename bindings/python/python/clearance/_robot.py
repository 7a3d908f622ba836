"""The answers about robots: small immutable values."""

from __future__ import annotations

from typing import NamedTuple

from ._answers import Clearance, Vector


class LinkPair(NamedTuple):
    """A pair that meets."""

    link: str
    """The name of the link."""
    other: str | int
    """The name of another link, or the number of an obstacle."""


class NearestLinks(NamedTuple):
    """The nearest pair, and how near it is."""

    distance: float
    """The gap; 0 if they meet."""
    link: str
    """The name of the link."""
    other: str | int
    """The name of another link, or the number of an obstacle."""
    clearance: Clearance
    """From the link (A) to the other (B), with the nearest points of both; negative if they overlap."""


class PathContact(NamedTuple):
    """The first contact on a way. Times are parts of the way, from 0 to 1."""

    link: str
    """The name of the link."""
    other: str | int
    """The name of another link, or the number of an obstacle."""
    time: float
    """Here they are at ``distance``."""
    free_until: float
    """Until here nothing meets: this is proved."""
    distance: float
    """0 if they meet at ``time``; else a gap of at most the tolerance."""
    point: Vector
    """In the middle between the two where they are nearest, at ``free_until``."""
    normal: Vector
    """Unit vector from the link to the other, at ``free_until``."""


class RobotPath(NamedTuple):
    """What is known of a way between two configurations."""

    free: bool
    """Whether it is proved that nothing meets on the whole way."""
    free_until: float
    """Until this part of the way nothing meets: this is proved. 1 if the way is free."""
    clearance: tuple[float, float] | None
    """Bounds of the least clearance on a free way; infinite if there is nothing to ask about."""
    nearest: tuple[float, str, str | int] | None
    """When the clearance is at most the upper bound, of which link, and to which other one."""
    contact: PathContact | None
    """The first contact; ``None`` if the way is free, or was not decided within ``max_steps``."""
    steps: int
    """How many configurations were looked at."""


for _answer in (LinkPair, NearestLinks, PathContact, RobotPath):
    _answer.__module__ = "clearance"
