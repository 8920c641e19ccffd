"""The command line. Each command is a module with ``register(app)``; ``app.py`` lists them."""

from .app import main

__all__ = ["main"]
