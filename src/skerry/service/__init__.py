"""Tables: who sits where, one path for every move, and what each viewer sees."""
