"""What each viewer sees: the view, the open question, previews, events, frames."""
