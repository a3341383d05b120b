"""Tests of the installed package: ./dev check wheel runs them."""
from __future__ import annotations

pytest_plugins = ["pytester"]
