"""What everybody sees of an event."""
