"""Players: who they are, their numbers, and when they play."""
