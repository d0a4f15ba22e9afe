"""The event: its regulations, schedule and end, and the festival that it is part of."""
