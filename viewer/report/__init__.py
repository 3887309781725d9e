"""A report to pass on: one HTML file that needs nothing else, with figures, tables, plots and pictures. No Qt.

`making.report_steps` makes one of a document: `tables` says what is in it, and `page` draws and writes the page, with
the style and the script in ``assets/report``.
"""

from __future__ import annotations
