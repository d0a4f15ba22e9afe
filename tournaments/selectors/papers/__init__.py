"""What each paper of an event holds: put together here from what selectors tell, drawn by `files.papers`."""
