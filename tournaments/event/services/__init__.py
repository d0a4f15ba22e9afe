"""Every write about an event as a whole."""
