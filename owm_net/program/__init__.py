"""The application layer: the program's services for the verbs and the window. The verbs ask it;
nothing below knows of it."""
