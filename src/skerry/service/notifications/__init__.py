"""Notices for people who are away that it is their turn: push, mail and webhooks from an outbox."""
