"""The verbs of the `owm-net` command, a file for each."""
