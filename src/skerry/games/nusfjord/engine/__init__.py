"""The compiled heart of Nusfjord: state, tasks and rules. See ARCHITECTURE.md."""
