"""Starts the window: one application, one hook for what goes wrong, the files that were asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from warnings import catch_warnings

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from goldleaf.core.version import VERSION
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.labels import having
from goldleaf.viewer.plugins import plug_in
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import Failure, Hook, Log
from goldleaf.viewer.state.jobs import settle
from goldleaf.viewer.window.window import MainWindow


class _Teller(QObject):
    """Brings what goes wrong in any thread to the window's."""

    told = Signal(Failure)


def run(request: Request | None = None, campaign: Path | None = None) -> int:
    """Show the window on files, a campaign, or the start page; returns the exit status when it is closed."""
    log, teller = Log(), _Teller()
    last_crash = log.begin()
    hook = Hook()
    hook.tell = teller.told.emit
    sys.excepthook = hook
    application = application_of(sys.argv[:1])
    with catch_warnings(record=True) as caught:
        plug_in()  # menus, the list of views and dialogs show all that there is
    window = MainWindow()
    teller.told.connect(window.desk.tell_failure)
    window.show()
    if last_crash:
        from goldleaf.viewer.dialogs.manual import show_log

        record = "Show the record", lambda: show_log(window, "What went wrong", last_crash)
        window.news.say("warning", "The last run ended in a crash.", [record])
    if caught:
        window.news.say("warning", "\n".join(str(warning.message) for warning in caught))
    if campaign is not None:
        window.campaigns.open(campaign)
    elif request is not None:
        window.opener.open(request)
    status = application.exec()
    log.end()
    if not settle(0):
        # Something long runs on, deep in a library that cannot be interrupted. All is saved; taking the interpreter
        # down would wait for its threads, or pull it from under them.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def application_of(arguments: list[str]) -> QApplication:
    """The application, named and styled; the one that runs already, if there is one."""
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication(arguments)
    having(application, applicationName="goldleaf", applicationDisplayName="Goldleaf", applicationVersion=VERSION)
    having(application, desktopFileName="goldleaf", style="Fusion")
    return application


def keys() -> tuple[dict[str, Action], dict[str, list[str]]]:
    """The window's actions, and the keys that each has now; needs no display."""
    application = application_of(["goldleaf", "-platform", "offscreen"])
    window = MainWindow()
    found = window.actions_.table, window.actions_.keys()
    window.deleteLater()
    application.processEvents()
    return found
