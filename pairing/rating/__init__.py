"""The Swiss System Based on Rating: the two revisions before that of Baku."""
