"""The window itself: it paints finished scenes and turns input into presses."""
