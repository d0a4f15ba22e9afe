"""Thin views: fetch, form, service, answer. Who may open them is tournaments.web.rights' business."""
