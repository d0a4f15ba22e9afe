"""Readers and writers of files that no single subject owns."""
