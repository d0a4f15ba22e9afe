"""What knows a request: access and logins, refusals and questions as pages, what was posted, languages."""
