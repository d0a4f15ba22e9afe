"""Every write about players."""
