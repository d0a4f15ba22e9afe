"""Every write about rounds."""
