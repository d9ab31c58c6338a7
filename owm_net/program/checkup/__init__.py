"""What `owm-net doctor` looks at."""
