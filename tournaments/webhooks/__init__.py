"""Webhooks: other programs are told what is published, if the chief arbiter sets that up."""
