"""Every write about backups."""
