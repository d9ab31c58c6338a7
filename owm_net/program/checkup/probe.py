"""A process that opens a window and says which OpenGL it has: a driver that crashes takes nobody
along. `python -m owm_net.program.checkup.probe`."""

import pyglet


def main() -> None:
    """Open a window that nobody sees; print its OpenGL."""
    pyglet.options["debug_gl"] = False
    window = pyglet.window.Window(64, 64, visible=False)
    window.switch_to()
    from pyglet.gl import gl_info

    print(gl_info.get_version_string(), "by", gl_info.get_renderer())
    window.close()


if __name__ == "__main__":
    main()
