"""Thin views: fetch, form, service, answer. Who may open them is tournaments.permissions' business."""
