"""Teams and their matches."""
