"""The Swiss System Based on Rating: the two revisions before the one of Baku."""
