"""The hall: its screens, announcements, and the way in for phones."""
