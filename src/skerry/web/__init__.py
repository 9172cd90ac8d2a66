"""HTTP and WebSocket end here: parse, call the service, translate errors."""
