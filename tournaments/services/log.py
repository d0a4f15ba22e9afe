"""The log in words: what each act changed, worded by the renderer beside its service."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import tournaments
from tournaments.guards import repair
from tournaments.models import AuditEvent
from tournaments.services.telling import Renderer

SERVICES = (
    import_module(found.name)
    for found in walk_packages(tournaments.__path__, "tournaments.")
    if "services" in found.name.split(".") and found.name != __name__
)
# Those that say what their acts changed.
MODULES = (repair, *(module for module in SERVICES if hasattr(module, "TOLD")))

RENDERERS: dict[str, Renderer] = {
    action: renderer for module in MODULES for action, renderer in module.TOLD.items()
}


def change(act: AuditEvent) -> str:
    """What an act changed, in words: `board 12: ½-½ → 0-1`, `half-point bye`, `59 boards`.

    A line that no service has written is shown as it is: it must not hide the others.
    """
    if act.after == {}:
        return ""
    try:
        return RENDERERS[act.action](act.before, act.after)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return f"{act.before} → {act.after}"
