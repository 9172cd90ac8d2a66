"""The compiled heart of Vanuatu: state, tasks and rules. See ARCHITECTURE.md."""
