"""The window: builds its parts and wires them to one another."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6 import QtGui
from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QStackedWidget, QWidget

from goldleaf.core.errors import counted
from goldleaf.viewer.actions.action import MENUS, Action, Needs
from goldleaf.viewer.actions.qt import ActionSet, ListKeys, fill_menu_bar
from goldleaf.viewer.diagram.naming import REVIEW, Difference, Wording
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.breakdowns import ErrorsPanel, GroupsPanel, VersusPanel
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.panels.operations import OperationsPanel
from goldleaf.viewer.panels.parts import Dock, MessageBar, fill
from goldleaf.viewer.panels.review import LeftPanel, ProblemsPanel, ReviewPanel
from goldleaf.viewer.panels.scores import ScoresPanel
from goldleaf.viewer.panels.sentences import SentencesPanel
from goldleaf.viewer.panels.start import StartPage
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.request import Request, title_of
from goldleaf.viewer.state import settings as kept
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import settle
from goldleaf.viewer.state.opening import Opener
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.style import appearance
from goldleaf.viewer.style.appearance import Icons, PanelStyle, application_icon
from goldleaf.viewer.window import docks
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers import beside
from goldleaf.viewer.window.handlers.figures import FigureHandler, ReportHandler
from goldleaf.viewer.window.handlers.files import FilesHandler, TreebanksHandler
from goldleaf.viewer.window.handlers.go import FiltersHandler, GoHandler, ParseMenu
from goldleaf.viewer.window.handlers.look import LookHandler
from goldleaf.viewer.window.handlers.mending import MendingHandler
from goldleaf.viewer.window.handlers.scoring import ErrorsHandler, ScoringHandler, VersusHandler
from goldleaf.viewer.window.handlers.sessions import SessionsHandler
from goldleaf.viewer.window.handlers.team import TeamHandler
from goldleaf.viewer.window.handlers.verdicts import ReviewDisplay, VerdictsHandler
from goldleaf.viewer.window.picture_view import PictureView
from goldleaf.viewer.window.toolbar import StatusBar, ToolBar

USUAL_SIZE = QSize(1400, 900)
CLOSING = 0.3  # seconds that work may take to end
CONTEXT = (  # what the menu of the pictures offers
    ("review.head", "review.mend"),
    ("figure.copy-image", "figure.copy-svg", "figure.copy-tikz"),
    ("figure.export",),
    ("walk.head", "walk.dependent", "go.to"),
    ("tree.fold", "tree.unfold-all"),
    ("view.only-differences", "view.enhanced", "zoom.fit"),
)


class MainWindow(QMainWindow):
    """Goldleaf's window."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        having(self, windowTitle="Goldleaf", windowIcon=application_icon(), acceptDrops=True)
        self.settings = settings or Settings()
        self.inspector = Inspector(self)
        self._spoken: tuple[Wording, dict[str, str], bool] = (REVIEW, {}, False)
        self.opener = Opener(self.inspector, self)
        self._state: QByteArray | None = None  # of toolbar and docks, while there is nothing that they could be about
        # The parts first: handlers work on them, actions call handlers, and all are wired before anything is shown.
        self.pictures = PictureView(self.inspector)
        self.start = StartPage()
        self.error, self.news = MessageBar("Error"), MessageBar("News")
        self._to_change = False  # whether the first sentence that has changed is still to be shown
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start)
        self.pages.addWidget(self.pictures)
        middle = QWidget()
        fill(middle, self.error, self.news, self.pages)
        self.setCentralWidget(middle)
        self.sentences = SentencesPanel(self.inspector, self.settings)
        self.scores = ScoresPanel(self.inspector, self.settings)
        self.differences = DifferencesPanel(self.inspector)
        self.errors = ErrorsPanel(self.inspector)
        self.groups = GroupsPanel(self.inspector, self.sentences.filter.line.text)
        self.versus = VersusPanel(self.inspector)
        self.operations = OperationsPanel(self.inspector)
        self.problems = ProblemsPanel(self.inspector)
        self.reviewing = Reviewing(self.inspector, self)
        self.review, self.left = ReviewPanel(self.reviewing), LeftPanel(self.inspector, self.reviewing)
        self.panels: dict[str, QWidget] = {name: getattr(self, name) for name in docks.PLACES}
        self.docks = {name: Dock(name, place.title, self.panels[name], self) for name, place in docks.PLACES.items()}
        self.shares = docks.Shares(self, self.docks, (self.scores, self.differences, self.review))
        self.status = StatusBar(self.inspector)
        self.setStatusBar(self.status)
        self.desk = Desk(
            self, self.inspector, self.opener, self.reviewing, self.settings, self.pictures, self.sentences.filter,
            self.status, self.error, self.news,
        )  # fmt: skip
        self._make_handlers()
        self._make_actions()
        self._wire()
        self._restore()
        self._show_document()

    def _make_handlers(self) -> None:
        desk = self.desk
        self.campaigns, self.sessions = beside.CampaignsHandler(desk), SessionsHandler(desk)
        self.files = FilesHandler(desk, self.campaigns.open, self.sessions.refuse)
        self.treebanks = TreebanksHandler(desk)
        self.figures = FigureHandler(desk)
        self.filters = FiltersHandler(desk, self.docks["sentences"])
        self.report = ReportHandler(desk)
        self.look = LookHandler(
            desk, self.set_theme, lambda key: QKeySequence(key) in self.actions_["view.blink"].shortcuts()
        )
        self.verdicts = VerdictsHandler(desk, self.docks["left"].bring_up)
        self.going = GoHandler(desk, self.verdicts)
        self.rivals = VersusHandler(desk, self.versus, self.docks["versus"])
        self.scoring = ScoringHandler(desk, self.scores)
        self.plots = beside.PlotsHandler(desk)
        self.error_tables = ErrorsHandler(desk, self.errors, self.docks["errors"])
        self.agreement = beside.AgreementHandler(desk)
        self.theories = beside.TheoriesHandler(desk)
        self.mending = MendingHandler(desk, self.sessions.correct)
        self.team = TeamHandler(desk)
        self.general = beside.GeneralHandler(
            desk, lambda: self.actions_, self.sentences.column_menu, self.reset_docks,
            lambda: beside.begin(MainWindow, self.settings),
        )  # fmt: skip

    def all_actions(self) -> list[Action]:
        """All that the user can do, in the order of the menus, of the toolbar and of the sheet of keys: by menu, there
        by the groups that a line separates, and in these as the handlers have them."""
        handlers = (
            self.files, self.campaigns, self.treebanks, self.figures, self.filters, self.report, self.scoring,
            self.look, self.going, self.rivals, self.plots, self.error_tables, self.agreement, self.theories,
            self.sessions, self.verdicts, self.mending, self.team, self.general,
        )  # fmt: skip
        actions = [action for handler in handlers for action in handler.actions()]
        return sorted(actions, key=lambda action: (MENUS.index(action.menu.partition("/")[0]), action.group))

    def _make_actions(self) -> None:
        # Single keys act in the lists beside the pictures, too: who has clicked a row goes on as before.
        tables = (panel.view for panel in (self.errors, self.groups, self.versus))
        scores = self.scores.view, self.scores.parses_view
        lists = (self.sentences.view, self.differences.view, self.left.view, *scores, *tables)
        for view in lists:
            ListKeys(view)
        self.actions_ = ActionSet(self, (self.pictures, *lists), self.all_actions(), self._there)
        self.review.set_actions(self.actions_.all)
        self.menus = fill_menu_bar(self.menuBar(), self.actions_)
        self.recent_menu = QMenu("Open recent", self)
        self.recent_menu.aboutToShow.connect(lambda: self.files.fill_recent(self.recent_menu))
        self.menus["File"].insertMenu(self.menus["File/Open other"].menuAction(), self.recent_menu)
        saved = self.menus["Edit/Saved filters"]
        saved.aboutToShow.connect(lambda: self.filters.fill(saved))
        first = self.menus["View/Panels"].actions()[0]  # the docks' own switches stand before it
        for dock in self.docks.values():
            dock.toggleViewAction().triggered.connect(lambda on, dock=dock: dock.raise_() if on else None)
            self.menus["View/Panels"].insertAction(first, dock.toggleViewAction())
        self.menus["View/Panels"].insertSeparator(first)
        self.review_display = ReviewDisplay(
            self.desk, self.docks["review"], self.review, self.differences, self.left, self.actions_
        )
        self.blindness = docks.Blindness(self.reviewing, self.docks, (self.error, self.news))
        self.parse_menu = ParseMenu(self.menus["Parse"], self.actions_, self.inspector, self.verdicts.number_says)
        self.pictures.panes.before = self.docks["sentences"].end
        self.toolbar = ToolBar(self.actions_, self.menus["View/Show"])
        self.toolbar.parse_chosen.connect(self.inspector.set_parse)
        self.addToolBar(self.toolbar)

    def _wire(self) -> None:
        inspector, opener, status = self.inspector, self.opener, self.status
        inspector.document_changed.connect(self._show_document)
        inspector.sentence_changed.connect(self._show_sentence)
        inspector.rows_changed.connect(status.show_place)
        inspector.selection_changed.connect(self._show_selection)
        for changed in (inspector.rows_changed, inspector.look_changed, inspector.metric_changed):
            changed.connect(self.actions_.refresh_soon)
        inspector.look_changed.connect(lambda: self.parse_menu.show_parses())
        self.pictures.differences_changed.connect(self._list)
        self.pictures.differences_changed.connect(self.shares.follow)
        self.pictures.differences_changed.connect(self._show_selection)
        self.pictures.panes.zoomed.connect(lambda zoom: status.say(status.zoom, f"{zoom:.0%}"))
        self.pictures.placer.noted.connect(lambda note: self.news.say("info", f"Lattices are {note}"))
        self.pictures.menu_wanted.connect(self._offer)
        self.start.ask.clicked.connect(lambda: self.files.ask())
        self.start.demo_wanted.connect(self.actions_.run)
        self.start.recent_wanted.connect(self.files.open_recent)
        opener.progressed.connect(self._make_room)
        opener.progressed.connect(lambda done, doing: status.show_progress(done, self.reviewing.hidden(doing)))
        opener.progressed.connect(lambda: status.say(status.state, ""))
        opener.opened.connect(self._opened)
        opener.failed.connect(self.actions_.refresh_soon)
        opener.ended.connect(self._ended)
        status.problems.clicked.connect(self.docks["problems"].bring_up)
        status.cancel.clicked.connect(opener.cancel)
        status.cancel.clicked.connect(lambda: self.desk.end_work())
        self.reviewing.session_changed.connect(self._show_session)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
        # A figure that is clicked filters.
        use_filter = self.sentences.filter
        self.scores.height_changed.connect(self.shares.fit)
        self.scores.more.clicked.connect(self.scoring.ask)
        self.scores.metric_chosen.connect(self.scoring.show_differences)
        self.scores.switch.currentChanged.connect(self.actions_.refresh_soon)
        self.sentences.left.connect(self.pictures.focus)
        self.problems.counted.connect(self._show_problems)
        self.reviewing.judged.connect(self.errors.go_on)
        for of_tables in (self.errors, self.versus):
            of_tables.model.modelReset.connect(self.actions_.refresh_soon)
            use_filter.line.textChanged.connect(of_tables.view.show_filter)
        for panel in self.panels.values():
            if isinstance(panel, docks.Filtering):
                panel.filter_wanted.connect(use_filter.use)
        for work in self._works:
            work.failed.connect(self.desk.tell_failure)

    @property
    def _works(self) -> list[docks.Working]:
        """What works in the background beside the handlers."""
        panels = [panel for panel in self.panels.values() if isinstance(panel, docks.Working)]
        return [self.pictures.placer, self.sentences.filter, *panels, self.scores.significance]

    def _restore(self) -> None:
        self.look.restore()
        self.pictures.set_wrap(self.settings.get(kept.WRAP))
        self.pictures.set_legend(self.settings.get(kept.LEGEND))
        self.actions_.change_keys(self.settings.get(kept.KEYS))
        self.set_theme(appearance.theme_named(self.settings.get(kept.THEME)))
        geometry, state = self.settings.get(kept.GEOMETRY), self.settings.get(kept.DOCKS)
        if not (geometry and self.restoreGeometry(geometry)):
            self.resize(USUAL_SIZE.boundedTo(QGuiApplication.primaryScreen().availableSize()))
        docks.arrange(self, self.docks)
        if not (state and self.restoreState(state)):
            # The panels know how large they want to be when they have something to show.
            self.opener.ended.connect(
                lambda: QTimer.singleShot(0, self, self._share), Qt.ConnectionType.SingleShotConnection
            )

    def reset_docks(self) -> None:
        if self._state is not None:
            self.restoreState(self._state)
            self._state = None
        docks.arrange(self, self.docks)
        self.blindness.apply()
        self._share()
        self._make_room()

    def _share(self) -> None:
        self.scores.show_now()
        self.shares.share()

    def set_theme(self, theme: Theme) -> None:
        colours = appearance.colours_of(theme)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            appearance.apply(application, colours)
        icons = Icons(theme, colours, judges=self.inspector.wording.judges)
        parts: list[ActionSet | ToolBar | MessageBar | Dock] = [self.actions_, self.toolbar, self.error, self.news]
        for part in [*parts, *self.docks.values()]:
            part.set_icons(icons)
        for panel in self.panels.values():
            if isinstance(panel, docks.Coloured):
                panel.restyle(PanelStyle(theme, colours, icons))
        self.plots.set_theme(theme)
        self.pictures.set_theme(theme, icons)
        self.start.set_theme(theme)

    def _system_changed(self) -> None:
        if self.settings.get(kept.THEME) == "system":
            self.set_theme(appearance.theme_named("system"))

    def _show_document(self) -> None:
        document = self.inspector.document
        self._make_room()
        if document is None:
            self.start.show_recent(self.files.recent_titles())
        incomplete = document is not None and not document.complete and not self.opener.loading
        self.status.say(self.status.state, "incomplete: loading was stopped" if incomplete else "")
        self._show_sentence()

    def _make_room(self) -> None:
        # Give the start page the whole window while nothing is open or being opened; then put all back.
        if self.inspector.document is not None or self.opener.loading:
            self.pages.setCurrentWidget(self.pictures)
            if self._state is not None:
                state, self._state = self._state, None
                self.restoreState(state)
                self.blindness.apply()
        elif self._state is None:
            self._state = self.saveState()
            for part in (self.toolbar, *self.docks.values()):
                part.hide()
            self.pages.setCurrentWidget(self.start)

    def _show_session(self) -> None:
        self._show_sentence()
        # These would tell whose the sides are.
        if self.reviewing.blind:
            self.agreement.stop()
            self.plots.stop()
            self.desk.end_work(self.report.work)

    def _show_sentence(self) -> None:
        self.status.show_place()
        self.toolbar.show_parses(self.inspector.document, self.inspector.parse, self.inspector.wording)
        self.parse_menu.show_parses()
        self._speak()
        self._show_selection()

    def _speak(self) -> None:
        """Name gold and parse, or the annotators, in menus, buttons and docks."""
        wording, titles, of_versions = self.inspector.wording, self.parse_menu.titles(), self.inspector.of_versions
        if self._spoken == (wording, titles, of_versions):
            return
        self._spoken = wording, dict(titles), of_versions

        def told(text: str) -> str:
            said = wording.told(text)
            return said.replace("annotator", "version").replace("Annotator", "Version") if of_versions else said

        titles["file.add-parse"] = told("Add parse…")
        for name, place in docks.PLACES.items():
            # None of whom is right.
            if place.of_annotators:
                title = place.title if wording.judges else of_versions * place.of_versions or place.of_annotators
                self.docks[name].setWindowTitle(title)
                self.panels[name].setAccessibleName(title)
        self.menus["Parse"].setTitle("Versi&ons" if of_versions else f"&{wording.told('Parse')}")
        if not wording.judges:
            only = f"Only {wording.gold}"
            titles |= {"view.gold-only": only, "view.parse-only": f"Only {wording.parse}", "parse.0": only}
            for side, name in (("gold", wording.gold), ("parse", wording.parse)):
                titles[f"review.{side}"] = f"{name} is right"
                titles[f"review.{side}-all"] = f"{name} is right in all of the sentence"
        self.actions_.speak(told, titles)
        theme = self.pictures.theme
        self.actions_.set_icons(Icons(theme, appearance.colours_of(theme), judges=wording.judges))
        self.toolbar.name_buttons()

    def _there(self) -> tuple[dict[Needs, bool], str]:
        document = self.inspector.document is not None
        there = {Needs.NOTHING: True, Needs.DOCUMENT: document, Needs.PARSE: document and self.inspector.parse >= 0}
        return there | {Needs.REVIEW: self.reviewing.store is not None}, HIDDEN if self.reviewing.blind else ""

    def _show_selection(self) -> None:
        drawing = self.pictures.drawing
        key = drawing.shown(self.inspector.selection)
        known = (elements[key] for elements in drawing.elements if key is not None and key in elements)
        selected = next((element.description for element in known), "")
        text = "  ·  ".join(filter(None, (selected, drawing.summary)))
        having(self.status.selection, text=f"·  {text}" if text else "", toolTip=text)
        self.actions_.refresh_soon()

    def _list(self, found: tuple[Difference, ...]) -> None:
        chips = [chip for title in self.pictures.titles for chip in title.chips]
        self.differences.show_differences(found, chips, self.pictures.drawing.wording)
        self._count("differences", sum(one.scored for one in found))

    def _show_problems(self, count: int) -> None:
        self.status.say(self.status.problems, counted(count, "problem") if count else "")
        self._count("problems", count)

    def _count(self, dock: str, count: int) -> None:
        """Say in a dock's title how much it lists."""
        title = docks.PLACES[dock].title
        self.docks[dock].setWindowTitle(f"{title} ({count:,})" if count else title)

    def _opened(self, request: Request) -> None:
        self.error.hide()
        self.news.hide()
        self.setWindowTitle(title_of(request))
        # In a low window the pictures have it until one follows a link to what has changed.
        if request.versions and self.height() * docks.BELOW >= docks.LEAST_BELOW * self.fontMetrics().height():
            self._show_changes("kinds")
        self._to_change = request.versions
        self.actions_.refresh_soon()
        self.pictures.focus()

    def _ended(self) -> None:
        self.status.show_progress(None)
        self._show_document()
        document = self.inspector.document
        if self._to_change and document is not None and document.versions is not None:
            lists = ((name, own.sum()) for name, own in document.versions.lists.items() if own.any())
            links = [(f"{count:,} {name}", partial(self._show_changes, name)) for name, count in lists]
            old, new = Path(document.gold.path), Path(document.parses[0].treebank.path)
            alike = old.name == new.name  # then their folders tell them apart
            both = " to ".join("/".join(path.parts[-1 - alike :]) for path in (old, new))
            self.error.say("info", f"from {both}" if links else f"Nothing has changed from {both}.", links, links=True)
            if not self.inspector.row:
                self.inspector.go(next(iter(document.differing(0, document.metrics[0]).arg_true()), None))
        self._to_change = False
        self.files.warn()

    def _show_changes(self, name: str) -> None:
        self.docks["errors"].bring_up()
        self.errors.choose(name)

    def _offer(self, event: QtGui.QContextMenuEvent) -> None:
        menu = QMenu(self)
        for group in CONTEXT:
            menu.addActions([self.actions_[identity] for identity in group])
            menu.addSeparator()
        menu.exec(event.globalPos())
        menu.deleteLater()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        # Keeps the full-screen switch in step with the window.
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and hasattr(self, "actions_"):
            self.actions_.refresh_soon()

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:  # noqa: N802
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QtGui.QDropEvent) -> None:  # noqa: N802
        # Open the files once the program that they come from is free again.
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self.files.drop(paths))

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:  # noqa: N802
        # The pictures keep most of the window, once its parts have their places.
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.shares.fit)

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:  # noqa: N802
        # Remember the window, and end all work; what does not end soon is left to `app.run`.
        self.look.blinker.stop()
        self.opener.stop()
        self.start.stop()
        for part in self._works:
            part.stop()
        for dialog in (self.agreement, self.plots, self.campaigns, self.treebanks, self.theories):
            dialog.stop()
        for work, _ in self.desk.works:
            work.cancel()
        self.reviewing.end()  # what it hid is put back, so that the docks are kept as one has left them
        self.settings.set(kept.GEOMETRY, bytes(self.saveGeometry().data()))
        self.settings.set(kept.DOCKS, bytes((self._state or self.saveState()).data()))
        settle(CLOSING)
        super().closeEvent(event)
