"""The command that runs the appliance: serve.

May import: wiring, config, the notifier, the page server.
"""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from pi_app.adapters.frugal import be_frugal
from pi_app.adapters.notify import Notifier
from pi_app.cli_common import DONE, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import DEMO, ConfigError, Loaded, explain, load_config
from pi_app.settings import Config, ServerSettings

if TYPE_CHECKING:
    from flask import Flask

    from pi_app.web.server import PageServer


def add_to(commands: Commands) -> None:
    """Adds the command to the parser."""
    serve = commands.add_parser("serve", help="runs the table and its pages")
    add_config(serve)
    serve.add_argument("--demo", action="store_true", help="a virtual tray, camera and buttons")
    serve.add_argument("--camera", metavar="pi|FOLDER|FILE|demo", help="where pictures come from")
    serve.add_argument("--port", metavar="N", type=int, help="of the pages (8000)")
    serve.add_argument("--explain", action="store_true", help="prints every setting, and ends")
    serve.set_defaults(run=_serve)


def add_config(command: Commands) -> None:
    """Adds --config to a command."""
    command.add_argument("--config", metavar="FILE", type=Path, help="the configuration (TOML)")


def config_of(arguments: Arguments, overrides: dict[str, object]) -> Loaded:
    """The configuration of a command.

    Raises CliError with every mistake in it.
    """
    try:
        return load_config(arguments.config, overrides)
    except ConfigError as error:
        raise CliError(*error.problems, code=WRONG_USE) from error


def overrides_of(arguments: Arguments) -> dict[str, object]:
    """What the command line lays over the configuration."""
    over: dict[str, object] = dict(DEMO) if arguments.demo else {}
    match arguments.camera:
        case None:
            pass
        case "pi" | "demo":
            over["camera.source"] = arguments.camera
        case folder:
            over |= {"camera.source": "folder", "camera.folder": folder}
    if arguments.port is not None:
        over["server.port"] = arguments.port
    return over


def check_free(server: ServerSettings) -> None:
    """Whether the pages can be served there, asked before anything else is begun.

    Raises CliError with the mend when they can't.
    """
    family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
    with socket.socket(family) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((server.host, server.port))
        except OSError as error:
            raise CliError(_bind_words(server, error)) from error


def _bind_words(server: ServerSettings, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {server.port} is taken by another program, perhaps another Tallytray. "
                f"Stop that one, or choose another port: --port {server.port + 1}"
            )
        case errno.EACCES:
            return f"Port {server.port} needs rights; choose one from 1024 on: --port 8000"
    return f"{server.host}:{server.port} can't be listened on ({error.strerror}); see [server]."


class _Stop(SystemExit):
    """Somebody asked the program to end."""


def _serve(arguments: Arguments) -> int:
    loaded = config_of(arguments, overrides_of(arguments))
    if arguments.explain:
        print(explain(loaded))
        return DONE
    config = loaded.config
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # Asked to end before or while everything is up: both are a clean stop.
    with suppress(_Stop), _stopping(lambda: None):
        check_free(config.server)
        if config.camera.source == "demo":
            print("Setting up the virtual tray ...", flush=True)
        _run(config)
    return DONE


@contextmanager
def _stopping(wake: Callable[[], object]) -> Iterator[None]:
    """Ends the main thread when somebody asks for it; `wake` lets waiting tablets go first."""

    def stop(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        wake()
        raise _Stop(DONE)

    signals = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, stop) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


@contextmanager
def _dying(die: Callable[[BaseException], None]) -> Iterator[None]:
    """Ends the whole process when one of its threads dies."""
    before = threading.excepthook
    threading.excepthook = lambda args: die(args.exc_value or SystemExit())
    try:
        yield
    finally:
        threading.excepthook = before


def _run(config: Config) -> None:
    from pi_app.web.server import PageServer  # slow to import: after the port is known to be free
    from pi_app.wiring import build, die

    be_frugal()
    notifier = Notifier()
    house = build(config, notifier)
    try:
        with _dying(die), _stopping(house.table.close):
            house.start()
            server = _pages(house.app, config.server, PageServer)
            notifier.ready()
            print(f"Tallytray is on http://localhost:{server.port} (Ctrl-C ends it)", flush=True)
            server.run()
    finally:
        notifier.stopping()
        house.close()


def _pages(app: Flask, server: ServerSettings, make: type[PageServer]) -> PageServer:
    try:
        return make(app, host=server.host, port=server.port, threads=server.threads)
    except OSError as error:
        raise CliError(_bind_words(server, error)) from error
