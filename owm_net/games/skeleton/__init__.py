"""The smallest complete rule system: copy it to begin another. Rules: docs/rules/skeleton.md."""

from owm_net.games.skeleton.system import Skeleton

__all__ = ["Skeleton"]
