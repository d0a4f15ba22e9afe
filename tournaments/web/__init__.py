"""Code that handles requests: access and logins, refusals and questions as pages, answers, languages."""
