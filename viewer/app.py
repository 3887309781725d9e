"""Starts the window: one application, one hook for what goes wrong, the files that were asked for."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from goldleaf.core.version import VERSION
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import Hook, Log
from goldleaf.viewer.window.window import MainWindow


class _Teller(QObject):
    """Brings what goes wrong in any thread to the window's."""

    told = Signal(str, str)


def run(request: Request | None = None) -> int:
    """Show the window on files, or on the demo; returns the exit status when it is closed."""
    log, teller = Log(), _Teller()
    last_crash = log.begin()
    hook = Hook(log)
    hook.tell = teller.told.emit
    sys.excepthook = hook
    application = application_of(sys.argv[:1])
    window = MainWindow()
    teller.told.connect(lambda message, details: _tell(window, log, message, details))
    window.show()
    if last_crash:
        window.news.say(
            "warning", "The last run ended in a crash.", [("Show the record", lambda: _show(window, log, last_crash))]
        )
    if request is None:
        window.files.open_demo()
    else:
        window.opener.open(request)
    status = application.exec()
    log.end()
    return status


def application_of(arguments: list[str]) -> QApplication:
    """The application, named and styled; the one that runs already, if there is one."""
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication(arguments)
    application.setApplicationName("goldleaf")
    application.setApplicationDisplayName("Goldleaf")
    application.setApplicationVersion(VERSION)
    application.setDesktopFileName("goldleaf")
    application.setStyle("Fusion")
    return application


def _tell(window: MainWindow, log: Log, message: str, details: str) -> None:
    """Say that something went wrong; the window goes on."""
    offers = [("Details", lambda: _show(window, log, details))]
    window.error.say("error", f"Something went wrong: {message}. It was written to the log.", offers)


def _show(window: MainWindow, log: Log, text: str) -> None:
    from goldleaf.viewer.dialogs.about import LogDialog

    dialog = LogDialog(window, "What went wrong", text, log.path)
    dialog.exec()
    dialog.deleteLater()
