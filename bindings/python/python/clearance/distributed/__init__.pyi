"""Work for several processes or machines, on Dask ``distributed``: ``pip install 'clearance[distributed]'``.

:class:`TiledScene` is a scene of many moving objects in several processes.
"""

from ._engine import SceneStep
from ._scene import TiledScene
from ._tiles import Moving, SceneLost

__all__ = ["Moving", "SceneLost", "SceneStep", "TiledScene"]
