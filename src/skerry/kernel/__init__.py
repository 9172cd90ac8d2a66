"""What both games need: an agenda, repeatable chance, events, records. Nothing else."""
