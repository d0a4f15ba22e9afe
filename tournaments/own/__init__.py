"""Own links: what players do by themselves."""
