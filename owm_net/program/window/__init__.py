"""All that opens a window: a match, a log looked at again, the title with its menus."""
