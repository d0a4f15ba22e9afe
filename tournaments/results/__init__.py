"""Results: entered, reported, transmitted."""
