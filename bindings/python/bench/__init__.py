"""clearance beside its peers from PyPI: ``python -m bench`` in ``bindings/python``."""
