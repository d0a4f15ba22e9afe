"""What each paper says."""
