"""WebSocket as a stream of bytes: both roles, for the relay and for whoever reaches one."""
