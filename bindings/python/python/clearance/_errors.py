"""The exceptions for arguments that cannot be used."""

from __future__ import annotations

from typing import Any


class ClearanceError(ValueError):
    """An argument that cannot be used; nothing has changed.

    >>> import clearance
    >>> try:
    ...     clearance.d2.Circle(-1.0)
    ... except clearance.ClearanceError as error:
    ...     print(type(error).__name__, error.field, error)
    InvalidShape radius radius: must be greater than zero
    """

    field: str | None
    """The argument: ``"radius"``, ``"vertices[3]"``."""
    index: int | None
    """The index of the entry, or of the pair in a batch."""

    def __init__(self, message: str, field: str | None = None, index: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.index = index

    def __str__(self) -> str:
        message = str(self.args[0]) if self.args else ""
        names_it = self.field is not None and "[" in self.field
        return message if self.index is None or names_it else f"{message} (at index {self.index})"

    def __reduce__(self) -> tuple[type[ClearanceError], tuple[Any, ...]]:
        return type(self), (str(self.args[0]), self.field, self.index)


class InvalidShape(ClearanceError):
    """Numbers that are no valid shape, a mesh that crosses itself where its inside is asked about, or one of which a repair would leave
    nothing."""


class InvalidPose(ClearanceError):
    """Numbers that are no valid pose."""


class InvalidRobot(ClearanceError):
    """A file that is no URDF or SRDF, a joint that is not supported, or links and joints that are no robot."""


class InvalidArgument(ClearanceError):
    """An argument that is infinite, too large, of the wrong length, or not one of the words allowed."""


class InvalidType(InvalidArgument, TypeError):
    """An argument of a wrong type: a text or a bool for a number, a float for a handle, a tuple for a ``Pose``."""


class UnsupportedPair(ClearanceError):
    """A question that has no answer for these shapes: half-spaces that overlap and do not face each other, or turn in a sweep; the
    volume of what is no solid, or not measured; the triangles of what has none."""


class UnsupportedFormat(ClearanceError):
    """A file of a format that needs a package which is not installed; the message says what to install."""


class NoSuchObject(ClearanceError):
    """A handle of an object that has been removed, or of another scene."""


class TooManyPairs(ClearanceError):
    """More pairs of boxes meet than the scene may list."""


class WrongAnswer(ClearanceError):
    """An answer that does not hold; the message says what is wrong with it."""


class NoRoom(ClearanceError):
    """A character that takes the place of another would overlap something; it stays as it is."""

    by: int | None
    """The handle of the object that it would overlap most deeply."""
    depth: float | None
    """How deep, in the unit of the scene."""

    def __init__(
        self, message: str, field: str | None = None, index: int | None = None, by: int | None = None, depth: float | None = None
    ) -> None:
        super().__init__(message, field, index)
        # All arguments, so that a copy made by pickle has them as well.
        self.args = (message, field, index, by, depth)
        self.by = by
        self.depth = depth

    def __reduce__(self) -> tuple[type[ClearanceError], tuple[Any, ...]]:
        return type(self), self.args


# Tracebacks and pickle name the classes by the module that users import.
for _error in (
    ClearanceError, InvalidShape, InvalidPose, InvalidRobot, InvalidArgument, InvalidType, UnsupportedFormat, UnsupportedPair, NoSuchObject, TooManyPairs, WrongAnswer, NoRoom,
):  # fmt: skip
    _error.__module__ = "clearance"
